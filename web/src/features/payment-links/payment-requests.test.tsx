import { paymentRequestApi, type PaymentRequest, type RequestTab } from '@regie/contract/payment-requests.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { PaymentRequests } from './payment-requests.tsx'

const request: PaymentRequest = {
  ...{
    paymentLinkID: 4,
    url: 'http://127.0.0.1/p/abc',
    shortUrl: 'http://127.0.0.1/l/abc',
    amountCents: 12_500,
    currency: 'EUR',
    state: 'created',
    paidAt: null,
  },
  ...{ expiresAt: '2027-05-01T10:00:00Z', simulated: true, endedFor: null, markedBy: null, caseAfter: null, events: [] },
  ...{ made: 'made', status: 'Open', isStatusKnown: true, template: 'Betaalverzoek', sentAt: null },
  sending: { ok: true, reason: null, nextAt: null, to: 'a•••@example.nl' },
}
const tab: RequestTab = {
  ...{ kind: 'acceptemail', simulated: true, isOff: false, templates: [{ templateID: 7, name: 'Betaalverzoek' }] },
  ...{ openCents: 12_500, currency: 'EUR', dueOn: '2027-05-01', requests: [] },
}
const rights = [Right.viewCases, Right.makePaymentLinks, Right.sendEmail, Right.changePaymentLinks]
const open = (change: Partial<RequestTab> = {}, held = rights) =>
  renderScreen(
    (api) => {
      api.answer(paymentRequestApi.create, caseDetail)
      api.answer(paymentRequestApi.send, caseDetail)
      return <PaymentRequests found={caseDetail} tab={{ ...tab, ...change }} />
    },
    { rights: held, texts: ['paymentLinks', 'cases', 'ui'] },
  )
const button = (key: string) => page.getByRole('button', { name: text(key), exact: false })
const inDialog = (key: string) => page.getByRole('dialog').getByRole('button', { name: text(key), exact: true })
const brand = { brand: 'AcceptEmail' }

test('without a template that can send one it says so, and none is made', async () => {
  await open({ templates: [] })
  await expect.element(page.getByText(text('paymentLinks.requests.noTexts'), { exact: true }).first()).toBeVisible()
  await expect.element(button('paymentLinks.requests.new')).toHaveAccessibleName(new RegExp(text('paymentLinks.requests.noTexts')))
})

test('a new one asks for template, amount and last day, and is sent with a key of its own', async () => {
  const { api } = await open()
  await button('paymentLinks.requests.new').click()
  await page.getByRole('dialog').getByLabelText(text('paymentLinks.requests.amount'), { exact: false }).fill('50')
  await inDialog('paymentLinks.requests.verb').click()
  await expect
    .poll(() => api.callsOf(paymentRequestApi.create).map(({ body }) => body))
    .toMatchObject([{ kind: 'acceptemail', templateID: 7, amountCents: 5_000, dueOn: '2027-05-01' }])
})

test('it is sent after a question that names the address', async () => {
  const { api } = await open({ requests: [request] })
  await button('paymentLinks.requests.send').click()
  await expect.element(page.getByRole('dialog').getByText(/a•••@example\.nl/)).toBeVisible()
  expect(api.callsOf(paymentRequestApi.send)).toEqual([])
  await inDialog('paymentLinks.requests.send').click()
  await expect.poll(() => api.callsOf(paymentRequestApi.send)).toHaveLength(1)
})

test('who may not be written to now is not, and the button says why', async () => {
  await open({ requests: [{ ...request, sending: { ok: false, reason: 'casePaused', nextAt: null, to: null } }] })
  await expect.element(button('paymentLinks.requests.send')).toHaveAccessibleName(new RegExp(text('cases.refusals.casePaused')))
})

test('one that was never mailed is not said to wait for that once it is paid', async () => {
  await open({ requests: [{ ...request, state: 'paid', paidAt: '2027-04-01T10:00:00Z' }] })
  await expect.element(page.getByText(text('paymentLinks.requests.neverSent'), { exact: false })).toBeVisible()
  expect(page.getByText(text('paymentLinks.requests.notSent'), { exact: false }).query()).toBeNull()
})

test('a status that nobody explained, a refusal and a wait are said in words', async () => {
  await open({
    requests: [
      { ...request, status: '703', isStatusKnown: false },
      { ...request, paymentLinkID: 5, made: 'refused', state: 'canceled', endedFor: 'provider', status: 'APP0224' },
      { ...request, paymentLinkID: 6, made: 'waiting', status: '' },
    ],
  })
  await expect.element(page.getByText(text('paymentLinks.requests.unknownStatus', { ...brand, status: '703' }))).toBeVisible()
  await expect.element(page.getByText(text('paymentLinks.requests.refused', brand))).toBeVisible()
  await expect.element(page.getByText('APP0224')).toBeVisible()
  await expect.element(page.getByText(text('paymentLinks.requests.waiting', brand))).toBeVisible()
})

test('without the rights for it nothing is made or sent', async () => {
  await open({ requests: [request] }, [Right.viewCases])
  for (const key of ['paymentLinks.requests.new', 'paymentLinks.requests.send'])
    await expect.element(button(key)).toHaveAccessibleName(new RegExp(text('ui.noRight')))
})
