import type { DebtLaw, debtLawApi } from '@regie/contract/debt-law.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { changeCase } from '../cases/case-changes.ts'
import { workOnCase } from '../cases/case-work.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { findDebtLaw } from './find-debt-law.ts'

type Given = RequestOf<typeof debtLawApi.interrupt>['body']
type CaseKey = { customerId: number; caseId: number }

/** Writes down that limitation was interrupted, and since when the claim is time-barred with it. Also of a closed case: it may come back. */
export async function interruptLimitation(services: Services, caller: Caller, caseId: number, { on, how, note }: Given): Promise<DebtLaw> {
  await workOnCase(services, caller, { caseId, version: null }, async (tx, { customerId }, at) => {
    if (on > toLocalTime(at).date) throw new AppError('interruption.inFuture', { field: 'on' })
    const written = await tx
      .insertInto('interruptions')
      .values({ customer_id: customerId, case_id: caseId, on_day: on, how, note, by_user: caller.username, at })
      .onConflict((conflict) => conflict.columns(['customer_id', 'case_id', 'on_day', 'how']).where('withdrawn_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written) throw new AppError('interruption.alreadyThere', { field: 'on' })
    await keepDays(tx, { customerId, caseId }, at)
    await recordTimeline(tx, [{ customerId, caseId, event: 'interrupted', params: { on, how }, byUser: caller.username, at }])
  })
  return findDebtLaw(services, caller, caseId)
}

type Withdrawal = { caseId: number; interruptionId: number; reason: string }

/** Withdraws an interruption: it counts no more, and stays readable with the reason. */
export async function withdrawInterruption(
  services: Services,
  caller: Caller,
  { caseId, interruptionId, reason }: Withdrawal,
): Promise<DebtLaw> {
  await workOnCase(services, caller, { caseId, version: null }, async (tx, { customerId }, at) => {
    const one = await tx
      .selectFrom('interruptions')
      .select(['on_day', 'how', 'withdrawn_at'])
      .where('customer_id', '=', customerId)
      .where('case_id', '=', caseId)
      .where('id', '=', interruptionId)
      .executeTakeFirst()
    if (!one) throw new AppError('interruption.notFound')
    if (one.withdrawn_at !== null) throw new AppError('interruption.alreadyWithdrawn')
    await tx
      .updateTable('interruptions')
      .set({ withdrawn_at: at, withdrawn_by: caller.username, withdrawn_reason: reason })
      .where('customer_id', '=', customerId)
      .where('id', '=', interruptionId)
      .execute()
    await keepDays(tx, { customerId, caseId }, at)
    const params = { on: one.on_day, how: one.how, reason }
    await recordTimeline(tx, [{ customerId, caseId, event: 'interruptionWithdrawn', params, byUser: caller.username, at }])
  })
  return findDebtLaw(services, caller, caseId)
}

/** The case keeps the days of those that count: by them the database knows when it is time-barred (server/sql/barred-on.sql). */
async function keepDays(tx: Transaction, key: CaseKey, at: Date): Promise<void> {
  const days = await tx
    .selectFrom('interruptions')
    .select('on_day')
    .where('customer_id', '=', key.customerId)
    .where('case_id', '=', key.caseId)
    .where('withdrawn_at', 'is', null)
    .orderBy('on_day')
    .execute()
  await changeCase(tx, key, at, { interrupted_on: days.map(({ on_day }) => on_day) })
}
