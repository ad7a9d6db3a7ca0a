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
  server: MailServer
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
  ...{ name: '', kind: 'simulated', server: newServer, paces: '', secret: '', dkimKey: '', isDefault: false },
}

export function draftOf({ name, settings, isDefault }: Provider): ProviderDraft {
  const server = settings.kind === 'smtp' ? settings : newServer
  const paces = server.perMinuteByDomain.map(({ domain, perMinute }) => `${domain} ${perMinute}`).join('\n')
  return { name, kind: settings.kind, server, paces, secret: '', dkimKey: '', isDefault }
}

export function isSameDraft(one: ProviderDraft, other: ProviderDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The body of a request. An empty password is left out: a kept one stays. */
export function requestOf({ name, kind, server, paces, secret, dkimKey, isDefault }: ProviderDraft) {
  if (kind !== 'smtp') return { name, settings: { kind }, isDefault }
  const settings = { ...server, dkim: server.dkim?.domain ? server.dkim : null, perMinuteByDomain: pacesOf(paces) }
  return { name, settings, isDefault, ...(secret !== '' && { secret }), ...(dkimKey !== '' && { dkimKey }) }
}

function pacesOf(text: string): MailServer['perMinuteByDomain'] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [domain = '', perMinute = ''] = line.trim().split(/\s+/)
    return { domain, perMinute: Number(perMinute) }
  })
}

const usualPorts: Record<MailServer['encryption'], number> = { tls: 465, starttls: 587, none: 25 }

/** Another encryption brings its usual port along, unless somebody typed one of their own. */
export function withEncryption(server: MailServer, encryption: MailServer['encryption']): MailServer {
  return { ...server, encryption, port: server.port === usualPorts[server.encryption] ? usualPorts[encryption] : server.port }
}

/** Whether what a provider cannot do without is filled in. */
export function isComplete({ name, kind, server }: ProviderDraft): boolean {
  return name.trim() !== '' && (kind === 'simulated' || (server.host.trim() !== '' && server.port > 0))
}

/** The fields at which a refusal is shown. */
export const providerFieldNames: readonly string[] = [
  'name',
  'secret',
  'dkimKey',
  'settings.dkim.domain',
  'settings.dkim.selector',
  ...(Object.keys(newServer) as (keyof MailServer)[]).map((key) => `settings.${key}`),
]
