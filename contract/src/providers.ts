import * as z from 'zod/mini'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Id, Version } from './paging.ts'
import { Right } from './right-codes.ts'

/** The kinds of provider, and the channel that each carries; `imap` carries nothing and reads what comes. */
export const providerKinds = {
  simulated: ['call', 'email', 'sms'],
  smtp: ['email'],
  imap: ['email'],
} as const satisfies Record<string, readonly Channel[]>

const SimulatedSettings = z.object({ kind: z.literal('simulated') })
const domain = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))
const perMinute = z.number().check(z.int(), z.gte(1), z.lte(100_000))
const SmtpProviderSettings = z.object({
  kind: z.literal('smtp'),
  host: z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[a-z0-9.:-]+$/i)),
  port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
  /** TLS from the first byte, after STARTTLS, or none; a password never goes without. */
  encryption: z.enum(['tls', 'starttls', 'none']),
  user: z.string().check(z.trim(), z.maxLength(200)),
  /** The address from which the mails come; empty: that of the installation. */
  sender: z.union([z.literal(''), z.email().check(z.maxLength(254))]),
  /** Signs the mails for this domain, with a key under this selector in its DNS; null: the server signs, or nobody. */
  dkim: z._default(z.nullable(z.object({ domain, selector: z.string().check(z.maxLength(63), z.regex(/^[a-z0-9._-]+$/i)) })), null),
  /** How many mails a minute may leave; null: as many as there are. */
  perMinute: z._default(z.nullable(perMinute), null),
  /** And how many to addresses at one domain. */
  perMinuteByDomain: z._default(z.array(z.object({ domain, perMinute })).check(z.maxLength(50)), []),
})
/** A mailbox that is read: no message leaves by it. */
const ImapProviderSettings = z.object({
  kind: z.literal('imap'),
  host: z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[a-z0-9.:-]+$/i)),
  port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
  encryption: z.enum(['tls', 'starttls', 'none']),
  user: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  folder: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
})
export const ProviderSettings = z.discriminatedUnion('kind', [SimulatedSettings, SmtpProviderSettings, ImapProviderSettings])
export type ProviderSettings = z.infer<typeof ProviderSettings>

const name = z.string().check(z.trim(), z.minLength(1, 'provider.nameMissing'), z.maxLength(60))

/** Off: nothing leaves by it. Failing: its last test failed; it is tried all the same. */
export const providerStates = ['active', 'off', 'failing'] as const

/** Why a test failed: at which point the connection stopped. */
const providerFaults = ['notAllowed', 'unreachable', 'certificate', 'noTls', 'signIn', 'answer'] as const
export type ProviderFault = (typeof providerFaults)[number]

/** Who carries one channel of a customer. Its password is never shown, only whether there is one. */
export const Provider = z.object({
  providerID: z.number(),
  customerID: z.number(),
  channel: Channel,
  name: z.string(),
  settings: ProviderSettings,
  hasSecret: z.boolean(),
  hasDkimKey: z.boolean(),
  state: z.enum(providerStates),
  isDefault: z.boolean(),
  testedAt: z.nullable(z.string()),
  /** Why the last test failed; null when it went well or there was none. */
  testFault: z.nullable(z.enum(providerFaults)),
  /** What the other side answered then, in its own words. */
  testText: z.string(),
  /** The names of the scripts that name it. */
  scripts: z.array(z.string()),
  /** The names of the scripts that name no provider for this channel and so use this default. */
  scriptsByDefault: z.array(z.string()),
  /** How many mails that were read belong to no message of ours: they stay unread in the mailbox. */
  unplaced: z.number(),
  version: z.number(),
})
export type Provider = z.infer<typeof Provider>

const Wanted = {
  name,
  settings: ProviderSettings,
  /** Left out: as it was. */
  secret: z.optional(z.string().check(z.maxLength(500))),
  /** The private RSA key that signs, as PEM. Left out: as it was. */
  dkimKey: z.optional(z.string().check(z.maxLength(10_000))),
  isOff: z.boolean(),
  isDefault: z.boolean(),
}
const ProviderId = z.object({ providerID: Id })

export const providerApi = {
  list: endpoint({
    method: 'GET',
    path: '/providers',
    access: { right: Right.changeProviders },
    summary: 'The providers of a customer, with their state',
    query: z.object({ customerID: Id }),
    response: z.object({ rows: z.array(Provider) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/providers',
    access: { right: Right.changeProviders },
    summary: 'A new provider for a channel of a customer',
    body: z.object({ customerID: BodyId, channel: Channel, ...Wanted }),
    response: Provider,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/providers/:providerID',
    access: { right: Right.changeProviders },
    summary: 'Change a provider; a kept password goes when host, port or user change',
    savedAs: [{ entity: 'provider', param: 'providerID' }],
    params: ProviderId,
    body: z.object({ ...Wanted, version: Version }),
    response: Provider,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/providers/:providerID',
    access: { right: Right.changeProviders },
    summary: 'Delete a provider that no script names; what waits for it is held with that reason',
    params: ProviderId,
  }),
  test: endpoint({
    method: 'POST',
    path: '/providers/:providerID/test',
    access: { right: Right.changeProviders },
    summary: 'Connect to the provider and sign in, without sending anything',
    params: ProviderId,
    response: Provider,
  }),
}
