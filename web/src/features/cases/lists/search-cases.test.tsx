import { caseApi } from '@regie/contract/cases.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseRow as row } from '../../../../test/case-row.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { useAddress } from '../../../session/address.ts'
import { caseFilterNames } from '../filters/case-filters.ts'
import { FoundCases } from './search-cases.tsx'

function Example() {
  const [filters, change] = useAddress(['q', ...caseFilterNames, 'batch', 'sort'])
  return <FoundCases customerID={1} filters={filters} onFilters={change} />
}

test('a header of the case list sorts, says so and stands in the address', async () => {
  const { api, path } = await renderScreen(
    (fake) => {
      fake.answer(caseApi.search, { rows: [row], nextCursor: null, total: { value: 1, exact: true }, hiddenSorts: [] })
      return <Example />
    },
    { texts: ['cases'], path: '/?q=jansen' },
  )
  const header = page.getByRole('columnheader', { name: text('cases.columns.outstanding') })
  await expect.element(header).toHaveAttribute('aria-sort', 'none')
  await header.getByRole('button').first().click()
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  expect(path()).toBe('/?q=jansen&sort=-outstanding')
  await header.getByRole('button').first().click()
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  expect(path()).toBe('/?q=jansen&sort=outstanding')
  expect(api.callsOf(caseApi.search).map(({ query }) => [query.sort, query.direction])).toEqual([
    [undefined, undefined],
    ['outstanding', 'desc'],
    ['outstanding', 'asc'],
  ])
  await expect.element(page.getByRole('columnheader', { name: text('cases.columns.attempts') })).not.toHaveAttribute('aria-sort')
})

test('an order of masked names falls back to the own order, and its header is no button', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(caseApi.search, { rows: [row], nextCursor: null, total: { value: 1, exact: true }, hiddenSorts: ['name'] })
      fake.refuse(caseApi.search, { error: 'case.orderHidden', field: 'sort' }, ({ query }) => query.sort === 'name')
      return <Example />
    },
    { texts: ['cases'], path: '/?q=jansen&sort=name' },
  )
  await expect.element(page.getByText('D-7')).toBeVisible()
  const header = page.getByRole('columnheader', { name: text('cases.columns.name') })
  await expect.element(header).not.toHaveAttribute('aria-sort')
  expect(header.getByRole('button').query()).toBeNull()
  await expect.element(header.getByTitle(text('refusals.case.orderHidden'))).toBeVisible()
  expect(api.callsOf(caseApi.search).map(({ query }) => query.sort)).toEqual(['name', undefined])
})
