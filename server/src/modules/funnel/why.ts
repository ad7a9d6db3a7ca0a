import { isAboutStaff } from '@regie/contract/cases.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { Why, whyApi, WhyPlace } from '@regie/contract/why.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { holderOf, lastCallerOf } from '../contact-facts/staff-facts.ts'
import { countPlaces } from './count-places.ts'
import { type Funnel, type FunnelScope, findFunnel } from './funnel-batches.ts'
import { gatesOf } from './gates.ts'
import { casesWithGates, heldReason, movesAt, placeOf } from './place-of-case.ts'
import { fixOf, type PlaceMoments, whyLines } from './why-lines.ts'

type Asking = Pick<Services, 'db' | 'clock'>

/** Where all cases of a batch are, and what would move them. */
export async function whyOfBatch(services: Asking, caller: Caller, batchId: number): Promise<Why> {
  const batch = await services.db.selectFrom('batches').select(['customer_id', 'script_id']).where('id', '=', batchId).executeTakeFirst()
  if (!batch) throw new AppError('batch.notFound')
  mustAccessCustomer(caller, batch.customer_id, 'batch.notFound')
  return whyOf(services, { customerId: batch.customer_id, scriptId: batch.script_id, batchId })
}

/** The same over all batches of a script; demos are left out. */
export async function whyOfScript(services: Asking, caller: Caller, scriptId: number): Promise<Why> {
  const script = await services.db.selectFrom('scripts').select('customer_id').where('id', '=', scriptId).executeTakeFirst()
  if (!script) throw new AppError('script.notFound')
  mustAccessCustomer(caller, script.customer_id, 'script.notFound')
  return whyOf(services, { customerId: script.customer_id, scriptId, batchId: null })
}

/** Where one case stands. */
export async function whyOfCase({ db, clock }: Asking, caller: Caller, caseId: number): Promise<ResponseOf<typeof whyApi.case>> {
  const found = await db
    .selectFrom('cases as c')
    .innerJoin('batches as b', (join) => join.onRef('b.customer_id', '=', 'c.customer_id').onRef('b.id', '=', 'c.batch_id'))
    .select(['c.customer_id', 'c.batch_id', 'b.script_id'])
    .where('c.customer_id', 'in', [...caller.customerIds, 0])
    .where('c.id', '=', caseId)
    .executeTakeFirst()
  if (!found) throw new AppError('case.notFound')
  mustAccessCustomer(caller, found.customer_id, 'case.notFound')
  const now = clock.now()
  const scope = { customerId: found.customer_id, scriptId: found.script_id, batchId: found.batch_id }
  const funnel = await findFunnel(db, scope, now)
  const { gates } = gatesOf(funnel, now)
  const { rows } = await sql<{ place: WhyPlace; reason: string | null; nextAt: Date | null; caller: string | null; holder: string | null }>`
    select ${placeOf(now)} as place, ${heldReason} as reason, ${movesAt(now)} as "nextAt",
      ${sql.raw(lastCallerOf('c'))} as caller, ${sql.raw(holderOf('c'))} as holder
    from ${casesWithGates(scope.customerId, gates)} where c.id = ${caseId}`.execute(db)
  const [one] = rows
  if (!one) throw new AppError('case.notFound')
  const reason = one.place === 'held' || one.place === 'unreachable' ? one.reason : null
  const nextAt = momentsOf(funnel, now)[one.place] ?? one.nextAt
  return {
    by: reason === 'caseHeld' ? one.holder : reason !== null && isAboutStaff(reason) ? one.caller : null,
    line: { place: one.place, reason, count: 1, nextAt: nextAt?.toISOString() ?? null, fix: fixOf(one.place, reason) },
    batchID: scope.batchId,
    scriptID: scope.scriptId,
  }
}

// All numbers of one moment, so that they sum to the total while the engine works.
function whyOf({ db, clock }: Asking, scope: FunnelScope): Promise<Why> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readWhy(tx, scope, clock.now()))
}

/** The funnel as it stands in the database at this moment. */
export async function readWhy(db: Db, scope: FunnelScope, now: Date): Promise<Why> {
  const funnel = await findFunnel(db, scope, now)
  const { script, batches } = funnel
  const places = await countPlaces(db, { customerId: scope.customerId, batches, gates: gatesOf(funnel, now).gates, now })
  const [only] = scope.batchId === null ? [] : batches
  const ownLines = only?.ownLines ?? null
  const lines = whyLines(places, momentsOf(funnel, now))
  return {
    total: batches.reduce((sum, { open, closed, paused }) => sum + open + closed + paused, 0),
    lines,
    isDone: only?.status === 'open' && lines.length > 0 && lines.every(({ place }) => place === 'closed' || place === 'finished'),
    capacity: ownLines === null ? { busy: script.linesUsed, max: script.maxLines } : { busy: only?.linesUsed ?? 0, max: ownLines },
    at: now.toISOString(),
  }
}

function momentsOf(funnel: Funnel, now: Date): PlaceMoments {
  const { gates, hoursAt, callsAt } = gatesOf(funnel, now)
  const isWholeClosed = gates.some(({ due }) => due !== null)
  const hours = isWholeClosed ? hoursAt : callsAt
  const pauses = funnel.batches.flatMap(({ status, pausedUntil }) =>
    status === 'paused' && pausedUntil !== null ? [pausedUntil.getTime()] : [],
  )
  return {
    outsideWindow: hours,
    lawForbids: hours,
    batchPaused: pauses.length === 0 ? null : new Date(Math.min(...pauses)),
  }
}
