import type { TemplateDetail, TemplateOptions } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { listProviderChoices } from '../providers/provider-queries.ts'

/** Who may take the SMS of a customer's texts, by name. */
export async function findSmsProviders(db: Db, customerId: number): Promise<TemplateDetail['smsProviders']> {
  const all = await listProviderChoices(db, customerId)
  return all.filter(({ channel }) => channel === 'sms').map(({ providerID, name, state }) => ({ providerID, name, isOff: state === 'off' }))
}

/** Throws where a text names a provider that takes no SMS of this customer. One that it named before may stay: it keeps the text from being activated, not from being written. */
export async function mustTakeSms(
  tx: Transaction,
  { customerId, templateId }: { customerId: number; templateId: number },
  { smsProvider }: TemplateOptions,
): Promise<void> {
  if (smsProvider === null) return
  const found = (await findSmsProviders(tx, customerId)).find(({ providerID }) => providerID === smsProvider)
  if (found && !found.isOff) return
  const { rows } = await sql`
    select id
    from template_revisions
    where customer_id = ${customerId} and template_id = ${templateId}
      and options @> ${JSON.stringify({ smsProvider })}::jsonb
    limit 1`.execute(tx)
  if (rows.length === 0) throw new AppError('template.providerUnknown', { field: 'smsProvider' })
}
