import type { Locale } from '@regie/contract/locale.ts'
import { readPhone } from '../../platform/phone-number.ts'

/** What of a case's fields has a column of its own: what one searches, sorts and sends by. */
export type FieldColumns = {
  name: string
  phone: string | null
  mobile: string | null
  email: string | null
  city: string | null
  postcode: string | null
  invoice_number: string | null
  locale: Locale
  outstanding_cents: number | null
}

type Fields = Readonly<Record<string, string>>

/** The fields that hold a number; two of them at most become columns. */
export const phoneKeys: readonly string[] = ['telefoon1', 'telefoon2', 'mobiel']
const sources: Record<keyof FieldColumns, readonly string[]> = {
  name: ['voornaam', 'voorletters', 'tussenvoegsel', 'achternaam', 'bedrijfsnaam'],
  phone: phoneKeys,
  mobile: phoneKeys,
  email: ['email'],
  city: ['plaats'],
  postcode: ['postcode'],
  invoice_number: ['factuurnummer'],
  locale: ['taal'],
  outstanding_cents: ['openstaand'],
}

/** The columns of a case with these fields, which are in our own notation. */
export function columnsOfFields(fields: Fields): FieldColumns {
  const given = phoneKeys.flatMap((key) => fields[key] ?? [])
  const mobile = given.findLast(isMobile) ?? null
  return {
    name: nameOf(fields),
    // A mobile may be called as well, so a number is kept once.
    phone: given.find((phone) => phone !== mobile) ?? null,
    mobile,
    email: fields['email'] ?? null,
    city: fields['plaats'] ?? null,
    postcode: fields['postcode'] ?? null,
    invoice_number: fields['factuurnummer'] ?? null,
    locale: localeOf(fields['taal']),
    outstanding_cents: fields['openstaand'] === undefined ? null : Math.round(Number(fields['openstaand']) * 100),
  }
}

/** Only the columns that the changed fields decide: the others may have come another way. */
export function columnsOfChangedFields(fields: Fields, changed: ReadonlySet<string>): Partial<FieldColumns> {
  const moved = (Object.keys(sources) as (keyof FieldColumns)[]).filter((column) => sources[column].some((key) => changed.has(key)))
  const columns = columnsOfFields(fields)
  return Object.fromEntries(moved.map((column) => [column, columns[column]]))
}

function isMobile(phone: string) {
  const read = readPhone(phone)
  return 'number' in read && read.isMobile
}

function nameOf(fields: Fields) {
  const person = [fields['voornaam'] ?? fields['voorletters'], fields['tussenvoegsel'], fields['achternaam']]
    .filter((part) => part !== undefined)
    .join(' ')
  return fields['achternaam'] === undefined ? (fields['bedrijfsnaam'] ?? person) : person
}

const localeOf = (taal: string | undefined): Locale => (taal === 'eng' || taal === 'fr' ? taal : 'nl')
