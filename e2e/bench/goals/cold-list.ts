import type { Goal } from '../goal.ts'
import { raceVisits, withBrowser } from './browser-world.ts'

export const coldList: Goal = {
  id: 'P18',
  work: 'list with rows, cold',
  measure: (world) =>
    withBrowser(world, async (opened) => {
      // Ten rows: what is seen of a virtual table without scrolling, header included.
      const { ours, limit } = await raceVisits(
        opened,
        world.options.rounds,
        { url: `${opened.oursUrl}/batches`, cookie: opened.cookie, rows: 10 },
        { url: opened.bareUrl, rows: 10 },
      )
      const work = 'batch list, empty cache, 4x slower'
      return [
        { id: 'P18', work, unit: 'rows visible ms', limit: limit.rowsMs, ours: ours.rowsMs, goal: { ratio: 2.4 } },
        { id: 'P18', work, unit: 'rows visible ms', limit: null, ours: ours.rowsMs, goal: { atMost: 2_000 } },
        { id: 'P18', work, unit: 'blocking ms', limit: limit.blockingMs, ours: ours.blockingMs, goal: { atMost: 600 } },
        { id: 'P18', work, unit: 'heap MB', limit: limit.heapMb, ours: ours.heapMb, goal: { none: true } },
      ]
    }),
}
