import * as z from 'zod/mini'
import { CaseDetail, ChannelPermission } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { Id, Version } from './paging.ts'
import { bookingMethods, Cents, LinkCents, PaidOn } from './payments.ts'
import { Right } from './right-codes.ts'

const CaseId = z.object({ caseID: Id })
const LinkId = z.object({ paymentLinkID: Id })
const Reason = z.string().check(z.trim(), z.minLength(1, 'payment.reasonMissing'), z.maxLength(500))

/** The channels by which a payment link is sent by hand, the preferred one first, with the right that each asks for. */
export const linkChannels = ['email', 'sms'] as const
export type LinkChannel = (typeof linkChannels)[number]
export const rightOfLinkChannel = { email: Right.sendEmail, sms: Right.sendSms } as const satisfies Record<LinkChannel, number>

/** What would be sent by hand, and by which ways it may. */
export const PaymentLinkQuestion = z.object({
  /** What is open; null: no claim is known. Without anything open no link is sent. */
  openCents: z.nullable(z.number()),
  currency: z.string(),
  /** The link for all that is open that can still be paid: asked for again through its day it is sent again. Null: there is none. */
  existing: z.nullable(z.object({ expiresAt: z.string() })),
  /** Until when a new one would usually be valid. */
  expiresAt: z.string(),
  channels: z.array(
    z.object({
      channel: z.enum(linkChannels),
      /** The address, masked for who may not see it; null: there is none. */
      to: z.nullable(z.string()),
      /** What the message is called: its subject, or the text itself where it has none; masked as its address. Null: none may be sent. */
      message: z.nullable(z.string()),
      ...ChannelPermission.shape,
    }),
  ),
})
export type PaymentLinkQuestion = z.infer<typeof PaymentLinkQuestion>

/** Money of one case, by hand: booked, taken back, asked for. */
export const paymentApi = {
  book: endpoint({
    method: 'POST',
    path: '/cases/:caseID/payments',
    access: { right: Right.bookPayments, also: [Right.viewCases] },
    summary: 'Book a payment that staff saw elsewhere, whole or in part; closing with it asks 222, and that nothing stays open',
    params: CaseId,
    body: z.object({
      version: Version,
      amountCents: Cents,
      paidOn: PaidOn,
      method: z.enum(bookingMethods),
      note: z.string().check(z.maxLength(4000)),
      close: z.boolean(),
    }),
    response: CaseDetail,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/cases/:caseID/payments/:paymentID/withdraw',
    access: { right: Right.bookPayments, also: [Right.viewCases] },
    summary: 'Take a booking back, at any time, with its reason: what it paid is open again, and a case that it closed as well',
    params: z.object({ caseID: Id, paymentID: Id }),
    body: z.object({ reason: Reason }),
    response: CaseDetail,
  }),
  linkQuestion: endpoint({
    method: 'GET',
    path: '/cases/:caseID/payment-link',
    access: { right: Right.makePaymentLinks, also: [Right.viewCases] },
    summary: 'What sending the payment link would send, and by which channel it may be sent now, and if not why and when',
    audited: true,
    params: CaseId,
    response: PaymentLinkQuestion,
  }),
  sendLink: endpoint({
    method: 'POST',
    path: '/cases/:caseID/payment-link',
    access: { right: Right.makePaymentLinks, also: [Right.viewCases] },
    summary:
      'Send a payment link for what is open or a part of it, payable through a day within a year, by e-mail (asks 301) or SMS (302); the same key sends once',
    params: CaseId,
    body: z.object({
      channel: z.enum(linkChannels),
      amountCents: LinkCents,
      /** What the screen showed as open: another amount by now is refused. */
      openCents: Cents,
      /** The last day on which it can be paid. */
      lastDay: PaidOn,
      /** Names this sending: a request that comes twice sends once. */
      key: z.uuid(),
    }),
    response: CaseDetail,
  }),
  markLink: endpoint({
    method: 'POST',
    path: '/payments/:paymentLinkID/paid',
    access: { right: Right.changePaymentLinks, also: [Right.viewCases] },
    summary:
      'Mark a payment link as paid, for money that came in another way, with its reason: booked today for its amount; paid for in full closes the case',
    params: LinkId,
    body: z.object({ reason: Reason }),
    response: CaseDetail,
  }),
  unmarkLink: endpoint({
    method: 'POST',
    path: '/payments/:paymentLinkID/unpaid',
    access: { right: Right.changePaymentLinks, also: [Right.viewCases] },
    summary:
      'Take back that a payment link was marked as paid, with its reason: its amount is open again, the link works, and a case that it closed is open',
    params: LinkId,
    body: z.object({ reason: Reason }),
    response: CaseDetail,
  }),
  deleteLink: endpoint({
    method: 'DELETE',
    path: '/payments/:paymentLinkID',
    access: { right: Right.changePaymentLinks, also: [Right.viewCases] },
    summary: 'Delete a payment link: nobody begins to pay by it; who is at the bank may finish. It stays to be read',
    params: LinkId,
    response: CaseDetail,
  }),
  restoreLink: endpoint({
    method: 'POST',
    path: '/payments/:paymentLinkID/restore',
    access: { right: Right.changePaymentLinks, also: [Right.viewCases] },
    summary: 'Let a deleted payment link work again, where its case is open, owes its amount, and its day has not passed',
    params: LinkId,
    response: CaseDetail,
  }),
}
