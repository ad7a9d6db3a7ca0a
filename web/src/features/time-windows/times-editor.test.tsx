import { Right } from '@regie/contract/right-codes.ts'
import { type ScriptTimes, timeApi } from '@regie/contract/time-windows.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { TimesEditor } from './times-editor.tsx'

const times: ScriptTimes = {
  ...{ scriptID: 2, customerID: 1, minHour: 8, maxHour: 20, lawWeekdays: [1, 2, 3, 4, 5, 6], lawHolidays: true, alwaysOpen: false },
  ...{ windows: [], extra: [], others: [], version: 1 },
}

test('hours that were changed stay when a colleague saved first; the notice says who and what', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(timeApi.impact, { scripts: [], waitingCases: 0, nowOpen: true, nextAt: null })
      return <TimesEditor times={times} windowID={null} tab="week" onTab={() => undefined} />
    },
    { rights: [Right.changeTimes], texts: ['scripts', 'times'] },
  )
  const always = page.getByRole('switch').first()
  await always.click()
  const lastSave = { by: 'kim', at: '2027-03-02T10:00:00Z' }
  const window = { id: 4, start: '10:00', end: '11:59', weekdays: [1], channels: ['email' as const], shared: 1 }
  api.refuse(timeApi.save, { error: 'error.conflict', current: { ...times, windows: [window], version: 2 }, lastSave })
  await page.getByRole('button', { name: text('ui.save') }).click()
  await page.getByRole('button', { name: text('times.impact.verb') }).click()
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText('kim', { exact: false }).first()).toBeVisible()
  // The button that was pressed stands below the hours, the notice above them.
  await expect.element(notice).toBeInViewport()
  await expect.element(notice.getByText('10:00–12:00', { exact: false })).toBeVisible()
  await expect.element(always).toBeChecked()
  await page.getByRole('button', { name: text('ui.conflict.take') }).click()
  await expect.element(always).not.toBeChecked()
  await expect.element(notice).not.toBeInTheDocument()
})
