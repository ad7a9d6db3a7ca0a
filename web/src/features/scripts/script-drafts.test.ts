import { expect, test } from 'vitest'
import { draftOf, fieldOf, keyFrom } from './fields/field-draft.ts'
import { faultsOf, isChanged, linesOf } from './variables/variable-rows.ts'

test.each([
  ['Polisnummer', 'polisnummer'],
  ['Échéance (jour)', 'echeance_jour'],
  ['2e voornaam', 'e_voornaam'],
  ['—', ''],
])('the key of a field called %j is %j', (label, key) => {
  expect(keyFrom(label)).toBe(key)
})

test('a field goes through its form unchanged, and a language without a label shows the Dutch one', () => {
  const field = { key: 'soort', label: { nl: 'Soort', eng: 'Kind', fr: 'Genre' }, type: 'choice', required: true, maxLength: 20 } as const
  const whole = { ...field, aliases: ['type'], choices: ['a', 'b'], editable: false, group: 'g', minLength: 1, mask: 'last4' as const }
  expect(fieldOf(draftOf(whole), whole)).toEqual(whole)
  const draft = { ...draftOf(null), key: 'x', label: { nl: ' Polis ', eng: '', fr: '' } }
  expect(fieldOf(draft, null)).toMatchObject({ label: { nl: 'Polis', eng: 'Polis', fr: 'Polis' }, aliases: [] })
})

test('a variable has a name of its own that texts can ask for', () => {
  const variable = (key: string) => ({ key, value: '', standardValue: '', resetDaily: false, usedBy: [] })
  const lines = linesOf([variable('a'), variable('9a'), variable('a')])
  expect([...faultsOf(lines)]).toEqual([
    [1, 'keyInvalid'],
    [2, 'twice'],
  ])
  expect(isChanged(lines, lines)).toBe(false)
  expect(isChanged(lines.slice(1), lines)).toBe(true)
})
