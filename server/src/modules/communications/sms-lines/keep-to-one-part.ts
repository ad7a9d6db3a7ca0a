import { smsSegments } from '@regie/contract/sms-segments.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ClaimedMessage, HeldMessage } from '../communication-changes.ts'

/** Of SMS that may leave, those that keep to what their template allows: one part, where it allows no more. The others are not sent. */
export async function keepToOnePart<Message extends ClaimedMessage>(tx: Transaction, messages: readonly Message[], now: Date) {
  const long = messages.filter(({ templateRevisionId, text }) => templateRevisionId !== null && smsSegments(text).segments > 1)
  if (long.length === 0) return { allowed: [...messages], waiting: [] }
  const rows = await tx
    .selectFrom('template_revisions')
    .select('id')
    .where('id', 'in', [...new Set(long.flatMap(({ templateRevisionId }) => templateRevisionId ?? []))])
    .where(sql<boolean>`options @> '{"longSms": false}'`)
    .execute()
  const strict = new Set(rows.map(({ id }) => id))
  const isTooLong = (one: Message) => long.includes(one) && one.templateRevisionId !== null && strict.has(one.templateRevisionId)
  const waiting = messages.filter(isTooLong).map(
    ({ customerId, id }): HeldMessage => ({
      ...{ customerId, id, reason: 'smsOnlyOne', nextAt: null, lookAt: now, isFinal: true, isNew: true },
    }),
  )
  return { allowed: messages.filter((one) => !isTooLong(one)), waiting }
}
