import type { SpeechHttpSettings } from '@regie/contract/speech-providers.ts'
import type { VoiceName } from '@regie/contract/voices.ts'
import type { Config } from '../../../platform/config.ts'
import { openGuardedFetch, OutboundRefused } from '../../../platform/http/outbound-guard.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { GatewayBusy, GatewayUnavailable } from '../../gateway-errors.ts'
import { type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import type { SpeechGateway, Utterance } from '../speech-gateway.ts'

const bytesMax = 20 * 1024 * 1024
const timeoutMs = 20_000

/** A service that is asked by HTTP, as the customer registered it. */
export function openHttpSpeech(config: Config) {
  const fetchGuarded = openGuardedFetch({ allowedHosts: config.allowPrivateHosts, timeoutMs })

  async function speak(provider: RegisteredProvider, { text, voice, speed }: Utterance): Promise<Buffer> {
    const { url, model, voices } = provider.settings as SpeechHttpSettings
    const key = provider.secret === null ? '' : decrypt(config.secretKey, provider.secret, secretPurpose(provider))
    const body = JSON.stringify({ model, voice: voices[voice], input: text, speed, response_format: 'wav' })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
    const answer = await fetchGuarded(`${url}/audio/speech`, { method: 'POST', headers, body, answerBytesMax: bytesMax }).catch(notReached)
    if (answer.status === 429) throw new GatewayBusy('429 Too Many Requests', 30_000)
    if (answer.status === 401 || answer.status === 403)
      throw new GatewayUnavailable(`The service answers ${answer.status}`, { fault: 'signIn' })
    if (!answer.ok) throw new GatewayUnavailable(`The service answers ${answer.status}`, { fault: 'answer' })
    return Buffer.from(await answer.arrayBuffer())
  }
  return {
    gatewayOf: (provider: RegisteredProvider): SpeechGateway => ({
      name: `speech-http ${provider.id} ${provider.version}`,
      state: () => Promise.resolve(provider.name),
      speak: (utterance) => speak(provider, utterance),
    }),
    /** Has one word spoken by each of its voices that differ; throws GatewayUnavailable. */
    async test(provider: RegisteredProvider): Promise<void> {
      const { voices } = provider.settings as SpeechHttpSettings
      const first = new Map(Object.entries(voices).map(([name, id]) => [id, name as VoiceName]))
      for (const voice of first.values()) await speak(provider, { text: 'Test', voice, speed: 1 })
    },
  }
}

function notReached(cause: unknown): never {
  if (cause instanceof OutboundRefused) throw new GatewayUnavailable('The service may not be reached', { cause, fault: 'notAllowed' })
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isUntrusted = /CERT|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
  throw new GatewayUnavailable('The service is not reached', { cause, fault: isUntrusted ? 'certificate' : 'unreachable' })
}
