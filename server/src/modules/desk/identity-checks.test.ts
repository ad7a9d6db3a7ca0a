import { expect, test } from 'vitest'
import { checkIdentity, checksOf } from './identity-checks.ts'

const known = { caseNumber: 'D-1039', fields: { geboortedatum: '1988-03-14', postcode: '3811 AB' } }

test('only what the case knows can be asked', () => {
  expect(checksOf(known)).toEqual(['birthDate', 'postcode', 'caseNumber'])
  expect(checksOf({ caseNumber: 'D-1039', fields: { geboortedatum: 'onbekend', postcode: ' ' } })).toEqual(['caseNumber'])
})

test.each([
  [{ birthDate: '14-3-1988', postcode: '3811ab' }, { right: ['birthDate', 'postcode'] }],
  [{ postcode: '3811 AB', caseNumber: 'd1039' }, { right: ['postcode', 'caseNumber'] }],
  [{ birthDate: '1988-03-14', postcode: '3811AB', caseNumber: 'D-1039' }, { right: ['birthDate', 'postcode', 'caseNumber'] }],
  [{ birthDate: '14-03-1988' }, { refusal: 'desk.checksMissing' }],
  [{}, { refusal: 'desk.checksMissing' }],
  [{ birthDate: ' ', postcode: '3811AB', caseNumber: '' }, { refusal: 'desk.checksMissing' }],
  [{ birthDate: '14-03-1989', postcode: '3811AB' }, { refusal: 'desk.notMatching' }],
  // Two are right, and yet they guess.
  [{ birthDate: '14-03-1988', postcode: '3811AB', caseNumber: 'D-1040' }, { refusal: 'desk.notMatching' }],
  [{ birthDate: 'vroeger', postcode: '3811AB' }, { refusal: 'desk.notMatching' }],
])('%o is %o', (named, answer) => {
  expect(checkIdentity(known, named)).toEqual(answer)
})

test('what the case does not know is no check: naming it anyhow counts for nothing', () => {
  const poor = { caseNumber: 'D-1039', fields: {} }
  expect(checkIdentity(poor, { birthDate: '14-03-1988', caseNumber: 'D-1039' })).toEqual({ refusal: 'desk.checksMissing' })
})
