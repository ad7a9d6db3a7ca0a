import { expect, test } from 'vitest'
import { caseValues } from './case-values.ts'

const one = {
  ...{ customerName: 'Rijnmond Incasso', caseNumber: 'D-1', name: 'Ada Jansen', invoiceNumber: null, locale: 'nl' as const },
  ...{ outstandingCents: 12_345, currency: 'EUR', fields: {} },
}

test.each([
  ['5000056789012345', '5000 0567 8901 2345', 'RF48 5000 0567 8901 2345'],
  ['RF18539007547034', 'RF18 5390 0754 7034', 'RF18 5390 0754 7034'],
  ['Polis 12', 'Polis 12', 'RF30 POLI S12'],
])('a text names the reference %s as %s and, by ISO 11649, as %s', (paymentReference, betalingskenmerk, rf) => {
  const values = caseValues({ ...one, paymentReference }, undefined)
  expect(values).toMatchObject({ betalingskenmerk, rf_kenmerk: rf })
})

test('a reference that has no place in ISO 11649 leaves that out, and the text is not sent without it', () => {
  expect(caseValues({ ...one, paymentReference: 'Förderung 12' }, undefined)).not.toHaveProperty('rf_kenmerk')
})
