import type { Goal } from '../goal.ts'
import { raceVisits, withBrowser } from './browser-world.ts'

export const firstLoad: Goal = {
  id: 'P17',
  work: 'first load of the sign-in screen',
  measure: (world) =>
    withBrowser(world, async (opened) => {
      const { ours, limit } = await raceVisits(
        opened,
        world.options.rounds,
        { url: `${opened.oursUrl}/login` },
        { url: `${opened.bareUrl}#form` },
      )
      const work = 'sign-in screen, empty cache, 4x slower'
      return [
        {
          id: 'P17',
          work,
          unit: 'JS+CSS KB gzip',
          limit: limit.gzipKb,
          ours: ours.gzipKb,
          goal: { atMost: 130 },
          note: `${ours.requests} requests`,
        },
        { id: 'P17', work, unit: 'first paint ms', limit: limit.paintMs, ours: ours.paintMs, goal: { ratio: 1.5 } },
      ]
    }),
}
