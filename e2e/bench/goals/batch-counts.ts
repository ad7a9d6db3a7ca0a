import { jsonOf } from '../measure/http-client.ts'
import type { Goal } from '../goal.ts'
import { referenceQueries } from '../reference/reference-queries.ts'
import { mainBatches, mainCustomerId } from '../world/seed-cases.ts'

const path = `/api/batches?customerID=${mainCustomerId}&limit=${mainBatches}`

export const batchCounts: Goal = {
  id: 'P6',
  work: 'counts of all batches',
  async measure(world) {
    const [{ client: ours }, { client: limit }] = [await world.ours(), await world.reference()]
    const { rows } = jsonOf<{ rows: unknown[] }>(await ours.get(path))
    if (rows.length !== mainBatches) throw new Error(`${rows.length} batches instead of ${mainBatches}`)
    const figures = await world.race({
      ours: () => ours.get(path),
      limit: () => limit.get(`/${mainCustomerId}/batches?limit=${mainBatches}`),
      sql: () => world.sql.query({ ...referenceQueries.batchList, values: [mainCustomerId, mainBatches] }),
    })
    const wrong = await world.sql.query('select * from batch_counters except select * from batch_counters_recounted')
    const work = `counts of ${mainBatches} batches`
    return [
      {
        id: 'P6',
        work,
        unit: 'CPU ms',
        limit: figures.limit.cpuMs,
        ours: figures.ours.cpuMs,
        goal: { ratio: 2 },
        note: `raw SQL ${figures.sql?.cpuMs.toFixed(2)}`,
      },
      { id: 'P6', work, unit: 'p95 ms', limit: figures.limit.p95, ours: figures.ours.p95, goal: { none: true } },
      {
        id: 'P6',
        work: 'batches whose counters differ from a recount',
        unit: 'batches',
        limit: null,
        ours: wrong.rowCount ?? 0,
        goal: { atMost: 0 },
      },
    ]
  },
}
