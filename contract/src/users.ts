import * as z from 'zod/mini'
import { ApiKeyState, userContactShape, UserContact } from './account.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { BodyId, Id, pageOf, pageQuery, Version } from './paging.ts'
import { Right } from './right-codes.ts'
import { confirmation } from './rights.ts'
import { FactorType } from './two-factor.ts'

/** `invited` has not chosen a password yet; `locked` was locked by a manager; `delayed` had too many wrong passwords and is free again by itself. */
export const userStates = ['active', 'invited', 'inviteExpired', 'locked', 'delayed'] as const
export const UserState = z.enum(userStates)
export type UserState = z.infer<typeof UserState>

export const UserRow = z.object({
  userID: z.number(),
  contactID: z.number(),
  username: z.string(),
  ...userContactShape,
  lastName: z.string(),
  email: z.string(),
  customerID: z.nullable(z.number()),
  state: UserState,
  lastLoginAt: z.nullable(z.iso.datetime()),
  groups: z.array(z.object({ groupID: z.number(), name: z.string() })),
  twoFactor: z.array(FactorType),
  apiKey: ApiKeyState,
  inviteExpiresAt: z.nullable(z.iso.datetime()),
  version: z.number(),
})
export type UserRow = z.infer<typeof UserRow>

export const userSorts = ['username', 'lastName', 'email', 'lastLoginAt'] as const

const scripts = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u, /\p{Script=Arabic}/u, /\p{Script=Hebrew}/u]
const digits = /^[0-9]$/

// Letters of other scripts that look like a Latin one, capitals included (Unicode's table of confusables, UTS 39).
const looksLatin = new Set('аеорсухіјѕһԁԛԝүАВЕЗІЈКМНОРЅСТУХҮԌԚԜοανικΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϳ')

/**
 * Can the name be taken for no other? Its signs are written in one way only (NFKC), its letters come from one script (a Cyrillic `а` among Latin letters
 * looks like an `a`), not all of them look like letters of ours (Cyrillic `соре`), and its digits are ours.
 */
export function isPlainName(name: string): boolean {
  if (name.normalize('NFKC') !== name) return false
  const signs = Array.from(name)
  const letters = signs.filter((sign) => /\p{L}/u.test(sign))
  if (letters.length > 0 && letters.every((letter) => looksLatin.has(letter))) return false
  const used = new Set(signs.filter((sign) => /\p{L}/u.test(sign)).map((sign) => scripts.findIndex((script) => script.test(sign))))
  return used.size <= 1 && signs.every((sign) => !/\p{N}/u.test(sign) || digits.test(sign))
}

/** Letters, digits and . _ - @ +: what people type on any keyboard, and what an e-mail address is made of. */
export const Username = z.string().check(
  z.trim(),
  z.minLength(3, 'user.usernameInvalid'),
  z.maxLength(200, 'user.usernameInvalid'),
  z.regex(/^[\p{L}\p{N}._@+-]+$/u, 'user.usernameInvalid'),
  z.refine((name) => isPlainName(name), 'user.usernameInvalid'),
)
const UserId = z.object({ userID: Id })
const GroupIds = z.object({ groupIDs: z.array(BodyId).check(z.minLength(1, 'user.groupMissing'), z.maxLength(50)) })

export const userApi = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    access: { right: Right.viewUsers },
    summary: 'The users of a customer, and those of the installation for who may change rights objects',
    query: z.object({
      customerID: z.optional(Id),
      q: z.optional(z.string().check(z.maxLength(200))),
      state: z.optional(UserState),
      groupID: z.optional(Id),
      sort: z._default(z.enum(userSorts), 'username'),
      direction: z._default(z.enum(['asc', 'desc']), 'asc'),
      ...pageQuery,
    }),
    response: pageOf(UserRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/users/:userID',
    access: { right: Right.viewUsers },
    summary: 'One user',
    params: UserId,
    response: UserRow,
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    access: { right: Right.changeUsers },
    summary: 'A new user, who gets an invitation by e-mail in the chosen language',
    body: z.object({
      username: Username,
      contact: UserContact,
      customerID: z.nullable(BodyId),
      groupIDs: z.array(BodyId).check(z.minLength(1, 'user.groupMissing'), z.maxLength(50)),
      locale: Locale,
    }),
    response: UserRow,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/users/:userID',
    access: { right: Right.changeUsers },
    summary: "Change a user's linked contact",
    savedAs: [{ entity: 'contact', param: 'userID', shown: 'contactID', alsoBy: ['account.changeContact', 'contacts.change'] }],
    params: UserId,
    body: z.object({ contact: UserContact, version: Version }),
    response: UserRow,
  }),
  owned: endpoint({
    method: 'GET',
    path: '/users/:userID/owned',
    access: { right: Right.lockUsers },
    summary: 'What goes or stays behind when this user is deleted',
    params: UserId,
    response: z.object({
      sessions: z.number(),
      groups: z.number(),
      hasApiKey: z.boolean(),
      uploads: z.number(),
      /** Does the contact stay, for reports? One of no customer, and one that cannot be reached, goes with the account. */
      keepsContact: z.boolean(),
      /** Appointments to call back that are still open; they stay, for nobody in particular. */
      callbacks: z.number(),
      lastOfGroups: z.array(z.string()),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:userID',
    access: { right: Right.lockUsers },
    summary: 'Delete a user; what they did stays in the audit log',
    params: UserId,
  }),
  lock: endpoint({
    method: 'POST',
    path: '/users/:userID/lock',
    access: { right: Right.lockUsers },
    summary: 'Lock out, at once everywhere',
    params: UserId,
    response: UserRow,
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/users/:userID/unlock',
    access: { right: Right.lockUsers },
    summary: 'Let in again',
    params: UserId,
    response: UserRow,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/users/:userID/invite',
    access: { right: Right.changeUsers },
    summary: 'Send the invitation again; the former link no longer works',
    params: UserId,
    body: z.object({ locale: Locale }),
    response: UserRow,
  }),
  sendReset: endpoint({
    method: 'POST',
    path: '/users/:userID/reset',
    access: { right: Right.resetUsers },
    summary: 'Mail a link to choose a new password, in the chosen language',
    params: UserId,
    body: z.object({ locale: Locale }),
  }),
  resetApiKey: endpoint({
    method: 'POST',
    path: '/users/:userID/apikey',
    access: { right: Right.resetUsers },
    summary: 'A new API key for a user, shown this once; the old one stops working at once',
    tellsSecret: true,
    params: UserId,
    response: z.object({ apiKey: z.string() }),
  }),
  removeApiKey: endpoint({
    method: 'DELETE',
    path: '/users/:userID/apikey',
    access: { right: Right.resetUsers },
    summary: 'No API key any more',
    params: UserId,
  }),
  resetTwoFactor: endpoint({
    method: 'DELETE',
    path: '/users/:userID/2fa',
    access: { right: Right.resetTwoFactor },
    summary: 'Remove all second factors and recovery codes; the user gets a mail, and their sessions end',
    params: UserId,
  }),
  addGroups: endpoint({
    method: 'POST',
    path: '/users/:userID/groups',
    access: { right: Right.changeUsers },
    summary: 'Add right groups; only rights that the granter holds himself can be given',
    params: UserId,
    body: GroupIds,
    response: UserRow,
  }),
  removeGroups: endpoint({
    method: 'DELETE',
    path: '/users/:userID/groups',
    access: { right: Right.changeUsers },
    summary: 'Remove right groups. When I would lose a right by it, only with `confirmed`',
    params: UserId,
    query: z.object(confirmation),
    body: GroupIds,
    response: UserRow,
  }),
}
