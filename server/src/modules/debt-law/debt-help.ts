import type { DebtLaw, debtLawApi } from '@regie/contract/debt-law.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { wakeHeldCases } from '../case-runs/wake-held.ts'
import { changeCase } from '../cases/case-changes.ts'
import { type SeenCase, workOnCase } from '../cases/case-work.ts'
import { stopOutreach } from '../cases/stop-outreach.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { findDebtLaw } from './find-debt-law.ts'

type Given = Omit<RequestOf<typeof debtLawApi.saveDebtHelp>['body'], 'version'>
type Writing = { customerId: number; caseId: number; by: { username: string }; now: Date }

/** Writes debt help or insolvency down for a member of staff, or changes what is written. */
export async function saveDebtHelp(services: Services, caller: Caller, seen: SeenCase, given: Given): Promise<DebtLaw> {
  await workOnCase(services, caller, seen, async (tx, { customerId, caseId }, now) => {
    await writeDebtHelp(tx, { customerId, caseId, by: caller, now }, given)
    await changeCase(tx, { customerId, caseId }, now, {})
  })
  return findDebtLaw(services, caller, seen.caseId)
}

/**
 * The same in the transaction of a result that says it: the case is locked, and what waits to go to the person is cancelled. One lasts at a time; it
 * keeps the day on which it began unless another one is given, and a new one begins today.
 */
export async function writeDebtHelp(
  tx: Transaction,
  { customerId, caseId, by, now }: Writing,
  given: Omit<Given, 'beganOn'> & { beganOn?: string },
): Promise<void> {
  const { kind, organisation, reference, endsOn } = given
  const today = toLocalTime(now).date
  const lasting = await findLasting(tx, { customerId, caseId })
  const beganOn = given.beganOn ?? lasting?.began_on ?? today
  if (beganOn > today) throw new AppError('debtHelp.inFuture', { field: 'beganOn' })
  if (endsOn !== null && endsOn < beganOn) throw new AppError('debtHelp.daysInvalid', { field: 'endsOn' })
  const written = { kind, organisation, reference, ends_on: endsOn, by_user: by.username, at: now }
  if (lasting)
    await tx
      .updateTable('debt_help')
      .set({ ...written, began_on: beganOn })
      .where('customer_id', '=', customerId)
      .where('id', '=', lasting.id)
      .execute()
  else
    await tx
      .insertInto('debt_help')
      .values({ customer_id: customerId, case_id: caseId, ...written, began_on: beganOn })
      .execute()
  const event = lasting ? 'debtHelpChanged' : 'debtHelpRecorded'
  await recordTimeline(tx, [{ customerId, caseId, event, params: { result: kind }, byUser: by.username, at: now }])
  await stopOutreach(tx, customerId, [caseId])
}

/** Debt help has ended: what it held is looked at again. No day does that by itself, since what comes after it is for staff to decide. */
export async function endDebtHelp(services: Services, caller: Caller, seen: SeenCase, endedOn: string): Promise<DebtLaw> {
  await workOnCase(services, caller, seen, async (tx, { customerId, caseId }, now) => {
    const lasting = await findLasting(tx, { customerId, caseId })
    if (!lasting) throw new AppError('debtHelp.notFound')
    if (endedOn > toLocalTime(now).date) throw new AppError('debtHelp.inFuture', { field: 'endedOn' })
    if (endedOn < lasting.began_on) throw new AppError('debtHelp.daysInvalid', { field: 'endedOn' })
    await tx
      .updateTable('debt_help')
      .set({ ended_on: endedOn, ended_by: caller.username })
      .where('customer_id', '=', customerId)
      .where('id', '=', lasting.id)
      .execute()
    const params = { result: lasting.kind, on: endedOn }
    await recordTimeline(tx, [{ customerId, caseId, event: 'debtHelpEnded', params, byUser: caller.username, at: now }])
    await changeCase(tx, { customerId, caseId }, now, {})
    await wakeHeldCases(tx, customerId, [caseId], now)
    await notifyEngine(tx)
  })
  return findDebtLaw(services, caller, seen.caseId)
}

function findLasting(tx: Transaction, { customerId, caseId }: { customerId: number; caseId: number }) {
  return tx
    .selectFrom('debt_help')
    .select(['id', 'kind', 'began_on'])
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('ended_on', 'is', null)
    .executeTakeFirst()
}
