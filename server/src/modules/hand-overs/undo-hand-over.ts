import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { removeFileContent } from '../files/stored-file.ts'
import type { UndoEntryRef } from '../undo-entries/open-undo-entry.ts'

type Entry = Pick<UndoEntryRef, 'id' | 'customerId'>

/** The bulk job behind an entry handed cases over, and that is being taken back: nobody takes its file along any more. */
export async function withdrawFile(tx: Transaction, { id, customerId }: Entry, userId: number): Promise<void> {
  const { rows } = await sql<{ fileId: number }>`
    select h.file_id as "fileId"
    from hand_overs h
    join bulk_jobs j on j.customer_id = h.customer_id and j.id = h.bulk_id
    where h.customer_id = ${customerId} and j.undo_entry_id = ${id} and h.file_id is not null`.execute(tx)
  for (const { fileId } of rows) await removeFileContent(tx, { customer_id: customerId, file_id: fileId }, userId)
}

/** These cases stand as before that entry: nobody else has them. */
export async function undoHandOver(
  tx: Transaction,
  { id, customerId }: Entry,
  { caseIds, user, now }: { caseIds: readonly number[]; user: string; now: Date },
): Promise<void> {
  await sql`
    update hand_over_cases k
    set state = 'undone', ended_at = ${now}, ended_by = ${user}
    from hand_overs h
    join bulk_jobs j on j.customer_id = h.customer_id and j.id = h.bulk_id
    where k.customer_id = ${customerId} and k.case_id = any(${caseIds}::bigint[]) and k.state = 'handedOver'
      and h.customer_id = k.customer_id and h.id = k.hand_over_id and j.undo_entry_id = ${id}`.execute(tx)
}
