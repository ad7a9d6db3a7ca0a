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

/** What somebody typed; a password is empty until they type one. */
export type ProviderDraft = { name: string; kind: ProviderKind; server: MailServer; secret: string; isDefault: boolean }

const newServer: MailServer = { kind: 'smtp', host: '', port: 587, encryption: 'starttls', user: '', sender: '' }
export const newDraft: ProviderDraft = { name: '', kind: 'simulated', server: newServer, secret: '', isDefault: false }

export function draftOf({ name, settings, isDefault }: Provider): ProviderDraft {
  return { name, kind: settings.kind, server: settings.kind === 'smtp' ? settings : newServer, secret: '', isDefault }
}

export function isSameDraft(one: ProviderDraft, other: ProviderDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The body of a request. An empty password is left out: a kept one stays. */
export function requestOf({ name, kind, server, secret, isDefault }: ProviderDraft) {
  return { name, settings: kind === 'smtp' ? server : { kind }, isDefault, ...(kind === 'smtp' && secret !== '' && { secret }) }
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
  ...(Object.keys(newServer) as (keyof MailServer)[]).map((key) => `settings.${key}`),
]
