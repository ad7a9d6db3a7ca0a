import type { FieldDefinition } from '@regie/contract/fields.ts'
import { expect, test } from 'vitest'
import { checkFieldValues, readFieldValues } from './check-field-values.ts'
import { defaultFields } from './default-fields.ts'

const good = { dossiernummer: 'D1', openstaand: '47,07', achternaam: 'Jansen', email: 'jan@example.nl' }
const code: FieldDefinition = {
  key: 'code',
  label: { nl: 'Code', eng: 'Code', fr: 'Code' },
  type: 'text',
  required: false,
  maxLength: 6,
  aliases: [],
}

test('what staff type is kept in our notation, and reads back the same', () => {
  const typed = { ...good, mobiel: '06 12345678', vervaldatum: '06-01-2025', hoofdsom: '1.234', postcode: '1012ab' }
  const first = readFieldValues(defaultFields, typed)
  expect(first).toMatchObject({
    faults: [],
    values: { openstaand: '47.07', mobiel: '+31612345678', vervaldatum: '2025-01-06', hoofdsom: '1234.00', postcode: '1012 AB' },
  })
  expect(readFieldValues(defaultFields, first.values)).toEqual(first)
})

test.each([
  ['of a length that its country does not have', 'NL06ABNA04171643001'],
  ['too short for its country', 'NL58ABNA041716430'],
  ['of a country that does not exist', 'ZZ33123456789012345'],
  ['with a wrong check', 'NL91ABNA0417164301'],
])('an IBAN %s is none, though its check may be right', (_, iban) => {
  expect(checkFieldValues(defaultFields, { ...good, iban_opdrachtgever: iban })).toEqual([
    { key: 'iban_opdrachtgever', fault: 'ibanInvalid' },
  ])
  const { values } = readFieldValues(defaultFields, { ...good, iban_opdrachtgever: 'nl91 abna 0417 1643 00' })
  expect(values['iban_opdrachtgever']).toBe('NL91ABNA0417164300')
})

test.each([
  ['a required field is empty', { ...good, dossiernummer: ' ' }, [{ key: 'dossiernummer', fault: 'required' }]],
  ['an amount is missing', { ...good, openstaand: '' }, [{ key: 'openstaand', fault: 'amountMissing' }]],
  ['nobody can be reached', { ...good, email: '' }, [{ key: 'telefoon1', fault: 'oneOfMissing' }]],
  ['a field that the script has not', { ...good, kleur: 'rood' }, [{ key: 'kleur', fault: 'fieldUnknown' }]],
  ['a formula', { ...good, plaats: '=1+1' }, [{ key: 'plaats', fault: 'formula' }]],
])('%s', (_, values, faults) => {
  expect(checkFieldValues(defaultFields, values)).toEqual(faults)
})

test.each([
  [{ minLength: 3 }, 'AB', 'tooShort'],
  [{ exactLength: 4 }, 'ABC', 'lengthWrong'],
  [{ upper: true }, 'Abc', 'notUpper'],
  [{ exclude: '|;' }, 'A;B', 'characterExcluded'],
  [{}, 'ABCDEFG', 'tooLong'],
] as const)('a script asks more of a field: %j', (rule, value, fault) => {
  expect(checkFieldValues([{ ...code, ...rule }], { code: value })).toEqual([{ key: 'code', fault }])
})
