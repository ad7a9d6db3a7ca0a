import * as z from 'zod/mini'
import { channels } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { BodyId, Id, Version } from './paging.ts'
import { MollieSettings } from './payment-providers.ts'
import { requestKinds } from './request-kinds.ts'
import { AcceptEmailSettings, MailToPaySettings } from './payment-request-providers.ts'
import { Right } from './right-codes.ts'
import { SpeechHttpSettings } from './speech-providers.ts'
import { CmSettings, MessagebirdSettings, SmppSettings, TwilioSettings } from './sms-providers.ts'
import { AsteriskSettings } from './voice-providers.ts'

/** What a customer has providers for: the channels, the payments by link, and two ways to request a payment. */
export const providerChannels = [...channels, 'payment', ...requestKinds] as const
export const ProviderChannel = z.enum(providerChannels)
export type ProviderChannel = z.infer<typeof ProviderChannel>

/** The kinds of provider, and the channel that each carries; `imap` carries nothing and reads what comes, `speech-http` speaks the texts of calls. */
export const providerKinds = {
  simulated: ['call', 'email', 'sms', 'whatsapp', 'payment', 'acceptemail', 'mailtopay'],
  smtp: ['email'],
  imap: ['email'],
  'whatsapp-cloud': ['whatsapp'],
  'web-pairing': ['whatsapp'],
  smpp: ['sms'],
  cm: ['sms'],
  messagebird: ['sms'],
  twilio: ['sms'],
  'speech-http': ['call'],
  asterisk: ['call'],
  mollie: ['payment'],
  acceptemail: ['acceptemail'],
  mailtopay: ['mailtopay'],
} as const satisfies Record<string, readonly ProviderChannel[]>

const SimulatedSettings = z.object({ kind: z.literal('simulated') })
const domain = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))
// What names the mail takes up to 25 of the 64 characters before the @.
const bouncePlace = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(/^([a-z0-9_-]+(\.[a-z0-9_-]+)*@)?[a-z0-9-]+(\.[a-z0-9-]+)+$/),
    z.regex(/^([^@]{1,36}@)?[^@]+$/),
  )
const perMinute = z.number().check(z.int(), z.gte(1), z.lte(100_000))
/** Where one signs in to a mailbox by OAuth 2. */
export const oauthServices = ['microsoft', 'google'] as const
export type OauthService = (typeof oauthServices)[number]
/** The app that the customer registered there; its secret is the provider's. */
const OauthApp = z.object({
  service: z.enum(oauthServices),
  clientId: z.string().check(z.trim(), z.regex(/^[\w.:-]{3,200}$/, 'provider.clientIdInvalid')),
  /** Of Microsoft: the directory in which the app stands, by its id or its domain. */
  tenant: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(100), z.regex(/^[a-z0-9.-]*$/)),
  /** Until which day its secret holds, as the service said when it was made. */
  secretUntil: z.nullable(z.iso.date()),
})
export type OauthApp = z.infer<typeof OauthApp>
const SmtpProviderSettings = z.object({
  kind: z.literal('smtp'),
  host: z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[a-z0-9.:-]+$/i)),
  port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
  /** TLS from the first byte, after STARTTLS, or none; a password never goes without. */
  encryption: z.enum(['tls', 'starttls', 'none']),
  user: z.string().check(z.trim(), z.maxLength(200)),
  /** Signs in by OAuth 2 instead of a password. */
  oauth: z.optional(OauthApp),
  /** The address from which the mails come; empty: that of the installation. */
  sender: z.union([z.literal(''), z.email().check(z.maxLength(254))]),
  /** Signs the mails for this domain, with a key under this selector in its DNS; null: the server signs, or nobody. */
  dkim: z._default(z.nullable(z.object({ domain, selector: z.string().check(z.maxLength(63), z.regex(/^[a-z0-9._-]+$/i)) })), null),
  /** How many mails a minute may leave; null: as many as there are. */
  perMinute: z._default(z.nullable(perMinute), null),
  /** And how many to addresses at one domain. */
  perMinuteByDomain: z._default(z.array(z.object({ domain, perMinute })).check(z.maxLength(50)), []),
  /**
   * Where undelivered mail comes back: an address that takes a `+` before its @, or a domain of which every address is ours. Each mail then has an
   * envelope sender of its own there, which names it. Left out or empty: it comes back to the sender, and names the mail by its headers alone.
   */
  bounces: z.optional(z.union([z.literal(''), bouncePlace])),
})
/** A mailbox that is read: no message leaves by it. */
const ImapProviderSettings = z.object({
  kind: z.literal('imap'),
  host: z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[a-z0-9.:-]+$/i)),
  port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
  encryption: z.enum(['tls', 'starttls', 'none']),
  user: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  oauth: z.optional(OauthApp),
  folder: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
})
/** A number of WhatsApp at the Cloud API of Meta. */
const WhatsappCloudSettings = z.object({
  kind: z.literal('whatsapp-cloud'),
  /** With the version: `https://graph.facebook.com/v23.0`. */
  baseUrl: z.string().check(z.trim(), z.maxLength(300), z.regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/)),
  phoneNumberId: z.string().check(z.trim(), z.regex(/^\d{1,30}$/)),
  wabaId: z.string().check(z.trim(), z.regex(/^\d{1,30}$/)),
})
/** A number of WhatsApp that is paired by a code, as a browser is (whatsapp-web.ts). */
const WebPairingSettings = z.object({
  kind: z.literal('web-pairing'),
  isSimulation: z.boolean(),
  /** How many messages a minute leave by it: people do not write faster. */
  perMinute: z._default(z.number().check(z.int(), z.gte(1), z.lte(20)), 6),
})
export const ProviderSettings = z.discriminatedUnion('kind', [
  SimulatedSettings,
  SmtpProviderSettings,
  ImapProviderSettings,
  WhatsappCloudSettings,
  WebPairingSettings,
  SmppSettings,
  CmSettings,
  MessagebirdSettings,
  TwilioSettings,
  SpeechHttpSettings,
  AsteriskSettings,
  MollieSettings,
  AcceptEmailSettings,
  MailToPaySettings,
])
export type ProviderSettings = z.infer<typeof ProviderSettings>

/** Does it take money, and carry nothing to people? */
export const takesMoney = (channel: ProviderChannel): channel is MoneyChannel => !(channels as readonly string[]).includes(channel)
type MoneyChannel = Exclude<ProviderChannel, (typeof channels)[number]>

/** Does nothing leave by it? A mailbox is read, a voice only speaks. */
export const carriesNothing = (kind: string): boolean => kind === 'imap' || kind === 'speech-http'

const name = z.string().check(z.trim(), z.minLength(1, 'provider.nameMissing'), z.maxLength(60))

/** Off: nothing leaves by it. Failing: its last test failed; it is tried all the same. */
export const providerStates = ['active', 'off', 'failing'] as const

/** Why a test failed: at which point the connection stopped. `reconnect`: the account has not let us in, or does so no more. */
export const providerFaults = ['notAllowed', 'unreachable', 'certificate', 'noTls', 'signIn', 'reconnect', 'answer'] as const
export type ProviderFault = (typeof providerFaults)[number]

/** What an account at Microsoft or Google lets us do; null in a provider: nobody connected it. */
const Connection = z.object({
  at: z.string(),
  by: z.string(),
  /** When the permission itself ends; null: not known, it is renewed for as long as it is used. */
  endsAt: z.nullable(z.string()),
  /** Since when it is refused; then somebody connects again. */
  refusedAt: z.nullable(z.string()),
  refusedText: z.string(),
})

/** The most that a hundred pieces or minutes may cost, in cents: ten euros each. */
const hundredCentsMax = 100_000
const HundredCents = z.nullable(z.number().check(z.int(), z.gte(0), z.lte(hundredCentsMax)))

/**
 * What a provider asks from a day on, in hundredths of a cent, so in cents for a hundred: for each call, part of an SMS, e-mail or message of WhatsApp, and
 * of a call for each minute too. Both null: from that day on nobody knows it.
 */
const ProviderPrice = z.object({ from: z.iso.date(), hundredCents: HundredCents, hundredMinutesCents: HundredCents })
export type ProviderPrice = z.infer<typeof ProviderPrice>

/** Who carries one channel of a customer. Its password is never shown, only whether there is one. */
export const Provider = z.object({
  providerID: z.number(),
  customerID: z.number(),
  channel: ProviderChannel,
  name: z.string(),
  settings: ProviderSettings,
  hasSecret: z.boolean(),
  hasDkimKey: z.boolean(),
  connection: z.nullable(Connection),
  /** The one template that it sends; null: whatever names it, or has none. */
  template: z.nullable(z.object({ templateID: z.number(), name: z.string() })),
  /** What it asks and asked, the newest first, also from days to come. */
  prices: z.array(ProviderPrice),
  state: z.enum(providerStates),
  isDefault: z.boolean(),
  /** Of SMS: takes over where the first provider is off or takes nothing. */
  isBackup: z.boolean(),
  /** Since when it takes nothing; null: it does. */
  troubleSince: z.nullable(z.string()),
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
  /** Where it reports what became of a message, and brings what people answer; empty where it does not by a webhook. */
  webhookUrl: z.string(),
  version: z.number(),
})
export type Provider = z.infer<typeof Provider>

const Wanted = {
  name,
  settings: ProviderSettings,
  /** Left out: as it was. */
  secret: z.optional(z.string().check(z.maxLength(1000))),
  /** Of WhatsApp: the secret of the app, which signs what Meta reports, and the word that Meta asks the webhook for. Left out: as they were. */
  appSecret: z.optional(z.string().check(z.maxLength(200))),
  verifyToken: z.optional(z.string().check(z.maxLength(200))),
  /** The private RSA key that signs, as PEM. Left out: as it was. */
  dkimKey: z.optional(z.string().check(z.maxLength(10_000))),
  /** Left out: as it was. */
  price: z.optional(ProviderPrice),
  isOff: z.boolean(),
  isDefault: z.boolean(),
  /** Of SMS. Left out: as it was. */
  isBackup: z.optional(z.boolean()),
}
const ProviderId = z.object({ providerID: Id })

export const providerApi = {
  list: endpoint({
    method: 'GET',
    path: '/providers',
    access: { right: Right.changeProviders },
    summary: 'The providers of a customer, with their state',
    query: z.object({ customerID: Id }),
    response: z.object({
      rows: z.array(Provider),
      /** What the installation carries for who has no provider of their own. */
      own: z.array(z.object({ channel: ProviderChannel, simulated: z.boolean() })),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/providers',
    access: { right: Right.changeProviders },
    summary: 'A new provider for a channel of a customer',
    body: z.object({
      customerID: BodyId,
      channel: ProviderChannel,
      /** A mail server for this template alone. */ templateID: z.optional(BodyId),
      ...Wanted,
    }),
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
    summary: 'Delete a provider that no script names and at which nobody is paying; what waits for it is held with that reason',
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
  connect: endpoint({
    method: 'POST',
    path: '/providers/:providerID/connect',
    access: { right: Right.changeProviders },
    summary: 'Where the caller lets us into the account of a mail server; what comes back counts once, within ten minutes, in this session',
    params: ProviderId,
    response: z.object({ url: z.string() }),
  }),
  connected: endpoint({
    method: 'POST',
    path: '/providers/connected',
    access: { right: Right.changeProviders },
    summary: 'What Microsoft or Google sent back with the caller; the provider is then tested, and what waited for it goes',
    body: z.object({
      state: z.string().check(z.minLength(1), z.maxLength(200)),
      code: z.string().check(z.minLength(1), z.maxLength(4000)),
    }),
    response: Provider,
  }),
}
