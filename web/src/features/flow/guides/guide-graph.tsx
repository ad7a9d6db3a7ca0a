import { type GuideFault, type GuidePiece, pieceName } from '@regie/contract/guides.ts'
import { answersOf } from '@regie/contract/guide-rules.ts'
import { useText } from '../../../locales/i18n.tsx'
import { DrawingGraph, type DrawingGraphProps } from '../graph/drawing-graph.tsx'
import type { GraphBox } from '../graph/graph-parts.tsx'
import type { PieceKind } from './draw-pieces.ts'
import { guideFaultText, pieceIcon, pieceSummary } from './guide-words.ts'

type GuideGraphProps = Omit<DrawingGraphProps<PieceKind>, 'boxes' | 'kinds' | 'faults' | 'played'> & {
  pieces: readonly GuidePiece[]
  faults: readonly GuideFault[]
}

/** A conversation, drawn: its pieces, and its answers as the ways between them. */
export function GuideGraph({ pieces, faults, ...graph }: GuideGraphProps) {
  const t = useText()
  const boxes = pieces.map((piece): GraphBox => {
    const [fault, ...more] = faults.filter((one) => one.piece === piece.key)
    return {
      ...{ key: piece.key, name: pieceName(piece), kind: piece.kind === 'end' ? 'finish' : 'say', icon: pieceIcon(piece) },
      ways: answersOf(piece).map(({ key, words, to }) => ({ to, answer: key, words: words === '' ? '?' : words })),
      summary: pieceSummary(piece, t),
      fault: fault === undefined ? null : `${guideFaultText(fault, t)}${more.length > 0 ? ` +${more.length}` : ''}`,
      ...{ played: null, change: null },
    }
  })
  const kinds = (['say', 'end'] as const).map((kind) => ({
    kind,
    icon: kind === 'say' ? ('feedback' as const) : ('check' as const),
    label: t(`guides.kinds.${kind}`),
  }))
  const all = {
    count: new Set(faults.map(({ piece, fault, detail = '' }) => `${piece} ${fault} ${detail}`)).size,
    keys: [...new Set(faults.flatMap(({ piece }) => piece ?? []))],
    whole: null,
  }
  return <DrawingGraph {...graph} boxes={boxes} kinds={kinds} faults={all} played={null} />
}
