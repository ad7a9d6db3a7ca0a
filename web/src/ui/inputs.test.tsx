import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { AmountInput } from './amount-input.tsx'
import { DateInput } from './dates/date-input.tsx'
import { NumberInput } from './inputs.tsx'

function Example() {
  const [day, setDay] = useState('')
  const [amount, setAmount] = useState('')
  const [count, setCount] = useState<number | null>(null)
  return (
    <>
      <DateInput label="day" min="2026-06-01" value={day} onChange={setDay} />
      <AmountInput label="amount" value={amount} onChange={setAmount} />
      <NumberInput label="count" max={5} value={count} onChange={setCount} />
    </>
  )
}

const fault = (label: string) => {
  const input = page.getByLabelText(label).element()
  return input.closest('div[class]')?.parentElement?.textContent ?? ''
}

test('half a date says so in words when the field is left, and no longer once it is whole', async () => {
  await renderScreen(() => <Example />)
  await page.getByLabelText('day', { exact: true }).click()
  await userEvent.keyboard('12-')
  expect(fault('day')).not.toContain(text('fields.invalid.date'))
  await page.getByLabelText('amount').click()
  await expect.element(page.getByText(text('fields.invalid.date'))).toBeVisible()
  await expect.element(page.getByLabelText('day', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabelText('day', { exact: true }).fill('2026-06-02')
  await expect.element(page.getByText(text('fields.invalid.date'))).not.toBeInTheDocument()
})

test('a date before the first that may be, an amount that is none and a number too high say so', async () => {
  await renderScreen(() => <Example />)
  await page.getByLabelText('day', { exact: true }).fill('2026-05-31')
  await page.getByLabelText('amount').fill('12,34,56')
  await expect.element(page.getByText(text('ui.invalid.below', { limit: '01-06-2026' }))).toBeVisible()
  await expect.element(page.getByText(text('fields.amount.wrong'))).not.toBeInTheDocument()
  await page.getByLabelText('count').fill('7')
  await expect.element(page.getByText(text('fields.amount.wrong'))).toBeVisible()
  await page.getByLabelText('amount').fill('12,34')
  await expect.element(page.getByText(text('fields.amount.wrong'))).not.toBeInTheDocument()
  await expect.element(page.getByText(text('ui.invalid.above', { limit: '5' }))).toBeVisible()
})

test('a date is shown as the language writes it, and understood as people say it', async () => {
  await renderScreen(() => <Example />)
  await page.getByLabelText('day', { exact: true }).fill('3-12-2026')
  await page.getByLabelText('count').click()
  await expect.element(page.getByLabelText('day', { exact: true })).toHaveValue('03-12-2026')
})

test('the calendar opens by keyboard, chooses a day and gives the focus back', async () => {
  await renderScreen(() => <Example />)
  await page.getByLabelText('day', { exact: true }).fill('3-12-2026')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: '17 december 2026' }).click()
  await expect.element(page.getByLabelText('day', { exact: true })).toHaveValue('17-12-2026')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: text('fields.date.open', { label: 'day' }) })).toHaveFocus()
})
