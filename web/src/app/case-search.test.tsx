import { type CaseRow, caseApi } from '@regie/contract/cases.ts'
import { customerApi } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { caseRow as row } from '../../test/case-row.ts'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { chooseCustomer } from '../session/selection.ts'
import { CaseSearch } from './case-search.tsx'

beforeEach(() => chooseCustomer(1))

async function open(rows: CaseRow[], rights: readonly number[] = [Right.viewCases]) {
  return renderScreen(
    (fake) => {
      fake.answer(customerApi.list, [{ customerID: 1, name: 'Energie Direct', profile: 'service' }])
      fake.answer(scriptApi.listOfCustomer, [])
      fake.answer(caseApi.search, { rows, nextCursor: null, total: { value: rows.length, exact: true }, hiddenSorts: [] })
      return <CaseSearch />
    },
    { rights },
  )
}
const box = () => page.getByRole('combobox', { name: text('app.search') })

test('what one types is found beneath the box, with batch and place; an arrow and Enter open it', async () => {
  const { api, path } = await open([row, { ...row, caseID: 8, name: 'Jansma' }])
  await box().fill('jan')
  await expect.element(page.getByRole('option', { name: /Jansen.*D-7 · Ede · June/ })).toBeVisible()
  await expect.element(box()).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(page.getByRole('option', { name: /Jansma/ })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/cases/8')
  expect(api.callsOf(caseApi.search).at(-1)?.query).toMatchObject({ q: 'jan', limit: '6' })
})

test('Enter at the whole number of the one case that is found opens that case', async () => {
  const { path } = await open([row])
  await box().fill('d-7')
  await expect.element(page.getByRole('option', { name: /Jansen/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe(`/cases/${row.caseID}`)
})

test('Enter without a choice, and the line beneath, lead to all results; Escape closes the list alone', async () => {
  const { path } = await open([])
  await box().fill('niemand')
  await expect.element(page.getByRole('option', { name: text('app.suggestions.none', { q: 'niemand' }) })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(box()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/search?q=niemand')
})

test('two letters ask nothing yet, and who may not see cases has no search', async () => {
  const { api } = await open([row])
  await box().fill('ja')
  await expect.element(box()).toHaveAttribute('aria-expanded', 'false')
  expect(api.callsOf(caseApi.search)).toEqual([])
})
