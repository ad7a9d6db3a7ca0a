import type { Contact } from '@regie/contract/contact.ts'
import { contactApi, contactListApi } from '@regie/contract/contacts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactListsTable } from './contact-lists-table.tsx'
import { DuplicatesDialog } from './duplicates-dialog.tsx'

const rights = [Right.viewContacts, Right.changeContacts, Right.removeContacts]
const options = { rights, texts: ['contacts', 'refusals'] } as const
const at = '2026-06-01T08:00:00.000Z'
const contact = (contactID: number, changed: Partial<Contact> = {}): Contact => ({
  ...{ contactID, customerID: 1, userID: null, salutation: 'mevr', initials: 'A.', firstName: 'Ada', middleName: '', lastName: 'Dam' },
  ...{ department: 'Directie', jobTitle: '', email: 'ada@klant.nl', phone: '', mobile: '+31612345678', locale: 'nl', notes: '' },
  ...{ active: true, createdAt: at, updatedAt: at, version: 1 },
  ...changed,
})

test('a contact who signs in keeps address and mobile here, and cannot be deleted', async () => {
  const { api } = await renderScreen((fake) => {
    fake.answer(contactApi.get, contact(4, { userID: 9 }))
    fake.answer(contactApi.subscriptions, [])
    fake.answer(contactApi.change, contact(4, { userID: 9, department: 'Inkoop', version: 2 }))
    return <ContactDialog customerID={1} contactID={4} onClose={() => undefined} />
  }, options)
  await expect.element(page.getByRole('textbox', { name: text('contacts.fields.email') })).toBeDisabled()
  await expect.element(page.getByRole('textbox', { name: text('contacts.fields.mobile') })).toBeDisabled()
  await expect
    .element(page.getByRole('button', { name: text('contacts.remove.verb'), exact: false }))
    .toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('textbox', { name: text('contacts.fields.department') }).fill('Inkoop')
  await page.getByRole('button', { name: text('contacts.save') }).click()
  await expect.element(page.getByText(text('contacts.saved'))).toBeVisible()
  expect(api.callsOf(contactApi.change)[0]?.body).toMatchObject({ customerID: 1, version: 1, contact: { department: 'Inkoop' } })
})

test('members of a list are ticked and sent as what was added and what was taken off', async () => {
  const list = { listID: 7, name: 'Directie', description: '', memberIDs: [1], version: 3 }
  const { api } = await renderScreen((fake) => {
    fake.answer(contactListApi.list, [list])
    fake.answer(contactApi.select, [
      { contactID: 1, name: 'Ada Dam', email: 'ada@klant.nl' },
      { contactID: 2, name: 'Bo Bos', email: 'bo@klant.nl' },
    ])
    fake.answer(contactListApi.change, { ...list, version: 4 })
    fake.answer(contactListApi.addMembers, { ...list, memberIDs: [1, 2], version: 4 })
    fake.answer(contactListApi.removeMembers, { ...list, memberIDs: [2], version: 4 })
    return <ContactListsTable customerID={1} onMembers={() => undefined} />
  }, options)
  await page.getByRole('link', { name: 'Directie' }).click()
  await page.getByRole('checkbox', { name: 'Ada Dam', exact: false }).click()
  await page.getByRole('checkbox', { name: 'Bo Bos', exact: false }).click()
  await page.getByRole('button', { name: text('contacts.save') }).click()
  await expect.poll(() => api.callsOf(contactListApi.removeMembers).map(({ body }) => body)).toEqual([{ customerID: 1, contactIDs: [1] }])
  expect(api.callsOf(contactListApi.addMembers).map(({ body }) => body)).toEqual([{ customerID: 1, contactIDs: [2] }])
})

test('of two with one address, who signs in is proposed to stay', async () => {
  const { api } = await renderScreen((fake) => {
    fake.answer(contactApi.duplicates, [{ by: 'email', contacts: [contact(1), contact(2, { userID: 5, firstName: 'A.' })] }])
    fake.answer(contactApi.merge, contact(2, { userID: 5 }))
    return <DuplicatesDialog customerID={1} onClose={() => undefined} />
  }, options)
  await page.getByRole('button', { name: text('contacts.duplicates.merge') }).click()
  await expect.element(page.getByText(text('contacts.duplicates.done', { name: 'Ada Dam' }))).toBeVisible()
  expect(api.callsOf(contactApi.merge).map(({ body }) => body)).toEqual([{ customerID: 1, keepID: 2, dropID: 1 }])
})
