import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { paths } from '../paths.ts'
import { type Column, DataTable } from './data-table.tsx'
import { FilterChips } from './filter-chips.tsx'

type Row = { id: number; name: string; mail: string }

const rows: Row[] = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, name: `debtor ${at + 1}`, mail: at === 0 ? '=cmd()' : '–' }))
const columns: Column<Row>[] = [
  { key: 'name', label: 'Name', width: 200, cell: ({ name }) => <b>{name}</b> },
  { key: 'mail', label: 'Mail', width: 200, cell: ({ mail }) => mail },
  { key: 'due', label: 'Due', width: 90, cell: () => '-12' },
]
const noted: number[] = []
const list = {
  rows,
  total: { value: 120, exact: true },
  isLoading: false,
  failure: null,
  hasMore: false,
  loadMore: vi.fn(),
  retry: vi.fn(),
}

function Example({ chosen = new Set() }: { chosen?: ReadonlySet<string> }) {
  return (
    <DataTable<Row>
      label="debtors"
      columns={columns}
      list={list}
      rowKey={({ id }) => String(id)}
      linkTo={({ id }) => paths.case(id)}
      chosen={chosen}
      onChosen={() => undefined}
      rowActions={({ id }) => [
        { key: 'note', icon: 'edit', label: 'Note', onPress: () => noted.push(id) },
        { key: 'result', icon: 'result', label: 'Result', reason: 'closed', onPress: () => noted.push(-id) },
      ]}
      empty={null}
    />
  )
}
const focusedRow = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row')

test('a point opens the actions of the row with the focus, which gets it back', async () => {
  noted.length = 0
  await renderScreen(() => <Example />)
  await expect.element(page.getByRole('grid')).toBeVisible()
  // The list takes keys a moment after it is seen.
  await expect
    .poll(async () => {
      if (focusedRow() === undefined) await userEvent.keyboard('j')
      return focusedRow()
    })
    .toBe('0')
  await userEvent.keyboard('j')
  await expect.poll(focusedRow).toBe('1')
  await userEvent.keyboard('.')
  await expect.element(page.getByRole('menuitem', { name: /^Result/ })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.poll(focusedRow).toBe('1')
  await userEvent.keyboard('.')
  await expect.element(page.getByRole('menuitem', { name: /^Note/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => noted).toEqual([2])
})

test('the pointer shows the actions of its row, and they say why not', async () => {
  noted.length = 0
  await renderScreen(() => <Example />)
  await page.getByText('debtor 3', { exact: true }).hover()
  await page.getByRole('button', { name: 'Note' }).click()
  await expect.element(page.getByRole('button', { name: 'Result: closed' })).toBeVisible()
  expect(noted).toEqual([3])
})

test('chosen rows are copied as they are shown, a tab between cells, and nothing runs in a spreadsheet', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderScreen(() => <Example chosen={new Set(['1', '3'])} />)
  await page.getByRole('button', { name: text('ui.table.copy', { count: 2, total: '2' }) }).click()
  await expect.element(page.getByText(text('ui.table.copied', { count: 2, total: '2' }))).toBeVisible()
  expect(write).toHaveBeenCalledExactlyOnceWith("Name\tMail\tDue\ndebtor 1\t'=cmd()\t-12\ndebtor 3\t\t-12")
})

test('who comes back to a list finds row, focus and scroll', async () => {
  await renderScreen(() => <Example />, { path: '/search?q=debtor' })
  const grid = page.getByRole('grid')
  await expect.element(grid).toBeVisible()
  grid.element().scrollTop = 1500
  await page.getByText('debtor 46', { exact: true }).click()
  await renderScreen(() => <Example />, { path: '/search?q=debtor' })
  await expect.poll(focusedRow).toBe('45')
  expect(page.getByRole('grid').last().element().scrollTop).toBe(1500)
})

test('a header filters by its choices, and the chip above the table takes the filter away', async () => {
  const asked: string[] = []
  const filters = (value: string) => ({
    name: { value, options: [{ value: 'a', label: 'Begins with a' }], onChange: (to: string) => void asked.push(to) },
  })
  const table = (value: string) => (
    <>
      <FilterChips columns={columns} filters={filters(value)} />
      <DataTable<Row> label="debtors" columns={columns} list={list} rowKey={({ id }) => String(id)} filters={filters(value)} empty={null} />
    </>
  )
  await renderScreen(() => table(''))
  await page.getByRole('button', { name: text('ui.table.filterBy', { column: 'Name' }) }).click()
  await page.getByRole('menuitem', { name: 'Begins with a' }).click()
  expect(asked).toEqual(['a'])
  await renderScreen(() => table('a'))
  await page.getByRole('button', { name: text('ui.table.dropFilter', { filter: 'Name: Begins with a' }) }).click()
  expect(asked).toEqual(['a', ''])
})
