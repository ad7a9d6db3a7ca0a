import type { caseApi } from '@regie/contract/cases.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { WhyPlace } from '@regie/contract/why.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { type CaseData, caseColumns } from '../cases/case-data.ts'
import { isBehind, orderBy } from '../cases/case-order.ts'
import { askPage, casePage } from '../cases/case-page.ts'
import { isDue, isFree } from '../case-runs/run-selection.ts'
import { type FunnelScope, findFunnel } from './funnel-batches.ts'
import { type Gates, gatesOf } from './gates.ts'
import { casesWithGates, heldReason, placeOf } from './place-of-case.ts'
import { readWhy } from './why.ts'

type Query = RequestOf<typeof caseApi.list>['query']
type Answer = ResponseOf<typeof caseApi.list>

// Newest first, walking the list from its new end finds a page soon while so many match; fewer are gathered first.
const walkFrom = 20_000

/** Whether a list is asked by what belongs to a funnel. */
export function asksForPlace({ place, reason, scriptID }: Query): boolean {
  return place !== undefined || reason !== undefined || scriptID !== undefined
}

/** The cases behind one line of a funnel; the total is the number that the line shows. */
export async function listCasesAtPlace(
  { db, pool, clock }: Pick<Services, 'db' | 'pool' | 'clock'>,
  caller: Caller,
  query: Query,
): Promise<Answer> {
  const { status, place, reason, sort } = query
  const page = await askPage(pool, caller, query)
  const { order, limit, place: after } = page
  if (place === undefined) throw new AppError('error.invalid', { field: 'place' })
  // A place says the status already.
  if (status !== undefined) throw new AppError('error.invalid', { field: 'status' })
  const scope = await scopeOf(db, query)
  const now = clock.now()
  const { lines } = await readWhy(db, scope, now)
  const total = lines.reduce(
    (sum, line) => (line.place === place && (reason === undefined || line.reason === reason) ? sum + line.count : sum),
    0,
  )
  if (total === 0) return casePage(pool, caller, page, { rows: [], total })
  const { gates } = gatesOf(await findFunnel(db, scope, now), now)
  const asked = { scope, gates, place, reason: reason ?? null, now }
  const found = total >= walkFrom && sort === 'caseID' ? casesFound(asked) : casesFound(asked, candidatesFor(asked))
  const inOrder = sql.raw(orderBy(order))
  const behind = after === null ? 'true' : isBehind(order, '(select value from after)', '(select id from after)')
  const { rows } = await sql<CaseData>`
    with after(value, id) as (values (${after?.value ?? null}::text, ${after?.id ?? null}::bigint))
    select ${sql.raw(caseColumns)}
    from (select c.* from ${found} and ${sql.raw(behind)} order by ${inOrder} limit ${limit + 1}) c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    order by ${inOrder}`.execute(db)
  return casePage(pool, caller, page, { rows, total })
}

async function scopeOf(db: Db, { customerID, batchID, scriptID }: Query): Promise<FunnelScope> {
  if (batchID === undefined && scriptID === undefined) throw new AppError('error.invalid', { field: 'batchID' })
  if (batchID === undefined) {
    const script = await db
      .selectFrom('scripts')
      .select('id')
      .where('customer_id', '=', customerID)
      .where('id', '=', scriptID ?? 0)
      .executeTakeFirst()
    if (!script) throw new AppError('script.notFound')
    return { customerId: customerID, scriptId: script.id, batchId: null }
  }
  const batch = await db
    .selectFrom('batches')
    .select('script_id')
    .where('customer_id', '=', customerID)
    .where('id', '=', batchID)
    .executeTakeFirst()
  if (!batch || (scriptID !== undefined && scriptID !== batch.script_id)) throw new AppError('batch.notFound')
  return { customerId: customerID, scriptId: batch.script_id, batchId: batchID }
}

type Found = { scope: FunnelScope; gates: readonly Gates[]; place: WhyPlace; reason: string | null; now: Date }

function casesFound({ scope, gates, place, reason, now }: Found, candidates: RawBuilder<unknown> | null = null) {
  const first =
    candidates === null
      ? sql`cases c`
      : sql`
        (${candidates} offset 0) as k(case_id) join cases c on c.customer_id = ${scope.customerId} and c.id = k.case_id`
  return sql`${casesWithGates(scope.customerId, gates, first)}
    where ${placeOf(now)} = ${place}
      and ${statusFor(place)}
      and (${reason}::text is null or (${place} in ('held', 'unreachable') and ${heldReason} = ${reason}))`
}

/** What follows from the place: said once more in plain words, for an index. */
function statusFor(place: WhyPlace) {
  if (place === 'closed' || place === 'casePaused')
    return sql`
    c.status = ${sql.lit(place === 'closed' ? 'closed' : 'paused')}`
  return sql`c.status = 'open'`
}

/** Cases among which all of the place are, from the narrow indexes over runs; null where the cases themselves tell it. */
function candidatesFor({ scope, gates, place, reason, now }: Found): RawBuilder<unknown> | null {
  const ids = sql`${gates.map((gate) => gate.batchId)}::bigint[]`
  const runs = (condition: RawBuilder<unknown>) =>
    sql`select r.case_id
      from case_runs r
      where r.customer_id = ${scope.customerId} and r.batch_id = any(${ids}) and ${condition}`
  const calls = sql`select o.case_id
    from outbox o
    where o.channel = 'call'
      and o.customer_id = ${scope.customerId}
      and o.batch_id = any(${ids})
      and o.state = 'queued'`
  switch (place) {
    case 'unreachable':
      return sql`
        ${runs(sql`${isFree} and r.unreachable is not null`)}
        union ${runs(sql`${isFree} and r.held is not null and not ${isDue(now)}`)}`
    case 'held':
      return sql`
        ${runs(sql`${isFree}
          and r.held is not null
          and (${reason}::text is null or r.held = ${reason})
          and not ${isDue(now)}`)}
        union ${calls} and o.next_at > ${now}`
    case 'claimed':
      return runs(sql`r.owner is not null`)
    case 'inCall':
    case 'waitingForNews':
      return runs(sql`r.state = 'waiting'`)
    case 'sleeping':
      return runs(sql`${isFree} and not ${isDue(now)}`)
    case 'outsideWindow':
    case 'lawForbids':
    case 'dialerOff':
    case 'linesFull':
    case 'noAgent':
    case 'contactable':
      return sql`${runs(sql`${isFree} and ${isDue(now)}`)} union ${calls}`
    case 'closed':
    case 'casePaused':
    case 'batchPreparing':
    case 'batchClosed':
    case 'batchPaused':
    case 'scriptInactive':
    case 'notInTrial':
    case 'finished':
      return null
  }
}
