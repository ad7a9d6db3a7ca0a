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
const readings = ['opened', 'clicked'] as const

const show = (reach: Reach[]) =>
  renderScreen(
    (api) => {
      api.answer(reportApi.batch, { results: [], weeks: [], reach })
      return <ResultCharts batchID={1} />
    },
    { rights: [Right.reportBatches], texts: ['batches', 'cases'] },
  )

const cell = (channel: 'email' | 'sms', of: string) =>
  rowOf(channel)
    .getByRole('cell')
    .filter({ has: page.getByText(of) })
const words = (key: string, params = {}) => text(`batches.results.charts.${key}` as 'batches.results.charts.opened', params)

const rowOf = (channel: 'email' | 'sms') =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: text(`cases.channels.${channel}`), exact: true }) })

test('mails that were measured and that nobody opened say 0; a channel that is not measured says nothing', async () => {
  await show([{ ...mail, measured: 3 }, sms])
  for (const key of readings) await expect.element(page.getByRole('columnheader', { name: words(key), exact: true })).toBeInTheDocument()
  const none = words('ofMeasured', { part: '0', total: '3' })
  await expect
    .poll(() =>
      cell('email', none)
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([`0,0% ${none}`, `0,0% ${none}`])
  await expect.poll(() => cell('sms', '–').elements().length).toBe(2)
})

const rowText = (channel: 'email' | 'sms') =>
  rowOf(channel)
    .elements()
    .map(({ textContent }) => textContent)
    .join()

test('what was perhaps opened by a program alone is told apart, and a colour says what it is', async () => {
  await show([{ ...mail, measured: 8, opened: 4, maybeOpened: 2, clicked: 2 }])
  const of = (part: string) => words('ofMeasured', { part, total: '8' })
  await expect.poll(() => rowText('email')).toContain(`50,0% ${of('4')} · ${words('perhaps', { total: '2' })}`)
  await expect.poll(() => rowText('email')).toContain(`25,0% ${of('2')}`)
  for (const key of ['reached', 'opened', 'maybeOpened', 'clicked'])
    await expect.element(page.getByRole('listitem').filter({ hasText: new RegExp(`^${words(`legend.${key}`)}`) })).toBeVisible()
})

test('who got a message is a share of people; what went wrong is said only where something did', async () => {
  await show([{ ...mail, failed: 2 }, sms])
  await expect.poll(() => rowText('email')).toContain(`87,5% ${words('people', { part: '7', count: 8, total: '8' })}`)
  expect(rowText('email')).toContain(words('someFailed', { total: '2' }))
  expect(rowText('sms')).not.toContain(words('someFailed', { total: '0' }))
})

test('where no mail was measured nothing is said of readings but how to measure them', async () => {
  await show([mail, sms])
  await expect.element(rowOf('email')).toBeInTheDocument()
  await expect.element(page.getByText(words('notMeasured'))).toBeVisible()
  for (const key of readings)
    await expect.element(page.getByRole('columnheader', { name: words(key), exact: true })).not.toBeInTheDocument()
})

test('a week without a payment stands in the table too, and replies say on how many messages', async () => {
  await renderScreen(
    (api) => {
      const paid = { currency: 'EUR', cents: 1000, receipts: 1 }
      const weeks = [
        { ...paid, week: '2026-03-02' },
        { ...paid, week: '2026-03-16' },
      ]
      api.answer(reportApi.batch, { results: [], weeks, reach: [mail] })
      return <ResultCharts batchID={1} />
    },
    { rights: [Right.reportBatches], texts: ['batches', 'cases'] },
  )
  const none = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '9 mrt 2026' }) })
  await expect.element(none.getByText('€ 0,00')).toBeVisible()
  await expect.poll(() => rowText('email')).toContain(`0${words('onMessages', { count: 9, total: '9' })}`)
})
