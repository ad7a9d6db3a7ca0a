import { type Contact, ContactInput } from '@regie/contract/contact.ts'
import { contactFile, type ContactImport, type ContactRowFault } from '@regie/contract/contacts.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { readCsvTable } from '../../platform/documents/read-csv-table.ts'
import { guardFormula } from '../../platform/documents/csv-cells.ts'
import { decodeText } from '../../platform/documents/text-encoding.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { UploadedFile } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { allContactColumns } from './contact-columns.ts'
import { findContacts } from './contact-queries.ts'
import { cellOf, type ContactColumn, contactTexts, readColumn, readLocale, readSalutation, readYesNo } from './contact-texts.ts'

type Why = ContactRowFault['why']
type Cells = Partial<Record<ContactColumn, string>>
type FileRow = { row: number; cells: Cells }

class OnlyAsked extends Error {}
class Unfit extends Error {
  readonly why: Why
  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

const blank: ContactInput = {
  ...{ salutation: 'geen', initials: '', firstName: '', middleName: '', lastName: '', department: '', jobTitle: '', email: '' },
  ...{ phone: '', mobile: '', locale: 'nl', notes: '', active: true },
}

/**
 * Adds and changes contacts by a CSV file. A row changes the contact with its number, or the only one with its address; any other adds one. A column that
 * the file does not have stays as it is. `isAsked` does the same and takes it back before anybody sees it, for what the file would come to.
 */
export async function importContacts(
  { db, clock }: Services,
  caller: Caller,
  customerId: number,
  file: UploadedFile,
  { isAsked = false } = {},
): Promise<ContactImport> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { rows, columns } = readRows(await readText(file))
  const outcome: ContactImport = { added: 0, changed: 0, same: 0, refused: 0, rows: [], columns }
  const now = clock.now()
  await db
    .transaction()
    .execute(async (tx) => {
      await saveRows(tx, customerId, rows, outcome, now)
      if (isAsked) throw new OnlyAsked()
    })
    .catch((error: unknown) => {
      if (!(error instanceof OnlyAsked)) throw error
    })
  return { ...outcome, rows: outcome.rows.slice(0, contactFile.refusedShown) }
}

async function saveRows(tx: Transaction, customerId: number, rows: readonly FileRow[], outcome: ContactImport, now: Date) {
  // Two files at once see each other's contacts.
  await sql`select pg_advisory_xact_lock(${lockNumber}, ${customerId}::int)`.execute(tx)
  const known = await findContacts(tx, sql`c.customer_id = ${customerId}`, 1_000_000)
  const byId = new Map(known.map((contact) => [contact.contactID, contact]))
  const byEmail = Map.groupBy(known, ({ email }) => email.toLowerCase())
  const seen = new Set<string>()
  const fresh: ContactInput[] = []
  for (const { row, cells } of rows) {
    try {
      const current = meantBy(cells, byId, byEmail)
      const contact = contactOf(cells, current)
      const key = current ? `${current.contactID}` : contact.email.toLowerCase()
      if (seen.has(key)) throw new Unfit('twice')
      seen.add(key)
      if (!current) fresh.push(contact)
      else if (isSame(current, contact)) outcome.same++
      else {
        await tx
          .updateTable('contacts')
          .set({ ...allContactColumns(contact), version: current.version + 1, updated_at: now })
          .where('customer_id', '=', customerId)
          .where('id', '=', current.contactID)
          .execute()
        outcome.changed++
      }
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      outcome.refused++
      outcome.rows.push({ row, value: (cells.email || cells.lastName || '').slice(0, 100), why: error.why })
    }
  }
  for (let at = 0; at < fresh.length; at += rowsAtOnce)
    await tx
      .insertInto('contacts')
      .values(
        fresh
          .slice(at, at + rowsAtOnce)
          .map((contact) => ({ customer_id: customerId, ...allContactColumns(contact), created_at: now, updated_at: now })),
      )
      .execute()
  outcome.added = fresh.length
}

// Any number of our own; the customer is the second key.
const lockNumber = 4_300_145
const rowsAtOnce = 500

/** The contact that a row is about: the one with its number, else the only one with its address. */
function meantBy(cells: Cells, byId: ReadonlyMap<number, Contact>, byEmail: ReadonlyMap<string, Contact[]>): Contact | undefined {
  const byNumber = byId.get(Number(cells.contactID))
  if (byNumber) return byNumber
  const [only, ...others] = byEmail.get((cells.email ?? '').toLowerCase()) ?? []
  return others.length === 0 ? only : undefined
}

const faults: Readonly<Record<string, Why>> = { lastName: 'lastName', email: 'email' }

function contactOf(cells: Cells, current: Contact | undefined): ContactInput {
  // What stands in the file as we would write it was not touched, however it is read back.
  const isUntouched = (column: ContactColumn, cell: string) =>
    current !== undefined && Object.values(contactTexts).some((texts) => guardFormula(cellOf(current, column, texts)).trim() === cell)
  const start: ContactInput = current ? z.parse(z.object(ContactInput.shape), current) : blank
  const contact: ContactInput = { ...start }
  for (const [column, cell] of Object.entries(cells) as [ContactColumn, string][]) {
    if (column === 'contactID' || isUntouched(column, cell)) continue
    if (column === 'salutation') contact.salutation = meant(cell === '' ? 'geen' : readSalutation(cell), 'salutation')
    else if (column === 'locale') contact.locale = meant(cell === '' ? start.locale : readLocale(cell), 'locale')
    else if (column === 'active') contact.active = meant(cell === '' ? 'yes' : readYesNo(cell), 'active') === 'yes'
    else contact[column] = cell.replace(/^'(?=[=+\-@'])/, '')
  }
  const read = z.safeParse(ContactInput, contact)
  if (!read.success) throw new Unfit(faults[String(read.error.issues[0]?.path[0])] ?? 'tooLong')
  const { phone, mobile } = columnsOf(read.data)
  const signsIn = current !== undefined && current.userID !== null
  if (signsIn && (read.data.email !== current.email || mobile !== current.mobile)) throw new Unfit('addressOfLogin')
  return { ...read.data, phone, mobile }
}

function meant<Value>(value: Value | undefined, why: Why): Value {
  if (value === undefined) throw new Unfit(why)
  return value
}

function columnsOf(contact: ContactInput) {
  try {
    return allContactColumns(contact)
  } catch (error) {
    if (error instanceof AppError && error.code === 'user.phoneInvalid')
      throw new Unfit(error.field === 'contact.phone' ? 'phone' : 'mobile')
    throw error
  }
}

const isSame = (current: Contact, wanted: ContactInput) =>
  (Object.keys(wanted) as (keyof ContactInput)[]).every((field) => current[field] === wanted[field])

async function readText({ stream }: UploadedFile): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    bytes += part.length
    if (bytes > contactFile.bytesMax) throw new AppError('error.tooLarge', { field: 'file' })
    parts.push(part)
  }
  const decoded = decodeText(Buffer.concat(parts))
  if (decoded === null || !('text' in decoded)) throw new AppError('file.encodingBroken', { field: 'file' })
  return decoded.text.replace(/^\uFEFF/, '')
}

function readRows(text: string): { rows: FileRow[]; columns: string[] } {
  const [heading, ...table] = readCsvTable(text, contactFile.rowsMax)
  if (!heading) throw new AppError('file.empty', { field: 'file' })
  const read = heading.cells.map((cell) => readColumn(cell.trim()))
  // A column that stands there twice counts once.
  const places = read.map((column, at) => (column !== undefined && read.indexOf(column) === at ? column : null))
  if (!places.includes('email') && !places.includes('contactID')) throw new AppError('contact.noAddressColumn', { field: 'file' })
  const rows = table.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      places.flatMap((column, at) =>
        column === null ? [] : [[column, (cells[at] ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').trim()]],
      ),
    ) as Cells,
  }))
  const unread = heading.cells.filter((cell, at) => places[at] === null && cell.trim() !== '').map((cell) => cell.trim().slice(0, 60))
  return { rows, columns: unread.slice(0, 30) }
}
