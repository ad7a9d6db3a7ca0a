import { Readable } from 'node:stream'
import { fileTabs, type FileTab, zipFilesMax } from '@regie/contract/stored-files.ts'
import { sql } from 'kysely'
import yazl from 'yazl'
import { AppError } from '../../platform/app-error.ts'
import { keepScope } from '../../platform/db/scope.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { mayFetch } from './file-list.ts'
import type { FileKind } from './store-upload.ts'
import { readParts } from './stored-file.ts'
import { safeNames } from './safe-names.ts'

type Needed = Pick<Services, 'db' | 'clock' | 'config'>
/** A file of a kind that no list shows, for the screen that has it; its own rights and those of its making are asked now. */
export async function fetchOwnFile(services: Needed, caller: Caller, fileId: number, kind: Exclude<FileKind, FileTab>): Promise<FileReply> {
  const [file] = await findWanted(services, caller, [fileId], [kind])
  if (!file) throw new AppError('file.notFound')
  const stream = await openParts(services, file)
  await noteFetches(services, caller, [file])
  return { fileName: file.name, stream }
}

type Found = { id: number; customerId: number; name: string; kind: FileKind; at: Date }

/** A file to take along. Rights are asked now, whatever the list showed; who takes it is kept. */
export async function fetchFile(services: Needed, caller: Caller, fileId: number): Promise<FileReply> {
  const [file] = await findWanted(services, caller, [fileId])
  if (!file) throw new AppError('file.notFound')
  const stream = await openParts(services, file)
  await noteFetches(services, caller, [file])
  return { fileName: file.name, stream }
}

/** Several files as one ZIP, under names of which no two are the same; each is read when the one before it has left. */
export async function fetchZip(
  services: Needed,
  caller: Caller,
  { customerId, fileIds, fileName }: { customerId: number; fileIds: readonly number[]; fileName: string },
): Promise<FileReply> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const wanted = [...new Set(fileIds)]
  if (wanted.length === 0 || wanted.length > zipFilesMax) throw new AppError('file.zipCount', { params: { max: zipFilesMax } })
  const files = await findWanted(services, caller, wanted)
  if (files.length < wanted.length || files.some((file) => file.customerId !== customerId)) throw new AppError('file.notFound')
  await noteFetches(services, caller, files)
  const zip = new yazl.ZipFile()
  const inScope = keepScope()
  const names = safeNames(files.map(({ name }) => name))
  files.forEach((file, at) => {
    // A workbook is packed already; text shrinks to a tenth.
    zip.addReadStreamLazy(names[at] ?? `${file.id}`, { mtime: file.at, compress: !/\.(xlsx|zip)$/i.test(file.name) }, (begin) => {
      const stream = Readable.from(partsInScope(services, file, inScope), { objectMode: false })
      begin(null, stream)
    })
  })
  zip.end()
  const stream = zip.outputStream as Readable
  // A file that is gone by then: a ZIP that breaks off is no whole ZIP.
  zip.on('error', (error: Error) => stream.destroy(error))
  return { fileName, stream }
}

/** The files, in the order asked for, or why one of them is not for this caller. */
async function findWanted(
  { db, config }: Needed,
  caller: Caller,
  fileIds: readonly number[],
  kinds: readonly FileKind[] = fileTabs,
): Promise<Found[]> {
  const rows = await db
    .selectFrom('files')
    .select(['id', 'customer_id', 'name', 'kind', 'state', 'scanned_at', 'created_at', 'expires_at'])
    .select(sql<number[]>`to_jsonb(needs)`.as('needs'))
    .where('id', 'in', [...fileIds])
    .where('customer_id', 'in', [0, ...caller.customerIds])
    .where('removed_at', 'is', null)
    .where('kind', 'in', [...kinds])
    .where('state', '!=', 'receiving')
    .execute()
  return fileIds.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row || (row.expires_at !== null && row.expires_at <= new Date())) throw new AppError('file.notFound')
    const kind = row.kind as FileKind
    if (!mayFetch(caller, { kind, needs: row.needs })) throw new AppError('error.rightMissing')
    if (row.state === 'making' || row.state === 'failed') throw new AppError('file.notMade')
    // Also one that came before the scanner did.
    if (config.virusScanner !== null && row.scanned_at === null) throw new AppError('file.notScanned')
    return { id, customerId: row.customer_id, name: row.name, kind, at: row.created_at }
  })
}

async function noteFetches({ db, clock }: Needed, caller: Caller, files: readonly Found[]) {
  await db
    .insertInto('file_fetches')
    .values(files.map(({ id, customerId }) => ({ customer_id: customerId, file_id: id, user_id: caller.userId, at: clock.now() })))
    .execute()
}

// The first part is asked before anything leaves: what is gone by then is refused in words.
async function openParts(services: Needed, file: Found): Promise<Readable> {
  const inScope = keepScope()
  const first = await readParts(services.db, file.customerId, file.id).next()
  if (first.done) throw new AppError('file.notFound')
  const begun = first.value
  async function* all() {
    yield begun
    yield* partsInScope(services, file, inScope, 1)
  }
  return Readable.from(all(), { objectMode: false })
}

async function* partsInScope({ db }: Needed, { customerId, id }: Found, inScope: ReturnType<typeof keepScope>, first = 0) {
  const parts = readParts(db, customerId, id, first)
  // Read when the browser takes it, which is after the request has left its own scope.
  for (let part = await inScope(() => parts.next()); !part.done; part = await inScope(() => parts.next())) yield part.value
}
