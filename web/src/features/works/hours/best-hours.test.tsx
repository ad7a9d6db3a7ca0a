import { bestHoursApi, type CalledHour } from '@regie/contract/best-hours.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { BestHours } from './best-hours.tsx'

const open = (hours: CalledHour[]) =>
  renderScreen(
    (api) => {
      api.answer(bestHoursApi.hours, { from: '2026-06-02', to: '2026-11-28', hours })
      return <BestHours customerID={7} scriptID={null} />
    },
    { rights: [Right.reportScripts], texts: ['works', 'figures'] },
  )

test('the best hour is named with how sure it is', async () => {
  await open([
    { weekday: 2, hour: 9, calls: 200, answered: 40, isLawful: true },
    { weekday: 3, hour: 18, calls: 100, answered: 60, isLawful: true },
  ])
  await expect.element(page.getByText(/woensdag van 18 tot 19 uur: 60,0%/)).toBeVisible()
  const worse = page.getByRole('row', { name: /^dinsdag/ }).getByRole('cell', { name: /waarschijnlijk slechter/ })
  await expect.element(worse).toBeVisible()
})

test('an hour that the law does not leave is not recommended, however many answered', async () => {
  await open([
    { weekday: 2, hour: 9, calls: 200, answered: 40, isLawful: true },
    { weekday: 6, hour: 22, calls: 100, answered: 90, isLawful: false },
  ])
  await expect.element(page.getByText(text('works.hours.none.title'), { exact: true })).toBeVisible()
  await expect.element(page.getByText(/zaterdag van 22 tot 23 uur/)).not.toBeInTheDocument()
})

test('with few calls it says so, and names no hour', async () => {
  await open([{ weekday: 2, hour: 9, calls: 29, answered: 29, isLawful: true }])
  await expect.element(page.getByText(text('works.hours.few.title'), { exact: true })).toBeVisible()
  await expect.element(page.getByText(/waarschijnlijk meer mensen op/)).not.toBeInTheDocument()
})
