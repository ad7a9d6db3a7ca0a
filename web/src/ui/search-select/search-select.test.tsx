import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { SearchSelect } from './search-select.tsx'

const customers = (count: number) => Array.from({ length: count }, (_, at) => ({ value: String(at), label: `Klant ${at}` }))

function Example({ count }: { count: number }) {
  const [value, setValue] = useState('3')
  return (
    <SearchSelect label="customer" value={value} onChange={setValue} options={[...customers(count), { value: 'z', label: 'Ziggo Één' }]} />
  )
}

const opener = () => page.getByRole('combobox', { name: 'customer', exact: true })

test('up to ten are the browser’s own list', async () => {
  await renderScreen(() => <Example count={9} />)
  await opener().selectOptions('z')
  await expect.element(opener()).toHaveValue('z')
})

test('of three hundred one is found by typing, accents or not, and chosen with Enter; the focus comes back', async () => {
  await renderScreen(() => <Example count={300} />)
  await expect.element(opener()).toHaveTextContent('Klant 3')
  const before = performance.now()
  opener().element().focus()
  await userEvent.keyboard('z')
  await expect.element(page.getByRole('option', { name: 'Ziggo Één' })).toBeVisible()
  expect(performance.now() - before).toBeLessThan(3000)
  await userEvent.keyboard('iggo een')
  await vi.waitFor(() => expect(page.getByRole('option').elements()).toHaveLength(1))
  await userEvent.keyboard('{Enter}')
  await expect.element(opener()).toHaveTextContent('Ziggo Één')
  await expect.element(opener()).toHaveFocus()
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
})

test('it opens at what is chosen, the arrows go on from there, and Esc leaves it as it was', async () => {
  await renderScreen(() => <Example count={300} />)
  await opener().click()
  await expect.element(page.getByRole('option', { name: 'Klant 3', exact: true })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(opener()).toHaveTextContent('Klant 4')
  await opener().click()
  await page.getByLabelText(text('fields.choice.search', { label: 'customer' })).fill('geen van alle')
  await expect.element(page.getByText(text('fields.choice.none'))).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(opener()).toHaveTextContent('Klant 4')
})
