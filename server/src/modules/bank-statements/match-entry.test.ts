import { expect, test } from 'vitest'
import { type MatchedEntry, matchEntry, type NamedCase, referencesOf } from './match-entry.ts'

const entry: MatchedEntry = { amountCents: 5000, currency: 'EUR', reference: null, references: ['5000056789012345'] }
const one: NamedCase = { caseId: 7, paymentReference: '5000056789012345', currency: 'EUR', openCents: 5000, isLocked: false }

test.each([
  ['the whole', entry, [one], { caseId: 7 }],
  ['a part', { ...entry, amountCents: 1 }, [one], { caseId: 7 }],
  ['more than is open', { ...entry, amountCents: 5001 }, [one], { reason: 'tooMuch' }],
  ['for a case that owes nothing more', entry, [{ ...one, openCents: 0 }], { reason: 'tooMuch' }],
  ['for a claim that is not known', entry, [{ ...one, openCents: null }], { reason: 'claimUnknown' }],
  ['in another currency', { ...entry, currency: 'USD' }, [one], { reason: 'otherCurrency' }],
  ['for one of two cases', entry, [one, { ...one, caseId: 8 }], { reason: 'severalCases' }],
  ['for a case of a locked batch', entry, [{ ...one, isLocked: true }], { reason: 'caseLocked' }],
  ['under a reference of nobody', entry, [], { reason: 'noCase' }],
  ['without a reference', { ...entry, references: [] }, [], { reason: 'noReference' }],
])('money %s', (_what, given, named, match) => expect(matchEntry(given, named)).toEqual(match))

test('what the bank keeps apart is a reference too, in the form by which cases are found', () => {
  expect(referencesOf({ reference: 'polis 12/ab', references: ['5000056789012345'] })).toEqual(['POLIS12AB', '5000056789012345'])
  expect(referencesOf({ reference: ' ', references: [] })).toEqual([])
})
