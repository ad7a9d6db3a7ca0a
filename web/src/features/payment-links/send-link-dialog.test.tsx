import { paymentApi, type PaymentLinkQuestion } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { daysAfter, typedDay } from '../../locales/read-day.ts'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { SendLinkButton } from './send-link-dialog.tsx'

const inDays = (days: number) => daysAfter(todayInAmsterdam(), days)
// Over at noon of a day: that day is its last, in summer and winter alike.
const until = (days: number) => `${inDays(days)}T12:00:00.000Z`
const byMail = { channel: 'email', to: 'a•••@example.nl', message: 'Uw betaallink', ok: true, reason: null, nextAt: null } as const
const bySms = { channel: 'sms', to: null, message: null, ok: false, reason: 'noMobile', nextAt: null } as const
const question: PaymentLinkQuestion = {
  ...{ openCents: 20_000, currency: 'EUR', existing: null, expiresAt: until(14), channels: [byMail, bySms] },
}
async function open(change: Partial<PaymentLinkQuestion> = {}) {
  const shown = await renderScreen(
    (api) => {
      api.answer(paymentApi.linkQuestion, { ...question, ...change })
      api.answer(paymentApi.sendLink, caseDetail)
      return <SendLinkButton found={caseDetail} />
    },
    { rights: [Right.viewCases, Right.makePaymentLinks, Right.sendEmail], texts: ['paymentLinks', 'cases', 'ui', 'fields', 'refusals'] },
  )
  await page.getByRole('button', { name: text('paymentLinks.send.button') }).click()
  await expect.element(amount()).toBeVisible()
  return { ...shown, sent: () => shown.api.callsOf(paymentApi.sendLink).map(({ body }) => body) }
}
const field = (key: string) => page.getByRole('dialog').getByLabelText(text(key), { exact: false }).first()
const amount = () => field('paymentLinks.send.amount')
const lastDay = () => field('paymentLinks.requests.dueOn')
const verb = () => page.getByRole('dialog').getByRole('button', { name: text('paymentLinks.send.verb'), exact: false })
const shows = (words: string) => expect.element(page.getByRole('dialog').getByText(words)).toBeVisible()

test('it begins with all that is open and the usual day, and sends that', async () => {
  const { sent } = await open()
  await expect.element(amount()).toHaveValue('200,00')
  await expect.element(lastDay()).toHaveValue(typedDay(inDays(14)))
  await shows(text('paymentLinks.send.new'))
  await verb().click()
  await expect.poll(sent).toMatchObject([{ channel: 'email', amountCents: 20_000, openCents: 20_000, lastDay: inDays(14) }])
})

test('a part through a day of one’s own is sent as typed, and it says that the rest stays open', async () => {
  const { sent } = await open()
  await amount().fill('75,50')
  await lastDay().fill(typedDay(inDays(30)))
  await shows(text('paymentLinks.send.part'))
  await verb().click()
  await expect.poll(sent).toMatchObject([{ amountCents: 7_550, openCents: 20_000, lastDay: inDays(30) }])
})

test('a link that can still be paid is sent again through its own day; through another day it is a new one', async () => {
  await open({ existing: { expiresAt: until(5) } })
  await expect.element(lastDay()).toHaveValue(typedDay(inDays(5)))
  await shows(text('paymentLinks.send.again'))
  await lastDay().fill(typedDay(inDays(20)))
  await shows(text('paymentLinks.send.new'))
})

test('more than is open says so at the field and is not sent', async () => {
  const { sent } = await open()
  await amount().fill('200,01')
  await shows(text('refusals.payment.aboveOpen'))
  await expect.element(amount()).toHaveAttribute('aria-invalid', 'true')
  await verb().click()
  expect(sent()).toEqual([])
})

test('of a large debt it begins with the most that a bank takes, and more says so', async () => {
  await open({ openCents: 6_000_000 })
  await expect.element(amount()).toHaveValue('50.000,00')
  await amount().fill('50000,01')
  await shows(text('refusals.payment.amountInvalid'))
})

test.each(['0', '-5', 'veel', ''])('an amount of "%s" cannot be sent', async (typed) => {
  await open()
  await amount().fill(typed)
  await expect.element(verb()).toBeDisabled()
})

test('what the server refuses stands at its field, and the dialog stays', async () => {
  const { api } = await open()
  api.refuse(paymentApi.sendLink, { error: 'payment.dayInvalid', field: 'lastDay' })
  await verb().click()
  await shows(text('refusals.payment.dayInvalid'))
  await expect.element(lastDay()).toHaveAttribute('aria-invalid', 'true')
})

test('where no channel may be used the button says so', async () => {
  await open({ channels: [{ ...byMail, ok: false, reason: 'debtHelp', message: null }, bySms] })
  await expect.element(verb()).toHaveAccessibleName(new RegExp(text('paymentLinks.send.none')))
  await shows(text('cases.refusals.debtHelp'))
})
