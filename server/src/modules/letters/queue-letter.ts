import type { PostalAddress } from '@regie/contract/letters.ts'
import type { Locale } from '@regie/contract/locale.ts'
import type { Transaction } from '../../platform/db/database.ts'

type ScriptLetter = {
  customerId: number
  caseId: number
  templateRevisionId: number
  address: PostalAddress
  locale: Locale
  subject: string
  text: string
  idempotencyKey: string
}

/** Saves a letter of a script, once for its key, with the position of its case. The job that hands letters over draws it. Answers whether it is new. */
export async function queueLetter(tx: Transaction, letter: ScriptLetter, now: Date): Promise<boolean> {
  const { customerId, caseId, templateRevisionId, address, locale, subject, text, idempotencyKey } = letter
  const row = await tx
    .insertInto('letters')
    .values({
      ...{ customer_id: customerId, case_id: caseId, template_revision_id: templateRevisionId, state: 'drawing' },
      ...{ subject, text, locale, ...address, next_at: now, queued_at: now, queued_by: byScript, idempotency_key: idempotencyKey },
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Who sent a letter where nobody did: its script. */
export const byScript = ''
