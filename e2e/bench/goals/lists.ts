import { jsonOf } from '../measure/http-client.ts'
import type { Goal, Row } from '../goal.ts'
import { referenceQueries } from '../reference/reference-queries.ts'
import { mainCustomerId } from '../world/seed-cases.ts'
import type { World } from '../world/world.ts'

export const lists: Goal = {
  id: 'P2',
  work: 'lists with exact total',
  async measure(world) {
    const [{ client: ours }, { client: limit }] = [await world.ours(), await world.reference()]
    const rows: Row[] = []
    for (const { noun, query } of [
      { noun: 'cases', query: referenceQueries.caseList },
      { noun: 'batches', query: referenceQueries.batchList },
    ]) {
      const path = `/api/${noun}?customerID=${mainCustomerId}&limit=50`
      const values = noun === 'cases' ? [mainCustomerId] : [mainCustomerId, 50]
      const figures = await world.race({
        ours: () => ours.get(path),
        limit: () => limit.get(`/${mainCustomerId}/${noun}`),
        sql: () => world.sql.query({ ...query, values }),
      })
      const { total } = jsonOf<{ total: { value: number; exact: boolean } }>(await ours.get(path))
      const counted = await world.sql.query<{ count: number }>(
        `
        select count(*)::int as count from ${noun} where customer_id = $1`,
        [mainCustomerId],
      )
      const isExact = total.exact && total.value === counted.rows[0]?.count
      const work = `list of 50 ${noun} with total`
      rows.push(
        {
          id: 'P2',
          work,
          unit: 'CPU ms',
          limit: figures.limit.cpuMs,
          ours: figures.ours.cpuMs,
          goal: { ratio: 2 },
          note: `raw SQL ${figures.sql?.cpuMs.toFixed(2)}`,
        },
        { id: 'P2', work, unit: 'p95 ms', limit: figures.limit.p95, ours: figures.ours.p95, goal: { atMost: 10 } },
        { id: 'P2', work, unit: 'total wrong', limit: null, ours: isExact ? 0 : 1, goal: { atMost: 0 } },
      )
    }
    return [...rows, await filteredList(world)]
  },
}

const filters = ['result=BET', 'answer=voicemail', 'step=wacht-op-mail', 'minCents=20000&maxCents=30000', 'answer=mens&minCents=40000']

/** The cases of a batch by what its headers filter, each in its turn; the others look at the list of all. */
async function filteredList(world: World): Promise<Row> {
  const [{ client: ours }, { client: limit }] = [await world.ours(), await world.reference()]
  const { rows: batches } = await world.sql.query<{ id: number }>('select id from batches where customer_id = $1', [mainCustomerId])
  let asked = 0
  const path = () =>
    `/api/cases?customerID=${mainCustomerId}&batchID=${batches[asked % batches.length]?.id}&limit=50&${filters[asked++ % filters.length]}`
  const figures = await world.race({ ours: () => ours.get(path()), limit: () => limit.get(`/${mainCustomerId}/cases`) })
  const work = 'cases of a batch, filtered in its headers'
  return { id: 'P2', work, unit: 'p95 ms', limit: figures.limit.p95, ours: figures.ours.p95, goal: { atMost: 10 } }
}
