import { Right } from '@regie/contract/right-codes.ts'
import { type VariantFigures, worksReportApi } from '@regie/contract/works-report.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { WorksReport } from './works-report.tsx'

const days = { from: '2025-11-27', until: '2026-11-27' }
const experiment = {
  ...{ scriptID: 3, script: 'Minnelijk traject', step: 'verdelen', name: 'Toon van de sms', live: true, planned: 291 },
  plan: { paidPercent: 20, differencePoints: 10 },
  variants: [
    { variant: 'a' as const, name: 'Zakelijk', percent: 50 },
    { variant: 'b' as const, name: 'Vriendelijk', percent: 50 },
  ],
}
const figuresOf = (variant: 'a' | 'b', name: string, followed: number): VariantFigures => ({
  ...{ variant, name, percent: 50, cases: 400, followed, owedCents: 4_000_000, paidCents: 1_000_000, paying: 120, settled: 100 },
  ...{ contacts: 900, complained: 3, medianDaysToPay: 6.5, differences: null },
  estimates: {
    money: { value: 0.25, error: 0.02 },
    settled: { value: 0.25, error: 0.02 },
    contacts: { value: 9, error: 0.5 },
    complaints: null,
  },
})
const difference = (verdict: 'tooEarly' | 'likely') => ({ by: 0.05, from: 0.01, until: 0.09, verdict })

const open = (isReady: boolean, experiments = [experiment]) => {
  const sure = difference(isReady ? 'likely' : 'tooEarly')
  const other: VariantFigures = {
    ...figuresOf('b', 'Vriendelijk', isReady ? 400 : 200),
    differences: { money: sure, settled: sure, contacts: { ...sure, by: -1.2, from: -2, until: -0.4 }, complaints: null },
  }
  return renderScreen(
    (api) => {
      api.answer(worksReportApi.experiments, experiments)
      api.answer(worksReportApi.figures, {
        ...days,
        experiment,
        currencies: [{ currency: 'EUR', isReady, variants: [figuresOf('a', 'Zakelijk', 400), other] }],
      })
      return <WorksReport customerID={7} scriptID={null} />
    },
    { rights: [Right.reportScripts, Right.viewCases], texts: ['works', 'figures'] },
  )
}

test('before the planned size it says how many cases are to go, and calls no difference one', async () => {
  await open(false)
  await expect.element(page.getByText(/nog 91 dossiers te gaan/)).toBeVisible()
  await expect.element(page.getByText(text('works.verdicts.tooEarly')).first()).toBeVisible()
  await expect.element(page.getByText(/brengt waarschijnlijk/)).not.toBeInTheDocument()
})

test('a difference is said in words with how sure it is, also of what costs less', async () => {
  await open(true)
  await expect.element(page.getByText('Vriendelijk brengt waarschijnlijk meer op dan Zakelijk.', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/heeft waarschijnlijk minder contacten per betaald dossier nodig/)).toBeVisible()
  await expect.element(page.getByText(/tussen \+1,0 en \+9,0/).first()).toBeVisible()
})

test('more cases than were planned are not counted as a part of them', async () => {
  await open(true)
  await expect.element(page.getByText('400 dossiers (gepland: 291)').first()).toBeVisible()
})

test('each number leads to its cases', async () => {
  await open(true)
  const row = page.getByRole('row', { name: /^Vriendelijk/ })
  const search = 'figure=variant&scriptID=3&step=verdelen&came=settled&from=2025-11-27&until=2026-11-27&called=Vriendelijk&variant=b'
  await expect.element(row.getByRole('link').nth(2)).toHaveAttribute('href', `/cases?${search}`)
})

test('without an experiment it says how to begin one', async () => {
  await open(true, [])
  await expect.element(page.getByText(text('works.none.title'))).toBeVisible()
})
