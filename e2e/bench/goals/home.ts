import type { Home } from '@regie/contract/home.ts'
import type { Goal } from '../goal.ts'
import { jsonOf } from '../measure/http-client.ts'
import { mainBatches, mainCustomerId } from '../world/seed-cases.ts'

const path = `/api/home?customerID=${mainCustomerId}`
const kept = `customer_id, batch_id, currency, open_cases, claimed_cents, outstanding_cents, paid_cents, promises,
  promised_cents, broken`

export const home: Goal = {
  id: 'P26',
  work: 'the first screen: money, attention, running batches',
  async measure(world) {
    const [{ client: ours }, { client: limit }] = [await world.ours(), await world.reference()]
    const { money, running } = jsonOf<Home>(await ours.get(path))
    if (!money?.[0] || money[0].receivedCents === 0 || !running?.length) throw new Error('home has no money or no batches')
    // A connection that meets the indexes for the first time maps their pages.
    for (let n = 0; n < 10; n++) await ours.get(path)
    const figures = await world.race({
      ours: () => ours.get(path),
      // Home looks at all batches, whether they stand still.
      limit: () => limit.get(`/${mainCustomerId}/batches?limit=${mainBatches}`),
    })
    const wrong = await world.sql.query(`
      select ${kept}
      from batch_money_now
      except
      select ${kept}
      from batch_money_recounted`)
    const work = `home over ${mainBatches} batches`
    return [
      { id: 'P26', work, unit: 'p95 ms', limit: figures.limit.p95, ours: figures.ours.p95, goal: { atMost: 50 } },
      { id: 'P26', work, unit: 'CPU ms', limit: figures.limit.cpuMs, ours: figures.ours.cpuMs, goal: { ratio: 4 } },
      {
        id: 'P26',
        work: 'batches whose money differs from a recount',
        unit: 'batches',
        limit: null,
        ours: wrong.rowCount ?? 0,
        goal: { atMost: 0 },
      },
    ]
  },
}
