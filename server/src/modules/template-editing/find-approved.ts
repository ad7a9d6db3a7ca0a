import type { HeaderFile } from '@regie/contract/header-files.ts'
import type { TemplateOptions, WrittenTemplate } from '@regie/contract/templates.ts'
import type { Db } from '../../platform/db/database.ts'
import { findCardImage } from '../payment-links/card-images.ts'
import { approvedKey } from './composing/template-faults.ts'

/** Name and language of each text of WhatsApp that may be sent for a customer now. */
export async function findApproved(db: Db, customerId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('whatsapp_texts')
    .select(['name', 'language'])
    .where('customer_id', '=', customerId)
    .where('status', '=', 'APPROVED')
    .execute()
  return new Set(rows.map(approvedKey))
}

/** Is the picture kept for this customer that the options of a text name for the card of its link? One that names none lacks none. */
export async function hasCardImageOf(db: Db, customerId: number, { cardImage }: Pick<TemplateOptions, 'cardImage'>): Promise<boolean> {
  return cardImage === '' || (await findCardImage(db, customerId, cardImage)) !== null
}

/** Which of the files that a text names are kept as it names them: what it says of a file came from a browser. */
export async function findFilesOf(db: Db, customerId: number, written: WrittenTemplate): Promise<Set<number>> {
  const named = Object.values(written).flatMap((body) => body?.approved?.file ?? [])
  if (named.length === 0) return new Set()
  const rows = await db
    .selectFrom('template_files')
    .select(['id', 'kind', 'file_name', 'bytes'])
    .where('customer_id', '=', customerId)
    .where(
      'id',
      'in',
      named.map(({ fileID }) => fileID),
    )
    .execute()
  const isKept = ({ fileID, kind, fileName, bytes }: HeaderFile) =>
    rows.some((row) => row.id === fileID && row.kind === kind && row.file_name === fileName && row.bytes === bytes)
  // One that is named in two languages must be right in both.
  return new Set(named.map(({ fileID }) => fileID).filter((id) => named.every((file) => file.fileID !== id || isKept(file))))
}
