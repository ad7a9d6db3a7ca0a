import { createHash } from 'node:crypto'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { Import } from '@regie/contract/files.ts'
import { type fileUploadApi, type PartialUpload, uploadPartBytes } from '@regie/contract/stored-files.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { dropPartial, endPartial, findPartial, keepPart, openPartial, saidHash } from '../files/partial-uploads.ts'
import { formatOf, mustBeReadable, mustBeWhole, receiveBytes } from '../files/store-upload.ts'
import { findFileContent } from '../files/stored-file.ts'
import { beginImport, mustBeLive } from './begin-import.ts'
import { takeTurn } from './check-turn.ts'
import { findImport, importOf } from './import-queries.ts'
import type { UploadServices } from './upload-file.ts'

type Wish = RequestOf<typeof fileUploadApi.begin>['body']

/** Says which file comes; one that broke off goes on. */
export async function beginUpload({ db, config }: UploadServices, caller: Caller, wish: Wish): Promise<PartialUpload> {
  const { customerID: customerId, scriptID: scriptId, fileName, bytes, sha256 = '' } = wish
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  await mustBeLive(db, customerId, scriptId)
  await takeTurn(db, caller.userId)
  const upload = { customerId, scriptId, fileName, bytes, hash: Buffer.from(sha256, 'hex') }
  return db.transaction().execute((tx) => openPartial(tx, caller, upload, config))
}

type Part = { offset: number; stream: AsyncIterable<Buffer> }

/** The next bytes of an upload. */
export async function receivePart({ db }: { db: Db }, caller: Caller, fileId: number, { offset, stream }: Part): Promise<PartialUpload> {
  // Asked before the bytes come in, and again when they are here.
  await findPartial(db, caller, fileId)
  const content = await receiveBytes(stream, uploadPartBytes)
  if (offset === 0) await orDrop(db, caller, fileId, () => mustBeReadable(content))
  return db.transaction().execute((tx) => keepPart(tx, caller, fileId, { offset, content }))
}

/** All of it is here: it is looked at as a file, and its import begins. Who asks again, because the answer got lost, gets the same import. */
export async function finishUpload(services: UploadServices, caller: Caller, fileId: number): Promise<Import> {
  const { db, clock, config } = services
  const begun = await findImportOf(db, caller, fileId)
  if (begun !== null) return begun
  const partial = await findPartial(db, caller, fileId)
  const { customerID: customerId, scriptID: scriptId, offset, bytes } = partial
  if (offset < bytes) throw new AppError('file.notWhole', { params: { offset } })
  const turn = await takeTurn(db, caller.userId)
  await mustBeLive(db, customerId, scriptId)
  const content = await findFileContent(db, customerId, fileId)
  const sha256 = createHash('sha256').update(content).digest()
  await orDrop(db, caller, fileId, async () => {
    const wanted = await saidHash(db, partial)
    if (wanted.length > 0 && !wanted.equals(sha256)) throw new AppError('file.damaged')
    await mustBeWhole(content)
  })
  const whole = { sha256, format: await formatOf(content) }
  const made = await db.transaction().execute(async (tx) => {
    const ended = await endPartial(tx, partial, whole, config)
    if (ended === null) return null
    return beginImport(tx, caller, { customerId, scriptId, fileId, ...ended, at: clock.now() }, turn)
  })
  const its = made ?? (await findImportOf(db, caller, fileId))
  if (its === null) throw new AppError('file.notFound')
  return its
}

// What is refused for what it is never becomes a file: its bytes go.
async function orDrop(db: Db, caller: Caller, fileId: number, look: () => void | Promise<void>) {
  try {
    await look()
  } catch (error) {
    if (error instanceof AppError) await dropPartial(db, caller, fileId)
    throw error
  }
}

async function findImportOf(db: Db, caller: Caller, fileId: number): Promise<Import | null> {
  const its = await db
    .selectFrom('imports')
    .select('id')
    .where('file_id', '=', fileId)
    .where('customer_id', 'in', [0, ...caller.customerIds])
    .where('created_by', '=', caller.userId)
    .executeTakeFirst()
  return its ? importOf(await findImport(db, its.id)) : null
}
