import { setTimeout as sleep } from 'node:timers/promises'
import { memoryMbOf } from '../measure/process-meter.ts'
import { median } from '../measure/statistics.ts'
import type { Goal } from '../goal.ts'
import { nodeFlags } from '../../../server/src/main/node-flags.ts'
import { prepareDatabase } from '../../../server/src/main/prepare-database.ts'
import { startChild } from '../world/child-server.ts'

export const coldStart: Goal = {
  id: 'P21',
  work: 'cold start',
  async measure(world) {
    const seconds = { ours: [] as number[], limit: [] as number[] }
    const memory = { ours: 0, limit: 0 }
    for (let round = 0; round < 3; round++) {
      const limit = await startChild('e2e/bench/reference/reference-server.ts', { env: { DATABASE_URL: world.database.url } })
      seconds.limit.push(limit.readyMs / 1000)
      memory.limit = memoryMbOf([limit.pid]).now
      await limit.stop()
      const url = await world.database.emptyDatabase('coldstart')
      const began = performance.now()
      await prepareDatabase(url)
      const ours = await startChild('server/src/main/run-api.ts', { env: { ...world.env(), DATABASE_URL: url }, nodeArgs: nodeFlags.api })
      seconds.ours.push((performance.now() - began) / 1000)
      // What starting leaves has been collected by then (run-api.ts).
      await sleep(5_000)
      memory.ours = memoryMbOf([ours.pid]).now
      await ours.stop()
    }
    return [
      {
        id: 'P21',
        work: 'empty database to first answer, migration included',
        unit: 'seconds',
        limit: median(seconds.limit),
        ours: median(seconds.ours),
        goal: { atMost: 2 },
      },
      { id: 'P21', work: 'memory of the api at rest', unit: 'MB', limit: memory.limit, ours: memory.ours, goal: { atMost: 150 } },
    ]
  },
}
