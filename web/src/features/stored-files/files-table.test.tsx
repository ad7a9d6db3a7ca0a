import { Right } from '@regie/contract/right-codes.ts'
import { type StoredFile, storedFileApi } from '@regie/contract/stored-files.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeApi } from '../../../test/fake-api.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { FilesBulk } from './files-bulk.tsx'
import { FilesTable } from './files-table.tsx'
import { useStoredFiles } from './stored-files-data.ts'

const file: StoredFile = {
  ...{ fileID: 4, name: 'april.csv', tab: 'batch', format: 'csv', bytes: 2048, state: 'kept', fault: null, by: 'sven' },
  ...{ createdAt: '2026-06-01T08:00:00.000Z', expiresAt: '2026-07-01T08:00:00.000Z', fetches: 0, lastFetches: [] },
  ...{ batchID: 7, mayFetch: true, isInUse: false },
}

function Files({ q }: { q: string }) {
  const list = useStoredFiles(1, 'batch', { q, sort: '' })
  return (
    <>
      <FilesTable
        {...{ tab: 'batch', list, filters: { q, sort: '' }, onFilters: () => undefined, chosen: new Set<string>() }}
        onChosen={() => undefined}
      />
      <FilesBulk customerID={1} files={list.rows} onFetched={() => undefined} onGone={() => undefined} />
    </>
  )
}

const show = (
  rows: StoredFile[],
  { rights = [Right.viewFiles, Right.removeFiles] as number[], q = '', prepare = (_api: FakeApi) => {} } = {},
) =>
  renderScreen(
    (api) => {
      const total = { value: rows.length, exact: true }
      api.answer(storedFileApi.list, { rows, nextCursor: null, total, scanner: 'off', daysKept: 30 })
      prepare(api)
      return <Files q={q} />
    },
    { rights, texts: ['storedFiles'] },
  )

test('a file says what it is, whose, and that nobody took it along yet', async () => {
  await show([file])
  const row = page.getByRole('row', { name: /april\.csv/ })
  await expect.element(row.getByText(text('storedFiles.neverFetched'))).toBeVisible()
  await expect.element(row.getByText(text('storedFiles.formats.csv'))).toBeVisible()
  await expect.element(page.getByRole('link', { name: text('storedFiles.batch', { batchID: '7' }) })).toBeVisible()
})

test('what may not be taken along now says why, by the name of the file', async () => {
  await show([{ ...file, mayFetch: false }])
  const zip = page.getByRole('button', { name: new RegExp(text('storedFiles.zip')), disabled: true })
  await expect.element(zip).toHaveAttribute('title', `april.csv: ${text('storedFiles.why.right')}`)
})

test('several are deleted after a question; what is refused is named with its reason and stays', async () => {
  const { api } = await show([file, { ...file, fileID: 5, name: 'mei.csv' }], {
    prepare: (fake) => {
      fake.answer(storedFileApi.remove, undefined as never)
      fake.refuse(storedFileApi.remove, { error: 'file.inUse' }, ({ params }) => Number(params.fileID) === 5)
    },
  })
  await page
    .getByRole('button', { name: text('storedFiles.remove.verb') })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: text('storedFiles.remove.verb') }).click()
  await expect.element(dialog.getByText(`mei.csv: ${text('refusals.file.inUse')}`)).toBeVisible()
  expect(api.callsOf(storedFileApi.remove).map(({ params }) => Number(params.fileID))).toEqual([4, 5])
})

test('who may not delete sees the reason', async () => {
  await show([file], { rights: [Right.viewFiles] })
  const refused = page.getByRole('button', { name: new RegExp(`^${text('storedFiles.remove.verb')}`), disabled: true })
  await expect.element(refused).toHaveAttribute('title', text('ui.noRight'))
})

test('an empty tab says what comes there, and a search without a hit says that', async () => {
  await show([])
  await expect.element(page.getByText(text('storedFiles.empty.batch'))).toBeVisible()
})

test('a search that finds nothing says so', async () => {
  await show([], { q: 'zomer' })
  await expect.element(page.getByText(text('storedFiles.none.title'))).toBeVisible()
})
