import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import type { ProviderFault } from '@regie/contract/providers.ts'
import type { ImapFlow } from 'imapflow'
import type { Config } from '../../../platform/config.ts'
import { mustBeMailHost, OutboundRefused } from '../../../platform/http/outbound-guard.ts'
import { isLoopback, isPublicAddress } from '../../../platform/http/public-address.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { GatewayUnavailable } from '../../gateway-errors.ts'
import type { AccessTokens } from '../../oauth/access-tokens.ts'
import { type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import { type Mailbox, MailNotGiven } from '../mailbox.ts'
import { MailUnreadable } from '../received-mail.ts'

// The size that a server names first may be less than what it then sends.
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000, maxLiteralSize: 26_000_000 }

/** Opens the folder of a mailbox over IMAP. Whatever goes wrong is GatewayUnavailable, with the point at which it stopped. The signal closes it, in the middle of whatever it does. */
export async function openImapMailbox(
  config: Config,
  provider: RegisteredProvider,
  signal: AbortSignal,
  tokens?: AccessTokens,
): Promise<Mailbox> {
  const { settings } = provider
  if (settings.kind !== 'imap') throw new Error(`provider ${provider.id} is no mailbox`)
  const token = settings.oauth && (await tokens?.tokenOf(provider))
  const client = await connectedClient(config, { provider, token }, signal).catch(async (error: unknown) => {
    if (token !== undefined && error instanceof GatewayUnavailable && error.fault === 'signIn') await tokens?.wasRefused(provider)
    throw error
  })
  try {
    const { uidValidity } = await client.mailboxOpen(settings.folder)
    return mailboxOf(client, Number(uidValidity))
  } catch (error) {
    client.close()
    throw new GatewayUnavailable('The mailbox has no such folder', { cause: plainCause(error), fault: 'answer' })
  }
}

type SignIn = { provider: RegisteredProvider; token: string | undefined }

async function connectedClient(config: Config, signIn: SignIn, signal: AbortSignal): Promise<ImapFlow> {
  try {
    // Read when the first mailbox is: with what it brings it is 10 MB, and an api that never tests a mailbox does not need it.
    const { ImapFlow: Client } = await import('imapflow')
    const client = new Client(await settingsOf(config, signIn))
    // A connection that breaks between two commands fails the next one; nobody else is to hear it.
    client.on('error', () => undefined)
    signal.throwIfAborted()
    signal.addEventListener('abort', () => client.close(), { once: true })
    await client.connect().catch((error: unknown) => {
      client.close()
      throw error
    })
    return client
  } catch (error) {
    throw new GatewayUnavailable('The mailbox does not let us in', { cause: plainCause(error), fault: faultOf(error) })
  }
}

async function settingsOf({ secretKey, allowPrivateHosts }: Config, { provider, token }: SignIn) {
  const { settings, secret } = provider
  if (settings.kind !== 'imap') throw new Error(`provider ${provider.id} is no mailbox`)
  const { host, port, encryption, user } = settings
  const isOurs = mustBeMailHost(host, port, allowPrivateHosts)
  const isHere = isLoopback(host)
  if (encryption === 'none' && !isHere) throw new UnsafePassword()
  return {
    ...limits,
    // The address that was checked is the one that is connected to; the certificate is asked for the name.
    host: isOurs || isIP(host) > 0 ? host : await publicAddressOf(host),
    port,
    ...(isIP(host) === 0 && { servername: host }),
    secure: encryption === 'tls',
    doSTARTTLS: encryption === 'starttls' ? true : encryption === 'none' ? false : undefined,
    tls: { rejectUnauthorized: !isHere },
    auth:
      token !== undefined
        ? { user, accessToken: token }
        : { user, pass: secret === null ? '' : decrypt(secretKey, secret, secretPurpose(provider)) },
    logger: false as const,
    // What the server says of itself is of no use, and compression could be used to fill the memory.
    disableCompression: true,
    disableAutoIdle: true,
  }
}

class UnsafePassword extends Error {
  override name = 'UnsafePassword'
  override message = 'a password never goes without encryption'
}

const lookupAll = promisify(lookupName)

async function publicAddressOf(host: string): Promise<string> {
  const addresses = (await lookupAll(host, { all: true })) as LookupAddress[]
  const [first] = addresses
  if (!first || !addresses.every(({ address }) => isPublicAddress(address))) throw new OutboundRefused('not an address of the internet')
  return first.address
}

function mailboxOf(client: ImapFlow, uidValidity: number): Mailbox {
  let last: ImapFault | null = null
  client.on('error', (error: ImapFault) => (last = error))
  const brokeOff = (error: unknown) => new GatewayUnavailable('The mailbox broke off', { cause: plainCause(error), fault: 'answer' })
  const announced = announcementsOf(client)
  return {
    uidValidity,
    async list(after, most) {
      const found = await client
        .search('uid' in after ? { uid: `${after.uid + 1}:*` } : { since: after.since }, { uid: true })
        .catch((error: unknown) => Promise.reject(brokeOff(error)))
      if (!found) throw new GatewayUnavailable('The mailbox cannot be searched', { fault: 'answer' })
      // `n:*` always names the last mail, also where its number is below n.
      const uids = found.filter((uid) => !('uid' in after) || uid > after.uid).sort((one, other) => one - other)
      const wanted = uids.slice(0, most)
      if (wanted.length === 0) return []
      const mails = await client
        .fetchAll(wanted, { uid: true, size: true, internalDate: true }, { uid: true })
        .catch((error: unknown) => Promise.reject(brokeOff(error)))
      return mails
        .map(({ uid, size, internalDate }) => ({ uid, bytes: size ?? 0, cameAt: internalDate ? new Date(internalDate) : new Date(0) }))
        .sort((one, other) => one.uid - other.uid)
    },
    async fetch(uid) {
      const mail = await client.fetchOne(uid, { source: true }, { uid: true }).catch((error: unknown) => {
        if ((last ?? (error as ImapFault)).code === 'LiteralTooLarge') throw new MailUnreadable('tooLarge', { cause: error })
        if (client.usable) throw new MailNotGiven('The mailbox does not give a mail', { cause: plainCause(error), fault: 'answer' })
        throw brokeOff(error)
      })
      if (mail && mail.source !== undefined) return mail.source
      if (!client.usable) throw new GatewayUnavailable('The mailbox broke off', { fault: 'answer' })
      throw new MailNotGiven('The mailbox gives no mail', { fault: 'answer' })
    },
    async markRead(uid) {
      await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true })
    },
    async awaitNews(mostMs) {
      if (!client.capabilities.has('IDLE')) return false
      const isWilling = await announced.wait(mostMs)
      if (!client.usable) throw brokeOff(last ?? new Error('the connection was closed'))
      return isWilling
    },
    async close() {
      await client.logout().catch(() => client.close())
    },
  }
}

// A server that ends each wait at once is not asked without a pause.
const soonestMs = 1_000

/** What the server says by itself while nobody asks it anything (RFC 2177). The next command ends the waiting. */
function announcementsOf(client: ImapFlow) {
  let hasNews = false
  let wake = () => {}
  client.on('exists', () => {
    hasNews = true
    wake()
  })
  client.on('close', () => wake())
  return {
    /** What was announced since the last wait counts too: between a list and this one nothing is missed. False: the server refuses to announce. */
    async wait(mostMs: number): Promise<boolean> {
      let timer: NodeJS.Timeout | undefined
      let soonest: NodeJS.Timeout | undefined
      let isWilling = true
      if (!hasNews && client.usable)
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, mostMs)
          soonest = setTimeout(() => (soonest = undefined), soonestMs)
          // It ends by itself when the server ends it, or when the library asks whether the connection still stands.
          const ended = (isDone: unknown) => {
            isWilling = isDone !== false
            if (!isWilling || !soonest || !client.usable) return resolve()
            clearTimeout(soonest)
            soonest = setTimeout(resolve, soonestMs)
          }
          client.idle().then(ended, () => ended(undefined))
        })
      clearTimeout(timer)
      clearTimeout(soonest)
      hasNews = false
      return isWilling
    },
  }
}

type ImapFault = Error & { code?: string; authenticationFailed?: boolean; tlsFailed?: boolean; responseText?: string }

const notReached = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'CONNECT_TIMEOUT', 'ETIMEOUT']

function faultOf(error: unknown): ProviderFault {
  if (error instanceof OutboundRefused) return 'notAllowed'
  if (error instanceof UnsafePassword) return 'noTls'
  const { code = '', authenticationFailed, tlsFailed } = error as ImapFault
  if (authenticationFailed) return 'signIn'
  if (notReached.includes(code)) return 'unreachable'
  if (/CERT|TLS|SSL|SIGNED|ALTNAME/.test(code)) return 'certificate'
  return tlsFailed ? 'noTls' : 'answer'
}

// What the server says is of more use than the library's word for it.
function plainCause(error: unknown): Error {
  const { responseText, message } = error as ImapFault
  return new Error(responseText ?? message, { cause: error })
}
