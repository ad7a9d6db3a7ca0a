import { caseApi } from '@regie/contract/cases.ts'
import type { PaymentLink } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { PaymentLinks } from './payment-links.tsx'

const link: PaymentLink = {
  ...{ paymentLinkID: 4, url: 'http://127.0.0.1/p/abc', amountCents: 12_500, currency: 'EUR', state: 'link_clicked', paidAt: null },
  ...{ expiresAt: '2027-05-01T10:00:00Z', simulated: true, endedFor: null, events: [] },
}
const open = (shown: PaymentLink) =>
  renderScreen(
    (api) => {
      api.answer(caseApi.payments, { reference: '5000056789012345', links: [shown], payments: [], underWay: null })
      return <PaymentLinks caseID={7} />
    },
    { rights: [Right.viewCases], texts: ['paymentLinks'] },
  )
const copy = () => page.getByRole('button', { name: text('paymentLinks.copy') })
const look = () => page.getByRole('link', { name: text('paymentLinks.open'), exact: false })

test('a link by which somebody can pay can be copied', async () => {
  await open(link)
  await expect.element(copy()).toBeVisible()
})

test('the day that stands at a link is the last on which somebody can pay by it', async () => {
  await open({ ...link, expiresAt: '2027-04-30T22:00:00Z' })
  await expect.element(page.getByText(new RegExp(`${text('paymentLinks.expires')} .*30`))).toBeVisible()
})

for (const ended of [
  { state: 'expired' },
  { state: 'paid', paidAt: '2027-04-01T10:00:00Z' },
  { state: 'created', endedFor: 'amountChanged' },
  { state: 'created', endedFor: 'paymentBooked' },
] satisfies Partial<PaymentLink>[])
  test(`a link that is over can be looked at, not passed on: ${ended.endedFor ?? ended.state}`, async () => {
    await open({ ...link, ...ended })
    await expect.element(look()).toBeVisible()
    expect(copy().query()).toBeNull()
  })
