import * as z from 'zod/mini'
import { CaseDetail, ChannelPermission } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { RequestKind } from './request-kinds.ts'
import { Cents, PaidOn, PaymentLink } from './payments.ts'
import { Right } from './right-codes.ts'

const requestStates = ['waiting', 'made', 'refused'] as const

/** A payment request: a payment link whose page is at its provider, with what that says of it. */
export const PaymentRequest = z.extend(PaymentLink, {
  /** Waiting: its provider does not have it yet. Refused: `status` says why. */
  made: z.enum(requestStates),
  /** In the words of the provider. */
  status: z.string(),
  /** False: nobody told us what that status means. */
  isStatusKnown: z.boolean(),
  /** The text that sends it; null: it is there no more. */
  template: z.nullable(z.string()),
  /** When it was sent for the last time; null: it was not. */
  sentAt: z.nullable(z.string()),
  /** May it be sent now, and to which address (masked for who may not see it)? */
  sending: z.extend(ChannelPermission, { to: z.nullable(z.string()) }),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

/** What a case has of one provider of requests. */
const RequestTab = z.object({
  kind: RequestKind,
  simulated: z.boolean(),
  /** Its account takes no new requests now. */
  isOff: z.boolean(),
  /** The texts that can send one. */
  templates: z.array(z.object({ templateID: z.number(), name: z.string() })),
  /** What is open; null: no claim is known. */
  openCents: z.nullable(z.number()),
  currency: z.string(),
  /** The last day that is usual. */
  dueOn: z.string(),
  /** Newest first. */
  requests: z.array(PaymentRequest),
})
export type RequestTab = z.infer<typeof RequestTab>

/** The ways to request a payment that the customer of a case has; without any, its screen has no tab for them. */
export const RequestsOfCase = z.object({ tabs: z.array(RequestTab) })
export type RequestsOfCase = z.infer<typeof RequestsOfCase>

export const paymentRequestApi = {
  list: endpoint({
    method: 'GET',
    path: '/cases/:caseID/payment-requests',
    access: { right: Right.viewCases },
    summary: 'The payment requests of a case by each provider that its customer has, and whether they may be sent now',
    audited: true,
    params: z.object({ caseID: Id }),
    response: RequestsOfCase,
  }),
  create: endpoint({
    method: 'POST',
    path: '/cases/:caseID/payment-requests',
    access: { right: Right.makePaymentLinks, also: [Right.viewCases] },
    summary:
      'Make a payment request for what is open or a part of it, in euros, payable through a day within a year; the same key makes one',
    params: z.object({ caseID: Id }),
    body: z.object({
      kind: RequestKind,
      templateID: BodyId,
      amountCents: Cents,
      dueOn: PaidOn,
      /** Names this request: one that comes twice is made once. */
      key: z.uuid(),
    }),
    response: CaseDetail,
  }),
  send: endpoint({
    method: 'POST',
    path: '/payment-requests/:paymentLinkID/send',
    access: { right: Right.makePaymentLinks, also: [Right.viewCases, Right.sendEmail] },
    summary: 'Send a payment request by e-mail, in its own text; the same key sends once',
    params: z.object({ paymentLinkID: Id }),
    body: z.object({ key: z.uuid() }),
    response: CaseDetail,
  }),
}
