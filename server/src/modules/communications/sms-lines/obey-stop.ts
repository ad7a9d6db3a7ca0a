import { stopWords } from '@regie/contract/stop-words.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { endManyEntries } from '../../arrangements/blacklist/end-entries.ts'
import { listAddress } from '../../arrangements/blacklist/list-address.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { type HeldMessage, putBack } from '../communication-changes.ts'

/** Does somebody ask in this text to get no more messages? By a word of its own, in any case, with or without accents. */
export function asksToStop(text: string): boolean {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.some((word) => stopWords.has(word))
}

// Begins at the word, so that no length of signs after it costs more than its length.
const startWord = /^(start|aan)[.!]*$/i

/** Does somebody ask to get messages again? Only by the word alone: both are words of every day. */
export const asksToStart = (text: string): boolean => startWord.test(text.trim())

type Asked = { customerId: number; caseId: number | null; number: string }

/** This number gets no more messages of this customer for two years, and what waits for it does not leave. Done twice, it changes nothing: false then. */
export async function obeyStop(tx: Transaction, { customerId, caseId, number }: Asked, at: Date): Promise<boolean> {
  const isNew = await listAddress(tx, { customerId, caseId, kind: 'phone', value: number, cause: 'request', at })
  // What a sender has begun is under way; what it only holds is taken from it.
  const { rows: waiting } = await sql<{ id: number }>`
    select c.id
    from outbox o
    join communications c on c.customer_id = o.customer_id and c.id = o.communication_id
    where o.customer_id = ${customerId}
      and o.channel in ('sms', 'whatsapp', 'call')
      and o.state in ('queued', 'claimed')
      and not o.manual
      and c.recipient = ${number}
    order by o.communication_id
    for update of o`.execute(tx)
  const held: HeldMessage[] = waiting.map(({ id }) => ({
    ...{ customerId, id, reason: 'blacklisted', nextAt: null, lookAt: at, isFinal: true, isNew: true },
  }))
  if (held.length > 0) await putBack(tx, held, at)
  return isNew
}

/** What this number's own STOP put on the list before that was said ends; a START that arrives late undoes no later STOP. What staff listed, also for the same reason, stays. */
export async function obeyStart(
  tx: Transaction,
  { customerId, caseId, number, saidAt }: Asked & { saidAt: Date },
  at: Date,
): Promise<void> {
  const rows = await tx
    .selectFrom('blacklist')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'phone')
    .where('value', '=', number.toLowerCase())
    .where('reason', '=', 'request')
    .where('added_by', '=', '')
    .where('script_id', 'is', null)
    .where('system_key', 'is', null)
    .where('removed_at', 'is', null)
    // Some providers name the second alone.
    .where(sql<boolean>`date_trunc('second', added_at) <= ${saidAt}`)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0 || (await endManyEntries(tx, ids, { by: '', reason: 'start', at })) === 0) return
  if (caseId !== null) await recordTimeline(tx, [{ customerId, caseId, event: 'addressUnlisted', at }])
}
