import { Right } from '@regie/contract/right-codes.ts'
import { timeApi, type HolidayYear } from '@regie/contract/time-windows.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { HolidaysPanel, useHolidayDraft } from './holidays-panel.tsx'

const year = new Date().getFullYear()
const kept: HolidayYear = {
  year,
  days: [
    {
      date: `${year}-12-25`,
      name: { nl: 'Eerste Kerstdag', eng: 'Christmas Day', fr: 'Noël' },
      source: 'wet',
      enabled: true,
      byLaw: false,
      hours: null,
    },
  ],
  confirmed: { at: '2026-11-01T10:00:00Z', by: 'Tess' },
  askToConfirm: false,
}

function Example() {
  const draft = useHolidayDraft()
  const [isShown, setShown] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        other tab
      </button>
      {isShown && <HolidaysPanel customerID={1} scriptID={null} draft={draft} />}
    </>
  )
}

test('what was changed is still there after a look at another tab', async () => {
  await renderScreen(
    (api) => {
      api.answer(timeApi.holidays, kept)
      return <Example />
    },
    { rights: [Right.changeTimes], texts: ['scripts', 'times'] },
  )
  await expect.element(page.getByText('Eerste Kerstdag').first()).toBeVisible()
  const undo = page.getByRole('button', { name: text('times.undo') })
  await expect.element(undo).not.toBeInTheDocument()
  await page.getByRole('switch').or(page.getByRole('checkbox')).first().click()
  await expect.element(undo).toBeVisible()
  const other = page.getByRole('button', { name: 'other tab' })
  await other.click()
  await expect.element(undo).not.toBeInTheDocument()
  await other.click()
  await expect.element(undo).toBeVisible()
})
