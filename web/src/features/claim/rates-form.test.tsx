import { statutoryRateApi } from '@regie/contract/statutory-rates.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatDate, formatRate } from '../../locales/format.ts'
import { RatesForm } from './rates-form.tsx'

const open = () =>
  renderScreen(
    (api) => {
      api.answer(statutoryRateApi.list, [
        { kind: 'consumer', validFrom: '2026-01-01', hundredths: 400 },
        { kind: 'consumer', validFrom: '2025-01-01', hundredths: 600 },
        { kind: 'trade', validFrom: '2026-01-01', hundredths: 1015 },
      ])
      return <RatesForm />
    },
    { texts: ['claim', 'rates'] },
  )
const percent = () => page.getByRole('textbox', { name: text('rates.percent'), exact: false })
const save = () => page.getByRole('button', { name: text('rates.save') })
const remove = (day: string) => page.getByRole('button', { name: text('rates.remove', { day: formatDate(`${day}T12:00:00Z`) }) })

test('a rate is typed with a comma and sent in hundredths', async () => {
  const { api } = await open()
  await page.getByRole('textbox', { name: text('rates.validFrom'), exact: false }).fill('1-7-2026')
  await percent().fill('4,25 %')
  api.answer(statutoryRateApi.save, [])
  await save().click()
  await expect
    .poll(() => api.callsOf(statutoryRateApi.save).map(({ body }) => body))
    .toEqual([{ kind: 'consumer', validFrom: '2026-07-01', hundredths: 425 }])
})

test('without a day or with a percentage of nothing it says so, and nothing is sent', async () => {
  const { api } = await open()
  await percent().fill('veel')
  await save().click()
  await expect.element(page.getByText(text('rates.dayMissing'))).toBeVisible()
  await expect.element(page.getByText(text('rates.percentInvalid'))).toBeVisible()
  expect(api.callsOf(statutoryRateApi.save)).toEqual([])
})

test('a rate that is removed by mistake is put back', async () => {
  const { api } = await open()
  await expect.element(page.getByText(formatRate(600))).toBeVisible()
  api.answer(statutoryRateApi.remove, [])
  api.answer(statutoryRateApi.save, [])
  await remove('2025-01-01').click()
  await page.getByRole('button', { name: text('rates.undo') }).click()
  await expect
    .poll(() => api.callsOf(statutoryRateApi.save).map(({ body }) => body))
    .toEqual([{ kind: 'consumer', validFrom: '2025-01-01', hundredths: 600 }])
})
