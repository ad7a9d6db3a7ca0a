import { type HandOverKind, handOverResult } from '@regie/contract/hand-overs.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { closeCases } from '../cases/many/cases-at-once.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { endLinks, lockOpenLinks } from '../payment-links/end-links.ts'
import { recordForAll } from '../timeline/record-timeline.ts'
import type { UndoEntryRef } from '../undo-entries/open-undo-entry.ts'
import { handOverRefusal } from './hand-over-refusals.ts'

type Giving = { customerId: number; handOverId: number; entry: UndoEntryRef; byUser: string; mayUnlock: boolean }
type Looked = { id: number; reason: string | null; openCents: number | null }

/**
 * Hands these cases over, in one transaction with where the job is: each is closed, nothing leaves for it any more and nobody pays by its links. What may
 * not go is left alone and written down with its reason. Answers the reasons and how many went.
 */
export async function handOverPart(
  tx: Transaction,
  { customerId, handOverId, entry, byUser, mayUnlock }: Giving,
  caseIds: readonly number[],
  now: Date,
): Promise<{ given: number; skipped: Record<string, number> }> {
  const { kind, name, reference } = await tx
    .selectFrom('hand_overs')
    .select(['kind', 'name', 'reference'])
    .where('customer_id', '=', customerId)
    .where('id', '=', handOverId)
    .executeTakeFirstOrThrow()
  // Links before cases, as payers have it: whoever pays at this moment comes first, and is seen, or finds the link ended.
  await lockOpenLinks(tx, customerId, sql`select unnest(${caseIds}::bigint[])`)
  await sql`
    select from cases
    where customer_id = ${customerId} and id = any(${caseIds}::bigint[])
    order by id
    for update`.execute(tx)
  // Asked in a statement of its own: it sees what whoever held these rows before has done.
  const { rows } = await sql<Looked>`
    select c.id, ${handOverRefusal(now, { mayUnlock })} as reason, ${sql.raw(openCents('c'))} as "openCents"
    from cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[])
    order by c.id`.execute(tx)
  const given = rows.filter(({ reason }) => reason === null).map(({ id }) => id)
  if (given.length > 0) {
    const ending = { customerId, why: 'handedOver', at: now, byUser, undoEntryId: entry.id } as const
    await endLinks(tx, ending, sql`l.case_id = any(${given}::bigint[])`)
    await closeCases(tx, customerId, given, { entry, user: byUser, result: handOverResult[kind as HandOverKind] })
    const params = { handOverID: handOverId, to: name, reference }
    const line = { customerId, at: entry.at, byUser, event: 'handedOver', params } as const
    await sql`select ${recordForAll(line, sql`${given}::bigint[]`)}`.execute(tx)
  }
  await sql`
    insert into hand_over_cases (customer_id, hand_over_id, case_id, state, reason, open_cents)
    select ${customerId}, ${handOverId}, r.id, case when r.reason is null then 'handedOver' else 'refused' end,
      r.reason, r.cents
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ reason }) => reason)}::text[],
      ${rows.map((row) => row.openCents)}::bigint[]) r(id, reason, cents)`.execute(tx)
  const skipped: Record<string, number> = {}
  for (const { reason } of rows) if (reason !== null) skipped[reason] = (skipped[reason] ?? 0) + 1
  return { given: given.length, skipped }
}
