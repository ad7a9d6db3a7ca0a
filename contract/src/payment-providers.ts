import * as z from 'zod/mini'

/** The ways to pay at Mollie of which an attempt is over within the hour, with the brand that payers know: a fact, not a text. */
export const mollieMethods = {
  ideal: 'iDEAL | Wero',
  bancontact: 'Bancontact',
  kbc: 'KBC/CBC',
  belfius: 'Belfius',
  creditcard: 'Visa | Mastercard',
} as const
export type MollieMethod = keyof typeof mollieMethods
export const mollieMethodNames = Object.keys(mollieMethods) as MollieMethod[]

/** In which language Mollie shows its pages; `payer`: that of the case. */
export const mollieLocales = ['payer', 'nl_NL', 'nl_BE', 'en_GB', 'fr_FR', 'fr_BE', 'de_DE'] as const

/** An account at Mollie; its API key is the secret. */
export const MollieSettings = z.object({
  kind: z.literal('mollie'),
  url: z.url().check(z.maxLength(300)),
  method: z.enum(mollieMethodNames),
  locale: z.enum(mollieLocales),
})
export type MollieSettings = z.infer<typeof MollieSettings>

/** What is usual for a new one. */
export const usualMollie: Omit<MollieSettings, 'kind'> = { url: 'https://api.mollie.com', method: 'ideal', locale: 'payer' }

/** A key as Mollie gives it out. With a test key no money moves. */
export const mollieKeyPattern = /^(test|live)_[A-Za-z0-9]{20,100}$/
