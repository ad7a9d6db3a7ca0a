import { type Edge, MarkerType } from '@xyflow/react'
import type { useText } from '../../../locales/i18n.tsx'
import { type GraphBox, handleOf, type StepNode, type WayData } from './graph-parts.tsx'
import { type LaidOut, type LaidWay, shortWords, sizeOf } from './lay-out.ts'

type Text = ReturnType<typeof useText>

/** The boxes as the library of the graph has them, each where it was laid. */
export function nodesOf(boxes: readonly GraphBox[], laid: LaidOut, chosen: string): StepNode[] {
  return boxes.flatMap(({ key, ways, ...shown }) => {
    const position = laid.places.get(key)
    if (!position) return []
    const drawn = laid.ways.filter(({ from }) => from === key).map(({ answer }) => answer)
    // A way to a step that is gone is drawn nowhere; its dot is there, to lead it to another.
    const answers = [...drawn, ...ways.flatMap(({ answer }) => (drawn.includes(answer) ? [] : [answer]))]
    const size = sizeOf(shown.fault !== null)
    const node = { id: key, type: 'step' as const, position, data: { ...shown, answers } }
    return [{ ...node, selected: key === chosen, ariaLabel: shown.name, ...size, measured: size }]
  })
}

type Drawn = { laid: LaidOut; target: LaidWay | null; taken: ReadonlySet<LaidWay> | null }

/** The ways as lines; the one on which a step would land and those that were taken stand out. */
export function edgesOf(boxes: readonly GraphBox[], { laid, target, taken }: Drawn, t: Text): Edge<WayData>[] {
  const byKey = new Map(boxes.map((box) => [box.key, box]))
  const nameOf = (key: string) => byKey.get(key)?.name ?? key
  return laid.ways.map((way): Edge<WayData> => {
    const { from, to, answer, bends, label } = way
    const state = target?.from === from && target.answer === answer ? 'target' : taken?.has(way) ? 'taken' : null
    const words = byKey.get(from)?.ways.find((one) => one.answer === answer)?.words ?? ''
    return {
      id: `${from} ${handleOf(answer)}`,
      source: from,
      sourceHandle: handleOf(answer),
      target: to,
      type: 'way',
      data: { bends, at: label, state },
      markerEnd: { type: MarkerType.ArrowClosed },
      focusable: false,
      ariaLabel: t('flow.graph.way', { from: nameOf(from), to: nameOf(to) }),
      ...(label !== null && { label: shortWords(words) }),
    }
  })
}
