import * as z from 'zod/mini'

/** Who takes payment requests: each is a page of its own at the provider. */
export const requestKinds = ['acceptemail', 'mailtopay'] as const
export const RequestKind = z.enum(requestKinds)
export type RequestKind = z.infer<typeof RequestKind>

/** Their names: facts, not texts. */
export const requestBrands = { acceptemail: 'AcceptEmail', mailtopay: 'MailToPay' } as const satisfies Record<RequestKind, string>
