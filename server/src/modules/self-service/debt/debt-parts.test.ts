import { expect, test } from 'vitest'
import { debtOf } from './debt-parts.ts'

const fields = { hoofdsom: '200.00', rente: '5.77', incassokosten: '60.00' }

test('the lines of a debt are those that the creditor names, less what was paid on which day, and add up to what is open', () => {
  const debt = debtOf({ currency: 'EUR', fields, claimedCents: 26_577, payments: [{ on: '2026-11-24', cents: 5000 }] })
  expect(debt).toEqual({
    lines: [
      { kind: 'principal', cents: 20_000 },
      { kind: 'interest', cents: 577 },
      { kind: 'costs', cents: 6000 },
      { kind: 'paid', cents: -5000, on: '2026-11-24' },
    ],
    paidCents: 5000,
    openCents: 21_577,
    costsMostCents: 4840,
  })
})

test('what was paid before counts once: it stands as a line, and the claim knows it already', () => {
  const debt = debtOf({ currency: 'EUR', fields: { ...fields, betaald: '65.77' }, claimedCents: 20_000, payments: [] })
  expect(debt?.lines.map(({ kind }) => kind)).toEqual(['principal', 'interest', 'costs', 'paidBefore'])
  expect(debt?.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(debt?.openCents)
})

test.each([
  ['a claim that is more than its parts names the rest', fields, 27_000, ['principal', 'interest', 'costs', 'other']],
  ['a claim that is less than its parts is one line', fields, 20_000, ['claimed']],
  ['a claim without a principal is one line', { rente: '1.00' }, 500, ['claimed']],
  ['what is no amount is none', { hoofdsom: 'NaN', rente: 'veel' }, 500, ['claimed']],
])('%s', (_words, known, claimedCents, kinds) => {
  const debt = debtOf({ currency: 'EUR', fields: known, claimedCents, payments: [] })
  expect(debt?.lines.map(({ kind }) => kind)).toEqual(kinds)
  expect(debt?.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(claimedCents)
})

test('who paid too much owes nothing, and where no amount is claimed nothing is made up', () => {
  expect(debtOf({ currency: 'EUR', fields, claimedCents: 26_577, payments: [{ on: '2026-11-24', cents: 30_000 }] })?.openCents).toBe(0)
  expect(debtOf({ currency: 'EUR', fields, claimedCents: null, payments: [] })).toBeNull()
})

test.each([
  ['more than the scale and VAT allow says the most that may be asked', fields, 'EUR', 4840],
  ['what the scale allows says nothing', { ...fields, incassokosten: '48.40' }, 'EUR', null],
  ['a company may have agreed on more', { ...fields, debiteurtype: 'zakelijk' }, 'EUR', null],
  ['the scale is in euros', fields, 'CHF', null],
])('of costs: %s', (_words, known, currency, most) => {
  expect(debtOf({ fields: known, claimedCents: 26_577, currency, payments: [] })?.costsMostCents).toBe(most)
})
