import dagre from '@dagrejs/dagre'

export type Point = { x: number; y: number }
/** A way of a step as it is drawn: the bends between its ends, and where its word stands. */
export type LaidWay = { from: string; to: string; answer: string | null; bends: Point[]; label: Point | null }
/** What is laid out: a box, and where it leads; a way that is named has its word on the line. */
export type LaidBox = { key: string; ways: readonly { to: string; answer: string | null; words: string | null }[] }
export type LaidOut = { places: ReadonlyMap<string, Point>; ways: readonly LaidWay[] }

const box = { width: 220, height: 58 }
// One more line, for what is wrong with it.
const faultyBox = { ...box, height: 80 }
const labelSize = { width: 92, height: 20 }
// Its word stands at the fork, however far the way goes on from there.
const nearFork = { weight: 20, minlen: 1 }

/** Boxes are of one width: their words are cut, not their places. */
export const sizeOf = (isFaulty: boolean) => (isFaulty ? faultyBox : box)

/** Where each step stands: below what leads to it. Ways go around the boxes, and those of a step leave it in the order of where they lead. */
export function layOut(boxes: readonly LaidBox[], faulty: ReadonlySet<string>): LaidOut {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 20, edgesep: 24 })
  for (const { key } of boxes) graph.setNode(key, { ...sizeOf(faulty.has(key)) })
  const drawn = boxes.flatMap(({ key, ways }) =>
    ways
      .filter(({ to }) => graph.hasNode(to))
      .map(({ to, answer, words }) => ({ from: key, to, answer, isNamed: words !== null, width: widthOf(words ?? '') })),
  )
  for (const way of drawn) {
    if (!way.isNamed) {
      graph.setEdge(way.from, way.to, {}, nameOf(way.answer))
      continue
    }
    const label = labelNode(way)
    graph.setNode(label, { ...labelSize, width: way.width })
    graph.setEdge(way.from, label, { ...nearFork }, nameOf(way.answer))
    graph.setEdge(label, way.to, {}, nameOf(way.answer))
  }
  dagre.layout(graph)
  const places = new Map(
    boxes.map(({ key }) => {
      const { x, y, width, height } = graph.node(key)
      return [key, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
  const bendsOf = (v: string, w: string, answer: string | null) =>
    (graph.edge({ v, w, name: nameOf(answer) }) as { points: Point[] }).points.slice(1, -1)
  const ways = drawn.map((way) => {
    const { from, to, answer } = way
    if (!way.isNamed) return { from, to, answer, bends: bendsOf(from, to, answer), label: null }
    const { x, y } = graph.node(labelNode(way))
    const label = { x, y }
    return { from, to, answer, bends: [...bendsOf(from, labelNode(way), answer), label, ...bendsOf(labelNode(way), to, answer)], label }
  })
  return { places, ways: ways.toSorted((one, other) => firstX(one) - firstX(other)) }
}

/** About as wide as its words; longer ones are cut. */
const widthOf = (words: string) => Math.max(labelSize.width, Math.min(words.length, wordsMax) * 6.4 + 14)
const wordsMax = 30
/** What fits on a line. */
export const shortWords = (words: string) => (words.length > wordsMax ? `${words.slice(0, wordsMax - 1)}…` : words)

type Drawn = { from: string; answer: string | null }

// No step has a key with a space.
const labelNode = ({ from, answer }: Drawn) => `${from} ${nameOf(answer)}`

// The layout loses a way whose name is empty, as the answer of an empty field is.
const nameOf = (answer: string | null) => (answer === null ? 'next' : `=${answer}`)

const firstX = ({ bends }: LaidWay) => bends[0]?.x ?? 0

/** A line through points, round at its bends. */
export function roundLine(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (!first || !last) return ''
  const bends = rest.slice(0, -1).map((bend, at) => {
    const after = rest[at + 1] ?? bend
    const end = at === rest.length - 2 ? after : { x: (bend.x + after.x) / 2, y: (bend.y + after.y) / 2 }
    return `Q ${bend.x} ${bend.y} ${end.x} ${end.y}`
  })
  return `M ${first.x} ${first.y} ${bends.length === 0 ? `L ${last.x} ${last.y}` : bends.join(' ')}`
}
