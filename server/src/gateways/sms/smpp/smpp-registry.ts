import type { SmppSettings } from '@regie/contract/sms-providers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import { mustBeSmppHost, publicLookup } from '../../../platform/http/outbound-guard.ts'
import { isLoopback } from '../../../platform/http/public-address.ts'
import type { Log } from '../../../platform/log.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { GatewayUnavailable } from '../../gateway-errors.ts'
import { openKeptLines } from '../../kept-lines.ts'
import { type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import type { SmsGateway, SmsLines, SmsSink } from '../sms-gateway.ts'
import { readDelivery } from './read-delivery.ts'
import { openSmppLine, type SmppLine } from './smpp-line.ts'
import { openSmppSession, type SmppPlace } from './smpp-session.ts'

const testLimits = { connectMs: 5_000, answerMs: 5_000, enquireMs: 60_000 }

type Registry = SmsLines & {
  gatewayOf(provider: RegisteredProvider): SmsGateway
  test(provider: RegisteredProvider): Promise<void>
  close(): Promise<void>
}

/** The exchanges of customers. A line is opened by the one process that holds it; another one sends nothing by it. */
export function openSmppRegistry(config: Config, { clock, log }: { clock: Clock; log: Log }): Registry {
  const lines = openKeptLines<SmppLine>()

  function open(provider: RegisteredProvider, sink: SmsSink): SmppLine {
    const settings = settingsOf(provider)
    return openSmppLine({
      ...{ providerId: provider.id, settings, place: placeOf(config, provider) },
      async onDeliver(pdu) {
        const read = readDelivery(provider.id, settings.idFormat, pdu, clock.now())
        try {
          if (read && 'update' in read) await sink.delivery(provider, read.update)
          else if (read) await sink.incoming(provider, read.sms)
        } catch (error) {
          log.warn({ err: error, providerId: provider.id }, 'what an exchange brought is not saved; it is asked to bring it again')
          throw error
        }
      },
    })
  }

  return {
    hold: (provider, sink) => lines.hold(provider, () => open(provider, sink)),
    keepOnly: lines.keepOnly,
    stateOf: lines.stateOf,
    gatewayOf: (provider) => ({
      name: 'smpp',
      simulated: false,
      loopback: isLoopback(settingsOf(provider).host),
      lanes: settingsOf(provider).window,
      keepsRef: true,
      async send(sms) {
        const kept = lines.get(provider.id)
        if (!kept) throw new GatewayUnavailable('The exchange is not connected here')
        return kept.send(sms)
      },
      async close() {},
    }),
    /** Connects, signs in and asks whether it is there; throws GatewayUnavailable. */
    async test(provider) {
      const mode = settingsOf(provider).bindMode === 'pair' ? 'transmitter' : 'transceiver'
      const session = await openSmppSession(placeOf(config, provider), mode, refuseForNow, testLimits)
      try {
        await session.ask('enquire_link', {})
      } catch (error) {
        throw new GatewayUnavailable('The exchange does not answer', { cause: error, fault: 'answer' })
      } finally {
        await session.close()
      }
    },
    async close() {
      await lines.keepOnly(new Set())
    },
  }
}

// A test takes nothing that is not its own: the exchange brings it again to who holds the line.
const refuseForNow = () => Promise.reject(new Error('a test takes nothing'))

function settingsOf({ id, settings }: RegisteredProvider): SmppSettings {
  if (settings.kind !== 'smpp') throw new Error(`provider ${id} is no exchange`)
  return settings
}

function placeOf({ secretKey, allowPrivateHosts }: Config, provider: RegisteredProvider): SmppPlace {
  const { host, port, encryption, user, systemType } = settingsOf(provider)
  try {
    const isOurs = mustBeSmppHost(host, port, allowPrivateHosts)
    return {
      ...{ host, port, isTls: encryption === 'tls', user, systemType, loopback: isLoopback(host) },
      password: provider.secret === null ? '' : decrypt(secretKey, provider.secret, secretPurpose(provider)),
      ...(!isOurs && { lookup: publicLookup }),
    }
  } catch (error) {
    throw new GatewayUnavailable('The exchange may not be reached', { cause: error, fault: 'notAllowed' })
  }
}
