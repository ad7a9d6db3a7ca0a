import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import { isLoopback } from '../../../platform/http/public-address.ts'
import type { Log } from '../../../platform/log.ts'
import { CallUnknown, GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import { openKeptLines } from '../../kept-lines.ts'
import type { RegisteredProvider } from '../../registered-provider.ts'
import type { VoiceGateway, VoiceLines } from '../voice-gateway.ts'
import { type AriClient, mustReach, openAriClient, refusalOf, settingsOf } from './ari-client.ts'
import type { AriLink } from './ari-link.ts'
import { type LineLimits, openAsteriskLine } from './asterisk-line.ts'
import { closeBrowserPhone, openBrowserPhone } from './browser-phone.ts'
import { asRefusal, openCallControls } from './call-controls.ts'
import { agentChannelOf, channelOf, readChannelName } from './call-names.ts'
import { readCallState } from './call-state.ts'
import { placeCall, ringAgent } from './place-call.ts'

type Registry = VoiceLines & {
  gatewayOf(provider: RegisteredProvider): VoiceGateway
  test(provider: RegisteredProvider): Promise<void>
  close(): Promise<void>
}

/** The exchanges of customers. One process follows the events of an exchange; any process dials, hangs up and puts through. */
export function openAsteriskRegistry(config: Config, { clock, log, limits }: { clock: Clock; log: Log; limits?: LineLimits }): Registry {
  const lines = openKeptLines<AriLink>()

  /** A call that nobody follows would be silence for who picks up: it is not made. */
  async function mustBeFollowed(ari: AriClient, provider: RegisteredProvider) {
    const kept = lines.get(provider.id)
    if (kept?.isUp) return
    if (kept) throw new GatewayUnavailable('The exchange is not connected', { cause: kept.fault })
    const { status, words } = await ari.ask('GET', `/applications/${settingsOf(provider).app}`)
    if (status === 404) throw new GatewayUnavailable('Nobody follows the exchange')
    if (status !== 200) throw refusalOf(status, words)
  }

  return {
    hold(provider, sink) {
      mustReach(config, provider)
      lines.hold(provider, () => openAsteriskLine({ config, provider, sink, clock, log, ...(limits && { limits }) }))
    },
    keepOnly: lines.keepOnly,
    stateOf: lines.stateOf,
    gatewayOf(provider) {
      const settings = settingsOf(provider)
      const ari = openAriClient(config, provider)
      return {
        name: 'asterisk',
        simulated: false,
        loopback: isLoopback(new URL(settings.url).hostname),
        lanes: 4,
        keepsRef: true,
        async send(call) {
          await mustBeFollowed(ari, provider).catch(asUnavailable)
          const channel = channelOf({ app: settings.app, providerId: provider.id }, call.id)
          await placeCall(ari, settings, channel, call)
          return { providerRef: channel }
        },
        async hangUp(channel) {
          if (!(await ari.order('DELETE', `/channels/${channel}`).catch(asRefusal))) throw new CallUnknown('The exchange has no such call')
        },
        async connect(channel, agent, ringSeconds) {
          const { status } = await ari.ask('GET', `/channels/${channel}`)
          if (status === 404) throw new CallUnknown('The exchange has no such call')
          if (await ringAgent(ari, settings, channel, agent, ringSeconds)) return
          // The person waits on, for another one.
          throw new GatewayRefused('', 'The phone of the colleague can not be rung')
        },
        async endRinging(channel) {
          const call = await readCallState(ari, channel, readChannelName({ app: settings.app, providerId: provider.id }, channel)?.id ?? '')
          if (!call) throw new CallUnknown('The exchange has no such call')
          if (call.stage === 'talking') return 'talks'
          return (await ari.order('DELETE', `/channels/${agentChannelOf(channel)}`)) ? 'ended' : 'none'
        },
        ...(settings.webPhoneUrl !== '' && {
          browserPhone: {
            open: (username: string, password: string) => openBrowserPhone(ari, settings, username, password),
            close: (username: string) => closeBrowserPhone(ari, settings, username),
          },
        }),
        ...openCallControls(ari, settings, { app: settings.app, providerId: provider.id }),
        async close() {},
      }
    },
    /** Signs in and asks who is there; throws GatewayUnavailable. */
    async test(provider) {
      mustReach(config, provider)
      const { status, words, body } = await openAriClient(config, provider).ask('GET', '/asterisk/info').catch(asUnavailable)
      if (status !== 200) throw refusalOf(status, words)
      if (typeof body !== 'object' || body === null || !('system' in body)) throw refusalOf(status, 'This is no Asterisk')
    },
    async close() {
      await lines.keepOnly(new Set())
    },
  }
}

// A question that is not answered has changed nothing.
function asUnavailable(error: unknown): never {
  if (error instanceof GatewayUncertain) throw new GatewayUnavailable('The exchange does not answer', { cause: error, fault: 'answer' })
  throw error
}
