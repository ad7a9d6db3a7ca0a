import { casesReportApi } from '@regie/contract/cases-report.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../../test/render-screen.tsx'
import { CasesReport } from './cases-report.tsx'

const days = { from: '2026-11-23', to: '2026-11-24' }

type Given = { rights?: number[]; path?: string; isEmpty?: boolean; currencies?: string[] }

const open = ({ rights = [Right.reportCases, Right.exportReports], path = '', isEmpty = false, currencies = ['EUR'] }: Given = {}) =>
  renderScreen(
    (api) => {
      const money = { currency: 'EUR', currencies }
      const total = isEmpty ? { came: 0, closed: 0, paid: 0, medianDays: null } : { came: 30, closed: 20, paid: 5, medianDays: 41.4 }
      api.answer(casesReportApi.buckets, {
        ...{ ...days, ...money, granularity: 'day', total },
        rows: [
          { bucket: '2026-11-22T23:00:00.000Z', came: isEmpty ? 0 : 30, closed: isEmpty ? 0 : 4, paid: isEmpty ? 0 : 1 },
          { bucket: '2026-11-23T23:00:00.000Z', came: 0, closed: isEmpty ? 0 : 16, paid: isEmpty ? 0 : 4 },
        ],
        before: { from: '2026-11-21', to: '2026-11-22', came: 60, closed: 20, paid: 10, medianDays: 30 },
        now: { open: isEmpty ? 0 : 100, outstandingCents: isEmpty ? 0 : 1_234_500 },
      })
      api.answer(casesReportApi.results, {
        ...{ ...days, ...money },
        rows: [
          { result: 'MAX', closed: 15, claimedCents: 300_000, receivedCents: 0 },
          { result: 'BET', closed: 5, claimedCents: 100_000, receivedCents: 100_000 },
        ],
      })
      api.answer(casesReportApi.scripts, {
        ...{ ...days, ...money },
        rows: [{ id: 7, name: 'Herinneren', came: 30, closed: 20, paid: 5, open: 100, outstandingCents: 1_234_500, receivedCents: 50_000 }],
      })
      api.answer(casesReportApi.ages, ({ query }) => ({
        ...{ currency: query.currency ?? 'EUR', currencies },
        rows: [
          { upTo: 30, from: '2026-10-25', until: '2026-11-24', open: 60, outstandingCents: 600_000 },
          { upTo: 365, from: '2025-11-24', until: '2026-10-24', open: 30, outstandingCents: 300_000 },
          { upTo: null, from: null, until: '2025-11-23', open: 10, outstandingCents: isEmpty ? 0 : 300_000 },
        ],
      }))
      api.answer(casesReportApi.months, {
        ...money,
        rows: [
          { month: '2026-11', cases: 30, claimedCents: 300_000, within: [null, null, null, null, null], receivedCents: 3_000 },
          { month: '2026-07', cases: 40, claimedCents: 400_000, within: [40_000, 80_000, 100_000, null, null], receivedCents: 120_000 },
          { month: '2026-06', cases: 60, claimedCents: 600_000, within: [60_000, 90_000, 300_000, null, null], receivedCents: 310_000 },
        ],
      })
      return <CasesReport customerID={1} scriptID={null} />
    },
    { rights, texts: ['figures', 'casesReport', 'cases'], path: `/${path}` },
  )

test('the period says whether the stock grew, each number leads to its cases', async () => {
  await open()
  await expect.element(page.getByText('Er kwamen 30 dossiers binnen en er werden 20 afgesloten: de voorraad groeide met 10.')).toBeVisible()
  const paid = page.getByRole('group', { name: 'Aandeel betaald' })
  await expect.poll(() => paid.element().textContent).toContain('25,0%')
  const link = paid.getByRole('link', { name: 'Bekijk de dossiers' })
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('figure=closed'))
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('result=BET'))
  await expect.poll(() => page.getByRole('group', { name: 'Doorlooptijd' }).element().textContent).toContain('41')
  const ofDay = page.getByRole('link', { name: 'Afgesloten: 16, bekijk de dossiers' })
  await expect.element(ofDay).toHaveAttribute('href', expect.stringMatching(/from=2026-11-24&until=2026-11-24/))
})

test('results stand by how often they close, with what they owed and paid', async () => {
  await open({ path: '?tab=results' })
  const row = page.getByRole('row', { name: /\(BET\)/ })
  await expect.poll(() => row.element().textContent).toContain('1.000,00')
  await expect.poll(() => row.element().textContent).toContain('100,0%')
  await expect.element(page.getByRole('link', { name: /\(MAX\): 15/ })).toHaveAttribute('href', expect.stringContaining('result=MAX'))
})

test('of what is open one sees how much is old', async () => {
  await open({ path: '?tab=ages' })
  await expect.element(page.getByText(/is ouder dan 180 dagen: €.6\.000,00 in 40 dossiers/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'meer dan 365 dagen: 10, bekijk de dossiers' }))
    .not.toHaveAttribute('href', expect.stringContaining('from='))
})

test('a month shows what came in where all its cases are old enough, and the sum counts those alone', async () => {
  await open({ path: '?tab=months' })
  await expect.element(page.getByText(/Van wat er in juli 2026 binnenkwam was na 90 dagen 25/)).toBeVisible()
  // (100,000 + 300,000) ÷ (400,000 + 600,000): November is too young and counts on neither side.
  await expect.poll(() => page.getByRole('row', { name: /^Samen/ }).element().textContent).toContain('40,0%')
  await expect
    .element(
      page
        .getByRole('row', { name: /^november 2026/ })
        .getByText('nog niet bekend')
        .first(),
    )
    .toBeInTheDocument()
})

test('a script has its own cases and money', async () => {
  await open({ path: '?tab=scripts' })
  await expect.poll(() => page.getByRole('row', { name: /^Herinneren/ }).element().textContent).toContain('12.345,00')
  await expect
    .element(page.getByRole('link', { name: 'Open nu: 100, bekijk de dossiers' }).first())
    .toHaveAttribute('href', expect.stringContaining('scriptID=7'))
})

test('a currency is chosen where there is more than one, and nothing is said of a period without cases', async () => {
  await open({ isEmpty: true, currencies: ['EUR', 'USD'] })
  await expect.element(page.getByText('Geen dossiers in deze periode')).toBeVisible()
  await expect.element(page.getByLabelText('Munt van de bedragen')).toBeVisible()
})

test('without the right to export the button says so', async () => {
  await open({ rights: [Right.reportCases] })
  await expect.element(page.getByRole('button', { name: /^Exporteren/ })).toBeDisabled()
})
