import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { notify } from './notification.tsx'

afterEach(() => vi.useRealTimers())

const close = () => page.getByRole('status').getByRole('button', { name: text('ui.close') })

test('what comes while another is shown waits its turn', async () => {
  await renderScreen(() => null)
  notify('Eerste')
  await expect.element(page.getByText('Eerste')).toBeVisible()
  notify('Tweede')
  await close().click()
  await expect.element(page.getByText('Tweede')).toBeVisible()
  await close().click()
})

test('what would come long after it was said is not shown any more', async () => {
  await renderScreen(() => null)
  vi.useFakeTimers({ toFake: ['Date'] })
  notify('Eerste')
  await expect.element(page.getByText('Eerste')).toBeVisible()
  notify('Er wacht iemand op u')
  // Read under the pointer the first one stays as long as it takes.
  vi.setSystemTime(Date.now() + 11_000)
  notify('Net gezegd')
  await close().click()
  await expect.element(page.getByText('Net gezegd')).toBeVisible()
  await close().click()
  await expect.poll(() => page.getByText('Er wacht iemand op u').query()).toBeNull()
})
