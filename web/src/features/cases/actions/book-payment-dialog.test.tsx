import { caseApi } from '@regie/contract/cases.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import type { PaymentLink } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { formatMoney } from '../../../locales/format.ts'
import { OfferedAction } from '../../../ui/screen-actions.ts'
import { BookPaymentDialog } from './book-payment-dialog.tsx'
import { CloseCaseDialog } from './close-case-dialog.tsx'

const found = { ...caseDetail, outstandingCents: 12_000 }
const link: PaymentLink = {
  ...{
    paymentLinkID: 4,
    url: 'http://127.0.0.1/p/abc',
    shortUrl: 'http://127.0.0.1/l/abc',
    amountCents: 12_000,
    currency: 'EUR',
    state: 'created',
    paidAt: null,
  },
  ...{ expiresAt: '2027-05-01T10:00:00Z', simulated: true, endedFor: null, markedBy: null, caseAfter: null, events: [] },
}

function Example() {
  const [isOpen, setOpen] = useState(true)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <OfferedAction id="link" label="link" icon="euro" run={() => setAsked(true)} />
      {isOpen && <BookPaymentDialog found={found} onClose={() => setOpen(false)} />}
      {isAsked && <p>asked for a link</p>}
    </>
  )
}

const show = (links: PaymentLink[]) =>
  renderScreen(
    (api) => {
      api.answer(caseApi.payments, { reference: '5000056789012345', links, payments: [], underWay: null })
      api.answer(caseActionApi.closeQuestion, { queuedMessages: 0, openCallbacks: 0, inCall: false })
      api.answer(paymentApi.book, { ...found, outstandingCents: 8_000, paidCents: 4_000 })
      return <Example />
    },
    { rights: [Right.bookPayments, Right.closeCases], texts: ['cases'] },
  )
const offer = () => page.getByRole('checkbox', { name: text('cases.book.sendRest', { amount: formatMoney(8_000, 'EUR') }) })
const pay = async (amount: string) => {
  await page.getByRole('textbox', { name: text('cases.book.amount') }).fill(amount)
  await userEvent.keyboard('{Tab}')
}

test('a part payment that ends a link offers a new one for the rest, and goes on to it', async () => {
  await show([link])
  await pay('40,00')
  await expect.element(offer()).toBeChecked()
  await page.getByRole('button', { name: text('cases.book.verb'), exact: true }).click()
  await expect.element(page.getByText('asked for a link')).toBeVisible()
})

test('where nobody had a link a new one is offered, not chosen; of the whole amount there is none to send', async () => {
  const { api } = await show([])
  await pay('40,00')
  await expect.element(offer()).not.toBeChecked()
  await pay('120,00')
  expect(offer().query()).toBeNull()
  await pay('40,00')
  await page.getByLabelText(text('cases.book.method')).selectOptions('cash')
  await page.getByRole('button', { name: text('cases.book.verb'), exact: true }).click()
  await expect.poll(() => api.callsOf(paymentApi.book).map(({ body }) => body)).toMatchObject([{ amountCents: 4_000, method: 'cash' }])
  expect(page.getByText('asked for a link').query()).toBeNull()
})

test('a part that is paid for a closed case says nothing of a case that goes on', async () => {
  await renderScreen(
    (api) => {
      api.answer(caseApi.payments, { reference: '5000056789012345', links: [], payments: [], underWay: null })
      api.answer(caseActionApi.closeQuestion, { queuedMessages: 0, openCallbacks: 0, inCall: false })
      return <BookPaymentDialog found={{ ...found, status: 'closed' }} onClose={() => undefined} />
    },
    { rights: [Right.bookPayments], texts: ['cases'] },
  )
  await pay('40,00')
  const amount = formatMoney(8_000, 'EUR')
  await expect.element(page.getByText(text('cases.book.restClosed', { amount }))).toBeVisible()
  expect(page.getByText(text('cases.book.rest', { amount })).query()).toBeNull()
})

test('closing as paid asks in which way and when, and books it so', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(caseActionApi.closeQuestion, { queuedMessages: 0, openCallbacks: 0, inCall: false })
      fake.answer(caseActionApi.close, found)
      fake.answer(caseApi.payments, { reference: '5000056789012345', links: [link], payments: [], underWay: null })
      return <CloseCaseDialog found={found} onClose={() => undefined} />
    },
    { rights: [Right.bookPayments, Right.closeCases], texts: ['cases'] },
  )
  await page.getByRole('radio', { name: text('cases.results.BET') }).click()
  const amount = formatMoney(link.amountCents, link.currency)
  await expect.element(page.getByText(text('cases.book.endsLinks', { count: 1, amount }))).toBeVisible()
  await page.getByLabelText(text('cases.book.method')).selectOptions('cash')
  await page.getByRole('button', { name: text('cases.close.verb') }).click()
  await expect
    .poll(() => api.callsOf(caseActionApi.close).map(({ body }) => body))
    .toMatchObject([{ resultCode: 'BET', payment: { amountCents: 12_000, method: 'cash' } }])
})
