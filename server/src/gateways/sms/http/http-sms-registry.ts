import { type HttpSmsKind, httpSmsKinds, type HttpSmsSettings } from '@regie/contract/sms-providers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import { mustBeAllowed, openGuardedFetch, OutboundRefused } from '../../../platform/http/outbound-guard.ts'
import { isLoopback } from '../../../platform/http/public-address.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { GatewayBusy, GatewayUnavailable, GatewayUncertain, WebhookRefused } from '../../gateway-errors.ts'
import { type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import { readJson } from '../../read-json.ts'
import { type HookNews, type ProviderHookCall, providerHookUrl } from '../../provider-hook.ts'
import type { SmsGateway } from '../sms-gateway.ts'
import { cm } from './cm.ts'
import type { HttpSmsAccount, HttpSmsAdapter, HttpSmsAnswer, HttpSmsRequest } from './http-sms.ts'
import { messagebird } from './messagebird.ts'
import { twilio } from './twilio.ts'

const adapters: Record<HttpSmsKind, HttpSmsAdapter> = { cm, messagebird, twilio }

/** Is this provider asked by HTTP? */
export const isHttpSms = ({ settings }: Pick<RegisteredProvider, 'settings'>) => (httpSmsKinds as readonly string[]).includes(settings.kind)

/** The providers of customers that take an SMS by a request of HTTP. */
export function openHttpSmsRegistry(config: Config, clock: Clock) {
  const fetchGuarded = openGuardedFetch({ allowedHosts: config.allowPrivateHosts, timeoutMs: 20_000 })

  async function ask({ url, ...call }: HttpSmsRequest): Promise<HttpSmsAnswer> {
    try {
      const answer = await fetchGuarded(url, call)
      const text = await answer.text()
      return { status: answer.status, body: readJson(text) }
    } catch (error) {
      if (error instanceof OutboundRefused)
        throw new GatewayUnavailable('The provider may not be reached', { cause: error, fault: 'notAllowed' })
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (notReached.test(code)) throw new GatewayUnavailable('The provider is not reached', { cause: error, fault: 'unreachable' })
      if (noTrust.test(code)) throw new GatewayUnavailable('The provider is not trusted', { cause: error, fault: 'certificate' })
      throw new GatewayUncertain('The provider did not answer', { cause: error })
    }
  }

  function mustBeTaken({ status }: HttpSmsAnswer) {
    if (status === 429) throw new GatewayBusy('429 Too Many Requests', 30_000)
    if (status === 503) throw new GatewayUnavailable('503 Service Unavailable')
    if (status >= 500) throw new GatewayUncertain(`The provider answers ${status}`)
    if (status === 401 || status === 403) throw new GatewayUnavailable(`The provider answers ${status}`, { fault: 'signIn' })
  }

  const partsOf = (provider: RegisteredProvider) => ({
    account: accountOf(config, provider),
    adapter: adapters[provider.settings.kind as HttpSmsKind],
  })

  async function lookUp(provider: RegisteredProvider, number: string, ref: string) {
    const { account, adapter } = partsOf(provider)
    if (!adapter.lookUp) throw new GatewayUnavailable('The provider looks no numbers up')
    const answer = await ask(adapter.lookUp.request(account, number, ref))
    mustBeTaken(answer)
    return adapter.lookUp.readAnswer(answer)
  }

  return {
    gatewayOf(provider: RegisteredProvider): SmsGateway {
      return {
        name: provider.settings.kind,
        simulated: false,
        loopback: isLoopback(new URL((provider.settings as HttpSmsSettings).url).hostname),
        lanes: 8,
        keepsRef: true,
        async send(sms) {
          const { account, adapter } = partsOf(provider)
          const answer = await ask(adapter.request(account, sms, clock.now()))
          mustBeTaken(answer)
          return { providerRef: `${provider.id}:${adapter.readAnswer(answer, sms)}` }
        },
        ...(adapters[provider.settings.kind as HttpSmsKind].lookUp && {
          lookUp: (number: string, ref: string) => lookUp(provider, number, ref),
        }),
        async close() {},
      }
    },
    /** Asks whether the key is taken; throws GatewayUnavailable. */
    async test(provider: RegisteredProvider): Promise<void> {
      const { account, adapter } = partsOf(provider)
      const { request, isGood } = adapter.test(account)
      const answer = await ask(request).catch((error: unknown) => {
        if (error instanceof GatewayUnavailable) throw error
        throw new GatewayUnavailable('The provider does not answer', { cause: error, fault: 'answer' })
      })
      if (isGood(answer)) return
      const isRefused = answer.status === 401 || answer.status === 403 || answer.status < 300
      throw new GatewayUnavailable(`The provider answers ${answer.status}`, { fault: isRefused ? 'signIn' : 'answer' })
    },
    /** Translates a call of the provider's webhook, whose path proved to be ours; throws WebhookRefused. */
    readHook(provider: RegisteredProvider, { query, rawBody, headers }: ProviderHookCall): HookNews {
      const { account, adapter } = partsOf(provider)
      const body = rawBody.toString('utf8')
      if (body.length > bodyMax) throw new WebhookRefused('the body is too long')
      const isForm = (headers['content-type'] ?? '').includes('form')
      const form = new URLSearchParams(isForm ? body : '')
      const { updates, incoming } = adapter.readHook(account, { query, form, json: isForm ? null : readJson(body), headers }, clock.now())
      const own = (ref: string) => `${provider.id}:${ref}`
      return {
        updates: updates.map((update) => ({ ...update, eventKey: own(update.eventKey), providerRef: own(update.providerRef) })),
        incoming,
      }
    },
  }
}

const bodyMax = 64 * 1024
const notReached = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const noTrust = /CERT|TLS|SELF_SIGNED|UNABLE_TO/

function accountOf(config: Config, provider: RegisteredProvider): HttpSmsAccount {
  const { secret } = provider
  const settings = provider.settings as HttpSmsSettings
  try {
    mustBeAllowed(settings.url, config.allowPrivateHosts)
  } catch (error) {
    throw new GatewayUnavailable('The provider may not be reached', { cause: error, fault: 'notAllowed' })
  }
  return {
    settings,
    secret: secret === null ? '' : decrypt(config.secretKey, secret, secretPurpose(provider)),
    webhookUrl: providerHookUrl(config, provider),
  }
}
