import { importColumns } from '@regie/contract/import-columns.ts'
import { expect, test } from 'vitest'
import { defaultFields } from '../../fields/default-fields.ts'
import { type BadRow, checkRow, isUnreachable } from './check-row.ts'
import type { RowPlan } from './row-plan.ts'
import { recogniseColumns } from './recognise-columns.ts'

function planFor(...headings: string[]): RowPlan {
  const found = recogniseColumns(headings, defaultFields).flatMap((filled, index) =>
    filled.map(({ field }) => ({ index, key: field, transform: null })),
  )
  const columns = found.flatMap((column) => defaultFields.filter(({ key }) => key === column.key).map((field) => ({ ...column, field })))
  const news = found.flatMap((column) => importColumns.filter(({ key }) => key === column.key).map(({ key }) => ({ ...column, key })))
  return { headings, columns, news, constants: {}, groups: [], formats: { dateOrder: 'dmy', decimalMark: ',' }, today: '2026-01-15' }
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
    ...{ flag: null, startOn: null, expiresOn: null, priority: null, linkedNumber: null, currency: 'EUR' },
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
  [1, 'Jan\uFFFEJansen', 'controlCharacter'],
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
  expect(checkRow(plan, 7, withCell(index, cell))).toMatchObject({ row: 7, faults: [{ reason, column: plan.headings[index] }] })
})

test('a row tells all that is wrong with it at once', () => {
  const cells = ['', '=1+1', '123', 'geen', '1012ab', '31-02-2025', '-5', '']
  const { faults, caseNumber } = checkRow(plan, 7, cells) as BadRow
  expect(caseNumber).toBeNull()
  expect(faults.map(({ reason, column, value }) => [column, reason, value])).toEqual([
    ['dossiernummer', 'required', null],
    ['achternaam', 'formula', '=1+1'],
    ['mobiel', 'phoneInvalid', '123'],
    ['email', 'emailInvalid', 'geen'],
    ['vervaldatum', 'dateInvalid', '31-02-2025'],
    ['openstaand', 'amountNegative', '-5'],
  ])
  const news = planFor('dossiernummer', 'openstaand', 'vervalt_op', 'prioriteit', 'valuta')
  expect(checkRow(news, 2, ['D1', 'x', '01-01-2020', '12', 'XYZ1'])).toMatchObject({
    caseNumber: 'D1',
    faults: ['amountInvalid', 'expired', 'numberInvalid', 'currencyUnsupported'].map((reason) => ({ reason })),
  })
  expect(checkRow(plan, 3, ['D1', 'Jansen', '123'])).toMatchObject({
    faults: ['tooFewColumns', 'phoneInvalid', 'amountMissing'].map((reason) => ({ reason })),
  })
})

test('of a group a cell that is filled and wrong is wrong, not missing', () => {
  const phones = { ...planFor('dossiernummer', 'openstaand', 'mobiel', 'email'), groups: [['mobiel', 'email']] }
  expect(checkRow(phones, 2, ['D1', '1,00', '123', ''])).toMatchObject({ faults: [{ reason: 'phoneInvalid' }] })
})

test('a row has as many cells as the heading', () => {
  expect(checkRow(plan, 3, [...good, 'meer'])).toMatchObject({ faults: [{ reason: 'tooManyColumns', value: 'meer' }] })
  expect(checkRow(plan, 3, good.slice(0, -1))).toMatchObject({ faults: [{ reason: 'tooFewColumns' }] })
  expect(checkRow(plan, 3, [...good, '', ''])).not.toHaveProperty('faults')
})

test.each([
  ['a word for it', ['Totaal', '', '', '', '', '', '1.234,56', '']],
  ['a word in another cell', ['', 'Eindtotaal:', '', '', '', '', '99,00', '']],
  ['an amount alone', ['', '', '', '', '', '', '1.234,56', '']],
])('a totals row is no case: %s', (_, cells) => {
  expect(checkRow(plan, 9, cells)).toMatchObject({ faults: [{ reason: 'totalsRow' }] })
})

test('a debtor named Total is a debtor', () => {
  expect(checkRow(plan, 9, withCell(0, 'Total'))).not.toHaveProperty('faults')
})

test('without phone and e-mail a row is a case that nobody can reach', () => {
  const row = checkRow(plan, 2, ['D1', 'Jansen', '', '', '', '', '47,07', ''])
  expect('faults' in row || isUnreachable(row)).toBe(true)
})

test('a fixed line is a phone and no mobile', () => {
  const row = checkRow(planFor('dossiernummer', 'openstaand', 'telefoon', 'mobiel'), 2, ['D1', '1', '020 1234567', '020 1234568'])
  expect(row).toMatchObject({ phone: '+31201234567', mobile: null })
})

const fieldsOf = (...headings: string[]) =>
  recogniseColumns(headings, defaultFields).map((filled) => filled.map(({ field }) => field).join())

test('headings are recognised by key, label and alias in three languages', () => {
  expect(fieldsOf('DossierNummer', 'Last name', 'Téléphone', 'E-MAIL', 'Invoice Number', 'montant', 'Kleur')).toEqual([
    ...['dossiernummer', 'achternaam', 'telefoon1', 'email', 'factuurnummer', 'openstaand', ''],
  ])
})

test.each([
  ['Naam debiteur', 'achternaam'],
  ['Debiteurnaam', 'achternaam'],
  ['Customer name', 'achternaam'],
  ['Nom du client', 'achternaam'],
  ['Bedrag open (EUR)', 'openstaand'],
  ['Openstaand bedrag in €', 'openstaand'],
  ['Open amount EUR', 'openstaand'],
  ['Montant ouvert', 'openstaand'],
  ['Tel. mobiel', 'mobiel'],
  ['Mob.nr', 'mobiel'],
  ['Tel.nr.', 'telefoon1'],
  ['Deb.nr', 'klantnummer'],
  ['DebiteurNr', 'klantnummer'],
  ['Fact.nr.', 'factuurnummer'],
  ['N° de facture', 'factuurnummer'],
  ['Factuurdat.', 'factuurdatum'],
  ['Verv.datum', 'vervaldatum'],
  ['Opmerking', 'opmerking'],
  ['Opm.', 'opmerking'],
  ['Remarks', 'opmerking'],
  ['Dossier nr.', 'dossiernummer'],
  ['Email adres', 'email'],
  ['Betwist', 'betwist'],
  ['Disputed', 'betwist'],
  ['En litige', 'betwist'],
  ['Geblokkeerd', 'geblokkeerd'],
  ['Aanmaanblokkade', 'geblokkeerd'],
  ['Dunning block', 'geblokkeerd'],
  ['Overleden', 'overleden'],
  ['Datum overlijden', 'overleden'],
  ['Date of death', 'overleden'],
  ['Décédé', 'overleden'],
  ['Do not contact', 'geen_contact'],
  ['Start op', 'start_op'],
  ['DaysToSettle', ''],
] as const)('the heading %j of an export is %j', (heading, field) => {
  expect(fieldsOf(heading)).toEqual([field])
})

test('a field goes to one column: its own name before a look-alike', () => {
  expect(fieldsOf('bedrag', 'openstaand')).toEqual(['', 'openstaand'])
})

test('what was chosen before is chosen again, two fields from one column too', () => {
  const two = ['dossiernummer', 'factuurnummer'].map((field) => ({ field, transform: null }))
  expect(recogniseColumns(['invoiceNumber', 'bedrag'], defaultFields, { invoicenumber: two, bedrag: [] })).toEqual([two, []])
})

test('what begins as a formula stays text in a remark', () => {
  expect(checkRow(plan, 2, withCell(7, '=zie vorige brief'))).toMatchObject({ fields: { opmerking: '=zie vorige brief' } })
  expect(checkRow(plan, 2, withCell(7, "'-5 beloofd"))).toMatchObject({ fields: { opmerking: '-5 beloofd' } })
})

test.each([
  ['Ja', 'betwist'],
  ['x', 'betwist'],
  ['in behandeling bij jurist', 'betwist'],
  ['12-03-2025', 'betwist'],
  ['Nee', null],
  ['No', null],
  ['0', null],
  ['0,00', null],
  ['', null],
] as const)('%j in a column of disputes says %j', (cell, flag) => {
  const disputes = planFor('dossiernummer', 'openstaand', 'betwist')
  expect(checkRow(disputes, 2, ['D1', '1,00', cell])).toMatchObject({ flag })
})

test('of several flags the one that asks most counts', () => {
  const flags = planFor('dossiernummer', 'openstaand', 'betwist', 'overleden', 'geblokkeerd')
  expect(checkRow(flags, 2, ['D1', '1,00', 'Ja', '2025-03-12', 'Ja'])).toMatchObject({ flag: 'overleden' })
})

test('a file may say from when, until when, how urgent, with which case and in which currency', () => {
  const full = planFor('dossiernummer', 'openstaand', 'start_op', 'vervalt_op', 'prioriteit', 'gekoppeld_dossier', 'valuta')
  const row = ['D1', '1,00', '01-02-2026', '2026-06-30', 'hoog', 'D0', '€']
  const news = { startOn: '2026-02-01', expiresOn: '2026-06-30', priority: 2, linkedNumber: 'D0', currency: 'EUR' }
  expect(checkRow(full, 2, row)).toMatchObject(news)
  expect(checkRow(full, 2, ['D1', '1,00', '01-01-2026', '', '', '', ''])).toMatchObject({ startOn: null, currency: 'EUR' })
  expect(checkRow(full, 2, row.with(3, '31-12-2025'))).toMatchObject({ faults: [{ reason: 'expired', column: 'vervalt_op' }] })
  expect(checkRow(full, 2, row.with(4, '12'))).toMatchObject({ faults: [{ reason: 'numberInvalid' }] })
  expect(checkRow(full, 2, row.with(6, 'XYZ1'))).toMatchObject({ faults: [{ reason: 'currencyUnsupported' }] })
})

test('of a group that the file has one must be filled', () => {
  const names = planFor('dossiernummer', 'openstaand', 'achternaam', 'bedrijfsnaam')
  const asked = { ...names, groups: [['achternaam', 'bedrijfsnaam']] }
  expect(checkRow(asked, 2, ['D1', '1,00', '', ''])).toMatchObject({ faults: [{ reason: 'oneOfMissing', column: 'achternaam' }] })
  expect(checkRow(asked, 2, ['D1', '1,00', '', 'Bakkerij'])).not.toHaveProperty('faults')
})

test('a column is read as was chosen for it, whatever the file does', () => {
  const changed = planFor('dossiernummer', 'openstaand', 'vervaldatum', 'telefoon1', 'plaats')
  const transforms = [null, 'amount:point', 'date:mdy', 'phone:BE', 'upper'] as const
  const chosen = { ...changed, columns: changed.columns.map((column, at) => ({ ...column, transform: transforms[at] ?? null })) }
  expect(checkRow(chosen, 2, ['D1', '1.250', '3/4/2025', '0470 12 34 56', 'gent'])).toMatchObject({ faults: [{ reason: 'amountInvalid' }] })
  expect(checkRow(chosen, 2, ['D1', '1,250.00', '3/4/2025', '0470 12 34 56', 'gent'])).toMatchObject({
    outstandingCents: 125_000,
    mobile: '+32470123456',
    fields: { vervaldatum: '2025-03-04', plaats: 'GENT' },
  })
})
