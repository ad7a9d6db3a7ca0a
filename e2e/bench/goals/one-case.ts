import type { Goal } from '../goal.ts'
import { referenceQueries } from '../reference/reference-queries.ts'
import { mainCustomerId } from '../world/seed-cases.ts'
import { sampleCases } from './sample.ts'

export const oneCase: Goal = {
  id: 'P1',
  work: 'one case',
  async measure(world) {
    const sample = await sampleCases(world)
    const [{ client: ours }, { client: limit }] = [await world.ours(), await world.reference()]
    const figures = await world.race({
      ours: (turn) => ours.get(`/api/cases/${sample(turn).id}`),
      limit: (turn) => limit.get(`/${mainCustomerId}/cases/${sample(turn).id}`),
      sql: (turn) => world.sql.query({ ...referenceQueries.oneCase, values: [mainCustomerId, sample(turn).id] }),
    })
    return [
      {
        id: 'P1',
        work: 'one case: its head, fields and run, the look written down',
        unit: 'CPU ms',
        limit: figures.limit.cpuMs,
        ours: figures.ours.cpuMs,
        goal: { ratio: 3 },
        note: `raw SQL ${figures.sql?.cpuMs.toFixed(2)}`,
      },
      {
        id: 'P1',
        work: 'one case: its head, fields and run, the look written down',
        unit: 'p50 ms',
        limit: figures.limit.p50,
        ours: figures.ours.p50,
        goal: { none: true },
      },
    ]
  },
}
