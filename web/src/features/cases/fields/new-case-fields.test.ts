import type { FieldDefinition } from '@regie/contract/fields.ts'
import { expect, test } from 'vitest'
import { faultWhenLeft, newCaseFields } from './new-case-fields.ts'

const field = (key: string, rest: Partial<FieldDefinition> = {}): FieldDefinition => ({
  key,
  type: 'text',
  label: { nl: key, eng: key, fr: key },
  required: false,
  maxLength: 100,
  aliases: [],
  ...rest,
})
const keysOf = (list: readonly { field: FieldDefinition }[]) => list.map((one) => one.field.key)

const debtor = [
  field('dossiernummer', { required: true }),
  field('klantnummer'),
  field('voornaam'),
  field('achternaam', { group: 'naam' }),
  field('bedrijfsnaam', { group: 'naam' }),
  field('straat'),
  field('telefoon1', { type: 'phone', group: 'bereik' }),
  field('mobiel', { type: 'phone', group: 'bereik' }),
  field('email', { type: 'email', group: 'bereik' }),
  field('factuurnummer'),
  field('vervaldatum', { type: 'date' }),
  field('openstaand', { type: 'amount', required: true }),
]

test('eight fields first, in the order in which one asks for them; nothing is lost', () => {
  const { first, more } = newCaseFields(debtor)
  expect(keysOf(first)).toEqual([
    'dossiernummer',
    'factuurnummer',
    'achternaam',
    'bedrijfsnaam',
    'mobiel',
    'email',
    'openstaand',
    'vervaldatum',
  ])
  expect([...keysOf(first), ...keysOf(more)].sort()).toEqual(debtor.map(({ key }) => key).sort())
})

test('of a script with its own fields what is required stands first, and one of each group', () => {
  const own = 'abcdefghijkl'.split('').map((key) => field(key, { required: 'bcdefghijk'.includes(key) }))
  const { first } = newCaseFields([...own, field('x', { group: 'g' }), field('y', { group: 'g' })])
  expect(keysOf(first)).toEqual([...'bcdefghijk'.split(''), 'x'])
  expect(first.at(-1)?.groupMembers.map(({ key }) => key)).toEqual(['x', 'y'])
})

test.each([
  ['dossiernummer', '', 'required'],
  ['achternaam', '', null],
  ['email', 'a@b', 'emailInvalid'],
  ['email', 'a@b.nl', null],
  ['mobiel', '0612', 'phoneInvalid'],
  ['mobiel', '06 1234 5678', null],
])('%s left with "%s" says %s', (key, value, fault) => {
  const { first } = newCaseFields(debtor)
  const one = first.find((known) => known.field.key === key)
  expect(one === undefined ? 'missing' : faultWhenLeft(one, value)).toBe(fault)
})
