import { caseApi, type CaseDetail } from '@regie/contract/cases.ts'
import { type DebtLaw, debtLawApi, type InterestStop } from '@regie/contract/debt-law.ts'
import type { Payment } from '@regie/contract/payments.ts'
import { statutoryRateApi } from '@regie/contract/statutory-rates.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatMoney, formatPlainDay } from '../../locales/format.ts'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { ClaimPanel } from './claim-panel.tsx'

const payment: Payment = {
  ...{ paymentID: 1, amountCents: 300_00, currency: 'EUR', paidOn: '2020-01-01', note: '', by: 'kim', method: 'bank' },
  ...{ linkAfter: null, caseAfter: null, byLink: false, withdrawn: null },
}
const rates = [{ kind: 'consumer', validFrom: '2015-01-01', hundredths: 400 }] as const

const open = (
  fields: Record<string, string>,
  {
    payments = [] as Payment[],
    stops = [] as InterestStop[],
    notice = null,
    ...rest
  }: Partial<CaseDetail> & { payments?: Payment[]; stops?: InterestStop[]; notice?: DebtLaw['notice'] } = {},
) =>
  renderScreen(
    (api) => {
      api.answer(statutoryRateApi.list, [...rates])
      api.answer(caseApi.payments, { reference: '1', links: [], payments, underWay: null })
      api.answer(debtLawApi.get, { interruptions: [], proposals: [], debtHelp: null, interestStops: stops, notice })
      const found = { caseID: 1, currency: 'EUR', status: 'open', outstandingCents: 1_000_00, fields, ...rest } as CaseDetail
      return <ClaimPanel found={found} />
    },
    { texts: ['claim'] },
  )
const money = (euros: number) => page.getByText(formatMoney(Math.round(euros * 100)), { exact: true })
const claim = { hoofdsom: '1000.00', vervaldatum: '2020-01-01' }

test('costs above what the law allows are named, and count as what it allows', async () => {
  await open({ ...claim, incassokosten: '250.00' })
  const words = { asked: formatMoney(250_00), allowed: formatMoney(150_00), withVat: formatMoney(181_50) }
  await expect.element(page.getByText(text('claim.costsTooHigh', words))).toBeVisible()
  await expect.element(money(181.5)).toBeVisible()
  await expect.element(page.getByText(text('claim.capped', words), { exact: false })).toBeVisible()
})

test('costs that a creditor may ask who cannot deduct VAT are not called too much', async () => {
  await open({ ...claim, incassokosten: '181.50' })
  await expect.element(money(181.5)).toBeVisible()
  expect(
    page.getByText(text('claim.costsTooHigh', { asked: formatMoney(181_50), allowed: '', withVat: '' }).slice(0, 12)).elements(),
  ).toHaveLength(0)
})

test('interest above what the law allows is named', async () => {
  await open({ ...claim, rente: '9000.00' })
  await expect.element(page.getByText(formatMoney(9_000_00), { exact: false })).toBeVisible()
})

test('each figure says how it came about', async () => {
  await open(claim)
  const how = page.getByLabelText(`${text('claim.how')}: ${text('claim.costs')}`)
  await how.click()
  await expect.element(page.getByText(text('claim.reminder'))).toBeVisible()
  await expect.element(page.getByText(text('claim.noNotice'))).toBeVisible()
})

test('the days of the formal letter stand with the costs, counted from its delivery', async () => {
  await open({ ...claim, incassokosten: '150.00' }, { notice: { on: '2020-10-01', by: 'letter' } })
  await page.getByLabelText(`${text('claim.how')}: ${text('claim.costs')}`).click()
  for (const day of ['2020-10-01', '2020-10-03', '2020-10-04', '2020-10-17', '2020-10-18'])
    await expect.element(page.getByText(formatPlainDay(day), { exact: true })).toBeVisible()
  expect(page.getByText(text('claim.noNotice')).elements()).toHaveLength(0)
})

test('costs that are asked while the term of the formal letter runs are named as too early', async () => {
  const today = todayInAmsterdam()
  const later = (days: number) => formatPlainDay(new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10))
  await open({ ...claim, incassokosten: '150.00' }, { notice: { on: today, by: 'email' } })
  await expect.element(page.getByText(text('claim.notYet', { until: later(14), day: later(15) }))).toBeVisible()
})

test('what was paid until the due day goes to the principal, and a booking that was taken back counts no more', async () => {
  const withdrawn: Payment = { ...payment, paymentID: 2, withdrawn: { at: '2020-02-01T10:00:00Z', by: 'kim', reason: 'Fout' } }
  await open(claim, { payments: [payment, withdrawn] })
  await expect.element(money(-300)).toBeVisible()
})

test('interest that stopped for debt help is said with its days', async () => {
  await open(claim, { stops: [{ from: '2020-01-02', until: null, kind: 'SHV' }] })
  await page.getByLabelText(`${text('claim.how')}: ${text('claim.interest')}`).click()
  const words = { from: formatPlainDay('2020-01-02'), to: formatPlainDay(todayInAmsterdam()) }
  await expect.element(page.getByText(text('claim.stopped', words))).toBeVisible()
  await expect.element(money(0).first()).toBeVisible()
})

test('without principal or due day it says what is missing', async () => {
  await open({ vervaldatum: '2020-01-01', hoofdsom: '•••' })
  await expect.element(page.getByText(text('claim.missing.principal'))).toBeVisible()
})

test('of a closed case nothing is shown', async () => {
  await open(claim, { status: 'closed' })
  expect(page.getByText(text('claim.title')).elements()).toHaveLength(0)
})
