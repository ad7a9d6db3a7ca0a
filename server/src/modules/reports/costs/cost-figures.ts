import { costCurrency, type CostRow, type costReportApi, costPlaces, costsByPlace, noCosts } from '@regie/contract/cost-report.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { addDays, toLocalTime } from '../../contact-permission/local-time.ts'
import { type Days, daysAsked, daysBefore, momentsOf } from '../report-period.ts'
import { type CostScope, countReceived, countSpent, type Received } from './count-costs.ts'

type Query = RequestOf<typeof costReportApi.figures>['query']

const usualDays = 30

/** What each channel cost and brought in, by script, with the period before. */
export async function findCosts(
  { pool, clock }: Services,
  caller: Caller,
  query: Query,
): Promise<ResponseOf<typeof costReportApi.figures>> {
  const { customerID: customerId, scriptID = null, from, to } = query
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const now = clock.now()
  const last = to ?? toLocalTime(now).date
  const days = daysAsked({ from: from ?? addDays(last, 1 - usualDays), to: last }, now)
  const earlier = daysBefore(days)
  const scope = { customerId, scriptId: scriptID }
  // One after the other: who asks has one of the few connections for heavy questions.
  const period = await countPeriod(pool, scope, days)
  const before = await countPeriod(pool, scope, earlier)
  return { ...days, rows: period.rows, before: { ...earlier, places: costsByPlace(before.rows) }, otherMoney: period.otherMoney }
}

async function countPeriod(pool: Services['pool'], scope: CostScope, days: Days) {
  const spent = await countSpent(pool, scope, momentsOf(days))
  const received = await countReceived(pool, scope, days)
  const rows = new Map<string, CostRow>()
  const rowOf = ({ scriptID, script, place }: Pick<CostRow, 'scriptID' | 'script' | 'place'>): CostRow => {
    const key = `${scriptID} ${place}`
    const row = rows.get(key) ?? { scriptID, script, place, ...noCosts }
    rows.set(key, row)
    return row
  }
  for (const one of spent) Object.assign(rowOf(one), one)
  for (const { payments, receivedCents, ...one } of received.filter(isCounted)) Object.assign(rowOf(one), { payments, receivedCents })
  const others = Map.groupBy(
    received.filter((one) => !isCounted(one)),
    ({ currency }) => currency,
  )
  return {
    rows: [...rows.values()].toSorted(inOrder),
    otherMoney: [...others]
      .map(([currency, ones]) => ({ currency, ...sumOf(ones) }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  }
}

const isCounted = ({ currency }: Received) => currency === costCurrency

const inOrder = (one: CostRow, other: CostRow) =>
  one.script.localeCompare(other.script, 'nl') ||
  one.scriptID - other.scriptID ||
  costPlaces.indexOf(one.place) - costPlaces.indexOf(other.place)

const sumOf = (ones: readonly Received[]) => ({
  payments: ones.reduce((sum, { payments }) => sum + payments, 0),
  receivedCents: ones.reduce((sum, { receivedCents }) => sum + receivedCents, 0),
})
