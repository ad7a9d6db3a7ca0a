import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import { WebAddress } from './web-address.ts'

/** A logo is no larger than this; a debtor fetches it on a phone. */
export const logoBytesMax = 200 * 1024

/** Where the PNG with this SHA-256 stands, in hexadecimal. */
export const logoPath = (hash: string) => `/logo/${hash}.png`

/** Only PNG: an SVG may carry a script, and a JPEG has no transparent background. */
const logoStart = 'data:image/png;base64,'

/** How a customer presents itself to who owes: on paper and on the payment page. Empty is what it does not say. */
export const Letterhead = z.object({
  customerID: z.number(),
  name: z.string(),
  /** In lines, as on an envelope. */
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  chamberNumber: z.string(),
  /** The account for what people transfer themselves, as banks write it. */
  iban: z.string(),
  /** Where its privacy statement stands: debtors are led there. */
  privacyUrl: z.string(),
  /** Where its PNG stands: an address of this site that never shows another picture. */
  logo: z.nullable(z.string()),
  version: z.number(),
})
export type Letterhead = z.infer<typeof Letterhead>

/** An IBAN in groups of four, as it is printed. */
export const shownIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

const CustomerId = z.object({ customerID: Id })

export const letterheadApi = {
  get: endpoint({
    method: 'GET',
    path: '/customers/:customerID/letterhead',
    access: { right: [Right.changeProviders, Right.viewCases] },
    summary: 'The logo of a customer and how it is reached',
    params: CustomerId,
    response: Letterhead,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/letterhead',
    access: { right: Right.changeProviders },
    summary: 'Change the logo of a customer (PNG, at most 200 KB) and how it is reached',
    savedAs: [{ entity: 'letterhead', param: 'customerID' }],
    params: CustomerId,
    body: z.object({
      address: z.string().check(z.trim(), z.maxLength(300)),
      /** In any notation, Dutch unless it says otherwise. */
      phone: z.string().check(z.trim(), z.maxLength(30)),
      email: z.union([z.literal(''), z.string().check(z.trim(), z.maxLength(254), z.email('letterhead.emailInvalid'))]),
      chamberNumber: z.string().check(z.trim(), z.regex(/^(\d{8})?$/, 'letterhead.chamberNumberInvalid')),
      /** With spaces or without. */
      iban: z.string().check(z.trim(), z.maxLength(42)),
      /** Left out, it stays. */
      privacyUrl: z.optional(WebAddress('letterhead.privacyUrlInvalid')),
      /** A new one as a data URL. Left out keeps the one there is; null takes it away. */
      logo: z.optional(
        z.nullable(
          z.string().check(
            // So much text holds a logo of the largest size; a little more, so that a larger one is told apart from a broken one.
            z.maxLength(400_000, 'letterhead.logoTooLarge'),
            z.regex(new RegExp(`^${logoStart}[A-Za-z0-9+/]+={0,2}$`), 'letterhead.logoInvalid'),
          ),
        ),
      ),
      version: Version,
    }),
    response: Letterhead,
  }),
}
