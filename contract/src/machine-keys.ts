import * as z from 'zod/mini'
import { endpoint, type Endpoint } from './endpoint.ts'
import { BodyId, Id } from './paging.ts'
import { allRightCodes, Right } from './right-codes.ts'

/** What a key begins with, so that one that was left somewhere is known for what it is. */
export const machineKeyMark = 'regiekey_'
export const machineKeyNameMax = 60
/** Keys of a customer that are not revoked. */
export const machineKeysMax = 50
export const machineKeyDays = { min: 1, max: 730, usual: 365 }
export const machineKeyAddressesMax = 20
/** Calls of one key in a minute, in each process. */
export const machineKeyCallsPerMinute = 600
/** So long a key that was revoked stays in the list. */
export const machineKeyRevokedDays = 90

// What is a person's: to talk with colleagues, to listen in, to go past the limits that protect a debtor.
const ofPeople: readonly number[] = [Right.chat, Right.passCaps, 405, Right.changeAgents]

/** Rights that a machine can have: those of work, never those of administration (type 8). */
export const machineRights: readonly number[] = allRightCodes.filter((code) => code < 800 && !ofPeople.includes(code))

const closed =
  /^\/(login|account|users|rights(?!\/customers$)|audit|maintenance|machine-keys|agents?|desk|chat|notifications|feedback|demos)(\/|$)|\/sign-in$/

/**
 * Whether a machine may call it, if it has the right: not what is about a person (their account, sessions, notifications, being an agent) and not what
 * gives somebody access.
 */
export function isOpenToMachines({ access, path }: Pick<Endpoint, 'access' | 'path'>): boolean {
  if (typeof access === 'object' && 'stages' in access) return false
  return access === 'public' || !closed.test(path)
}

/** What keeps a key from working: it was taken back, its term is over, or who made it can no longer sign in. */
const machineKeyStates = ['works', 'revoked', 'expired', 'makerGone'] as const

/** A key with which a machine calls the API for one customer. */
export const MachineKey = z.object({
  machineKeyID: z.number(),
  customerID: z.number(),
  name: z.string(),
  /** The part of the key that is no secret. */
  prefix: z.string(),
  state: z.enum(machineKeyStates),
  rights: z.array(z.number()),
  /** Rights of the key that its maker has no more: they do not count. */
  lostRights: z.array(z.number()),
  /** From where it may be used; empty: from anywhere. */
  addresses: z.array(z.string()),
  expiresAt: z.string(),
  madeAt: z.string(),
  madeBy: z.string(),
  lastUsedAt: z.nullable(z.string()),
  lastUsedFrom: z.nullable(z.string()),
  /** When it was last used from an address that it is not for. */
  refusedAt: z.nullable(z.string()),
  refusedFrom: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  revokedBy: z.nullable(z.string()),
})
export type MachineKey = z.infer<typeof MachineKey>

const RightName = z.object({ code: z.number(), name: z.object({ nl: z.string(), eng: z.string(), fr: z.string() }) })
export type RightName = z.infer<typeof RightName>

const access = { right: Right.changeWebhooks }
const Address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'machineKey.addressInvalid')

/** What may be changed of a key later: its secret, its term and its maker stay. */
const changeable = {
  name: z.string().check(z.trim(), z.minLength(1, 'machineKey.nameMissing'), z.maxLength(machineKeyNameMax)),
  rights: z.array(z.number().check(z.int())).check(z.minLength(1, 'machineKey.rightsMissing'), z.maxLength(machineRights.length)),
  addresses: z.array(Address).check(z.maxLength(machineKeyAddressesMax)),
}

export const machineKeyApi = {
  list: endpoint({
    method: 'GET',
    path: '/machine-keys',
    access,
    summary: 'The keys with which machines call the API for a customer, the newest first',
    query: z.object({ customerID: Id }),
    response: z.object({ rows: z.array(MachineKey) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/machine-keys',
    access,
    summary: 'A new key with rights of its own, none that its maker does not have; it is shown this once',
    tellsSecret: true,
    body: z.object({
      customerID: BodyId,
      ...changeable,
      days: z
        .number()
        .check(z.int(), z.gte(machineKeyDays.min, 'machineKey.daysInvalid'), z.lte(machineKeyDays.max, 'machineKey.daysInvalid')),
    }),
    response: z.object({ machineKey: MachineKey, key: z.string() }),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/machine-keys/:machineKeyID',
    access,
    summary: 'Change what a key is called, what it may do and from where, from its next call on; nobody adds a right that they do not have',
    params: z.object({ machineKeyID: Id }),
    body: z.object(changeable),
    response: MachineKey,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/machine-keys/:machineKeyID',
    access,
    summary: 'Take a key back: it is refused from the next call on, and what it began goes no further',
    params: z.object({ machineKeyID: Id }),
  }),
  rightNames: endpoint({
    method: 'GET',
    path: '/machine-keys/rights',
    access: 'loggedIn',
    summary: 'What the rights of the product are called',
    response: z.array(RightName),
  }),
}
