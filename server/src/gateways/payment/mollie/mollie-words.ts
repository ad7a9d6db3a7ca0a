import { type MollieMethod, mollieMethods, type MollieSettings } from '@regie/contract/payment-providers.ts'
import * as z from 'zod/mini'
import { GatewayUnavailable } from '../../gateway-errors.ts'
import type { FetchedPayment, PaymentOrder, ProviderPaymentStatus } from '../payment-gateway.ts'

// What is known of Mollie's API v2 (docs.mollie.com): amounts are texts with two decimals, a payment has the id `tr_…`.

/** An id of a payment at Mollie; whatever else a webhook names is none. */
export const mollieIdPattern = /^tr_[A-Za-z0-9]{4,60}$/

const Amount = z.object({ currency: z.string(), value: z.string() })

/** A payment as Mollie shows it; the page on which the payer goes on is there only while it is open. */
export const MolliePayment = z.object({
  id: z.string().check(z.regex(mollieIdPattern)),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  amount: Amount,
  metadata: z.optional(z.unknown()),
  _links: z.optional(z.object({ checkout: z.optional(z.nullable(z.object({ href: z.url() }))) })),
})
export type MolliePayment = z.infer<typeof MolliePayment>

/** Mollie's words for what it does not take: a title, what is wrong, and with which field. */
export const MollieFault = z.object({ title: z.optional(z.string()), detail: z.optional(z.string()), field: z.optional(z.string()) })

const locales = { nl: 'nl_NL', eng: 'en_GB', fr: 'fr_FR' } as const
const descriptionMax = 255

/** 12345 cents of EUR are { currency: 'EUR', value: '123.45' }: whole numbers all the way, no fraction is rounded. */
export function mollieAmount({ amountCents, currency }: Pick<PaymentOrder, 'amountCents' | 'currency'>): z.infer<typeof Amount> {
  return { currency, value: `${Math.trunc(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}` }
}

type Wish = { hasWebhook: boolean; method: MollieMethod; locale: MollieSettings['locale'] }

/** The body that asks for a payment. iDEAL takes euros alone: for another currency Mollie offers what it has. */
export function mollieOrder(order: PaymentOrder, { hasWebhook, method, locale }: Wish) {
  return {
    amount: mollieAmount(order),
    description: order.description.slice(0, descriptionMax).toWellFormed(),
    redirectUrl: order.returnUrl,
    ...(hasWebhook && { webhookUrl: order.webhookUrl }),
    ...(order.currency === 'EUR' && { method }),
    locale: locale === 'payer' ? locales[order.locale] : locale,
    metadata: { link: String(order.linkId) },
  }
}

/** Authorized money is not there yet; the rest are the words that we share (product.md §3.10). */
export function statusOf({ status }: Pick<MolliePayment, 'status'>): ProviderPaymentStatus {
  return status === 'authorized' ? 'pending' : status
}

const Metadata = z.object({ link: z.string().check(z.regex(/^\d{1,15}$/)) })

/** A payment in our words. An amount that is no text of two decimals is nothing that we can compare. */
export function fetchedOf({ status, amount: { value, currency }, metadata }: MolliePayment): FetchedPayment {
  const [, whole, cents] = /^(\d{1,9})\.(\d{2})$/.exec(value) ?? []
  if (whole === undefined || cents === undefined) throw new GatewayUnavailable('Mollie says no amount', { fault: 'answer' })
  const link = Metadata.safeParse(metadata)
  return {
    status: statusOf({ status }),
    amountCents: Number(whole) * 100 + Number(cents),
    currency,
    linkId: link.success ? Number(link.data.link) : null,
  }
}

/** The ways to pay that an account offers, as Mollie lists them. */
export const MollieMethodList = z.object({
  _embedded: z.object({ methods: z.array(z.object({ id: z.string(), status: z.optional(z.nullable(z.string())) })) }),
})

/** Does an account take payments by this method? `status` is told of the methods that are on, or asked for. */
export function offersMethod(list: z.infer<typeof MollieMethodList>, method: MollieMethod): boolean {
  return list._embedded.methods.some(({ id, status }) => id === method && (status ?? 'activated') === 'activated')
}

/** The brand on the button. */
export const brandOf = (method: MollieMethod): string => mollieMethods[method]
