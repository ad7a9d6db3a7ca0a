import { blacklistFile, type BlacklistRow, type ImportOutcome, noteCharsMax, type RefusedRow } from '@regie/contract/blacklist.ts'
import type { Retention } from '@regie/contract/case-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { CountryCode } from 'libphonenumber-js/max'
import { AppError } from '../../../platform/app-error.ts'
import { readCsvTable } from '../../../platform/documents/read-csv-table.ts'
import { decodeText } from '../../../platform/documents/text-encoding.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { UploadedFile } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { openUndoEntry } from '../../undo-entries/open-undo-entry.ts'
import { insertEntries, readAddress } from './add-entry.ts'
import { shownAddress } from './listed-entries.ts'
import { readReason, readRetention } from './listing-words.ts'
import { findPhoneCountries } from './phone-countries.ts'

type Standard = { customerID: number; reason: string; retention: Retention }
type Read = { row: number; kind: 'phone' | 'email'; value: string; reason: string; retention: Retention; note: string }
const sampleShown = 5

// The heading of the column with the address, as files of others call it.
const addressWords =
  /^(adres|waarde|value|address|adresse|valeur|nummer|number|num[ée]ro|tel\.?|telefoon(nummer)?|phone( number)?|t[ée]l[ée]phone|gsm|mobiel(nummer)?|mobile|e-?mail([ -]?(adres|address))?|adresse e-?mail|courriel)$/i
const reasonWords = /^(reden|reason|raison)$/i
const retentionWords = /^(bewaartermijn|retention|conservation)$/i
const noteWords = /^(opmerking(en)?|toelichting|note|notes|remarks?|remarques?|commentaires?)$/i

class OnlyAsked extends Error {}

/**
 * Lists the addresses of a CSV file: one column is enough; reason and retention of a row stand before those given for the whole file. `isAsked` does the
 * same and takes it back before anybody sees it, for what the file would come to.
 */
export async function importBlacklist(
  services: Services,
  caller: Caller,
  standard: Standard,
  file: UploadedFile,
  { isAsked = false } = {},
): Promise<ImportOutcome> {
  const { customerID: customerId } = standard
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const countries = await findPhoneCountries(services.db, customerId)
  const { good, bad, columns } = readRows(await readText(file), standard, countries)
  const ids: number[] = []
  const listed = new Set<string>()
  const at = services.clock.now()
  const list = async (tx: Transaction) => {
    const groups = Map.groupBy(good, ({ reason, retention }) => `${reason} ${retention}`)
    for (const rows of groups.values()) {
      const { reason, retention } = rows[0] as Read
      const listing = { ...standard, reason, retention, scope: 'customer' as const, scriptID: null, note: '', by: caller.username, at }
      for (const { id, value } of await insertEntries(tx, listing, rows)) {
        ids.push(id)
        listed.add(value)
      }
    }
    for (const { row, value } of good) if (!listed.has(value)) bad.push({ row, value, why: 'duplicate' })
    if (ids.length === 0) return
    await openUndoEntry(tx, {
      ...{ customerId, userId: caller.userId, action: 'listing.add', name: '', right: Right.addToBlacklist, at },
      ...{ count: ids.length, before: { added: ids } },
    })
  }
  await services.db
    .transaction()
    .execute(async (tx) => {
      await list(tx)
      if (isAsked) throw new OnlyAsked()
    })
    .catch((error: unknown) => {
      if (!(error instanceof OnlyAsked)) throw error
    })
  const rows = bad.toSorted((one, other) => one.row - other.row).slice(0, blacklistFile.refusedShown)
  // What staff write beside an entry may name the person.
  const noted = (row: Read): Read => (maySeePersonalData(caller) ? row : { ...row, note: '' })
  const sample = good
    .filter(({ value }) => listed.has(value))
    .slice(0, sampleShown)
    .map(noted)
  const shown = <Row extends { value: string }>(row: Row): Row => ({ ...row, value: shownRow(caller, row.value) })
  return { added: ids.length, refused: bad.length, rows: rows.map(shown), columns, sample: sample.map(shown) }
}

async function readText({ stream }: UploadedFile): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    bytes += part.length
    if (bytes > blacklistFile.bytesMax) throw new AppError('error.tooLarge', { field: 'file' })
    parts.push(part)
  }
  const decoded = decodeText(Buffer.concat(parts))
  if (decoded === null || !('text' in decoded)) throw new AppError('file.encodingBroken', { field: 'file' })
  return decoded.text.replace(/^\uFEFF/, '')
}

function readRows(
  text: string,
  standard: Standard,
  countries: readonly CountryCode[],
): { good: Read[]; bad: RefusedRow[]; columns: string[] } {
  const table = readCsvTable(text, blacklistFile.rowsMax)
  const [first] = table
  if (!first) throw new AppError('file.empty', { field: 'file' })
  const headings = first.cells.map((cell) => cell.trim())
  const hasHeading = headings.some((heading) => addressWords.test(heading))
  const placeOf = (words: RegExp) => (hasHeading ? headings.findIndex((heading) => words.test(heading)) : -1)
  const [value, reason, retention, note] = [addressWords, reasonWords, retentionWords, noteWords].map(placeOf)
  const places = { value: Math.max(0, value ?? -1), reason: reason ?? -1, retention: retention ?? -1, note: note ?? -1 }
  const seen = new Set<string>()
  const good: Read[] = []
  const bad: RefusedRow[] = []
  for (const { row, cells } of table.slice(hasHeading ? 1 : 0)) {
    const cellAt = (place: number) => (place < 0 ? '' : (cells[place] ?? '').trim())
    const given = cellAt(places.value).replace(/^'/, '')
    const address = readAddress(given, countries)
    const refuse = (why: RefusedRow['why']) => bad.push({ row, value: given.slice(0, 100), why })
    if ('why' in address) refuse(address.why)
    else if (seen.has(address.value)) refuse('duplicate')
    else {
      const [givenReason, givenRetention] = [cellAt(places.reason), cellAt(places.retention)]
      const ownReason = givenReason === '' ? standard.reason : readReason(givenReason)
      const ownRetention = givenRetention === '' ? standard.retention : readRetention(givenRetention)
      if (ownReason === undefined) refuse('reason')
      else if (ownRetention === undefined) refuse('retention')
      else {
        seen.add(address.value)
        good.push({ row, ...address, reason: ownReason, retention: ownRetention, note: readNote(cellAt(places.note)) })
      }
    }
  }
  // With no heading that we know and nothing beneath the first one that is an address, the column is elsewhere or missing.
  if (!hasHeading && good.length === 0 && !bad.some(({ why }) => why === 'duplicate' || why === 'scientific'))
    throw new AppError('blacklist.noAddressColumn', { field: 'file' })
  const read = Object.values(places)
  const columns = hasHeading
    ? headings.filter((heading, at) => heading !== '' && !read.includes(at)).map((heading) => heading.slice(0, 60))
    : []
  return { good, bad, columns: columns.slice(0, 30) }
}

// PostgreSQL keeps neither the character 0 nor half a character, which a cut may leave.
const readNote = (text: string) =>
  text
    .replaceAll('\0', '')
    .slice(0, noteCharsMax)
    .replace(/[\ud800-\udbff]$/, '')

/** What stood in a row, as this caller may see it. */
function shownRow(caller: Caller, value: string): string {
  const kind: BlacklistRow['kind'] = value.includes('@') ? 'email' : 'phone'
  return shownAddress(caller, kind, value)
}
