import { accountApi } from '@regie/contract/account.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import type { Account } from './account-data.ts'
import { ContactPanel } from './contact-panel.tsx'

const contact = {
  initials: 'T.',
  firstName: 'Tess',
  middleName: '',
  lastName: 'Leider',
  email: 'tess@example.nl',
  phone: '',
  mobile: '',
}
const account: Account = {
  username: 'tess',
  contact,
  locale: 'nl',
  passwordChangedAt: null,
  passwordExpiresAt: null,
  hasPassword: true,
  groups: [],
  apiKey: { hint: null, createdAt: null, lastUsedAt: null, lastUsedFrom: null },
  version: 1,
}

test('what one typed in one’s account stays when somebody else saved first, and saving again keeps it', async () => {
  const { api } = await renderScreen(() => <ContactPanel account={account} />, { texts: ['account'] })
  const first = page.getByRole('textbox', { name: text('account.contact.firstName') })
  await first.fill('Tessa')
  api.refuse(accountApi.changeContact, { error: 'error.conflict', current: { contact: { ...contact, lastName: 'de Vries' }, version: 2 } })
  await page.getByRole('button', { name: text('ui.save') }).click()
  await expect.element(page.getByText(text('ui.conflict.title'))).toBeVisible()
  await expect.element(page.getByText('de Vries')).toBeVisible()
  await expect.element(first).toHaveValue('Tessa')
  api.answer(accountApi.changeContact, ({ body }) => ({ contact: body.contact, version: 3 }))
  await page.getByRole('button', { name: text('ui.save') }).click()
  await expect.element(page.getByText(text('account.contact.saved'))).toBeVisible()
  expect(api.callsOf(accountApi.changeContact).map(({ body }) => body.version)).toEqual([1, 2])
})
