import { type BankEntry, statementApi } from '@regie/contract/bank-statements.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { caseRow } from '../../../test/case-row.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { EntryList } from './entry-list.tsx'

const entry = (entryID: number, change: Partial<BankEntry> = {}): BankEntry => ({
  entryID,
  statementID: 1,
  amountCents: 12_500,
  currency: 'EUR',
  bookedOn: '2027-03-01',
  counterName: `Betaler ${entryID}`,
  counterIban: 'NL91ABNA0417164300',
  reference: null,
  text: 'factuur 2027-14',
  state: 'open',
  why: 'noReference',
  booked: null,
  ignored: null,
  ...change,
})
const listed = (rows: BankEntry[]) => ({ rows, nextCursor: null, total: { value: rows.length, exact: true } })
const proposal = {
  caseID: 7,
  caseNumber: 'D-7',
  name: 'A. de Vries',
  openCents: 12_500,
  currency: 'EUR',
  why: 'number' as const,
  isExact: true,
}

const show = (state: BankEntry['state'], rows: BankEntry[], rights: number[] = [Right.bookPayments, Right.viewCases]) =>
  renderScreen(
    (api) => {
      api.answer(statementApi.entries, listed(rows))
      api.answer(statementApi.proposals, [proposal])
      return <EntryList customerID={1} state={state} />
    },
    { rights, texts: ['statements', 'refusals'] },
  )
const line = (entryID: number) => page.getByRole('button', { name: new RegExp(`Betaler ${entryID}`) })
const bookAt = () => page.getByRole('button', { name: /D-7/ })

test('a line opens where it stands with the proposed case; booked, the next one opens under the keys', async () => {
  const { api } = await show('open', [entry(1), entry(2)])
  await line(1).click()
  await expect.element(line(1)).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByText(text('statements.place.exact'), { exact: false })).toBeVisible()
  api.answer(statementApi.book, entry(1, { state: 'booked', why: null, booked: { caseID: 7, caseNumber: 'D-7', paymentID: 3 } }))
  api.answer(statementApi.entries, listed([entry(2)]))
  await bookAt().click()
  expect(api.callsOf(statementApi.book)).toMatchObject([{ params: { entryID: '1' }, body: { caseID: 7 } }])
  await expect.element(line(1)).not.toBeInTheDocument()
  await expect.element(line(2)).toHaveAttribute('aria-expanded', 'true')
})

test('money whose payer names another case is not booked before somebody says that it is meant so', async () => {
  const { api } = await show('open', [entry(1)])
  const other = { ...caseRow, caseID: 9, caseNumber: 'D-9', name: 'B. Ander', outstandingCents: 20_000, currency: 'EUR' }
  api.answer(caseApi.search, { ...listed([]), rows: [other], hiddenSorts: [] })
  await line(1).click()
  api.refuse(statementApi.book, { error: 'statement.namesOther', params: { numbers: 'D-7 (A. de Vries)' } })
  await page.getByRole('searchbox', { name: text('statements.place.search') }).fill('D-9')
  await page.getByRole('button', { name: /D-9/ }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/D-7 \(A\. de Vries\)/)).toBeVisible()
  // The question says it: it is not an error beside it as well.
  await expect.element(page.getByText(text('refusals.statement.namesOther', { numbers: 'D-7 (A. de Vries)' }))).not.toBeInTheDocument()
  api.answer(statementApi.book, entry(1, { state: 'booked', why: null, booked: { caseID: 9, caseNumber: 'D-9', paymentID: 3 } }))
  api.answer(statementApi.entries, listed([]))
  await dialog.getByRole('button', { name: text('statements.elsewhere.verb', { number: 'D-9' }) }).click()
  await expect
    .poll(() => api.callsOf(statementApi.book).map(({ body }) => [body.caseID, body.isMeant]))
    .toEqual([
      [9, false],
      [9, true],
    ])
})

test('a colleague who was first is told in words, and the line stays', async () => {
  const { api } = await show('open', [entry(1)])
  api.refuse(statementApi.book, { error: 'statement.entryPlaced' })
  await line(1).click()
  await bookAt().click()
  await expect.element(page.getByText(text('refusals.statement.entryPlaced'))).toBeVisible()
  await expect.element(line(1)).toBeVisible()
})

test('Esc closes the line and gives the keys back to it', async () => {
  await show('open', [entry(1)])
  await line(1).click()
  await expect.element(bookAt()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bookAt()).not.toBeInTheDocument()
  await expect.element(line(1)).toHaveFocus()
})

test('what pays no case is set aside only with a reason', async () => {
  const { api } = await show('open', [entry(1)])
  await line(1).click()
  await page.getByRole('button', { name: text('statements.place.ignore') }).click()
  const dialog = page.getByRole('dialog')
  const verb = () => dialog.getByRole('button', { name: text('statements.ignore.verb') })
  await expect.element(verb()).toBeDisabled()
  await dialog.getByRole('textbox').fill('Huur van de buren')
  api.answer(statementApi.ignore, entry(1, { state: 'ignored', why: null }))
  await verb().click()
  await expect.poll(() => api.callsOf(statementApi.ignore).map(({ body }) => body.reason)).toEqual(['Huur van de buren'])
})

test('what was set aside says who did it and why, and waits again at one press', async () => {
  const aside = entry(1, { state: 'ignored', why: null, ignored: { at: '2027-03-02T10:00:00Z', by: 'kim', reason: 'Huur' } })
  const { api } = await show('ignored', [aside])
  await line(1).click()
  await expect.element(page.getByText('Huur', { exact: false })).toBeVisible()
  api.answer(statementApi.restore, entry(1))
  api.answer(statementApi.entries, listed([]))
  await page.getByRole('button', { name: text('statements.place.restore') }).click()
  await expect.element(page.getByText(text('statements.entries.emptyIgnored'))).toBeVisible()
  expect(api.callsOf(statementApi.restore)).toHaveLength(1)
})

test('the lines of one file are asked for that file alone', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(statementApi.entries, listed([entry(1, { statementID: 9 })]))
      return <EntryList customerID={1} state="open" statementID={9} />
    },
    { rights: [Right.bookPayments, Right.viewCases], texts: ['statements', 'refusals'] },
  )
  await expect.element(line(1)).toBeVisible()
  expect(api.callsOf(statementApi.entries)).toMatchObject([{ query: { statementID: '9', state: 'open' } }])
})
