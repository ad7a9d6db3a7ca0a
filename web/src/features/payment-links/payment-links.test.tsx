import { type CaseDetail, caseApi } from '@regie/contract/cases.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import type { PaymentLink } from '@regie/contract/payments.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { PaymentLinks } from './payment-links.tsx'

const link: PaymentLink = {
  ...{
    paymentLinkID: 4,
    url: 'http://127.0.0.1/p/abc',
    shortUrl: 'http://127.0.0.1/l/abc',
    amountCents: 12_500,
    currency: 'EUR',
    state: 'link_clicked',
    paidAt: null,
  },
  ...{ expiresAt: '2027-05-01T10:00:00Z', simulated: true, endedFor: null, markedBy: null, caseAfter: null, events: [] },
}
const open = (shown: PaymentLink) =>
  renderScreen(
    (api) => {
      api.answer(caseApi.payments, { reference: '5000056789012345', links: [shown], payments: [], underWay: null })
      return <PaymentLinks found={caseDetail} />
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
  { state: 'expired', endedFor: 'deleted' },
] satisfies Partial<PaymentLink>[])
  test(`a link that is over can be looked at, not passed on: ${ended.endedFor ?? ended.state}`, async () => {
    await open({ ...link, ...ended })
    await expect.element(look()).toBeVisible()
    expect(copy().query()).toBeNull()
  })

const openAs = (
  shown: Partial<PaymentLink>,
  rights: number[] = [Right.viewCases, Right.changePaymentLinks],
  status: CaseDetail['status'] = caseDetail.status,
) =>
  renderScreen(
    (api) => {
      api.answer(caseApi.payments, { reference: '5000056789012345', links: [{ ...link, ...shown }], payments: [], underWay: null })
      api.answer(paymentApi.markLink, caseDetail)
      api.answer(paymentApi.unmarkLink, caseDetail)
      api.answer(paymentApi.deleteLink, caseDetail)
      api.answer(paymentApi.restoreLink, caseDetail)
      return <PaymentLinks found={{ ...caseDetail, status }} />
    },
    { rights, texts: ['paymentLinks', 'cases', 'ui', 'refusals'] },
  )
const press = (key: string) => page.getByRole('button', { name: text(key), exact: true }).click()
const verb = (key: string) => page.getByRole('dialog').getByRole('button', { name: text(key), exact: true })

test('marking a link as paid asks why, and sends it', async () => {
  const { api } = await openAs({})
  await press('paymentLinks.mark.button')
  await expect.element(verb('paymentLinks.mark.verb')).toBeDisabled()
  await page.getByRole('textbox').fill('Contant aan de deur')
  await verb('paymentLinks.mark.verb').click()
  await expect.poll(() => api.callsOf(paymentApi.markLink)).toMatchObject([{ body: { reason: 'Contant aan de deur' } }])
})

test('a link that is being paid by is not marked by hand', async () => {
  await openAs({ state: 'in_progress' })
  const mark = page.getByRole('button', { name: text('paymentLinks.mark.button'), exact: false })
  await expect.element(mark).toHaveAccessibleName(new RegExp(text('paymentLinks.isUnderWay')))
})

test('a mark is taken back with its reason', async () => {
  const { api } = await openAs({ state: 'paid', paidAt: '2027-04-01T10:00:00Z', markedBy: 'ada', caseAfter: 'reopened' })
  await press('paymentLinks.unmark.button')
  await expect.element(page.getByText(text('paymentLinks.caseAfter.reopened'), { exact: false })).toBeVisible()
  await page.getByRole('textbox').fill('Verkeerd dossier')
  await verb('paymentLinks.unmark.verb').click()
  await expect.poll(() => api.callsOf(paymentApi.unmarkLink)).toMatchObject([{ body: { reason: 'Verkeerd dossier' } }])
})

test('a link is deleted after a question, and a deleted one is restored', async () => {
  const first = await openAs({})
  await press('paymentLinks.delete.button')
  expect(first.api.callsOf(paymentApi.deleteLink)).toEqual([])
  await verb('paymentLinks.delete.verb').click()
  await expect.poll(() => first.api.callsOf(paymentApi.deleteLink)).toHaveLength(1)
})

test('a deleted link can be restored', async () => {
  const { api } = await openAs({ state: 'expired', endedFor: 'deleted' })
  await press('paymentLinks.restore.button')
  await expect.poll(() => api.callsOf(paymentApi.restoreLink)).toHaveLength(1)
})

test('a link that cannot be restored says why', async () => {
  const { api } = await openAs({ state: 'expired', endedFor: 'deleted' })
  api.refuse(paymentApi.restoreLink, { error: 'paymentLink.notRestorable' })
  await press('paymentLinks.restore.button')
  await expect.element(page.getByText(text('refusals.paymentLink.notRestorable'), { exact: false })).toBeVisible()
})

test('a deleted link of a closed case stays deleted: its button says why', async () => {
  await openAs({ state: 'expired', endedFor: 'deleted' }, undefined, 'closed')
  const restore = page.getByRole('button', { name: text('paymentLinks.restore.button'), exact: false })
  await expect.element(restore).toHaveAccessibleName(new RegExp(text('refusals.case.alreadyClosed')))
})

test('what the bank said is not taken back, and without the right nothing is changed', async () => {
  await openAs({ state: 'paid', paidAt: '2027-04-01T10:00:00Z' })
  await expect.element(look()).toBeVisible()
  expect(page.getByRole('button', { name: text('paymentLinks.unmark.button') }).query()).toBeNull()
})
