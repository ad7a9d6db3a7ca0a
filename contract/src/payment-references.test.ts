import { expect, test } from 'vitest'
import { betalingskenmerkCheck, isMistypedReference, referenceKind, rfReferenceOf, shownReference } from './payment-references.ts'

test.each([
  ['000056789012345', '5'],
  ['020240001234567', '8'],
  ['71234567', '2'],
  ['000000000000000', '0'],
])('the digits %s have the check digit %s', (digits, check) => expect(betalingskenmerkCheck(digits)).toBe(check))

test.each(['5000056789012345', '12 2345 3462 2567', '1223.4534.6225.67', '271234567', '1234567', '8020240001234567'])(
  '%s is a betalingskenmerk',
  (reference) => expect(referenceKind(reference)).toBe('betalingskenmerk'),
)

test.each(['4000056789012345', '281234567', '171234567', '12345678', '500005678901234', '50000567890123456', ''])(
  '%s is none',
  (reference) => expect(referenceKind(reference)).toBe('free'),
)

test.each(['RF18539007547034', 'RF185390075470Y', 'rf71 2348 231', 'RF45G72UUR', 'RF6518K5', 'RF48 5000056789012345'])(
  '%s is a reference by ISO 11649',
  (reference) => expect(referenceKind(reference)).toBe('rf'),
)

test.each(['RF17539007547034', 'RF35C4', 'RF214377', 'RF18', 'RF18_539007547034X'])('%s is none by ISO 11649', (reference) =>
  expect(referenceKind(reference)).toBe('free'),
)

test.each([
  ['539007547034', 'RF18539007547034'],
  ['AB2G5', 'RF68AB2G5'],
  ['1234512345', 'RF451234512345'],
  ['5000 0567 8901 2345', 'RF485000056789012345'],
  ['RF18 5390 0754 7034', 'RF18539007547034'],
  ['', null],
  ['é', null],
  ['1234567890123456789012', null],
])('%s is %s by ISO 11649', (reference, rf) => expect(rfReferenceOf(reference)).toBe(rf))

test('what has a check that is wrong was mistyped; what has none was not', () => {
  expect(['5000056789012346', 'RF17 5390 0754 7034'].map(isMistypedReference)).toEqual([true, true])
  expect(['5000056789012345', 'RF18539007547034', '2026-0001', 'RFQ-1', '12345678'].map(isMistypedReference)).toEqual([
    ...[false, false, false, false, false],
  ])
})

test('what has a check stands in groups of four, anything else as it was written', () => {
  expect(shownReference('5000056789012345')).toBe('5000 0567 8901 2345')
  expect(shownReference('RF18539007547034')).toBe('RF18 5390 0754 7034')
  expect(['Factuur 12/3', '2024-123', '1234567'].map(shownReference)).toEqual(['Factuur 12/3', '2024-123', '1234567'])
})
