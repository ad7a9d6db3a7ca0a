import dagre from '@dagrejs/dagre'
import { waysOf } from '@regie/contract/script-steps-check.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'

/** All boxes of the graph are of one size: their words are cut, not their places. */
export const nodeSize = { width: 220, height: 58 }

/** Where each step stands: below what leads to it. */
export function layOut(steps: readonly ScriptStep[]): Map<string, { x: number; y: number }> {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 60 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { key } of steps) graph.setNode(key, { ...nodeSize })
  for (const step of steps) for (const { to } of waysOf(step)) if (graph.hasNode(to)) graph.setEdge(step.key, to)
  dagre.layout(graph)
  return new Map(
    steps.map(({ key }) => {
      const { x, y } = graph.node(key)
      return [key, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }]
    }),
  )
}
