import { type BatchResults, reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { ResultCharts } from './result-charts.tsx'

type Reach = BatchResults['reach'][number]
const counts = { unknown: 0, failed: 0, received: 0, measured: 0, opened: 0, maybeOpened: 0, clicked: 0 }
const mail: Reach = { channel: 'email', messages: 9, cases: 8, reached: 7, ...counts }
const sms: Reach = { channel: 'sms', messages: 6, cases: 5, reached: 4, ...counts }
const readings = ['measured', 'opened', 'maybeOpened', 'clicked'] as const

const show = (reach: Reach[]) =>
  renderScreen(
    (api) => {
      api.answer(reportApi.batch, { results: [], weeks: [], reach })
      return <ResultCharts batchID={1} />
    },
    { rights: [Right.reportBatches], texts: ['batches', 'cases'] },
  )

const readingsOf = (channel: 'email' | 'sms') =>
  rowOf(channel)
    .getByRole('cell')
    .elements()
    .slice(-readings.length)
    .map(({ textContent }) => textContent)

const rowOf = (channel: 'email' | 'sms') =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: text(`cases.channels.${channel}`), exact: true }) })

test('mails that were measured and that nobody opened say 0; a channel that is not measured says nothing', async () => {
  await show([{ ...mail, measured: 3 }, sms])
  for (const key of readings)
    await expect.element(page.getByRole('columnheader', { name: text(`batches.results.charts.${key}`), exact: true })).toBeInTheDocument()
  await expect.poll(() => readingsOf('email')).toEqual(['3', '0', '0', '0'])
  expect(readingsOf('sms')).toEqual(['–', '–', '–', '–'])
})

test('where no mail was measured nothing is said of readings', async () => {
  await show([mail, sms])
  await expect.element(rowOf('email')).toBeInTheDocument()
  for (const key of readings)
    await expect
      .element(page.getByRole('columnheader', { name: text(`batches.results.charts.${key}`), exact: true }))
      .not.toBeInTheDocument()
})
