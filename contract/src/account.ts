import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { Id, Version } from './paging.ts'

const namePart = z.string().check(z.trim(), z.maxLength(100))

/** How a user can be reached and addressed; the same fields in the account screen and in the user manager. */
export const userContactShape = {
  initials: z.string().check(z.trim(), z.maxLength(20)),
  firstName: namePart,
  middleName: z.string().check(z.trim(), z.maxLength(40)),
  lastName: z.string().check(z.trim(), z.minLength(1, 'user.lastNameMissing'), z.maxLength(100)),
  email: z.string().check(z.trim(), z.maxLength(254), z.email('user.emailInvalid')),
  /** Any notation; kept as E.164. Empty is none. */
  phone: z.string().check(z.trim(), z.maxLength(30)),
  mobile: z.string().check(z.trim(), z.maxLength(30)),
}
export const UserContact = z.object(userContactShape)
export type UserContact = z.infer<typeof UserContact>

const KeptContact = z.object({ ...userContactShape, lastName: z.string(), email: z.string() })
/** One's own contact with the version of one's account; a change from an older version is refused with it. */
export const OwnContact = z.object({ contact: KeptContact, version: z.number() })
export type OwnContact = z.infer<typeof OwnContact>

export const SessionRow = z.object({
  sessionID: z.number(),
  current: z.boolean(),
  /** Browser and system, such as `Firefox · Windows`; empty when it did not tell. */
  device: z.string(),
  address: z.string(),
  startedAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
})
export type SessionRow = z.infer<typeof SessionRow>

export const ApiKeyState = z.object({
  /** The first characters, by which its owner knows it; null when there is none. */
  hint: z.nullable(z.string()),
  createdAt: z.nullable(z.iso.datetime()),
  lastUsedAt: z.nullable(z.iso.datetime()),
  lastUsedFrom: z.nullable(z.string()),
})
export type ApiKeyState = z.infer<typeof ApiKeyState>

const Password = z.string().check(z.minLength(1), z.maxLength(500))

export const accountApi = {
  get: endpoint({
    method: 'GET',
    path: '/account',
    access: 'loggedIn',
    summary: 'My account',
    response: z.object({
      username: z.string(),
      ...OwnContact.shape,
      locale: Locale,
      passwordChangedAt: z.nullable(z.iso.datetime()),
      passwordExpiresAt: z.nullable(z.iso.datetime()),
      /** False for who signs in through the organisation only. */
      hasPassword: z.boolean(),
      groups: z.array(z.string()),
      apiKey: ApiKeyState,
    }),
  }),
  changeContact: endpoint({
    method: 'PATCH',
    path: '/account',
    access: 'loggedIn',
    summary: 'Change how I am reached. Another e-mail address or mobile number asks the password',
    body: z.object({ contact: UserContact, version: Version, password: z.optional(Password) }),
    response: OwnContact,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/account/sessions',
    access: 'loggedIn',
    summary: 'Where I am signed in, the latest used first',
    response: z.array(SessionRow),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/account/sessions/:sessionID',
    access: 'loggedIn',
    summary: 'End one session of mine',
    params: z.object({ sessionID: Id }),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/account/sessions',
    access: 'loggedIn',
    summary: 'End all my other sessions',
    response: z.object({ ended: z.number() }),
  }),
  resetApiKey: endpoint({
    method: 'POST',
    path: '/account/apikey',
    access: 'loggedIn',
    summary: 'A new API key, shown this once; the old one stops working at once',
    body: z.object({ password: Password }),
    response: z.object({ apiKey: z.string() }),
  }),
  removeApiKey: endpoint({ method: 'DELETE', path: '/account/apikey', access: 'loggedIn', summary: 'No API key any more' }),
}
