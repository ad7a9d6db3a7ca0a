import { expect, test } from 'vitest'
import { defaultFields } from '../../fields/default-fields.ts'
import { checkRow, isUnreachable, type RowPlan } from './check-row.ts'
import { recogniseColumns } from './recognise-columns.ts'

function planFor(...headings: string[]): RowPlan {
  const targets = recogniseColumns(headings, defaultFields)
  const columns = targets.flatMap((target, index) => defaultFields.filter(({ key }) => key === target).map((field) => ({ index, field })))
  return { headings, columns, formats: { dateOrder: 'dmy', decimalMark: ',' } }
}

const plan = planFor('dossiernummer', 'achternaam', 'mobiel', 'email', 'postcode', 'vervaldatum', 'openstaand', 'opmerking')
const good = ['D1', 'Jansen', '0612345678', 'jan@example.nl', '1012ab', '06-01-2025', '47,07', '']
const withCell = (index: number, cell: string) => good.map((value, place) => (place === index ? cell : value))

test('a good row is kept in our notation', () => {
  expect(checkRow(plan, 2, good)).toEqual({
    row: 2,
    caseNumber: 'D1',
    name: 'Jansen',
    phone: null,
    mobile: '+31612345678',
    email: 'jan@example.nl',
    city: null,
    postcode: '1012 AB',
    invoiceNumber: null,
    locale: 'nl',
    outstandingCents: 4707,
    fields: {
      dossiernummer: 'D1',
      achternaam: 'Jansen',
      mobiel: '+31612345678',
      email: 'jan@example.nl',
      postcode: '1012 AB',
      vervaldatum: '2025-01-06',
      openstaand: '47.07',
    },
  })
})

test.each([
  [0, '', 'required'],
  [0, 'x'.repeat(36), 'tooLong'],
  [1, '=HYPERLINK("x")', 'formula'],
  [1, '@SUM(A1)', 'formula'],
  [1, '+1', 'formula'],
  [1, '-1', 'formula'],
  [1, '\t=1', 'formula'],
  [1, 'Jan\u0007', 'controlCharacter'],
  [1, 'Ren\uFFFD', 'controlCharacter'],
  [2, '3,16E+10', 'phoneScientific'],
  [2, '=3+1', 'formula'],
  [2, '123', 'phoneInvalid'],
  [3, 'geen', 'emailInvalid'],
  [3, 'a@b.nl, c@d.nl', 'emailInvalid'],
  [3, 'a@b', 'emailInvalid'],
  [4, '12345', 'postcodeInvalid'],
  [5, '31-02-2025', 'dateInvalid'],
  [5, '02-28-2025', 'dateOrderMixed'],
  [5, '=NU()', 'formula'],
  [6, '', 'amountMissing'],
  [6, '-5', 'amountNegative'],
  [6, 'veel', 'amountInvalid'],
  [6, '0', 'amountInvalid'],
  [6, '50.000,01', 'amountTooLarge'],
  [6, '=SOM(A1:A9)', 'formula'],
] as const)('cell %d with %j is refused as %s', (index, cell, reason) => {
  expect(checkRow(plan, 7, withCell(index, cell))).toMatchObject({ row: 7, reason, column: plan.headings[index] })
})

test('a row has as many cells as the heading', () => {
  expect(checkRow(plan, 3, [...good, 'meer'])).toMatchObject({ reason: 'tooManyColumns', value: 'meer' })
  expect(checkRow(plan, 3, good.slice(0, -1))).toMatchObject({ reason: 'tooFewColumns' })
  expect(checkRow(plan, 3, [...good, '', ''])).not.toHaveProperty('reason')
})

test.each([
  ['a word for it', ['Totaal', '', '', '', '', '', '1.234,56', '']],
  ['a word in another cell', ['', 'Eindtotaal:', '', '', '', '', '99,00', '']],
  ['an amount alone', ['', '', '', '', '', '', '1.234,56', '']],
])('a totals row is no case: %s', (_, cells) => {
  expect(checkRow(plan, 9, cells)).toMatchObject({ reason: 'totalsRow' })
})

test('a debtor named Total is a debtor', () => {
  expect(checkRow(plan, 9, withCell(0, 'Total'))).not.toHaveProperty('reason')
})

test('without phone and e-mail a row is a case that nobody can reach', () => {
  const row = checkRow(plan, 2, ['D1', 'Jansen', '', '', '', '', '47,07', ''])
  expect('reason' in row || isUnreachable(row)).toBe(true)
})

test('a fixed line is a phone and no mobile', () => {
  const row = checkRow(planFor('dossiernummer', 'openstaand', 'telefoon', 'mobiel'), 2, ['D1', '1', '020 1234567', '020 1234568'])
  expect(row).toMatchObject({ phone: '+31201234567', mobile: null })
})

test('headings are recognised by key, label and alias in three languages', () => {
  expect(
    recogniseColumns(['DossierNummer', 'Last name', 'Téléphone', 'E-MAIL', 'Invoice Number', 'montant', 'Betwist'], defaultFields),
  ).toEqual(['dossiernummer', 'achternaam', 'telefoon1', 'email', 'factuurnummer', 'openstaand', null])
})

test('a field goes to one column: its own name before a look-alike', () => {
  expect(recogniseColumns(['bedrag', 'openstaand'], defaultFields)).toEqual([null, 'openstaand'])
})

test('what was chosen before is chosen again', () => {
  expect(recogniseColumns(['invoiceNumber', 'bedrag'], defaultFields, { invoicenumber: 'dossiernummer', bedrag: null })).toEqual([
    'dossiernummer',
    null,
  ])
})
