import type { ComplianceFile, complianceFileApi, StaffRecord } from '@regie/contract/compliance-file.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { findComplianceFile, findStaffRecord } from './find-file.ts'

type Change = RequestOf<typeof complianceFileApi.change>['body']
type StaffChange = RequestOf<typeof complianceFileApi.changeStaff>['body']

/** Saves the registration and the terms; a refresher later than the law allows is refused. */
export function changeComplianceFile({ db, clock }: Services, caller: Caller, customerId: number, change: Change): Promise<ComplianceFile> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  return db.transaction().execute(async (tx) => {
    // There may be no row yet: who changes it waits at the customer.
    await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const current = await findComplianceFile(tx, caller, customerId, clock.now())
    const months = current.refresherMonthsMax
    if (months !== null && change.refresherMonths > months)
      throw new AppError('complianceFile.refresherTooLate', { field: 'refresherMonths', params: { months } })
    if (current.version !== change.version) throw new AppError('error.conflict', { current })
    const values = {
      ...{ wki_number: change.wkiNumber, renew_before: change.renewBefore, vog_months: change.vogMonths },
      ...{ refresher_months: change.refresherMonths, warn_days: change.warnDays },
      ...{ registration_warn_days: change.registrationWarnDays, complaint_days: change.complaintDays },
      ...{ changed_at: clock.now(), changed_by: caller.username, version: change.version + 1 },
    }
    await tx
      .insertInto('compliance_files')
      .values({ customer_id: customerId, ...values })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
      .execute()
    return findComplianceFile(tx, caller, customerId, clock.now())
  })
}

type Person = { customerID: number; userID: number }

/** Saves VOG and training of a member of staff. */
export function changeStaffRecord(
  { db, clock }: Services,
  caller: Caller,
  { customerID: customerId, userID: userId }: Person,
  { version, ...change }: StaffChange,
): Promise<StaffRecord> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  mustBeTrue(change, toLocalTime(clock.now()).date)
  return db.transaction().execute(async (tx) => {
    // There may be no row yet: who changes it waits at the account.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const current = await findStaffRecord(tx, caller, customerId, userId, clock.now())
    if (current.version !== version) throw new AppError('error.conflict', { current })
    const values = {
      ...{ collects: change.collects, vog_on: change.vogOn, training_level: change.trainingLevel },
      ...{ trained_on: change.trainedOn, refreshed_on: change.refreshedOn, version: version + 1 },
    }
    await tx
      .insertInto('staff_records')
      .values({ customer_id: customerId, user_id: userId, ...values })
      .onConflict((conflict) => conflict.columns(['customer_id', 'user_id']).doUpdateSet(values))
      .execute()
    return findStaffRecord(tx, caller, customerId, userId, clock.now())
  })
}

/** A certificate or training has its day behind it, and a refresher follows the training. */
function mustBeTrue(change: Omit<StaffChange, 'version'>, today: string) {
  for (const field of ['vogOn', 'trainedOn', 'refreshedOn'] as const) {
    const day = change[field]
    if (day !== null && day > today) throw new AppError('complianceFile.dayInFuture', { field })
  }
  if (change.trainedOn === null && change.trainingLevel !== null)
    throw new AppError('complianceFile.trainingDayMissing', { field: 'trainedOn' })
  if (change.trainedOn !== null && change.trainingLevel === null)
    throw new AppError('complianceFile.levelMissing', { field: 'trainingLevel' })
  if (change.refreshedOn !== null && (change.trainedOn === null || change.refreshedOn < change.trainedOn))
    throw new AppError('complianceFile.refreshedTooEarly', { field: 'refreshedOn' })
}
