import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'

/** Days after which a password must be changed; null is never (product.md §5.15). */
export const passwordExpiryChoices = [90, 180, 365] as const

/** How the users of one customer sign in. The client secret is written, never read. */
export const SignInRules = z.object({
  customerID: z.number(),
  enforceTwoFactor: z.boolean(),
  passwordExpiryDays: z.nullable(z.union([z.literal(90), z.literal(180), z.literal(365)])),
  localPasswords: z.boolean(),
  sso: z.nullable(
    z.object({ issuer: z.string(), clientID: z.string(), hasSecret: z.boolean(), buttonText: z.string(), redirectUrl: z.string() }),
  ),
  /** Who has no second factor but codes to the mailbox with which the password can be reset too. */
  emailOnlyUsers: z.number(),
  version: z.number(),
})
export type SignInRules = z.infer<typeof SignInRules>

const CustomerId = z.object({ customerID: Id })

export const organisationApi = {
  get: endpoint({
    method: 'GET',
    path: '/customers/:customerID/sign-in',
    access: { right: Right.systemStatus },
    summary: 'How the users of a customer sign in',
    params: CustomerId,
    response: SignInRules,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/sign-in',
    access: { right: Right.systemStatus },
    summary: 'Change how the users of a customer sign in. A provider is asked for its description before it is kept',
    savedAs: [
      { entity: 'customer', param: 'customerID' },
      { entity: 'singleSignOn', param: 'customerID' },
    ],
    params: CustomerId,
    body: z.object({
      enforceTwoFactor: z.boolean(),
      passwordExpiryDays: SignInRules.shape.passwordExpiryDays,
      localPasswords: z.boolean(),
      sso: z.nullable(
        z.object({
          issuer: z.string().check(z.trim(), z.maxLength(300), z.url('organisation.issuerInvalid')),
          clientID: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
          /** Left out keeps the one there is. */
          clientSecret: z.optional(z.string().check(z.maxLength(500))),
          buttonText: z.string().check(z.trim(), z.maxLength(60)),
        }),
      ),
      version: Version,
    }),
    response: SignInRules,
  }),
  providers: endpoint({
    method: 'GET',
    path: '/login/sso',
    access: 'public',
    summary: 'The single sign-on buttons of the sign-in screen; they lead to /api/login/sso/ and the number of the customer',
    response: z.array(z.object({ customerID: z.number(), buttonText: z.string() })),
  }),
}
