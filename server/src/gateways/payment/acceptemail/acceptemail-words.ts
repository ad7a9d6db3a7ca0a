import type { StateOfCode } from '@regie/contract/payment-request-providers.ts'
import * as z from 'zod/mini'
import { stateOfCode } from '../requests/state-of-code.ts'
import type { FetchedRequest, MadeRequest, RequestOrder } from '../payment-request-provider.ts'

// What is known of AcceptEmail's REST API v2 (github.com/AcceptEmail/apidocs, 2021): it is asked in cents and answers in euros.

/** An ATID; whatever else a webhook names is none. */
export const atidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const referenceMax = 36
const descriptionMax = 32

/** The body of POST /v2/Bill. No address and no Communication: AcceptEmail sends nothing, we do. */
export function billOf({ reference, description, amountCents, expiresAt }: RequestOrder) {
  return {
    PaymentReference: reference.slice(0, referenceMax),
    Description: description.slice(0, descriptionMax).toWellFormed(),
    Amount: amountCents,
    ExpiryDate: expiryOf(expiresAt),
  }
}

/** The last second at which it can be paid, without fractions. */
const expiryOf = (expiresAt: Date): string => `${new Date(expiresAt.getTime() - 1_000).toISOString().slice(0, 19)}Z`

const webAddress = z.url({ protocol: /^https?$/ }).check(z.maxLength(1000))

export const Bill = z.object({
  ATID: z.string().check(z.regex(atidPattern)),
  Amount: z.number(),
  Status: z.string(),
  Description: z.optional(z.nullable(z.string())),
  ExpiryDate: z.optional(z.nullable(z.string())),
  Links: z.optional(
    z.object({
      TransactionURL: z.optional(webAddress),
      ShortURL: z.optional(webAddress),
      Images: z.optional(z.nullable(z.object({ ImageURL1: z.optional(webAddress), ImageURL2: z.optional(webAddress) }))),
    }),
  ),
})
type Bill = z.infer<typeof Bill>

export const BillList = z.object({ Bills: z.array(Bill) })
export const BillFault = z.object({ Message: z.optional(z.string()) })
export const BillNews = z.object({ ATID: z.string().check(z.regex(atidPattern)) })

/** 12.99 is 1299 cents: a number of two decimals is rounded to the nearest whole one. */
export const centsOfEuros = (euros: number): number => Math.round(euros * 100)

/** Where a bill can be paid; null: it names no page. */
export function madeOf({ ATID, Links }: Bill): MadeRequest | null {
  const pageUrl = Links?.TransactionURL ?? Links?.ShortURL
  if (pageUrl === undefined) return null
  const { ImageURL1, ImageURL2 } = Links?.Images ?? {}
  return { providerRef: ATID.toLowerCase(), pageUrl, imageUrls: [ImageURL1, ImageURL2].filter((url) => url !== undefined) }
}

/** Is a bill that was found what this order would make? */
export function isBillOf(bill: Bill, order: RequestOrder): boolean {
  const { Description, Amount } = billOf(order)
  const expiresAt = Date.parse(bill.ExpiryDate ?? '')
  return (
    centsOfEuros(bill.Amount) === Amount && bill.Description === Description && Math.abs(expiresAt - order.expiresAt.getTime()) <= 2_000
  )
}

/** How a bill stands. What an account says that is in no list stays unknown. */
export function fetchedOf({ Status: said, Amount }: Bill, states: readonly StateOfCode[]): FetchedRequest {
  return { said, state: stateOfCode(said, states), amountCents: centsOfEuros(Amount), linkId: null }
}
