import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { groupedAmount, amountFault, readAmount } from '../../locales/amount.ts'
import { type HttpSmsKind, httpSmsProviders, type SmppSettings } from '@regie/contract/sms-providers.ts'
import { type MollieSettings, usualMollie } from '@regie/contract/payment-providers.ts'
import {
  type AcceptEmailSettings,
  type MailToPaySettings,
  usualAcceptEmail,
  usualMailToPay,
} from '@regie/contract/payment-request-providers.ts'
import { type SpeechHttpSettings, usualSpeechHttp } from '@regie/contract/speech-providers.ts'
import { type AsteriskSettings, usualAsterisk } from '@regie/contract/voice-providers.ts'
import {
  carriesNothing,
  type OauthApp,
  type Provider,
  type ProviderChannel,
  providerKinds,
  type ProviderSettings,
  takesMoney,
} from '@regie/contract/providers.ts'

export type ProviderKind = ProviderSettings['kind']
export type MailServer = Extract<ProviderSettings, { kind: 'smtp' }>
type Pairing = Omit<Extract<ProviderSettings, { kind: 'web-pairing' }>, 'kind'>
type CloudPlace = Omit<Extract<ProviderSettings, { kind: 'whatsapp-cloud' }>, 'kind'>

/** The kinds of a new provider that can carry a channel. */
export function kindsOf(channel: ProviderChannel): ProviderKind[] {
  // One that is paired by a code begins on its own screen.
  const kinds = (Object.keys(providerKinds) as ProviderKind[]).filter((kind) => kind !== 'web-pairing')
  return kinds.filter((kind) => (providerKinds[kind] as readonly ProviderChannel[]).includes(channel))
}

/** In which words a channel is spoken of: of messages, of the payments by link, of payment requests. */
export function wordsOf(channel: ProviderChannel): 'message' | 'payment' | 'request' {
  if (!takesMoney(channel)) return 'message'
  return channel === 'payment' ? 'payment' : 'request'
}

/** What somebody typed; a password and a key are empty until they type one. `paces`: a domain and its mails a minute on each line. */
export type ProviderDraft = {
  name: string
  kind: ProviderKind
  /** Of a mailbox too: where it is and who signs in. */
  server: MailServer
  folder: string
  paces: string
  cloud: CloudPlace
  pairing: Pairing
  /** Of an exchange, and of a provider that is asked by HTTP. */
  exchange: SmppSettings
  http: HttpDraft
  speech: Omit<SpeechHttpSettings, 'kind'>
  asterisk: Omit<AsteriskSettings, 'kind'>
  mollie: Omit<MollieSettings, 'kind'>
  acceptemail: Omit<AcceptEmailSettings, 'kind'>
  mailtopay: Omit<MailToPaySettings, 'kind'>
  secret: string
  appSecret: string
  verifyToken: string
  dkimKey: string
  isDefault: boolean
  isBackup: boolean
  /** Of a hundred parts of an SMS, as it was typed. */
  /** What a hundred pieces cost, and a hundred minutes; '' is not known. Both count from a day on, '' is today. */
  price: string
  minutePrice: string
  priceFrom: string
}

type HttpDraft = { url: string; user: string; sender: string }

/** Is a provider of this kind asked by HTTP? */
export const isHttpKind = (kind: ProviderKind): kind is HttpSmsKind => kind in httpSmsProviders

/** What the fields of a provider need. */
export type ProviderFieldsProps = {
  channel: ProviderChannel
  draft: ProviderDraft
  onChange: (draft: ProviderDraft) => void
  faultAt: (field: string) => string | undefined
  /** It sends one template alone: it is a mail server, and nobody's default. */
  isOfTemplate?: boolean
  /** A new one may still be of any kind. */
  isNew: boolean
  /** What it asked until now. */
  prices?: Provider['prices']
  hasSecret: boolean
  hasDkimKey: boolean
}

const newServer: MailServer = {
  kind: 'smtp',
  host: '',
  port: 587,
  encryption: 'starttls',
  user: '',
  sender: '',
  dkim: null,
  perMinute: null,
  perMinuteByDomain: [],
}
const newCloud: CloudPlace = { baseUrl: 'https://graph.facebook.com/v23.0', phoneNumberId: '', wabaId: '' }
const newPairing: Pairing = { isSimulation: false, perMinute: 6 }
const noSecrets = { secret: '', appSecret: '', verifyToken: '', dkimKey: '' }
const newExchange: SmppSettings = {
  ...{ kind: 'smpp', host: '', port: 2775, encryption: 'none', user: '', systemType: '', bindMode: 'transceiver' },
  ...{ sender: '', idFormat: 'any', longMethod: 'udh', window: 10, perSecond: null },
}
const newHttp: HttpDraft = { url: '', user: '', sender: '' }
export const newDraft: ProviderDraft = {
  ...{ name: '', kind: 'simulated', server: newServer, folder: 'INBOX', paces: '', isDefault: false, isBackup: false },
  ...{ exchange: newExchange, http: newHttp, speech: usualSpeechHttp, cloud: newCloud, pairing: newPairing, ...noSecrets },
  ...{ asterisk: usualAsterisk, mollie: usualMollie, acceptemail: usualAcceptEmail, mailtopay: usualMailToPay },
  ...{ price: '', minutePrice: '', priceFrom: '' },
}

export function draftOf({ name, settings, isDefault, isBackup, prices }: Provider): ProviderDraft {
  const server = settings.kind === 'smtp' ? settings : settings.kind === 'imap' ? placeOf(settings) : newServer
  const folder = settings.kind === 'imap' ? settings.folder : newDraft.folder
  const paces = server.perMinuteByDomain.map(({ domain, perMinute }) => `${domain} ${perMinute}`).join('\n')
  const cloud = settings.kind === 'whatsapp-cloud' ? placeOfCloud(settings) : newCloud
  const exchange = settings.kind === 'smpp' ? settings : newExchange
  const speech = settings.kind === 'speech-http' ? placeOfSpeech(settings) : usualSpeechHttp
  const http = 'sender' in settings && 'url' in settings ? { url: settings.url, user: settings.user, sender: settings.sender } : newHttp
  return {
    name,
    kind: settings.kind,
    server,
    folder,
    paces,
    exchange,
    http,
    speech,
    asterisk: settings.kind === 'asterisk' ? withoutKind(settings) : usualAsterisk,
    mollie: settings.kind === 'mollie' ? placeOfMollie(settings) : usualMollie,
    acceptemail: settings.kind === 'acceptemail' ? withoutKind(settings) : usualAcceptEmail,
    mailtopay: settings.kind === 'mailtopay' ? withoutKind(settings) : usualMailToPay,
    cloud,
    pairing: settings.kind === 'web-pairing' ? pairingOf(settings) : newPairing,
    ...noSecrets,
    isDefault,
    isBackup,
    ...pricesOf(prices),
  }
}

/** As the price is today; the newest comes first. */
function pricesOf(prices: Provider['prices']): Pick<ProviderDraft, 'price' | 'minutePrice' | 'priceFrom'> {
  const today = todayInAmsterdam()
  const now = prices.find(({ from }) => from <= today)
  const typed = (cents: number | null | undefined) => (cents == null ? '' : groupedAmount(cents))
  return { price: typed(now?.hundredCents), minutePrice: typed(now?.hundredMinutesCents), priceFrom: '' }
}

export function isSameDraft(one: ProviderDraft, other: ProviderDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * The body of a request. An empty password is left out: a kept one stays, and so does a price that nobody touched.
 * @param kept as it was when the form was opened: a price that a colleague changed meanwhile was not touched here
 */
export function requestOf(draft: ProviderDraft, kept: ProviderDraft = newDraft) {
  // What is no amount does not get here (isComplete); one that is no more than zero is free.
  const cents = (typed: string) => (typed.trim() === '' ? null : (readAmount(typed) ?? 0))
  const isPriced = (['price', 'minutePrice', 'priceFrom'] as const).some((field) => draft[field] !== kept[field])
  return {
    ...requestByKind(draft),
    isBackup: draft.isBackup,
    ...(isPriced && {
      price: {
        from: draft.priceFrom || todayInAmsterdam(),
        hundredCents: cents(draft.price),
        hundredMinutesCents: cents(draft.minutePrice),
      },
    }),
  }
}

function requestByKind(draft: ProviderDraft) {
  const { name, kind, server, folder, paces, exchange, http, speech, cloud, secret, appSecret, verifyToken, dkimKey, isDefault } = draft
  if (kind === 'simulated') return { name, settings: { kind }, isDefault }
  if (kind === 'web-pairing') return { name, settings: { kind, ...draft.pairing }, isDefault }
  if (kind === 'whatsapp-cloud') {
    const given = { ...(secret !== '' && { secret }), ...(appSecret !== '' && { appSecret }), ...(verifyToken !== '' && { verifyToken }) }
    return { name, settings: { kind, ...cloud }, isDefault, ...given }
  }
  if (kind === 'speech-http') return { name, settings: { kind, ...speech }, isDefault: false, ...(secret !== '' && { secret }) }
  if (kind === 'asterisk') return { name, settings: { kind, ...draft.asterisk }, isDefault, ...(secret !== '' && { secret }) }
  if (kind === 'mollie') return { name, settings: { kind, ...draft.mollie }, isDefault, ...(secret !== '' && { secret }) }
  if (kind === 'acceptemail') return { name, settings: { kind, ...draft.acceptemail }, isDefault, ...(secret !== '' && { secret }) }
  if (kind === 'mailtopay') return { name, settings: { kind, ...draft.mailtopay }, isDefault, ...(secret !== '' && { secret }) }
  if (kind === 'smpp') return { name, settings: exchange, isDefault, ...(secret !== '' && { secret }) }
  if (isHttpKind(kind)) return { name, settings: { kind, ...http } as ProviderSettings, isDefault, ...(secret !== '' && { secret }) }
  if (kind === 'imap') {
    const { host, port, encryption, user, oauth } = server
    return {
      name,
      settings: { kind, host, port, encryption, user, folder, ...(oauth && { oauth }) },
      isDefault: false,
      ...(secret !== '' && { secret }),
    }
  }
  const settings = { ...server, dkim: server.dkim?.domain ? server.dkim : null, perMinuteByDomain: pacesOf(paces) }
  return { name, settings, isDefault, ...(secret !== '' && { secret }), ...(dkimKey !== '' && { dkimKey }) }
}

const placeOfSpeech = ({ url, model, voices }: SpeechHttpSettings) => ({ url, model, voices })

const placeOfMollie = ({ url, method, locale }: MollieSettings) => ({ url, method, locale })

const withoutKind = <Settings extends { kind: string }>({ kind: _kind, ...rest }: Settings): Omit<Settings, 'kind'> => rest

const pairingOf = ({ isSimulation, perMinute }: Pairing): Pairing => ({ isSimulation, perMinute })

const placeOfCloud = ({ baseUrl, phoneNumberId, wabaId }: CloudPlace): CloudPlace => ({ baseUrl, phoneNumberId, wabaId })

const placeOf = ({ host, port, encryption, user, oauth }: Extract<ProviderSettings, { kind: 'imap' }>): MailServer => ({
  ...newServer,
  ...{ host, port, encryption, user, ...(oauth && { oauth }) },
})

function pacesOf(text: string): MailServer['perMinuteByDomain'] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [domain = '', perMinute = ''] = line.trim().split(/\s+/)
    return { domain, perMinute: Number(perMinute) }
  })
}

const usualPorts: Record<'smtp' | 'imap', Record<MailServer['encryption'], number>> = {
  smtp: { tls: 465, starttls: 587, none: 25 },
  imap: { tls: 993, starttls: 143, none: 143 },
}

/** Another encryption brings its usual port along, unless somebody typed one of their own. */
export function withEncryption(draft: ProviderDraft, encryption: MailServer['encryption']): ProviderDraft {
  const { kind, server } = draft
  const usual = usualPorts[kind === 'imap' ? kind : 'smtp']
  return { ...draft, server: { ...server, encryption, port: server.port === usual[server.encryption] ? usual[encryption] : server.port } }
}

const servicePlaces: Record<OauthApp['service'], Record<'smtp' | 'imap', string>> = {
  microsoft: { smtp: 'smtp.office365.com', imap: 'outlook.office365.com' },
  google: { smtp: 'smtp.gmail.com', imap: 'imap.gmail.com' },
}

/** Another way to sign in brings the server of that service along. A password and a secret of an app are not each other's. */
export function withSignIn(draft: ProviderDraft, chosen: 'password' | OauthApp['service']): ProviderDraft {
  const { oauth, ...server } = draft.server
  if (chosen === 'password') return { ...draft, secret: '', server }
  const kind = draft.kind === 'imap' ? 'imap' : 'smtp'
  const encryption = kind === 'imap' ? 'tls' : 'starttls'
  const app: OauthApp = {
    service: chosen,
    clientId: oauth?.clientId ?? '',
    tenant: oauth?.tenant ?? '',
    secretUntil: oauth?.secretUntil ?? null,
  }
  const place = { host: servicePlaces[chosen][kind], encryption, port: usualPorts[kind][encryption] } as const
  return { ...draft, secret: '', server: { ...server, ...place, oauth: app } }
}

/** Another kind of a new one, with what is usual for it. */
export function withKind(draft: ProviderDraft, kind: ProviderKind): ProviderDraft {
  if (isHttpKind(kind)) return { ...draft, kind, http: { ...draft.http, url: httpSmsProviders[kind].url } }
  // Nobody chooses it but as the default.
  if (kind === 'mollie' || kind === 'acceptemail' || kind === 'mailtopay') return { ...draft, kind, isDefault: true }
  if (kind !== 'smtp' && kind !== 'imap') return { ...draft, kind, isDefault: !carriesNothing(kind) && draft.isDefault }
  const encryption = kind === 'imap' ? 'tls' : newServer.encryption
  const port = usualPorts[kind === 'imap' ? kind : 'smtp'][encryption]
  const signsIn = draft.server.oauth?.service
  if (signsIn) return withSignIn({ ...draft, kind, isDefault: kind !== 'imap' && draft.isDefault }, signsIn)
  return { ...draft, kind, isDefault: kind !== 'imap' && draft.isDefault, server: { ...draft.server, encryption, port } }
}

/** Whether what a provider cannot do without is filled in. */
export function isComplete(draft: ProviderDraft): boolean {
  return [draft.price, draft.minutePrice].every((price) => amountFault(price, true) === null) && isWhole(draft)
}

function isWhole(draft: ProviderDraft): boolean {
  const { name, kind, server, exchange, http, speech, cloud, mollie } = draft
  if (name.trim() === '' || kind === 'simulated' || kind === 'web-pairing') return name.trim() !== ''
  if (kind === 'speech-http') return [speech.url, speech.model, ...Object.values(speech.voices)].every((value) => value.trim() !== '')
  if (kind === 'asterisk') return isExchange(draft.asterisk)
  if (kind === 'mollie') return mollie.url.trim() !== ''
  if (kind === 'acceptemail' || kind === 'mailtopay') return isRequestAccount(draft[kind])
  if (kind === 'smpp') return exchange.host.trim() !== '' && exchange.port > 0 && exchange.user.trim() !== ''
  if (isHttpKind(kind)) return http.url.trim() !== '' && (!httpSmsProviders[kind].hasAccount || http.user.trim() !== '')
  if (kind === 'whatsapp-cloud') return Object.values(cloud).every((value) => value.trim() !== '')
  if (server.oauth) return server.user.trim() !== '' && server.oauth.clientId.trim() !== '' && server.host.trim() !== ''
  return server.host.trim() !== '' && server.port > 0 && (kind === 'smtp' || server.user.trim() !== '')
}

const isRequestAccount = ({ url, user, states }: ProviderDraft['mailtopay'] | ProviderDraft['acceptemail']) =>
  [url, user, ...states.map(({ code }) => code)].every((value) => value.trim() !== '')

const isExchange = ({ url, user, app, trunk, agentPhone, agentKey }: ProviderDraft['asterisk']) =>
  [url, user, app, trunk, agentPhone, agentKey].every((value) => value.trim() !== '')

/** The fields at which a refusal is shown. */
export const providerFieldNames: readonly string[] = [
  'name',
  'secret',
  'isBackup',
  ...['price', 'price.from', 'price.hundredCents', 'price.hundredMinutesCents'],
  'appSecret',
  'verifyToken',
  'dkimKey',
  'settings.folder',
  'settings.oauth.clientId',
  'settings.oauth.tenant',
  'settings.oauth.secretUntil',
  'settings.dkim.domain',
  'settings.dkim.selector',
  ...Object.keys(newCloud).map((key) => `settings.${key}`),
  'settings.url',
  'settings.model',
  'settings.method',
  'settings.locale',
  ...['states', 'cancelCall', 'checkMinutes', 'statusImage', 'modules'].map((key) => `settings.${key}`),
  ...Object.keys(usualSpeechHttp.voices).map((voice) => `settings.voices.${voice}`),
  ...Object.keys(usualAsterisk).map((key) => `settings.${key}`),
  'settings.systemType',
  'settings.window',
  'settings.perSecond',
  ...(Object.keys(newServer) as (keyof MailServer)[]).map((key) => `settings.${key}`),
]
