import { fileApi, type RefusedRow } from '@regie/contract/files.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { importOfTest } from '../../../../test/import-of-test.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { RepairRows } from './repair-rows.tsx'
import { useRepairs } from './use-repairs.ts'

const columns = ['nummer', 'bedrag'].map((name, index) => ({ index, name, fields: [], samples: [] }))
const rows: RefusedRow[] = [
  { row: 3, reason: 'amountInvalid', column: 'bedrag', value: 'tien', cells: ['R2', 'tien'] },
  { row: 9, reason: 'amountInvalid', column: 'bedrag', value: 'tien', cells: ['R8', 'tien'] },
  { row: 12, reason: 'duplicateInFile', column: null, value: 'R1', cells: ['R1', '3,00'] },
]
const found = importOfTest({ columns })

function Screen() {
  return <RepairRows found={found} refused={rows.length} repairs={useRepairs()} />
}

async function open() {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(fileApi.refused, { rows, hasMore: false })
      fake.answer(fileApi.repair, importOfTest({ status: 'checking' }))
      return <Screen />
    },
    { texts: ['files'] },
  )
  return () => api.callsOf(fileApi.repair).map(({ body }) => body.rows)
}
const cell = (column: string, row: number) => page.getByLabelText(text('files.repair.cell', { column, row }))
const check = (count: number) => page.getByRole('button', { name: text('files.repair.check', { count, total: count }), exact: true })

test('the cell at fault is typed over, a like one with it, and only what changed is checked again', async () => {
  const sent = await open()
  await cell('bedrag', 3).fill('10,00')
  await page.getByRole('button', { name: text('files.repair.fillAlike', { count: 1, total: 1 }) }).click()
  await expect.element(cell('bedrag', 9)).toHaveValue('10,00')
  await check(2).click()
  await expect.poll(sent).toEqual([
    [
      { row: 3, cells: [{ index: 1, value: '10,00' }] },
      { row: 9, cells: [{ index: 1, value: '10,00' }] },
    ],
  ])
})

test('by keyboard: Enter goes on below, an arrow to the cell beside, Escape takes a change back', async () => {
  await open()
  await cell('bedrag', 3).fill('1')
  await userEvent.keyboard('{Enter}')
  await expect.element(cell('bedrag', 9)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await cell('bedrag', 3).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(cell('bedrag', 3)).toHaveValue('tien')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(page.getByLabelText(`${text('files.repair.cell', { column: 'nummer', row: 3 })}: R2`)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('x')
  await expect.element(cell('nummer', 3)).toHaveValue('R2x')
})

test('who may not see the rows reads their reasons', async () => {
  await renderScreen(
    (fake) => {
      fake.refuse(fileApi.refused, { error: 'error.rightMissing' })
      return <Screen />
    },
    { texts: ['files'] },
  )
  await expect.element(page.getByRole('region', { name: text('files.issues.label') })).toBeVisible()
})
