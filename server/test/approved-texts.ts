import type { ApprovedChoice } from '@regie/contract/whatsapp.ts'
import type { Db } from '../src/platform/db/database.ts'

/** A text that Meta approved, with the field of the case for each of its places. */
export function approvedText(body: string, fields: string[], change: Partial<ApprovedChoice> = {}): ApprovedChoice {
  return {
    ...{ name: 'herinnering', language: 'nl', header: '', body, footer: '', buttons: [] },
    fields: { header: [], body: fields, buttons: [] },
    ...change,
  }
}

/** Keeps it as what the installation's own provider lists as approved. */
export async function approve(
  db: Db,
  customerId: number,
  { fields: _fields, name, language, ...parts }: ApprovedChoice,
  status = 'APPROVED',
): Promise<void> {
  await db
    .insertInto('whatsapp_texts')
    .values({
      ...{ customer_id: customerId, provider_id: 0, name, language, status, category: 'UTILITY', quality: 'GREEN' },
      ...{ parts: JSON.stringify(parts), synced_at: new Date() },
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'provider_id', 'name', 'language']).doUpdateSet({ status }))
    .execute()
}
