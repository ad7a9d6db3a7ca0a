import type { LaidOut, LaidWay, Point } from './lay-out.ts'

/** The way that is drawn nearest to a point; null where there are none. */
export function nearestWay(
  { places, ways }: LaidOut,
  point: Point,
  sizeOf: (key: string) => { width: number; height: number },
): LaidWay | null {
  const far = ways.map((way) => {
    const [from, to] = [places.get(way.from), places.get(way.to)]
    if (!from || !to) return { way, distance: Infinity }
    const size = sizeOf(way.from)
    const start = { x: from.x + size.width / 2, y: from.y + size.height }
    const end = { x: to.x + sizeOf(way.to).width / 2, y: to.y }
    return { way, distance: distanceTo([start, ...way.bends, end], point) }
  })
  return (
    far.reduce<(typeof far)[number] | null>((best, one) => (best === null || one.distance < best.distance ? one : best), null)?.way ?? null
  )
}

function distanceTo(line: readonly Point[], point: Point): number {
  return Math.min(...line.slice(1).map((end, at) => distanceToPart(line[at] ?? end, end, point)))
}

function distanceToPart(start: Point, end: Point, { x, y }: Point): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - start.x) * dx + (y - start.y) * dy) / length))
  return Math.hypot(x - start.x - share * dx, y - start.y - share * dy)
}
