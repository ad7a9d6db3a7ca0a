import { evidenceBytesMax } from '@regie/contract/evidence.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { Services } from '../../../../services.ts'
import { listDocumentFiles } from '../../../case-documents/case-documents.ts'
import { findFileContent } from '../../../files/stored-file.ts'
import { safeNames } from '../../../files/safe-names.ts'

type OfCase = { customerId: number; caseId: number }

/** Why a file that is listed is not in the pack: the scanner has not seen it, it was too large to keep, it is gone, or the pack is full. */
type LeftOut = 'notScanned' | 'tooLarge' | 'gone' | 'packFull'
/** A file of a case: where it is in the pack, or why it is not. */
export type FileFact = { name: string; bytes: number; file: string | null; leftOut: LeftOut | null }
/** One that is in the pack. */
export type FileOfPack = { path: string; read: () => Promise<Buffer> }
type Attached = { of: number; no: number; name: string; bytes: number; isThere: boolean; isUnscanned: boolean }

// The check unpacks a pack in the memory of a browser; paper, lists and texts need room too.
const bytesMax = evidenceBytesMax - 50 * 1024 * 1024

/**
 * The documents of a case and the files that went and came with its messages: what the lists of the pack say of each, and the files themselves in the order
 * of their paths. A mail that was kept as it left has its files within it.
 * @param mailOf the path of the mail that was kept of a message; null where none was
 * @param mailBytes how large those mails are together
 */
export async function listFiles(
  services: Pick<Services, 'db' | 'config'>,
  ofCase: OfCase,
  { mailOf, mailBytes }: { mailOf: (messageId: number) => string | null; mailBytes: number },
) {
  const { db } = services
  const [documents, sent, received] = await Promise.all([
    listDocumentFiles(services, ofCase),
    listAttached(db, ofCase),
    listCame(db, ofCase),
  ])
  const files: FileOfPack[] = []
  let room = bytesMax - mailBytes
  const keep = (name: string, bytes: number, leftOut: LeftOut | null, file: FileOfPack): FileFact => {
    const why = leftOut ?? (bytes > room ? 'packFull' : null)
    if (why !== null) return { name, bytes, file: null, leftOut: why }
    room -= bytes
    files.push(file)
    return { name, bytes, file: file.path, leftOut: null }
  }
  const attachments = (
    folder: string,
    all: readonly Attached[],
    missing: LeftOut,
    read: (db: Db, of: OfCase, one: Attached) => Promise<Buffer>,
  ) =>
    Map.groupBy(
      all.map((one) => {
        const mail = folder === 'messages' ? mailOf(one.of) : null
        const { of, no, name, bytes, isThere, isUnscanned } = one
        const whyNot = isUnscanned && services.config.virusScanner !== null ? 'notScanned' : isThere ? null : missing
        if (mail !== null) return { of, fact: { name, bytes, file: mail, leftOut: null } }
        const path = pathOf(folder, of, `${no}-${name}`)
        return { of, fact: keep(name, bytes, whyNot, { path, read: () => read(db, ofCase, one) }) }
      }),
      ({ of }) => of,
    )
  const factsOf = (found: Map<number, { fact: FileFact }[]>) => (messageId: number) => (found.get(messageId) ?? []).map(({ fact }) => fact)
  return {
    documents: documents.map(({ id, kind, name, bytes, fileId, sha256, addedAt, by, isWaiting }) => ({
      ...{ id, kind, addedAt: addedAt.toISOString(), by, sha256: sha256.toString('hex') },
      ...keep(name, bytes, isWaiting ? 'notScanned' : null, {
        path: pathOf('documents', id, name),
        read: () => findFileContent(db, ofCase.customerId, fileId),
      }),
    })),
    sentWith: factsOf(attachments('messages', sent, 'gone', readAttached)),
    cameWith: factsOf(attachments('received', received, 'tooLarge', readCame)),
    files,
  }
}

const lettersMax = 100

/** The number makes it the only one of its name; what a stranger called it is made safe. */
function pathOf(folder: string, id: number, name: string): string {
  const [safe = ''] = safeNames([name])
  const ending = /\.[a-z\d]{1,9}$/i.exec(safe)?.[0] ?? ''
  // By whole characters: half a one reads as another name in each program.
  const stem = Array.from(safe.slice(0, safe.length - ending.length)).slice(0, lettersMax)
  return `${folder}/${String(id).padStart(10, '0')}-${stem.join('')}${ending}`
}

async function listAttached(db: Db, { customerId, caseId }: OfCase): Promise<Attached[]> {
  const { rows } = await sql<Attached>`
    select a.communication_id as of, a.no, a.file_name as name, a.bytes,
      (a.content is not null or exists (
        select from file_parts p where p.customer_id = a.customer_id and p.file_id = a.file_id)) as "isThere",
      coalesce(f.scanned_at is null and f.removed_at is null and f.id is not null, false) as "isUnscanned"
    from mail_attachments a
    left join files f on f.customer_id = a.customer_id and f.id = a.file_id
    where a.customer_id = ${customerId} and a.case_id = ${caseId} and a.communication_id is not null
    order by a.communication_id, a.no`.execute(db)
  return rows
}

async function listCame(db: Db, { customerId, caseId }: OfCase): Promise<Attached[]> {
  const { rows } = await sql<Attached>`
    select a.incoming_id as of, a.no, a.file_name as name, a.bytes, a.content is not null as "isThere",
      false as "isUnscanned"
    from incoming_messages m
    join incoming_attachments a on a.customer_id = m.customer_id and a.incoming_id = m.id
    where m.customer_id = ${customerId} and m.case_id = ${caseId} and m.kind in ('message', 'automatic')
    order by m.id, a.no`.execute(db)
  return rows
}

async function readAttached(db: Db, { customerId }: OfCase, { of, no }: Attached): Promise<Buffer> {
  const { rows } = await sql<{ content: Buffer }>`
    select attachment_content(a) as content
    from mail_attachments a
    where a.customer_id = ${customerId} and a.communication_id = ${of} and a.no = ${no}`.execute(db)
  return contentOf(rows)
}

async function readCame(db: Db, { customerId }: OfCase, { of, no }: Attached): Promise<Buffer> {
  const { rows } = await sql<{ content: Buffer }>`
    select content
    from incoming_attachments
    where customer_id = ${customerId} and incoming_id = ${of} and no = ${no}`.execute(db)
  return contentOf(rows)
}

// Taken away while the pack was made: half a pack is no pack.
function contentOf([row]: readonly { content: Buffer | null }[]): Buffer {
  if (!row?.content) throw new Error('a file of the pack is gone')
  return row.content
}
