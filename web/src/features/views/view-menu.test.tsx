import { type SavedView, savedViewApi } from '@regie/contract/saved-views.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { useAddress } from '../../session/address.ts'
import { useOpenView } from './use-open-view.ts'
import { ViewMenu } from './view-menu.tsx'
import { ViewNotice } from './view-notice.tsx'

const columns = [{ key: 'name' }, { key: 'city' }]
const view = (viewID: number, name: string, more: Partial<SavedView> = {}): SavedView => ({
  ...{ viewID, name, list: 'cases', shared: false, filters: { status: 'open', sort: '-name' }, columns: [] },
  ...{ mine: true, by: 'ada', mayChange: true, version: 1 },
  ...more,
})

function Example() {
  const [filters, change] = useAddress(['q', 'status', 'sort'])
  const shown = useOpenView({
    ...{ list: 'cases', customerID: 1, filters, columns },
    own: { headers: [], onHeaders: () => {} },
    knows: (name, value) => name !== 'status' || value === 'open',
  })
  return (
    <>
      <ViewMenu view={shown} />
      <ViewNotice view={shown} />
      <button type="button" onClick={() => change({ status: '' })}>
        every status
      </button>
    </>
  )
}

const render = (views: SavedView[], path = '/?q=jansen') =>
  renderScreen(
    (fake) => {
      fake.answer(savedViewApi.list, views)
      fake.answer(undoApi.list, [])
      return <Example />
    },
    { texts: ['views'], path, rights: [103, 611] },
  )

test('two presses open a view: its filters and order stand in the address with its number', async () => {
  const { path } = await render([view(4, 'Lopend')])
  await page.getByRole('button', { name: text('views.button') }).click()
  await page.getByRole('button', { name: 'Lopend', exact: true }).click()
  expect(path()).toBe('/?status=open&sort=-name&view=4')
  await expect.element(page.getByRole('button', { name: text('views.open', { name: 'Lopend' }) })).toBeVisible()
})

test('what is changed in a view says so, and one press keeps it', async () => {
  const { api } = await render([view(4, 'Lopend')], '/?status=open&sort=-name&view=4')
  api.answer(savedViewApi.change, view(4, 'Lopend', { filters: { sort: '-name' }, version: 2 }))
  await page.getByRole('button', { name: 'every status' }).click()
  await page.getByRole('button', { name: new RegExp(text('views.changed')) }).click()
  await page.getByRole('button', { name: text('views.saveInto', { name: 'Lopend' }) }).click()
  await expect.poll(() => api.callsOf(savedViewApi.change)[0]?.body).toMatchObject({ filters: { sort: '-name' }, version: 1 })
})

test('whoever saves after a colleague is told who it was, and takes theirs over or saves once more', async () => {
  const shared = view(4, 'Samen', { shared: true, by: 'bert' })
  const theirs = { ...shared, filters: { status: 'open', sort: 'name' }, version: 2 }
  const { api, path } = await render([shared], '/?status=open&sort=-name&view=4')
  const lastSave = { by: 'bert', at: '2026-06-01T08:00:00.000Z' }
  api.refuse(savedViewApi.change, { error: 'error.conflict', requestId: 'r', current: theirs, lastSave })
  await page.getByRole('button', { name: 'every status' }).click()
  await page.getByRole('button', { name: new RegExp(text('views.changed')) }).click()
  const save = page.getByRole('button', { name: text('views.saveInto', { name: 'Samen' }) })
  await save.click()
  await expect.element(page.getByText(/bert/).first()).toBeVisible()
  await save.click()
  await expect.poll(() => api.callsOf(savedViewApi.change).map(({ body }) => body.version)).toEqual([1, 2])
  api.answer(savedViewApi.list, [theirs])
  await page.getByRole('button', { name: text('ui.conflict.take') }).click()
  await expect
    .poll(() => [...new URL(path(), 'http://x').searchParams].toSorted(([a], [b]) => a.localeCompare(b)))
    .toEqual([
      ['sort', 'name'],
      ['status', 'open'],
      ['view', '4'],
    ])
})

test('an old view names what the list no longer knows, and opens without it', async () => {
  const { path } = await render([
    view(4, 'Oud', { filters: { status: 'archief', sort: 'name' }, columns: [{ key: 'fax', headerProps: { class: '' } }] }),
  ])
  await page.getByRole('button', { name: text('views.button') }).click()
  await page.getByRole('button', { name: 'Oud', exact: true }).click()
  expect(path()).toBe('/?sort=name&view=4')
  const words = text('views.unknown', { values: `“archief”, ${text('views.unknownColumns', { count: 1 })}` })
  await expect.element(page.getByText(words)).toBeVisible()
})

test('a view that is gone, or a colleague’s own, says so', async () => {
  await render([], '/?view=9')
  await expect.element(page.getByText(text('views.gone'))).toBeVisible()
})

test('a new view keeps what is shown now under a name', async () => {
  const { api } = await render([], '/?q=jansen&sort=-name')
  api.answer(savedViewApi.add, view(5, 'Jansen'))
  await page.getByRole('button', { name: text('views.button') }).click()
  await page.getByRole('button', { name: text('views.saveAs') }).click()
  await page.getByRole('textbox').fill('Jansen')
  // Enter in the name is its button.
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => api.callsOf(savedViewApi.add)[0]?.body)
    .toMatchObject({ customerID: 1, list: 'cases', name: 'Jansen', shared: false, filters: { q: 'jansen', sort: '-name' } })
})
