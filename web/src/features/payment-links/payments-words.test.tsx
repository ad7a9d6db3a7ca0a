import { arrangementApi } from '@regie/contract/arrangements.ts'
import { caseApi } from '@regie/contract/cases.ts'
import type { PaymentLink } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { Payments } from './payments.tsx'

const link = (paymentLinkID: number, amountCents: number, expiresAt: string): PaymentLink => ({
  ...{ paymentLinkID, url: 'http://127.0.0.1/p/a', shortUrl: 'http://127.0.0.1/l/a', amountCents, currency: 'EUR', state: 'created' },
  ...{ expiresAt, paidAt: null, simulated: true, endedFor: null, markedBy: null, caseAfter: null, events: [] },
})
const open = (links: PaymentLink[], money = { outstandingCents: 3_000, claimCents: 5_000, paidCents: 2_000 }) =>
  renderScreen(
    (api) => {
      api.answer(caseApi.payments, { reference: '', links, payments: [], underWay: null })
      api.answer(arrangementApi.list, { callbacks: [], promises: [], complaints: [] } as never)
      return <Payments found={{ ...caseDetail, ...money, promisedCents: 0 }} actions={null} />
    },
    { rights: [Right.viewCases], texts: ['paymentLinks'] },
  )

test('the last day is that of the link for all that is owed, also where a part link is newer', async () => {
  await open([link(2, 1_000, '2027-05-20T22:00:00Z'), link(1, 3_000, '2027-04-30T22:00:00Z')])
  await expect.element(page.getByText(/Link geldig tot 30/)).toBeVisible()
})

test('where only a part link is left, the line says which part', async () => {
  await open([link(2, 1_000, '2027-05-20T22:00:00Z')])
  await expect.element(page.getByText(/Link voor €\s10,00 geldig tot 20/)).toBeVisible()
})

test('of a case of which more was paid than was claimed it says how much too much, and of which claim', async () => {
  await open([], { outstandingCents: 0, claimCents: 15_000, paidCents: 17_500 })
  await expect.element(page.getByText(/^€\s175,00 van €\s150,00 betaald: €\s25,00 te veel$/)).toBeVisible()
})
