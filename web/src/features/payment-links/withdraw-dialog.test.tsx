import type { Payment } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const open = (caseAfter: Payment['caseAfter']) => {
  const payment = { paymentID: 1, amountCents: 2_500, currency: 'EUR', paidOn: '2027-04-01', linkAfter: null, caseAfter } as Payment
  return renderScreen(() => <WithdrawDialog found={caseDetail} payment={payment} onClose={() => undefined} />, {
    rights: [Right.viewCases],
    texts: ['paymentLinks'],
  })
}

test('what is still paid enough is not called open again', async () => {
  await open('paid')
  await expect.element(page.getByText(/er is nog genoeg betaald/)).toBeVisible()
  await expect.element(page.getByText(/staat weer open/)).not.toBeInTheDocument()
})

test('where the case opens again, so does the amount', async () => {
  await open('reopened')
  await expect.element(page.getByText(/25,00 van .* telt niet meer mee en staat weer open/)).toBeVisible()
})
