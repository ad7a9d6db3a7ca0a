import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

type OfCase = { customerId: number; caseId: number }

/** When a letter of a case is looked at that no print shop is about to get yet; null: there is none. */
export async function nextLetterAt(db: Db, { customerId, caseId }: OfCase): Promise<Date | null> {
  const row = await db
    .selectFrom('letters')
    .select((eb) => eb.fn.min('next_at').as('at'))
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('state', 'in', ['drawing', 'queued'])
    .where('print_batch_id', 'is', null)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Did this person get a letter about the case, or are they about to? */
export async function hasLetter(db: Db, { customerId, caseId }: OfCase): Promise<boolean> {
  const row = await db
    .selectFrom('letters')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('state', 'not in', ['cancelled', 'refused'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Hands over what the played case has, at once; nothing is drawn and nothing leaves. What waited has a line of its own. Only in a transaction that is undone. */
export async function handOverInSimulation(tx: Transaction, { customerId, caseId }: OfCase, now: Date): Promise<void> {
  const { rows } = await sql<{ waited: boolean }>`
    update letters
    set state = 'handedOver', text = null, locale = null, handed_at = ${now}, simulated = true
    where customer_id = ${customerId} and case_id = ${caseId} and state in ('drawing', 'queued') and next_at <= ${now}
    returning queued_at < ${now} as waited`.execute(tx)
  const own = rows.filter(({ waited }) => waited)
  await recordTimeline(
    tx,
    own.map(() => ({ customerId, caseId, event: 'letterHandedOver' as const, simulated: true, at: now })),
  )
}

/** Gives the copy of a case its letters: steps ask whether there are any. Only in a transaction that is undone. */
export async function copyLetters(tx: Transaction, from: OfCase, to: OfCase): Promise<void> {
  await sql`
    insert into letters (customer_id, case_id, template_revision_id, subject, text, locale, name, street, postcode, city,
      country, pages, state, reason, next_at, queued_at, handed_at, queued_by, simulated, idempotency_key)
    select customer_id, ${to.caseId}, template_revision_id, subject, text, locale, name, street, postcode, city, country,
      pages, state, reason, next_at, queued_at, handed_at, queued_by, simulated, ${`copy ${to.caseId}:`} || id
    from letters
    where customer_id = ${from.customerId} and case_id = ${from.caseId}`.execute(tx)
}

/** Forgets the letters of these cases that no document stands for; the others go with theirs. */
export async function forgetLetters(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  await sql`
    delete from letters
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and document_id is null`.execute(tx)
}
