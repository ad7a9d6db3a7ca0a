import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { SelfService, selfServiceApi } from '@regie/contract/self-service.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findRules } from './find-rules.ts'

type Change = RequestOf<typeof selfServiceApi.change>['body']

/** Changes what debtors of a customer may do by themselves. */
export async function changeRules({ db }: Services, caller: Caller, customerId: number, change: Change): Promise<SelfService> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const values = {
    part_allowed: change.partAllowed,
    part_min_cents: change.partMinCents,
    plan_allowed: change.planAllowed,
    plan_parts_max: change.planPartsMax,
    plan_part_min_cents: change.planPartMinCents,
    day_allowed: change.dayAllowed,
    day_days_max: change.dayDaysMax,
    hardship_days: change.hardshipDays,
    help_name: change.helpName,
    help_url: change.helpUrl,
    help_phone: change.helpPhone,
    message_allowed: change.messageAllowed,
    callback_allowed: change.callbackAllowed,
    letters_allowed: change.lettersAllowed,
    details_allowed: change.detailsAllowed,
    wishes_allowed: change.wishesAllowed,
    version: change.version + 1,
  }
  return db.transaction().execute(async (tx) => {
    // There may be no row yet: who changes it waits at the customer.
    await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const current = await findRules(tx, customerId)
    if (current.version !== change.version) throw new AppError('error.conflict', { current })
    await tx
      .insertInto('self_service')
      .values({ customer_id: customerId, ...values })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
      .execute()
    return findRules(tx, customerId)
  })
}
