import type { Transaction } from '../../../platform/db/database.ts'
import type { Invoice } from '../../case-documents/invoices.ts'

type Message = { customerId: number; caseId: number; communicationId: number; after: number; at: Date }

/** Ties documents of the case to the message that was queued in the same transaction, behind the `after` files that staff gave it. */
export async function tieDocuments(
  tx: Transaction,
  { customerId, caseId, communicationId, after, at }: Message,
  documents: readonly Invoice[],
): Promise<void> {
  if (documents.length === 0) return
  await tx
    .insertInto('mail_attachments')
    .values(
      documents.map(({ fileId, fileName, mediaType, bytes }, index) => ({
        ...{ customer_id: customerId, case_id: caseId, communication_id: communicationId, no: after + index + 1 },
        ...{ file_name: fileName, media_type: mediaType, bytes, file_id: fileId, uploaded_at: at },
      })),
    )
    .execute()
}
