import * as z from 'zod/mini'
import { PaymentState } from './payments.ts'

/** What a status of the provider, a word or a code, stands for. One that is not in the list is shown to staff as unknown. */
const StateOfCode = z.object({
  code: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
  state: PaymentState,
})
export type StateOfCode = z.infer<typeof StateOfCode>

// Basic authentication separates name and password by a colon.
const user = z.string().check(z.trim(), z.regex(/^[^:\s]{1,200}$/))
const Common = {
  url: z.url().check(z.maxLength(300)),
  user,
  states: z.array(StateOfCode).check(
    z.maxLength(50),
    z.refine((rows) => new Set(rows.map(({ code }) => code)).size === rows.length, 'provider.codeTwice'),
  ),
  /** How a request is withdrawn, `DELETE /path/{id}`: public documentation names no way. Empty: the provider is not told. */
  cancelCall: z.union([
    z.literal(''),
    z.string().check(z.trim(), z.maxLength(200), z.regex(/^(DELETE|POST|PUT) \/[\w/.-]*\{id\}[\w/.-]*$/, 'provider.cancelCallInvalid')),
  ]),
  /** How often a request is asked about that nobody reported on. */
  checkMinutes: z.number().check(z.int(), z.gte(5), z.lte(1440)),
}

/** An account at AcceptEmail; the key of its REST API is the secret. */
export const AcceptEmailSettings = z.object({
  kind: z.literal('acceptemail'),
  ...Common,
  /** Whose image shows the status in a mail. */
  statusImage: z.enum(['provider', 'own']),
})
export type AcceptEmailSettings = z.infer<typeof AcceptEmailSettings>

/** The ways to pay that a request at MailToPay can offer, as it names them. */
export const mailToPayModules = ['ideal', 'paypal', 'creditcard', 'mistercash', 'sofort', 'paysafecard', 'banktransfer'] as const

/** An account at MailToPay. */
export const MailToPaySettings = z.object({
  kind: z.literal('mailtopay'),
  ...Common,
  modules: z.array(z.enum(mailToPayModules)).check(z.minLength(1, 'provider.moduleMissing')),
})
export type MailToPaySettings = z.infer<typeof MailToPaySettings>

/** What is usual for a new one: the statuses that its public documentation names. */
export const usualAcceptEmail: Omit<AcceptEmailSettings, 'kind'> = {
  url: 'https://api.acceptemail.com',
  user: '',
  states: [
    { code: 'Open', state: 'created' },
    { code: 'Paid', state: 'paid' },
  ],
  cancelCall: '',
  checkMinutes: 60,
  statusImage: 'provider',
}
export const usualMailToPay: Omit<MailToPaySettings, 'kind'> = {
  // Each customer of MailToPay has an address of its own.
  url: '',
  user: '',
  states: [{ code: '900', state: 'paid' }],
  cancelCall: '',
  checkMinutes: 60,
  modules: ['ideal'],
}
