import { sql } from 'kysely'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { type Place, PlaceFault } from '../file-deliveries/places/place.ts'
import { findFileContent } from '../files/stored-file.ts'
import { markHandedOver } from './mark-handed-over.ts'
import { findPrintPlace, openPrintPlace, printFaultOf } from './print-place.ts'

// Longer than a batch takes: what an engine that is gone had begun is taken up by another one then.
const claimMs = 5 * 60_000
const batchMs = 4 * 60_000
// After a fault it is tried again, each time later.
const retryMinutes = [1, 2, 5, 15, 30, 60]

type Batch = { customerId: number; id: number; attempts: number; indexAt: Date | null; claimedUntil: Date }
type Printed = {
  id: number
  caseId: number
  batchId: number
  fileId: number
  pages: number
  name: string
  street: string
  postcode: string
  city: string
  country: string
}

/** Hands over every batch of a customer that is not with its print shop yet. */
export async function handOverBatch(services: Services, customerId: number, signal: AbortSignal): Promise<void> {
  for (let batch = await claim(services, customerId); batch && !signal.aborted; batch = await claim(services, customerId)) {
    const timer = AbortSignal.any([signal, AbortSignal.timeout(batchMs)])
    try {
      await putIntoFolder(services, batch, timer)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof PlaceFault)) services.log.error({ err: error, printBatchId: batch.id }, 'letters were not handed over')
      await noteFault(services, batch, error)
      // The others would fare no better.
      return
    }
  }
}

async function claim({ db, clock }: Services, customerId: number): Promise<Batch | undefined> {
  const now = clock.now()
  const { rows } = await sql<Batch>`
    update print_batches p
    set claimed_until = ${new Date(now.getTime() + claimMs)}, attempts = p.attempts + 1, failed_at = null
    from (
      select id from print_batches
      where customer_id = ${customerId} and done_at is null and (claimed_until is null or claimed_until <= ${now})
      order by id
      limit 1
      for update skip locked) due
    where p.customer_id = ${customerId} and p.id = due.id
    returning p.customer_id as "customerId", p.id, p.attempts, p.index_at as "indexAt",
      p.claimed_until as "claimedUntil"`.execute(db)
  return rows[0]
}

/** What the PDF of a letter and the index of a batch are called: by their numbers, so that a second try writes no second one. */
const pdfName = (id: number) => `brief-${id}.pdf`
const indexName = (id: number) => `adressen-${id}.csv`
// Programs that fetch files leave one alone that is called so.
const unfinished = (name: string) => `.${name}.part`

/**
 * Puts the letters of a batch into the folder, and last of all the index of their addresses, by giving it its name. That it is about to is written down
 * first: a run that ends in between finds the index under its unfinished name, and gives it the right one, or does not find it, and then the print shop
 * has it.
 */
async function putIntoFolder(services: Services, batch: Batch, signal: AbortSignal): Promise<void> {
  const { db, clock } = services
  const place = await findPrintPlace(db, batch.customerId)
  if (!place) throw new PlaceFault('off')
  const letters = await lettersOf(services, batch)
  const folder = await openPrintPlace(services, place, { signal })
  try {
    const [temporary, final] = [unfinished(indexName(batch.id)), indexName(batch.id)]
    if (batch.indexAt === null) {
      for (const letter of letters) await putLetter(services, folder, batch.customerId, letter)
      await folder.write(temporary, Buffer.from(addressIndex(letters)))
      const marked = await mine(services, batch).set({ index_at: clock.now() }).returning('id').executeTakeFirst()
      // Another engine took it over meanwhile, or it was let go of.
      if (!marked) return
      await folder.rename(temporary, final)
    } else if (await folder.has(temporary)) await folder.rename(temporary, final)
  } finally {
    await folder.close()
  }
  await db.transaction().execute((tx) => finish(tx, services, batch, letters))
}

async function putLetter({ db }: Services, folder: Place, customerId: number, letter: Printed): Promise<void> {
  const name = pdfName(letter.id)
  if (await folder.has(name)) return
  await folder.write(unfinished(name), await findFileContent(db, customerId, letter.fileId))
  await folder.rename(unfinished(name), name)
}

async function lettersOf({ db }: Services, { customerId, id }: Batch): Promise<Printed[]> {
  const { rows } = await sql<Printed>`
    select l.id, l.case_id as "caseId", c.batch_id as "batchId", d.file_id as "fileId", l.pages, l.name, l.street,
      l.postcode, l.city, l.country
    from letters l
    join cases c on c.customer_id = l.customer_id and c.id = l.case_id
    join case_documents d on d.customer_id = l.customer_id and d.id = l.document_id
    where l.customer_id = ${customerId} and l.print_batch_id = ${id} and l.state = 'queued'
    order by l.id`.execute(db)
  return rows
}

const columns = ['bestand', 'naam', 'straat', 'postcode', 'plaats', 'land', 'paginas', 'dossier', 'brief']

/** The addresses of a batch as CSV, a line for each letter. */
function addressIndex(letters: readonly Printed[]): string {
  const lines = letters.map(({ id, caseId, pages, name, street, postcode, city, country }) =>
    csvLine([pdfName(id), name, street, postcode, city, country || 'NL', String(pages), String(caseId), String(id)]),
  )
  return `${byteOrderMark}${csvLine(columns)}${lines.join('')}`
}

async function finish(tx: Transaction, services: Services, batch: Batch, letters: readonly Printed[]): Promise<void> {
  const { customerId } = batch
  const now = services.clock.now()
  const ended = await mine({ db: tx }, batch).set({ done_at: now, claimed_until: null }).returning('id').executeTakeFirst()
  // Another engine took it over meanwhile.
  if (!ended) return
  if (letters.length > 0) await markHandedOver(tx, { customerId, letters, isSimulated: false, at: now })
  await tx.updateTable('print_shops').set({ fault: null, failing_since: null }).where('customer_id', '=', customerId).execute()
}

async function noteFault(services: Services, batch: Batch, error: unknown): Promise<void> {
  const now = services.clock.now()
  const minutes = retryMinutes[Math.min(batch.attempts, retryMinutes.length) - 1] ?? 60
  await services.db.transaction().execute(async (tx) => {
    await mine({ db: tx }, batch)
      .set({ claimed_until: new Date(now.getTime() + minutes * 60_000), failed_at: now })
      .execute()
    await tx
      .updateTable('print_shops')
      .set((eb) => ({ fault: printFaultOf(error), failing_since: eb.fn.coalesce('failing_since', eb.val(now)) }))
      .where('customer_id', '=', batch.customerId)
      .execute()
  })
}

function mine({ db }: { db: Services['db'] | Transaction }, { customerId, id, claimedUntil }: Batch) {
  return db
    .updateTable('print_batches')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('claimed_until', '=', claimedUntil)
    .where('done_at', 'is', null)
}
