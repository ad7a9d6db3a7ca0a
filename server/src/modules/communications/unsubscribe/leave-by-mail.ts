import type { Transaction } from '../../../platform/db/database.ts'
import type { Answered } from '../incoming/received-message.ts'
import { unsubscribeIn } from './unsubscribe.ts'
import { mailLeftBy } from './unsubscribe-token.ts'

type Writing = { customerId: number; subject: string; at: Date }

/** Lists the address of a mail whose reader's program wrote us that they leave; answers that mail. Null: this subject says something else. */
export async function leaveByMail(tx: Transaction, secretKey: Buffer, { customerId, subject, at }: Writing): Promise<Answered | null> {
  const id = mailLeftBy(secretKey, subject)
  if (id === null) return null
  const found = await tx
    .selectFrom('communications')
    .select(['id', 'recipient'])
    .select((eb) => [eb.ref('case_id').$notNull().as('caseId'), eb.ref('batch_id').$notNull().as('batchId')])
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('channel', '=', 'email')
    .executeTakeFirst()
  if (!found) return null
  await unsubscribeIn(tx, { customerId, caseId: found.caseId, recipient: found.recipient }, at)
  return found
}
