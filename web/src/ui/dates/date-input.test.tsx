import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { DateInput } from './date-input.tsx'

function Example() {
  const [day, setDay] = useState('2026-11-30')
  return <DateInput label="day" value={day} onChange={setDay} />
}

test('a letter behind a whole date is a fault at once, and goes with the letter', async () => {
  await renderScreen(() => <Example />, { texts: ['fields'] })
  await page.getByRole('textbox', { name: 'day' }).click()
  await userEvent.keyboard('{End}l')
  await expect.element(page.getByText(text('fields.invalid.date'))).toBeVisible()
  await userEvent.keyboard('{Backspace}')
  await expect.element(page.getByText(text('fields.invalid.date'))).not.toBeInTheDocument()
})
