import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustNotBeLocked } from '../cases/batch-lock.ts'
import { type LockedCase, selectCaseForUpdate, publishCaseChanged } from '../cases/case-changes.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { outlasts, type PausedFor, pauseCases, resumeCases, type Transition } from '../cases/status/case-transitions.ts'
import { findPromisedUntil } from '../cases/status/standing-promise.ts'
import type { Arranging } from './arranging.ts'

type Work<Result> = (tx: Transaction, arranging: Arranging, locked: LockedCase) => Promise<Result>

/** Arranges something about a case for a member of staff who may: the case is locked, and its screens get the news. */
export function arrangeFor<Result>({ db, clock }: Services, caller: Caller, caseId: number, work: Work<Result>): Promise<Result> {
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const locked = await selectCaseForUpdate(tx, caseId)
      mustAccessCustomer(caller, locked.customerId, 'case.notFound')
      mustNotBeLocked(locked, caller)
      const result = await work(tx, { customerId: locked.customerId, caseId, by: caller, now: clock.now() }, locked)
      await publishCaseChanged(tx, locked)
      return result
    }),
  )
}

/** Does the pause of this case outlast what it would be paused for now? */
export const isPausedLonger = ({ status, pausedFor }: LockedCase, why: PausedFor) => status === 'paused' && outlasts(pausedFor, why)

/** May what a payer arranges or says pause this case? What staff put on hold, or was paused for something graver, stays as it is. */
export const mayPayerPause = ({ status, pausedFor }: LockedCase) =>
  status === 'open' || (status === 'paused' && (pausedFor === 'callback' || pausedFor === 'promise'))

/** Outreach waits for what was arranged, until a moment or until somebody ends it. A closed case has none to wait. */
export async function pauseFor(tx: Transaction, locked: LockedCase, now: Date, why: PausedFor, until: Date | null): Promise<void> {
  if (locked.status === 'closed') throw new AppError('case.alreadyClosed')
  if (isPausedLonger(locked, why)) return
  await pauseCases(tx, moving(locked, now), { until, why, isTold: false })
}

const moving = ({ customerId, caseId }: LockedCase, at: Date): Transition => ({ customerId, caseIds: [caseId], at, byUser: null })

/** What it waited for is over: the case goes on, unless it is paused for something else meanwhile, or something else was arranged that it waits for. */
export async function endPauseFor(tx: Transaction, locked: LockedCase, now: Date, reasons: readonly PausedFor[]): Promise<void> {
  const row = await tx
    .selectFrom('cases')
    .select('paused_for')
    .where('customer_id', '=', locked.customerId)
    .where('id', '=', locked.caseId)
    .executeTakeFirstOrThrow()
  if (locked.status !== 'paused' || !reasons.some((reason) => reason === row.paused_for)) return
  const next = await nextArranged(tx, locked, now)
  if (next) return pauseCases(tx, moving(locked, now), { until: next.until, why: next.why, isTold: false, replaces: true })
  await resumeCases(tx, moving(locked, now), null)
  await notifyEngine(tx)
}

/** A promise that stands, or the first call-back to come. */
async function nextArranged(
  tx: Transaction,
  { customerId, caseId }: LockedCase,
  now: Date,
): Promise<{ until: Date; why: PausedFor } | null> {
  const promised = (await findPromisedUntil(tx, { customerId, caseIds: [caseId] })).get(caseId)
  if (promised !== undefined) return { until: promised, why: 'promise' }
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at
    from callbacks
    where customer_id = ${customerId} and case_id = ${caseId} and state = 'open' and at > ${now}`.execute(tx)
  const at = rows[0]?.at ?? null
  return at && { until: at, why: 'callback' }
}
