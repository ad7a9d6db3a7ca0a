import {
  caseAges,
  type CaseFlow,
  type CasesGranularity,
  type casesReportApi,
  type PeriodFlow,
  recoveryDays,
} from '@regie/contract/cases-report.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { addDays, toLocalTime } from '../../contact-permission/local-time.ts'
import { bucketStarts, type Days, daysAsked, daysBefore, momentsOf, nextOf } from '../report-period.ts'
import {
  cameByDay,
  cameByMonth,
  closedByDay,
  closedByResult,
  currenciesOf,
  medianOfClosed,
  openByAge,
  openByScript,
  receivedByMonth,
} from './count-cases.ts'

type Api = typeof casesReportApi
type Query = RequestOf<Api['results']>['query']
type Pool = Services['pool']

const usualDays = 30
// Two of them are old enough to say what came in within a year.
const monthsShown = 15

type Scope = { customerId: number; scriptId: number | null; currency: string; currencies: string[] }

/** Whose cases, and of which currency the amounts are. Throws for who may not see the customer. */
async function scopeOf(pool: Pool, caller: Caller, query: Pick<Query, 'customerID' | 'scriptID' | 'currency'>): Promise<Scope> {
  const { customerID: customerId, scriptID: scriptId = null } = query
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const currencies = (await currenciesOf(pool, [customerId])).map(({ currency }) => currency)
  const currency = query.currency ?? currencies[0] ?? 'EUR'
  return { customerId, scriptId, currency, currencies: currencies.length === 0 ? [currency] : currencies }
}

const moneyOf = ({ currency, currencies }: Scope) => ({ currency, currencies })

/** The days that a query asks for, else the last thirty. */
function daysOf({ from, to }: Pick<Query, 'from' | 'to'>, now: Date): Days {
  const last = to ?? toLocalTime(now).date
  return daysAsked({ from: from ?? addDays(last, 1 - usualDays), to: last }, now)
}

type DayFlow = CaseFlow & { day: string; scriptId: number; receivedCents: number }

/** What came in and what was closed on each day, by script. */
async function flowOf(pool: Pool, { customerId, scriptId, currency }: Scope, days: Days): Promise<DayFlow[]> {
  const { from, until } = momentsOf(days)
  // One after the other: who asks has one of the few connections for heavy questions.
  const came = await cameByDay(pool, [customerId, scriptId, days.from, days.to, currency])
  const closed = await closedByDay(pool, [customerId, scriptId, from, until])
  return [...came.map((row) => ({ ...row, closed: 0, paid: 0 })), ...closed.map((row) => ({ ...row, came: 0, receivedCents: 0 }))]
}

const sumOf = (flows: readonly CaseFlow[]): CaseFlow => ({
  came: flows.reduce((sum, { came }) => sum + came, 0),
  closed: flows.reduce((sum, { closed }) => sum + closed, 0),
  paid: flows.reduce((sum, { paid }) => sum + paid, 0),
})

async function periodOf(pool: Pool, scope: Scope, days: Days): Promise<{ flows: DayFlow[]; whole: PeriodFlow }> {
  const { from, until } = momentsOf(days)
  const flows = await flowOf(pool, scope, days)
  const [median] = await medianOfClosed(pool, [scope.customerId, scope.scriptId, from, until])
  return { flows, whole: { ...sumOf(flows), medianDays: median?.days ?? null } }
}

/** The cases of a period by day, week or month, and those of the period before. */
export async function findCaseBuckets(
  { pool, clock }: Services,
  caller: Caller,
  query: RequestOf<Api['buckets']>['query'],
): Promise<ResponseOf<Api['buckets']>> {
  const scope = await scopeOf(pool, caller, query)
  const days = daysOf(query, clock.now())
  const granularity: CasesGranularity =
    query.granularity ?? ((Date.parse(days.to) - Date.parse(days.from)) / 86_400_000 < 62 ? 'day' : 'week')
  const starts = bucketStarts(days, granularity)
  const earlier = daysBefore(days)
  const period = await periodOf(pool, scope, days)
  const before = await periodOf(pool, scope, earlier)
  const open = await openByScript(pool, [scope.customerId, scope.scriptId, scope.currency])
  const firstDays = starts.map((start) => toLocalTime(start).date)
  const ofBucket = Map.groupBy(period.flows, ({ day }) => firstDays.findLastIndex((first) => first <= day))
  return {
    ...{ ...days, ...moneyOf(scope), granularity },
    rows: starts.map((start, at) => ({ bucket: start.toISOString(), ...sumOf(ofBucket.get(at) ?? []) })),
    total: period.whole,
    before: { ...earlier, ...before.whole },
    now: {
      open: open.reduce((sum, row) => sum + row.open, 0),
      outstandingCents: open.reduce((sum, row) => sum + row.outstandingCents, 0),
    },
  }
}

/** What the cases that were closed in a period were closed with. */
export async function findCaseResults({ pool, clock }: Services, caller: Caller, query: Query): Promise<ResponseOf<Api['results']>> {
  const scope = await scopeOf(pool, caller, query)
  const days = daysOf(query, clock.now())
  const { from, until } = momentsOf(days)
  const rows = await closedByResult(pool, [scope.customerId, scope.scriptId, from, until, scope.currency])
  return { ...days, ...moneyOf(scope), rows }
}

/** What came in, was closed and is open of each script; those without anything are left out. */
export async function findCaseScripts({ pool, clock }: Services, caller: Caller, query: Query): Promise<ResponseOf<Api['scripts']>> {
  const scope = await scopeOf(pool, caller, query)
  const days = daysOf(query, clock.now())
  const flows = Map.groupBy(await flowOf(pool, scope, days), ({ scriptId }) => scriptId)
  const scripts = await openByScript(pool, [scope.customerId, scope.scriptId, scope.currency])
  const rows = scripts.map(({ scriptId: id, name, open, outstandingCents }) => {
    const own = flows.get(id) ?? []
    return {
      id,
      name,
      ...sumOf(own),
      open,
      outstandingCents,
      receivedCents: own.reduce((sum, { receivedCents }) => sum + receivedCents, 0),
    }
  })
  return {
    ...{ ...days, ...moneyOf(scope) },
    rows: rows
      .filter(({ came, closed, open, receivedCents }) => came > 0 || closed > 0 || open > 0 || receivedCents !== 0)
      .toSorted((one, other) => other.outstandingCents - one.outstandingCents || other.open - one.open || one.id - other.id),
  }
}

type ScopeQuery = RequestOf<Api['ages']>['query']

/** The open cases by how long ago they came in, each age in its place, also those without any. */
export async function findCaseAges({ pool, clock }: Services, caller: Caller, query: ScopeQuery): Promise<ResponseOf<Api['ages']>> {
  const scope = await scopeOf(pool, caller, query)
  const today = toLocalTime(clock.now()).date
  const counted = await openByAge(pool, [scope.customerId, scope.scriptId, today, scope.currency])
  const rows = caseAges.map((upTo, at) => {
    const { open = 0, outstandingCents = 0 } = counted.find(({ place }) => place === at) ?? {}
    const above = at === 0 ? -1 : (caseAges[at - 1] ?? 0)
    return { upTo, from: upTo === null ? null : addDays(today, -upTo), until: addDays(today, -above - 1), open, outstandingCents }
  })
  return { ...moneyOf(scope), rows }
}

/** How much of what each month's cases owed has come in, and after how many days. The newest month first. */
export async function findCaseMonths({ pool, clock }: Services, caller: Caller, query: ScopeQuery): Promise<ResponseOf<Api['months']>> {
  const scope = await scopeOf(pool, caller, query)
  const today = toLocalTime(clock.now()).date
  const months = lastMonths(today.slice(0, 7))
  const asked = [scope.customerId, scope.scriptId, `${months.at(-1)}-01`, scope.currency]
  const came = await cameByMonth(pool, asked)
  const received = await receivedByMonth(pool, asked)
  const rows = months.flatMap((month) => {
    const its = came.find((row) => row.month === month)
    if (its === undefined || its.cases === 0) return []
    const paid = received.find((row) => row.month === month)
    const lastDay = addDays(nextOf(`${month}-01`, 'month'), -1)
    const within = recoveryDays.map((days, at) => (addDays(lastDay, days) < today ? (paid?.within[at] ?? 0) : null))
    return [{ ...its, within, receivedCents: paid?.receivedCents ?? 0 }]
  })
  return { ...moneyOf(scope), rows }
}

/** This month and those before it, newest first. */
function lastMonths(month: string): string[] {
  const months = [month]
  while (months.length < monthsShown) months.push(addDays(`${months.at(-1)}-01`, -1).slice(0, 7))
  return months
}
