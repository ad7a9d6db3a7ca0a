import { fileApi, type RefusedRow } from '@regie/contract/files.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { importOfTest } from '../../../../test/import-of-test.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { RepairRows } from './repair-rows.tsx'
import { useRepairs } from './use-repairs.ts'

beforeEach(() => localStorage.clear())

const field = (key: string, group?: string) => ({ key, label: { nl: key, eng: key, fr: key }, type: 'text', required: false, group })
const fields = [field('mobiel', 'bereik'), field('email', 'bereik')]
const columns = ['nummer', 'bedrag'].map((name, index) => ({ index, name, fields: [], samples: [] }))
const noAmount = { reason: 'amountInvalid' as const, column: 'bedrag', value: 'tien' }
const rows: RefusedRow[] = [
  { row: 3, faults: [noAmount, { reason: 'required', column: 'nummer', value: null }], cells: ['', 'tien'] },
  { row: 9, faults: [noAmount], cells: ['R8', 'tien'] },
  { row: 12, faults: [{ reason: 'tooFewColumns', column: null, value: null }], cells: ['R1', '3,00'] },
]
const found = importOfTest({ columns })
const byReason = [
  { reason: 'amountInvalid' as const, count: 2 },
  { reason: 'required' as const, count: 1 },
  { reason: 'tooFewColumns' as const, count: 1 },
]

type Check = Pick<Parameters<typeof RepairRows>[0], 'found' | 'byReason'>

function Screen({ refused, check }: { refused: number; check: Check }) {
  return <RepairRows {...check} refused={refused} repairs={useRepairs(check.found)} />
}

const asChecked: Check = { found, byReason }

async function open({ hasMore = false, refused = rows.length, shown = rows, check = asChecked } = {}) {
  const { api, leave } = await renderScreen(
    (fake) => {
      fake.answer(scriptApi.get, { fields } as never)
      fake.answer(fileApi.refused, { rows: shown, hasMore })
      fake.answer(fileApi.repair, importOfTest({ status: 'checking' }))
      return <Screen refused={refused} check={check} />
    },
    { texts: ['files'] },
  )
  return { api, leave, sent: () => api.callsOf(fileApi.repair).map(({ body }) => body.rows) }
}
const cell = (column: string, row: number) => page.getByLabelText(text('files.repair.cell', { column, row }))
const button = (name: string) => page.getByRole('button', { name, exact: true })
const check = (count: number) => button(text('files.repair.check', { count, total: count }))

test('the cell at fault is typed over, a like one with it, and only what changed is checked again', async () => {
  const { sent } = await open()
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

test('all faults of a row stand beside it, and each of its cells says why it is wrong', async () => {
  await open()
  await expect.element(cell('bedrag', 3)).toHaveAccessibleDescription(text('files.reasons.amountInvalid'))
  await expect.element(cell('nummer', 3)).toHaveAccessibleDescription(text('files.reasons.required'))
  await expect.element(cell('nummer', 3)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText(text('files.reasons.tooFewColumns'), { exact: true })).toBeVisible()
})

test('where one of several fields must be filled, they are named', async () => {
  await open({ shown: [{ row: 4, faults: [{ reason: 'oneOfMissing', column: null, value: null }], cells: ['R2', '2,00'] }] })
  const labels = new Intl.ListFormat('nl-NL', { type: 'disjunction' }).format(['mobiel', 'email'])
  await expect.element(page.getByText(text('files.repair.oneOf', { labels }), { exact: true })).toBeVisible()
})

test('the choice of a reason names the fields too, while all rows with it ask for the same', async () => {
  const missing = (column: string | null) => ({ reason: 'oneOfMissing' as const, column, value: null })
  const ofIssues = (faults: readonly ReturnType<typeof missing>[]): Check => ({
    found: importOfTest({ columns, issues: faults.map((fault, index) => ({ row: index + 2, faults: [fault] })) }),
    byReason: [
      { reason: 'amountInvalid', count: 2 },
      { reason: 'oneOfMissing', count: 2 },
    ],
  })
  const labels = new Intl.ListFormat('nl-NL', { type: 'disjunction' }).format(['mobiel', 'email'])
  const { leave } = await open({ check: ofIssues([missing(null), missing(null)]) })
  await expect.element(page.getByText(`${text('files.repair.oneOf', { labels })} (2)`, { exact: true })).toBeVisible()
  leave()
  await open({ check: ofIssues([missing(null), missing('nummer')]) })
  await expect.element(page.getByText(`${text('files.reasons.oneOfMissing')} (2)`, { exact: true })).toBeVisible()
})

test('many rows come page by page, and what was changed on one page is checked with the next', async () => {
  const { api, sent } = await open({ hasMore: true, refused: 900 })
  await cell('bedrag', 3).fill('10,00')
  await expect.element(page.getByText(text('files.repair.page', { first: 1, last: 3, total: 900 }))).toBeVisible()
  api.answer(fileApi.refused, { rows: [{ row: 700, faults: [noAmount], cells: ['R700', 'tien'] }], hasMore: false })
  await button(text('files.repair.next')).click()
  await cell('bedrag', 700).fill('11,00')
  await expect.element(page.getByText(text('files.repair.page', { first: 4, last: 4, total: 900 }))).toBeVisible()
  await button(text('files.repair.previous')).click()
  await expect.element(cell('bedrag', 3)).toHaveValue('10,00')
  await check(2).click()
  await expect.poll(() => sent()[0]?.map(({ row }) => row)).toEqual([3, 700])
})

test('the rows of one reason alone', async () => {
  const { api } = await open()
  await page.getByText(`${text('files.reasons.required')} (1)`).click()
  await expect.poll(() => api.callsOf(fileApi.refused).at(-1)?.query).toMatchObject({ reason: 'required' })
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
  await cell('bedrag', 9).click()
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(page.getByLabelText(`${text('files.repair.cell', { column: 'nummer', row: 9 })}: R8`)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('x')
  await expect.element(cell('nummer', 9)).toHaveValue('R8x')
})

test('who may not see the rows reads their reasons', async () => {
  await renderScreen(
    (fake) => {
      fake.answer(scriptApi.get, { fields } as never)
      fake.refuse(fileApi.refused, { error: 'error.rightMissing' })
      return <Screen refused={3} check={asChecked} />
    },
    { texts: ['files'] },
  )
  await expect.element(page.getByRole('region', { name: text('files.issues.label') })).toBeVisible()
})

test('what was typed and not checked yet stands there again for who left, until it is checked', async () => {
  const first = await open()
  await cell('bedrag', 3).fill('10,00')
  first.leave()
  const second = await open()
  await expect.element(cell('bedrag', 3)).toHaveValue('10,00')
  await check(1).click()
  await expect.poll(second.sent).toHaveLength(1)
  await expect.element(cell('bedrag', 3)).toHaveValue('tien')
  second.leave()
  await open()
  await expect.element(cell('bedrag', 3)).toHaveValue('tien')
})

test('what was typed for a check that was done again meanwhile keeps nobody from beginning the batch', async () => {
  const first = await open()
  await cell('bedrag', 3).fill('10,00')
  await expect.element(check(1)).toBeVisible()
  first.leave()
  await open({ check: { found: { ...found, checkNo: found.checkNo + 1 }, byReason } })
  await expect.element(cell('bedrag', 3)).toHaveValue('tien')
  await expect.element(page.getByRole('button', { name: new RegExp(text('files.repair.nothing')) })).toBeVisible()
})
