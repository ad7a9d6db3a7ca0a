import type { ErrorCode } from '@regie/contract/error-codes.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { headingKey } from '../fields/default-fields.ts'
import { fileNameOf } from '../files/store-upload.ts'
import { cancelImport } from '../imports/cancel-import.ts'
import { confirmImport } from '../imports/confirm-import.ts'
import { findImport, type ImportRow, LikeBefore } from '../imports/import-queries.ts'
import { findActing } from './acting-caller.ts'
import type { Counts, Turn } from './delivered-file.ts'
import { moveFile } from './move-file.ts'
import { nameOfBatch } from './file-names.ts'

type Followed = {
  customerId: number
  deliveryId: number
  id: number
  name: string
  state: 'checking' | 'asking' | 'importing'
  importId: number | null
  actsFor: number | null
  batchName: string
  startLater: boolean
}

const perTurn = 200

/** Follows the imports of files that were taken: one of which everything is known is confirmed, one that asks something waits for a person. */
export async function followImports(services: Services): Promise<void> {
  const { rows } = await sql<Followed>`
    select f.customer_id as "customerId", f.delivery_id as "deliveryId", f.id, f.name, f.state,
      f.import_id as "importId",
      d.acts_for as "actsFor", d.batch_name as "batchName", d.start_later as "startLater"
    from delivered_files f
    join file_deliveries d on d.customer_id = f.customer_id and d.id = f.delivery_id
    left join imports i on i.customer_id = f.customer_id and i.id = f.import_id
    where f.state in ('checking', 'asking', 'importing')
      and (i.id is null or case f.state
        when 'checking' then i.status not in ('reading', 'checking')
        when 'asking' then i.status in ('importing', 'done', 'failed', 'cancelled')
        else i.status <> 'importing' end)
    order by f.id
    limit ${perTurn}`.execute(services.db)
  for (const file of rows)
    try {
      await follow(services, file)
    } catch (error) {
      // One that is in trouble does not keep the others from their end.
      services.log.error({ err: error, deliveredFileId: file.id }, 'a delivered file was not followed')
    }
}

async function follow(services: Services, file: Followed): Promise<void> {
  const { db } = services
  const move = (turn: Turn) => db.transaction().execute((tx) => moveFile(tx, services, file, turn))
  if (file.importId === null) return void (await move(refused('delivery.dropped')))
  const found = await findImport(db, file.importId)
  switch (found.status) {
    case 'mapping':
      return void (await move(asking('import.mappingIncomplete')))
    case 'ready':
      return followReady(services, file, found)
    case 'importing':
      return void (await move({ state: 'importing' }))
    case 'done':
      return db.transaction().execute(async (tx) => {
        if (!(await moveFile(tx, services, file, { state: 'imported', counts: await countsOf(tx, found) }))) return
        await remember(tx, file, found)
      })
    case 'failed':
      return db.transaction().execute(async (tx) => {
        const { error = 'error.unexpected', params = {} } = found.failure ?? {}
        await moveFile(tx, services, file, { state: 'refused', reason: { error: error as ErrorCode, params } })
        // What was chosen for files like it may be what was wrong with it.
        await remember(tx, file, null)
      })
    case 'cancelled':
      return void (await move(refused('delivery.dropped')))
    case 'reading':
    case 'checking':
      return
  }
}

const refused = (error: ErrorCode): Turn => ({ state: 'refused', reason: { error, params: {} } })
const asking = (error: ErrorCode): Turn => ({ state: 'asking', reason: { error, params: {} } })

async function followReady(services: Services, file: Followed, found: ImportRow): Promise<void> {
  const { db, clock } = services
  if (file.state !== 'checking') return
  const move = (turn: Turn) => db.transaction().execute((tx) => moveFile(tx, services, file, turn))
  if (!isMappingKnown(found)) return void (await move(asking('delivery.mappingUnknown')))
  const caller = await findActing(services, file)
  if (!caller) return void (await move(asking('import.rightsLost')))
  const { counts } = found
  if (!counts || counts.new + counts.updated === 0) {
    // Rows with faults can be repaired; of a file in which all is known already nothing is left to do.
    if (counts && counts.invalid > 0) return void (await move(asking('import.nothingToImport')))
    if (await move(refused('import.nothingToImport'))) await cancelImport(services, caller, found.id)
    return
  }
  const name = nameOfBatch(file.batchName, { fileName: fileNameOf(file.name), at: clock.now() })
  await confirmImport(services, caller, found.id, { name, startLater: file.startLater, checkNo: found.check_no })
  await move({ state: 'importing' })
}

/** Has a person once said for every column of this file what it is? */
function isMappingKnown({ columns, saved_mapping: saved }: Pick<ImportRow, 'columns' | 'saved_mapping'>): boolean {
  return saved !== null && columns.length > 0 && columns.every(({ name }) => headingKey(name) in saved.columns)
}

// Counted when the cases were made: what another import had brought by then is among the duplicates, and in no amount.
async function countsOf(tx: Transaction, { customer_id, batch_id, counts }: ImportRow): Promise<Counts> {
  const { rows = 0, new: made = 0, updated = 0, duplicate = 0, invalid = 0 } = counts ?? {}
  // Amounts that were taken over are of cases of other batches.
  const { rows: amounts } = await sql<Counts['amounts'][number]>`
    select currency, sum(outstanding_cents)::bigint as cents
    from cases
    where customer_id = ${customer_id} and batch_id = ${batch_id} and outstanding_cents is not null
    group by currency
    order by currency`.execute(tx)
  return { rows, cases: made + updated, refused: duplicate + invalid, amounts }
}

async function remember(tx: Transaction, { customerId, deliveryId }: Followed, found: ImportRow | null): Promise<void> {
  const like = LikeBefore.safeParse(found?.mapping)
  await tx
    .updateTable('file_deliveries')
    .set({ remembered: like.success ? JSON.stringify(like.data) : null })
    .where('customer_id', '=', customerId)
    .where('id', '=', deliveryId)
    .execute()
}
