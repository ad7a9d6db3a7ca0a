import type { HeldCase, HeldNow, NextCaseCause, SkipReason } from '@regie/contract/next-case.ts'
import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { wakeHeldByStaff } from '../case-runs/wake-held.ts'
import { findCustomerOfCase } from '../cases/case-queries.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { callbackOfHold } from './callback-of-hold.ts'
import { isToCall } from './is-to-call.ts'

/** A hold ends by itself so long after the browser has last renewed it: a tab that was killed keeps nobody waiting for longer. */
export const holdMs = 2 * 60_000

type HoldRow = { case_id: number; cause: string; callback_at: Date | null; until: Date }
type Held = { held: HeldNow | null }

export function heldOf({ case_id, cause, callback_at, until }: HoldRow): HeldCase {
  return {
    caseID: case_id,
    cause: cause as NextCaseCause,
    callbackAt: callback_at?.toISOString() ?? null,
    until: until.toISOString(),
  }
}

/** Is the case held for the caller? */
export async function findHold(services: Services, caller: Caller, caseId: number): Promise<Held> {
  const { db, pool, clock } = services
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const row = await db
    .selectFrom('case_holds as h')
    .select(['h.case_id', 'h.cause', 'h.until'])
    .select(sql<Date | null>`${sql.raw(callbackOfHold)}`.as('callback_at'))
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('user_id', '=', caller.userId)
    .where('until', '>', clock.now())
    .executeTakeFirst()
  return { held: row ? await withWork(services, caller, customerId, row) : null }
}

async function withWork(services: Services, { userId }: Caller, customerId: number, row: HoldRow): Promise<HeldNow> {
  return { ...heldOf(row), isToCall: await isToCall(services, { customerId, caseId: row.case_id, userId }, services.clock.now()) }
}

/** Holds the caller's case for longer, and asks nothing else: browsers call it each minute. One that has ended meanwhile is taken again, unless a colleague has it. */
export async function renewHold(services: Services, caller: Caller, caseId: number): Promise<{ until: string | null }> {
  const { db, pool, clock } = services
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const until = new Date(clock.now().getTime() + holdMs)
  const row = await db
    .updateTable('case_holds')
    .set({ until })
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('user_id', '=', caller.userId)
    .returning('until')
    .executeTakeFirst()
  return { until: row?.until.toISOString() ?? null }
}

/** Lets go of the caller's case. */
export async function releaseHold({ db, pool, clock }: Services, caller: Caller, caseId: number): Promise<Held> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  await db.transaction().execute((tx) => endHold(tx, { customerId, caseId, userId: caller.userId }, clock.now()))
  return { held: null }
}

/** The script goes on with what it kept back. */
async function endHold(tx: Transaction, { customerId, caseId, userId }: { customerId: number; caseId: number; userId: number }, now: Date) {
  await tx
    .deleteFrom('case_holds')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('user_id', '=', userId)
    .execute()
  await wakeHeldByStaff(tx, customerId, [caseId], now)
}

/** Lets go of the case with a reason, which its timeline keeps; it does not come back to the caller today. */
export async function skipCase({ db, pool, clock }: Services, caller: Caller, caseId: number, reason: SkipReason): Promise<Held> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ batch_id: number }>`
      insert into case_skips (customer_id, case_id, user_id, day, reason, at)
      select customer_id, id, ${caller.userId}, ${toLocalTime(now).date}::date, ${reason}, ${now}
      from cases
      where customer_id = ${customerId} and id = ${caseId}
      on conflict do nothing
      returning (select batch_id from cases where customer_id = ${customerId} and id = ${caseId}) as batch_id`.execute(tx)
    await endHold(tx, { customerId, caseId, userId: caller.userId }, now)
    const batchId = rows[0]?.batch_id
    if (batchId === undefined) return
    const line = { customerId, caseId, event: 'caseSkipped', params: { skip: reason }, byUser: caller.username, at: now } as const
    await recordTimeline(tx, [line])
    await publish(tx, { kind: 'case.changed', customerId, batchId, caseId })
  })
  return { held: null }
}
