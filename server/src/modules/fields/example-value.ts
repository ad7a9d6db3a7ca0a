import type { FieldDefinition } from '@regie/contract/fields.ts'

// Two people who do not exist, at domains that nobody can have.
const known: Record<string, readonly [string, string]> = {
  dossiernummer: ['2026-0001', '2026-0002'],
  klantnummer: ['K1001', 'K1002'],
  voorletters: ['J.', 'S.'],
  voornaam: ['Jan', 'Sanne'],
  tussenvoegsel: ['', 'de'],
  achternaam: ['Jansen', 'Vries'],
  bedrijfsnaam: ['', 'Bakkerij De Vries'],
  straat: ['Dorpsstraat', 'Stationsweg'],
  huisnummer: ['12', '7'],
  toevoeging: ['A', ''],
  plaats: ['Utrecht', 'Zwolle'],
  land: ['NL', 'NL'],
  telefoon2: ['', ''],
  email: ['jan.jansen@example.nl', 'sanne@example.com'],
  factuurnummer: ['F2026-101', 'F2026-102'],
  rente: ['1,25', '0,00'],
  incassokosten: ['40,00', '40,00'],
  betaald: ['0,00', '25,00'],
  openstaand: ['141,25', '62,50'],
  hoofdsom: ['100,00', '47,50'],
  betalingskenmerk: ['5000056789012345', '7000056789012346'],
  opdrachtgever: ['Energie Direct', 'Energie Direct'],
  rechtsvorm: ['particulier', 'eenmanszaak'],
  debiteurtype: ['consument', 'zakelijk'],
  soort_vordering: ['overeenkomst', 'consumentenkoop'],
  vonnisdatum: ['', ''],
  vordering_overgenomen: ['nee', 'nee'],
  contactvoorkeur: ['', 'email'],
  product: ['Energie', 'Energie'],
  niet_bellen_voor: ['09:00', ''],
  niet_bellen_na: ['', '18:00'],
}

const byType: Record<FieldDefinition['type'], readonly [string, string]> = {
  text: ['', ''],
  number: ['1,5', '2'],
  integer: ['1', '2'],
  amount: ['100,00', '47,50'],
  date: ['31-01-2026', '15-02-2026'],
  phone: ['0612345678', '0201234567'],
  email: ['jan.jansen@example.nl', 'sanne@example.com'],
  iban: ['NL91ABNA0417164300', 'NL91ABNA0417164300'],
  postcode: ['3511 AB', '8011 CD'],
  choice: ['', ''],
  bool: ['ja', 'nee'],
  time: ['09:00', '18:00'],
}

/** A made-up value of a field, as a file would carry it; `row` is 0 or 1. Its own example goes before ours. */
export function exampleValue(field: FieldDefinition, row: 0 | 1): string {
  if (field.example !== undefined && field.example !== '') return field.example
  if (field.type === 'choice' && !(field.key in known)) return field.choices?.[row] ?? field.choices?.[0] ?? ''
  const value = known[field.key]?.[row] ?? byType[field.type][row]
  return value === '' && field.required ? 'voorbeeld' : value
}
