import { contactApi, type Subscription, subscriptionChoices, subscriptionKeys } from '@regie/contract/contacts.ts'
import { customerApi } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatMomentInSentence } from '../../locales/moment-in-sentence.ts'
import { ContactSubscriptions } from './contact-subscriptions.tsx'

const off = (key: Subscription['key']): Subscription => ({
  ...{
    key,
    isAllowed: true,
    enabled: false,
    frequency: subscriptionChoices[key][0],
    time: '07:30',
    scriptIDs: null,
    lastSentAt: null,
    nextAt: null,
  },
})
const listed = (...changed: Subscription[]) => subscriptionKeys.map((key) => changed.find((one) => one.key === key) ?? off(key))
const summary: Subscription = { ...off('payment_summary'), enabled: true, frequency: 'daily', nextAt: '2027-03-02T06:30:00Z' }

const open = (rights: number[], ...changed: Subscription[]) =>
  renderScreen(
    (api) => {
      api.answer(customerApi.list, [])
      api.answer(scriptApi.listOfCustomer, [])
      api.answer(contactApi.subscriptions, listed(...changed))
      return <ContactSubscriptions customerID={1} contactID={4} />
    },
    { rights, texts: ['contacts'] },
  )
const wish = (key: Subscription['key']) => page.getByRole('switch', { name: text(`contacts.subscriptions.keys.${key}`), exact: false })

test('one that is switched on says when it comes next, and how often it comes is chosen', async () => {
  const { api } = await open([Right.viewContacts, Right.changeContacts])
  await expect.element(wish('payment_summary')).not.toBeChecked()
  api.answer(contactApi.subscribe, listed(summary))
  api.answer(contactApi.subscriptions, listed(summary))
  await wish('payment_summary').click()
  await expect
    .element(page.getByText(text('contacts.subscriptions.next', { at: formatMomentInSentence(summary.nextAt ?? '') }), { exact: false }))
    .toBeVisible()
  await page.getByRole('combobox', { name: text('contacts.subscriptions.frequency') }).selectOptions('monthly')
  const time = page.getByRole('textbox', { name: text('contacts.subscriptions.time') })
  await time.fill('9u15')
  await userEvent.tab()
  await expect
    .poll(() =>
      api
        .callsOf(contactApi.subscribe)
        .map(({ body: { subscription } }) => [subscription.enabled, subscription.frequency, subscription.time]),
    )
    .toEqual([
      [true, 'daily', '07:30'],
      [true, 'monthly', '07:30'],
      [true, 'daily', '09:15'],
    ])
})

test('who may only see contacts changes nothing', async () => {
  await open([Right.viewContacts], summary)
  await expect.element(wish('payment_summary')).toBeDisabled()
  await expect.element(page.getByRole('textbox', { name: text('contacts.subscriptions.time') })).toBeDisabled()
})

test('figures that a contact may not see cannot be switched on, and what is about the whole customer asks for no script', async () => {
  const preview: Subscription = { ...off('retention_preview'), enabled: true, frequency: 'daily' }
  await open([Right.viewContacts, Right.changeContacts], { ...off('wallboard_alert'), isAllowed: false }, preview)
  await expect.element(wish('wallboard_alert')).toBeDisabled()
  await expect.element(page.getByText(text('contacts.subscriptions.notAllowed'))).toBeVisible()
  await expect.element(wish('droprate_alert')).toBeEnabled()
  await expect.element(page.getByRole('combobox', { name: text('contacts.subscriptions.frequency') })).toBeVisible()
  expect(page.getByRole('combobox', { name: text('contacts.subscriptions.scripts') }).query()).toBeNull()
})
