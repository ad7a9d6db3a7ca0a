import { loginApi } from '@regie/contract/login.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../test/render-screen.tsx'
import { useKeptFilters, useKeptGroup } from './kept-filters.ts'
import { saveSettings } from './settings.ts'

const names = ['q', 'state', 'group'] as const

function Example({ customerID }: { customerID: number }) {
  const [filters, change] = useKeptFilters('users', names, customerID)
  const { group } = useKeptGroup(customerID)
  return (
    <>
      <p>{`${filters.q}|${filters.state}|${filters.group}|${group ?? ''}`}</p>
      <button type="button" onClick={() => change({ state: 'locked', group: '4' })}>
        filter
      </button>
      <button type="button" onClick={() => change({ q: '', state: '', group: '' })}>
        clear
      </button>
    </>
  )
}

test('a filter and a right group that were chosen are kept for this user and customer', async () => {
  const { api, path } = await renderScreen((fake) => {
    fake.answer(loginApi.changeSettings, ({ body }) => body.settings as never)
    return <Example customerID={3} />
  })
  await page.getByRole('button', { name: 'filter' }).click()
  await expect.element(page.getByText('|locked|4|4')).toBeVisible()
  expect(path()).toBe('/?state=locked&group=4')
  await saveSettings()
  const saved = api.callsOf(loginApi.changeSettings).at(-1)?.body.settings.selection
  expect(saved).toEqual({ 3: { filters: { users: { state: 'locked' } }, rightGroups: [4] } })
  await page.getByRole('button', { name: 'clear' }).click()
  await expect.element(page.getByText('|||', { exact: true })).toBeVisible()
  expect(path()).toBe('/')
  await saveSettings()
})

const left = { 3: { filters: { users: { state: 'locked' } }, rightGroups: [4] } }

test('what was kept comes back into an empty address, for its customer only', async () => {
  const { path } = await renderScreen(() => <Example customerID={3} />, { settings: { selection: left } })
  await expect.element(page.getByText('|locked|4|4')).toBeVisible()
  await expect.poll(path).toBe('/?state=locked&group=4')
})

test('another customer and an address with filters of its own are left alone', async () => {
  const { path } = await renderScreen(() => <Example customerID={5} />, { settings: { selection: left } })
  await expect.element(page.getByText('|||', { exact: true })).toBeVisible()
  expect(path()).toBe('/')
})

test('filters in the address win over what was kept', async () => {
  const { path } = await renderScreen(() => <Example customerID={3} />, { settings: { selection: left }, path: '/?q=jan' })
  await expect.element(page.getByText('jan|||4')).toBeVisible()
  expect(path()).toBe('/?q=jan')
})
