import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { paths } from '../paths.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { type Column, type ColumnHeader, DataTable, type TableSort } from './data-table.tsx'

type Row = { id: number; name: string; city: string }

const rows: Row[] = Array.from({ length: 200 }, (_, at) => ({
  id: at + 1,
  name: `debtor ${at + 1}`,
  city: at % 2 === 0 ? 'Breda' : 'Zwolle',
}))
const twoColumns: Column<Row>[] = [
  { key: 'name', label: 'Name', width: 200, sort: 'name', cell: (row) => row.name },
  { key: 'city', label: 'City', width: 200, cell: (row) => row.city },
]

function Example({ onSort, columns = twoColumns }: { onSort: (sort: TableSort) => void; columns?: readonly Column<Row>[] }) {
  const [headers, setHeaders] = useState<readonly ColumnHeader[]>([])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<TableSort | null>(null)
  const list = {
    rows,
    total: { value: rows.length, exact: true },
    isLoading: false,
    failure: null,
    hasMore: false,
    loadMore: () => undefined,
    retry: () => undefined,
  }
  return (
    <>
      <ColumnChooser columns={columns} headers={headers} onHeaders={setHeaders} />
      <DataTable<Row>
        label="debtors"
        columns={columns}
        list={list}
        rowKey={({ id }) => String(id)}
        linkTo={({ id }) => paths.case(id)}
        sort={sort}
        onSort={(wanted) => {
          setSort(wanted)
          onSort(wanted)
        }}
        headers={headers}
        onHeaders={setHeaders}
        chosen={chosen}
        onChosen={setChosen}
        empty={null}
      />
    </>
  )
}

const grid = page.getByRole('grid', { name: 'debtors' })
const header = (name: string) => grid.getByRole('columnheader', { name })
const activeRow = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row')

test('a header that can sort asks for that order, and for the other one when pressed again', async () => {
  const asked: TableSort[] = []
  await renderScreen(() => <Example onSort={(sort) => asked.push(sort)} />)
  await header('Name').getByRole('button').first().click()
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending')
  await header('Name').getByRole('button').first().click()
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'descending')
  expect(asked).toEqual([
    { key: 'name', direction: 'asc' },
    { key: 'name', direction: 'desc' },
  ])
  await expect.element(header('City')).not.toHaveAttribute('aria-sort')
})

test('j and k go through the rows, x chooses, Enter opens', async () => {
  const { path } = await renderScreen(() => <Example onSort={() => undefined} />)
  await expect.element(grid).toBeVisible()
  await userEvent.keyboard('j')
  await expect.poll(activeRow).toBe('0')
  await userEvent.keyboard('jj')
  await expect.poll(activeRow).toBe('2')
  await userEvent.keyboard('kx')
  await expect.poll(activeRow).toBe('1')
  await expect.element(page.getByText(text('ui.table.chosen', { total: '1' }))).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/cases/2')
})

test('only rows near the window are drawn, and the end is reached by keyboard', async () => {
  await renderScreen(() => <Example onSort={() => undefined} />, { path: '/?q=another' })
  await expect.element(grid).toBeVisible()
  expect(grid.element().querySelectorAll('[data-row]').length).toBeLessThan(60)
  await userEvent.keyboard('j')
  await expect.poll(activeRow).toBe('0')
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await expect.poll(activeRow).toBe('199')
  await expect.element(page.getByText('debtor 200')).toBeVisible()
})

test('the column chooser hides a column and brings it back', async () => {
  await renderScreen(() => <Example onSort={() => undefined} />)
  await page.getByRole('button', { name: text('ui.columns.title') }).click()
  await page.getByRole('checkbox', { name: 'City' }).click()
  await expect.element(header('City')).not.toBeInTheDocument()
  // The last one stays: a table without columns shows nothing to choose.
  await expect.element(page.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
  await page.getByRole('button', { name: text('ui.columns.reset') }).click()
  await expect.element(header('City')).toBeVisible()
})

test('columns beside the view are drawn when somebody scrolls to them, or goes there by key', async () => {
  const wide: Column<Row>[] = Array.from({ length: 30 }, (_column, at) => ({
    key: `c${at}`,
    label: `Column ${at}`,
    width: 200,
    cell: (row) => `${row.name} ${at}`,
  }))
  await renderScreen(() => <Example columns={wide} onSort={() => undefined} />)
  const lastCell = grid.getByText('debtor 1 29', { exact: true })
  await expect.element(grid.getByText('debtor 1 0', { exact: true })).toBeVisible()
  expect(lastCell.query()).toBeNull()
  grid.element().scrollLeft = 10_000
  await expect.element(lastCell).toBeInViewport()

  grid.element().scrollLeft = 0
  await grid.getByText('debtor 2 0', { exact: true }).click()
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.activeElement?.textContent).toBe('debtor 2 29')
  await expect.element(grid.getByText('debtor 2 29', { exact: true })).toBeInViewport()
})

test('a text too long for its column is cut and stands whole in its title, a short one is not', async () => {
  const texts: Column<Row>[] = [
    { key: 'short', label: 'Short', width: 200, cell: () => 'Breda', text: () => 'Breda' },
    { key: 'long', label: 'Long', width: 200, cell: () => 'W'.repeat(15), text: () => 'W'.repeat(15) },
  ]
  await renderScreen(() => <Example columns={texts} onSort={() => undefined} />)
  await expect.element(grid.getByTitle('W'.repeat(15)).first()).toHaveAttribute('data-cut')
  await expect.element(grid.getByRole('gridcell', { name: 'Breda' }).first()).not.toHaveAttribute('title')
  const cells = [...grid.element().querySelectorAll<HTMLElement>('[role="gridcell"]')]
  expect(cells.filter((cell) => cell.dataset['cut'] === undefined && cell.scrollWidth > cell.clientWidth)).toEqual([])
})
