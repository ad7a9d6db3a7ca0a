import { type LinkFigures, paymentReportApi } from '@regie/contract/payment-report.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { weekdayName } from '../../locales/weekdays.ts'
import { PaymentReport } from './payment-report.tsx'

const days = { from: '2026-10-26', until: '2026-11-24' }
const figures: LinkFigures = {
  ...{ currency: 'EUR', links: 200, clicked: 100, opened: 60, inProgress: 1, paid: 50, marked: 4, expired: 30, ended: 5, canceled: 10 },
  ...{ requestedCents: 2_000_000, paidCents: 500_000, medianHoursToPay: 72 },
}

type Rows = { info?: LinkFigures[]; hours?: { weekday: number; hour: number; currency: string; count: number; paidCents: number }[] }

const open = ({ info = [figures], hours = [] }: Rows = {}, scriptID: number | null = null) =>
  renderScreen(
    (api) => {
      const rows = [{ currency: 'EUR', count: 2, amountCents: 27_344, linkCount: 1, linkCents: 10_000 }]
      api.answer(paymentReportApi.counter, { type: 'today', from: '2026-11-24', until: '2026-11-24', rows })
      api.answer(paymentReportApi.info, { ...days, rows: info })
      api.answer(paymentReportApi.scripts, { ...days, rows: info.map((row) => ({ ...row, scriptID: 3, name: 'Minnelijk traject' })) })
      api.answer(paymentReportApi.heatmap, { ...days, rows: hours })
      return <PaymentReport scope={{ customerID: 7, scriptID, from: '', until: '' }} onDays={() => undefined} chart={null} />
    },
    { rights: [Right.reportPayments], texts: ['paymentReport', 'fields', 'home'] },
  )

test('each counter says what came in, and leads to its payments', async () => {
  await open()
  const today = page.getByRole('link', { name: new RegExp(text('paymentReport.counters.today')) })
  const at = '/reports/payment/rows?counted=received'
  await expect.element(today.filter({ hasText: '273,44' })).toHaveAttribute('href', `${at}&currency=EUR&from=2026-11-24&until=2026-11-24`)
  await expect.element(today.filter({ hasText: '2 betalingen' })).toHaveAttribute('href', `${at}&from=2026-11-24&until=2026-11-24`)
})

test('the links of the period by how far they came, as a part of all', async () => {
  await open()
  const paid = page.getByRole('listitem').filter({ hasText: text('paymentReport.funnel.paid') })
  await expect.element(paid.getByText(/50 · 25%/)).toBeVisible()
  await expect.element(page.getByText(/3 dagen/)).toBeVisible()
})

test('each hour with payments leads to the payments of that hour and period', async () => {
  await open({ hours: [{ weekday: 1, hour: 20, currency: 'EUR', count: 3, paidCents: 4_500 }] })
  const cell = page.getByRole('link', { name: new RegExp(`^${weekdayName(1)} .*20`) })
  await expect
    .element(cell)
    .toHaveAttribute('href', '/reports/payment/rows?counted=byLink&weekday=1&hour=20&from=2026-10-26&until=2026-11-24')
})

test('a period in which nothing was made or paid says so', async () => {
  await open({ info: [] })
  await expect.element(page.getByText(text('paymentReport.hours.none'))).toBeVisible()
  await expect.element(page.getByText(text('paymentReport.funnel.none')).first()).toBeVisible()
})

test('of one script the others are not shown', async () => {
  const { api } = await open({}, 3)
  await expect.element(page.getByText(text('paymentReport.funnel.title'))).toBeVisible()
  expect(api.callsOf(paymentReportApi.scripts)).toEqual([])
  expect(api.callsOf(paymentReportApi.info)).toMatchObject([{ query: { customerID: '7', scriptID: '3' } }])
})

test('a median of less than an hour is said in minutes', async () => {
  await open({ info: [{ ...figures, medianHoursToPay: 0.1 }] })
  await expect.element(page.getByText(new RegExp(text('paymentReport.funnel.minutes', { minutes: 6 })))).toBeVisible()
})
