import * as z from 'zod/mini'

export const paymentStates = ['created', 'link_clicked', 'bank_opened', 'in_progress', 'paid', 'expired', 'canceled'] as const
export const PaymentState = z.enum(paymentStates)
export type PaymentState = z.infer<typeof PaymentState>

/**
 * Why a link ended because its case came to owe another amount: the claim was changed, staff closed the case as paid (what can be undone), or it was
 * paid, all or a part.
 */
export const amountEnds = ['amountChanged', 'paymentBooked', 'paid'] as const
export const AmountEnd = z.enum(amountEnds)
/** Why a link was ended before its day. */
const linkEnds = ['batchClosed', ...amountEnds, 'deleted', 'provider', 'handedOver'] as const
export type LinkEnd = (typeof linkEnds)[number]
/** The same as it is shown: a link that ended by a payment tells whether all that its case owes now was paid, or a part. */
const shownEnds = [...linkEnds, 'partPaid'] as const

/** The most that one payment of a case can be. */
export const paymentCentsMax = 100_000_000
/** An amount that somebody pays or promises. */
export const Cents = z.number().check(z.int(), z.gte(1), z.lte(paymentCentsMax))
/** What somebody can pay by one link: more no bank takes at once. */
export const linkCentsMax = 5_000_000
/** How many days ahead somebody can pay by a link at most. */
export const linkDaysMax = 365
/** What one link asks for. */
export const LinkCents = z
  .number()
  .check(z.int('payment.amountInvalid'), z.gte(1, 'payment.amountInvalid'), z.lte(linkCentsMax, 'payment.amountInvalid'))
/** A year before that is one of which a digit is missing. */
export const PaidOn = z.iso.date().check(z.refine((day) => day >= '2000-01-01'))
/** How a payment that staff book came in. */
export const bookingMethods = ['bank', 'cash', 'card', 'other'] as const
export type BookingMethod = (typeof bookingMethods)[number]

/**
 * What becomes of a closed case when money is taken back: it is open as before, or stays closed, because it is still paid, its batch is closed, its last day
 * has passed, or something else than this money closed it.
 */
const caseAfters = ['reopened', 'paid', 'batchClosed', 'expired', 'other'] as const
export type CaseAfter = (typeof caseAfters)[number]
const CaseAfterWithdrawal = z.nullable(z.enum(caseAfters))

export const PaymentLink = z.object({
  paymentLinkID: z.number(),
  url: z.string(),
  /** The same page in fewer characters, as an SMS has it. */
  shortUrl: z.string(),
  amountCents: z.number(),
  currency: z.string(),
  state: PaymentState,
  expiresAt: z.string(),
  paidAt: z.nullable(z.string()),
  simulated: z.boolean(),
  endedFor: z.nullable(z.enum(shownEnds)),
  /** Who of the staff said that it was paid; null: nobody did, or it was taken back. */
  markedBy: z.nullable(z.string()),
  /** What taking that back makes of the case; null: it is not closed, or there is nothing to take back. */
  caseAfter: CaseAfterWithdrawal,
  events: z.array(z.object({ state: PaymentState, at: z.string() })),
})
export type PaymentLink = z.infer<typeof PaymentLink>

/** Money that came in: by a payment link, or booked by staff. */
const Payment = z.object({
  paymentID: z.number(),
  amountCents: z.number(),
  currency: z.string(),
  paidOn: z.string(),
  note: z.string(),
  /** Who booked it, or marked its link as paid; null: the bank said so. */
  by: z.nullable(z.string()),
  /** It came with a payment link, also where staff marked that as paid: then it is taken back at the link. */
  byLink: z.boolean(),
  /** How a booked one came in; null: by a payment link. */
  method: z.nullable(z.enum(bookingMethods)),
  /** A link of the case has ended for its amount: taking this booking back makes it count again, or does not. */
  linkAfter: z.nullable(z.enum(['revived', 'none'])),
  /** What taking this booking back makes of the case; null: it is not closed, or there is nothing to take back. */
  caseAfter: CaseAfterWithdrawal,
  /** A booking that was taken back counts no more, and stays to be read: when, by which user (null: with the closing that was undone), why. */
  withdrawn: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()), reason: z.string() })),
})
export type Payment = z.infer<typeof Payment>

/** What was asked and paid for a case. */
export const CasePayments = z.object({
  /** By which a payment names the case: the creditor's own, else a betalingskenmerk; masked where its field is. */
  reference: z.string(),
  /** Newest first. */
  links: z.array(PaymentLink),
  payments: z.array(Payment),
  /** Somebody is paying now, at the bank or waiting for its answer (until null: until it says more): nobody contacts the person meanwhile. */
  underWay: z.nullable(z.object({ amountCents: z.number(), currency: z.string(), until: z.nullable(z.string()) })),
})
export type CasePayments = z.infer<typeof CasePayments>
