import type { AsteriskSettings } from '@regie/contract/voice-providers.ts'
import type { Config } from '../../../platform/config.ts'
import { mustBeAllowed, openGuardedFetch } from '../../../platform/http/outbound-guard.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { failureOfCall } from '../../failure-of-call.ts'
import { GatewayUnavailable } from '../../gateway-errors.ts'
import { readJson } from '../../read-json.ts'
import { type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'

const timeoutMs = 10_000

export type AriAnswer = { status: number; body: unknown; words: string }
type Fields = Readonly<Record<string, string | number>>

export type AriClient = {
  /** Asks, whatever is answered; throws GatewayUnavailable where nothing left and GatewayUncertain where no answer came. */
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, fields?: Fields, body?: object): Promise<AriAnswer>
  /** Has something done; false: what it is about is not there (any more). Throws GatewayUnavailable when it is refused. */
  order(method: 'POST' | 'DELETE', path: string, fields?: Fields): Promise<boolean>
}

/** The settings of a provider that is an exchange of Asterisk. */
export function settingsOf({ id, settings }: RegisteredProvider): AsteriskSettings {
  if (settings.kind !== 'asterisk') throw new Error(`provider ${id} is no Asterisk`)
  return settings
}

/** How we sign in: by a header, so that no password stands in an address. */
export function signInOf({ secretKey }: Pick<Config, 'secretKey'>, provider: RegisteredProvider): string {
  const password = provider.secret === null ? '' : decrypt(secretKey, provider.secret, secretPurpose(provider))
  return `Basic ${Buffer.from(`${settingsOf(provider).user}:${password}`).toString('base64')}`
}

/** The REST interface of an exchange. */
export function openAriClient(config: Config, provider: RegisteredProvider): AriClient {
  const { url } = settingsOf(provider)
  const fetchGuarded = openGuardedFetch({ allowedHosts: config.allowPrivateHosts, timeoutMs })
  const authorization = signInOf(config, provider)

  async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, fields: Fields = {}, body?: object): Promise<AriAnswer> {
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])).toString()
    const call = {
      method,
      headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }
    try {
      const answer = await fetchGuarded(`${url}${path}${query === '' ? '' : `?${query}`}`, call)
      const read = readJson(await answer.text())
      return { status: answer.status, body: read, words: wordsOf(answer.status, read) }
    } catch (error) {
      throw failureOfCall(error)
    }
  }

  return {
    ask,
    async order(method, path, fields) {
      const { status, words } = await ask(method, path, fields)
      // 409: it is not in the state for it, or not in our application any more.
      if (status === 404 || status === 409) return false
      if (status >= 300) throw refusalOf(status, words)
      return true
    },
  }
}

/** An answer that is no success, in the words of the exchange. */
export function refusalOf(status: number, words: string): GatewayUnavailable {
  return new GatewayUnavailable(words, { fault: status === 401 || status === 403 ? 'signIn' : 'answer' })
}

function wordsOf(status: number, body: unknown): string {
  const given = typeof body === 'object' && body !== null ? (body as { message?: unknown; error?: unknown }) : {}
  const words = given.message ?? given.error
  return `${status} ${typeof words === 'string' ? words : ''}`.trim()
}

/** Refuses an address that may not be reached, before a packet leaves; true: it is one of our own network that may. */
export function mustReach({ allowPrivateHosts }: Config, provider: RegisteredProvider): boolean {
  const { url } = settingsOf(provider)
  try {
    const { hostname, host } = mustBeAllowed(url, allowPrivateHosts)
    return allowPrivateHosts.includes(hostname) || allowPrivateHosts.includes(host)
  } catch (error) {
    throw new GatewayUnavailable('The exchange may not be reached', { cause: error, fault: 'notAllowed' })
  }
}
