import { type SelfService, usualRules } from '@regie/contract/self-service.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'

/** What debtors of a customer may do by themselves; of one that never said so, what the product comes with. Whether the caller serves it, the caller's route asks. */
export async function findRules(db: Db, customerId: number): Promise<SelfService> {
  const customer = await db.selectFrom('customers').select('id').where('id', '=', customerId).executeTakeFirst()
  if (!customer) throw new AppError('customer.notFound')
  const row = await db.selectFrom('self_service').selectAll().where('customer_id', '=', customerId).executeTakeFirst()
  if (!row) return { customerID: customerId, ...usualRules, version: 1 }
  return {
    customerID: customerId,
    partAllowed: row.part_allowed,
    partMinCents: row.part_min_cents,
    planAllowed: row.plan_allowed,
    planPartsMax: row.plan_parts_max,
    planPartMinCents: row.plan_part_min_cents,
    dayAllowed: row.day_allowed,
    dayDaysMax: row.day_days_max,
    hardshipDays: row.hardship_days,
    helpName: row.help_name,
    helpUrl: row.help_url,
    helpPhone: row.help_phone,
    messageAllowed: row.message_allowed,
    callbackAllowed: row.callback_allowed,
    lettersAllowed: row.letters_allowed,
    detailsAllowed: row.details_allowed,
    wishesAllowed: row.wishes_allowed,
    version: row.version,
  }
}
