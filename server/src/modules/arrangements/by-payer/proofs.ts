import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { type FileConfig, fileNameOf, storeUpload } from '../../files/store-upload.ts'
import { findFileContent } from '../../files/stored-file.ts'

/** A file that a payer sent along; what it is its content says, never its name. */
export type Proof = { name: string; content: Buffer }

/** No more than this; a photo of a phone is smaller. */
export const proofBytesMax = 5 * 1024 * 1024
// One dispute is shown by a receipt or two.
const proofsMax = 3

const kinds = [
  { ending: 'pdf', head: Buffer.from('%PDF-', 'latin1') },
  { ending: 'jpg', head: Buffer.from([0xff, 0xd8, 0xff]) },
  { ending: 'png', head: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
] as const

/** A PDF, JPEG or PNG under a name that says so; null: it is none of them. */
export function readProof({ name, content }: Proof): Proof | null {
  const kind = kinds.find(({ head }) => content.subarray(0, head.length).equals(head))
  if (!kind) return null
  const stem = fileNameOf(name).replace(/\.(pdf|jpe?g|png|csv)$/i, '')
  return { name: `${stem === '' ? 'bestand' : stem}.${kind.ending}`, content }
}

type OfComplaint = { customerId: number; complaintId: number; config: FileConfig }

/** Keeps a proof with its dispute, once; more than a few are not kept. */
export async function keepProof(tx: Transaction, { customerId, complaintId, config }: OfComplaint, proof: Proof): Promise<void> {
  const kept = await tx
    .selectFrom('complaint_files as c')
    .innerJoin('files as f', (join) => join.onRef('f.customer_id', '=', 'c.customer_id').onRef('f.id', '=', 'c.file_id'))
    .select('f.sha256')
    .where('c.customer_id', '=', customerId)
    .where('c.complaint_id', '=', complaintId)
    .execute()
  const hash = createHash('sha256').update(proof.content).digest()
  if (kept.length >= proofsMax || kept.some(({ sha256 }) => sha256.equals(hash))) return
  const { fileId } = await storeUpload(tx, { customerId, userId: null, kind: 'proof', ...proof }, config)
  await tx.insertInto('complaint_files').values({ customer_id: customerId, complaint_id: complaintId, file_id: fileId }).execute()
}

type Wanted = { caseId: number; complaintId: number; fileId: number }

/** A file that came with a complaint of a case, to be saved. */
export async function findProof({ db, config }: Services, caller: Caller, { caseId, complaintId, fileId }: Wanted): Promise<FileReply> {
  const row = await db
    .selectFrom('complaint_files as c')
    .innerJoin('complaints as x', (join) => join.onRef('x.customer_id', '=', 'c.customer_id').onRef('x.id', '=', 'c.complaint_id'))
    .innerJoin('files as f', (join) => join.onRef('f.customer_id', '=', 'c.customer_id').onRef('f.id', '=', 'c.file_id'))
    .select(['f.customer_id', 'f.id', 'f.name', 'f.removed_at', 'f.scanned_at'])
    .where('c.customer_id', 'in', [0, ...caller.customerIds])
    .where('x.case_id', '=', caseId)
    .where('c.complaint_id', '=', complaintId)
    .where('c.file_id', '=', fileId)
    .executeTakeFirst()
  if (!row || row.removed_at !== null) throw new AppError('file.notFound')
  if (config.virusScanner !== null && row.scanned_at === null) throw new AppError('file.notScanned')
  return { fileName: row.name, stream: Readable.from([await findFileContent(db, row.customer_id, row.id)]) }
}
