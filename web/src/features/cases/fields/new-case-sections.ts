import type { NewCaseField } from './new-case-fields.ts'

/** What the fields of a new case are about, in the order in which one writes it down while somebody is on the telephone. */
const newCaseSections = ['who', 'reach', 'owed', 'extra'] as const
type Section = (typeof newCaseSections)[number]

// The fields that the product knows, as one says them; what a script adds of its own stands last.
const keysOf: Record<Exclude<Section, 'extra'>, readonly string[]> = {
  who: [
    ...['aanhef', 'voorletters', 'tussenvoegsel', 'voornaam', 'achternaam', 'bedrijfsnaam', 'klantnummer'],
    ...['geboortedatum', 'debiteurtype', 'rechtsvorm', 'taal'],
  ],
  reach: [
    ...['mobiel', 'email', 'telefoon1', 'telefoon2', 'contactvoorkeur', 'niet_bellen_voor', 'niet_bellen_na'],
    ...['postcode', 'huisnummer', 'toevoeging', 'straat', 'plaats', 'land'],
  ],
  owed: [
    ...['dossiernummer', 'factuurnummer', 'openstaand', 'vervaldatum', 'factuurdatum', 'hoofdsom', 'rente', 'incassokosten'],
    ...['betaald', 'vordering_overgenomen', 'betalingskenmerk', 'iban_opdrachtgever', 'opdrachtgever', 'product'],
  ],
}

/** The fields under their headings; a heading without fields is left out. */
export function sectionsOf(fields: readonly NewCaseField[]): { section: Section; fields: NewCaseField[] }[] {
  const known = Object.values(keysOf).flat()
  return newCaseSections.flatMap((section) => {
    const keys = section === 'extra' ? null : keysOf[section]
    const own = keys
      ? keys.flatMap((key) => fields.find(({ field }) => field.key === key) ?? [])
      : fields.filter(({ field }) => !known.includes(field.key))
    return own.length === 0 ? [] : [{ section, fields: own }]
  })
}

const shortTypes = ['date', 'amount', 'time', 'postcode', 'integer', 'number', 'bool', 'choice']
const shortMax = 20

/** A field of which the content is short is narrow: a postal code, an amount, a day, initials. */
export function isShort({ field: { type, maxLength } }: NewCaseField): boolean {
  return shortTypes.includes(type) || (type === 'text' && maxLength <= shortMax)
}
