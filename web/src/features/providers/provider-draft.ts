import type { Channel } from '@regie/contract/channels.ts'
import { type Provider, providerKinds, type ProviderSettings } from '@regie/contract/providers.ts'

export type ProviderKind = ProviderSettings['kind']
export type MailServer = Extract<ProviderSettings, { kind: 'smtp' }>

/** The channels for which there is a kind of provider. */
export const providerChannels = providerKinds.simulated

/** The kinds that can carry a channel. */
export function kindsOf(channel: Channel): ProviderKind[] {
  return (Object.keys(providerKinds) as ProviderKind[]).filter((kind) => (providerKinds[kind] as readonly Channel[]).includes(channel))
}

/** What somebody typed; a password and a key are empty until they type one. `paces`: a domain and its mails a minute on each line. */
export type ProviderDraft = {
  name: string
  kind: ProviderKind
  /** Of a mailbox too: where it is and who signs in. */
  server: MailServer
  folder: string
  paces: string
  secret: string
  dkimKey: string
  isDefault: boolean
}

/** What the fields of a provider need. */
export type ProviderFieldsProps = {
  channel: Channel
  draft: ProviderDraft
  onChange: (draft: ProviderDraft) => void
  faultAt: (field: string) => string | undefined
  /** A new one may still be of any kind. */
  isNew: boolean
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
export const newDraft: ProviderDraft = {
  ...{ name: '', kind: 'simulated', server: newServer, folder: 'INBOX', paces: '', secret: '', dkimKey: '', isDefault: false },
}

export function draftOf({ name, settings, isDefault }: Provider): ProviderDraft {
  const server = settings.kind === 'smtp' ? settings : settings.kind === 'imap' ? placeOf(settings) : newServer
  const folder = settings.kind === 'imap' ? settings.folder : newDraft.folder
  const paces = server.perMinuteByDomain.map(({ domain, perMinute }) => `${domain} ${perMinute}`).join('\n')
  return { name, kind: settings.kind, server, folder, paces, secret: '', dkimKey: '', isDefault }
}

export function isSameDraft(one: ProviderDraft, other: ProviderDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The body of a request. An empty password is left out: a kept one stays. */
export function requestOf({ name, kind, server, folder, paces, secret, dkimKey, isDefault }: ProviderDraft) {
  if (kind === 'simulated') return { name, settings: { kind }, isDefault }
  if (kind === 'imap') {
    const { host, port, encryption, user } = server
    return { name, settings: { kind, host, port, encryption, user, folder }, isDefault: false, ...(secret !== '' && { secret }) }
  }
  const settings = { ...server, dkim: server.dkim?.domain ? server.dkim : null, perMinuteByDomain: pacesOf(paces) }
  return { name, settings, isDefault, ...(secret !== '' && { secret }), ...(dkimKey !== '' && { dkimKey }) }
}

const placeOf = ({ host, port, encryption, user }: Extract<ProviderSettings, { kind: 'imap' }>): MailServer => ({
  ...newServer,
  ...{ host, port, encryption, user },
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

/** Another kind of a new one, with what is usual for it. */
export function withKind(draft: ProviderDraft, kind: ProviderKind): ProviderDraft {
  const encryption = kind === 'imap' ? 'tls' : newServer.encryption
  const port = usualPorts[kind === 'imap' ? kind : 'smtp'][encryption]
  return { ...draft, kind, isDefault: kind !== 'imap' && draft.isDefault, server: { ...draft.server, encryption, port } }
}

/** Whether what a provider cannot do without is filled in. */
export function isComplete({ name, kind, server }: ProviderDraft): boolean {
  if (name.trim() === '' || kind === 'simulated') return name.trim() !== ''
  return server.host.trim() !== '' && server.port > 0 && (kind === 'smtp' || server.user.trim() !== '')
}

/** The fields at which a refusal is shown. */
export const providerFieldNames: readonly string[] = [
  'name',
  'secret',
  'dkimKey',
  'settings.folder',
  'settings.dkim.domain',
  'settings.dkim.selector',
  ...(Object.keys(newServer) as (keyof MailServer)[]).map((key) => `settings.${key}`),
]
