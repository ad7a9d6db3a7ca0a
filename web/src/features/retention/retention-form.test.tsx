import { forecastMax, type Retention, retentionApi, type RetentionPeriods } from '@regie/contract/retention.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatDate } from '../../locales/format.ts'
import { RetentionForm } from './retention-form.tsx'

const periods: RetentionPeriods = { texts: 24, cases: 24, paidCases: 84, bankLines: 84, otherBankLines: 24, evidencePacks: 84 }
const free = { months: 1, law: null }
const bki = { months: 24, law: 'bki' } as const
const awr = { months: 84, law: 'awr' } as const
const kept: Retention = {
  ...{ customerID: 1, periods, changedAt: null, changedBy: null, auditMonths: 24, runs: [], version: 1 },
  shortest: { texts: bki, cases: bki, paidCases: awr, bankLines: awr, otherBankLines: free, evidencePacks: bki },
}
const nothing = (name: keyof RetentionPeriods) => ({
  class: name,
  before: '2024-06-03T00:00:00.000Z',
  gone: 0,
  held: {},
  isMore: false,
  oldest: null,
})

const open = () =>
  renderScreen(
    (api) => {
      api.answer(retentionApi.get, kept)
      api.answer(retentionApi.forecast, [
        { ...nothing('texts'), gone: 12, held: { dispute: 2 }, isMore: true, oldest: '2019-03-04T10:00:00.000Z' },
        ...(['cases', 'paidCases', 'bankLines', 'otherBankLines', 'evidencePacks'] as const).map(nothing),
      ])
      return <RetentionForm customerID={1} />
    },
    { rights: [Right.changeRetention], texts: ['retention'] },
  )
const monthsOf = (name: keyof RetentionPeriods) =>
  page.getByRole('group', { name: text(`retention.classes.${name}.name`), exact: true }).getByLabelText(text('retention.months'))

test('a dry run says what would go and what stays, and other periods make it silent again', async () => {
  const { api } = await open()
  await expect.element(page.getByText(text('retention.never'))).toBeVisible()
  await page.getByRole('button', { name: text('retention.look') }).click()
  await expect.element(page.getByText(text('retention.would', { count: 12 }))).toBeVisible()
  await expect.element(page.getByText(text('retention.more', { count: forecastMax }))).toBeVisible()
  await expect.element(page.getByText(text('retention.oldest', { day: formatDate('2019-03-04T10:00:00.000Z') }))).toBeVisible()
  const stays = text('retention.stays', { count: 2, reason: text('retention.held.dispute') })
  await expect.element(page.getByText(stays)).toBeVisible()
  await monthsOf('texts').fill('36')
  await expect.element(page.getByText(stays)).not.toBeInTheDocument()
  expect(api.callsOf(retentionApi.change)).toEqual([])
})

test('the numbers stand in the question before anything is saved', async () => {
  const { api } = await open()
  await monthsOf('otherBankLines').fill('12')
  api.answer(retentionApi.change, {
    ...kept,
    periods: { ...periods, otherBankLines: 12 },
    changedAt: '2026-06-03T09:00:00.000Z',
    version: 2,
  })
  await page.getByRole('button', { name: text('retention.save') }).click()
  const question = page.getByRole('dialog')
  await expect
    .element(question.getByText(text('retention.goesMore', { name: text('retention.classes.texts.name'), count: 12 })))
    .toBeVisible()
  await question.getByRole('button', { name: text('retention.save') }).click()
  await expect.element(page.getByText(text('retention.saved'))).toBeVisible()
  expect(api.callsOf(retentionApi.change).map(({ body }) => [body.version, body.periods.otherBankLines])).toEqual([[1, 12]])
})
