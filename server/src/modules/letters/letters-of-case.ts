import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

type OfCase = { customerId: number; caseId: number }

/**
 * Hands over what the played case has, at once; nothing is drawn and nothing leaves. What waited has a line of its own. Only in a transaction that
 * is undone.
 */
export async function handOverInSimulation(tx: Transaction, { customerId, caseId }: OfCase, now: Date): Promise<void> {
  const { rows } = await sql<{ waited: boolean }>`
    update letters
    set state = 'handedOver', text = null, locale = null, handed_at = ${now}, simulated = true
    where customer_id = ${customerId} and case_id = ${caseId} and state in ('drawing', 'queued')
      and next_at <= ${now}
    returning queued_at < ${now} as waited`.execute(tx)
  const own = rows.filter(({ waited }) => waited)
  await recordTimeline(
    tx,
    own.map(() => ({ customerId, caseId, event: 'letterHandedOver' as const, simulated: true, at: now })),
  )
}

/**
 * Gives the copy of a case its letters: steps ask whether there are any. Answers the ids of the true ones, which stand for nothing any more where their
 * copies count. Only in a transaction that is undone.
 */
export async function copyLetters(tx: Transaction, from: OfCase, to: OfCase): Promise<number[]> {
  await sql`
    insert into letters (customer_id, case_id, template_revision_id, subject, text, locale, name, street, postcode,
      city, country, pages, state, reason, next_at, queued_at, handed_at, queued_by, simulated, idempotency_key)
    select customer_id, ${to.caseId}, template_revision_id, subject, text, locale, name, street, postcode, city,
      country, pages, state, reason, next_at, queued_at, handed_at, queued_by, simulated, ${`copy ${to.caseId}:`} || id
    from letters
    where customer_id = ${from.customerId} and case_id = ${from.caseId}`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from letters where customer_id = ${from.customerId} and case_id = ${from.caseId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Forgets the letters of these cases that no document stands for; the others go with theirs. */
export async function forgetLetters(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  await sql`
    delete from letters
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and document_id is null`.execute(tx)
}
