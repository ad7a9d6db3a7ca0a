import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { openImapMailbox } from './email/imap/imap-mailbox.ts'
import { openMailReader } from './email/reading/mail-reader.ts'
import { openSimulatedEmail } from './email/simulated/simulated-email.ts'
import { openSmtpEmail } from './email/smtp/smtp-email.ts'
import { readSmtpUrl } from './email/smtp/smtp-settings.ts'
import { openSmtpRegistry } from './email/smtp/smtp-registry.ts'
import type { GatewayOfChannel, Gateways, SendChannel } from './gateways.ts'
import type { RegisteredProvider } from './registered-provider.ts'
import { openSimulatedPayment } from './payment/simulated/simulated-payment.ts'
import { openSimulatedEvents } from './simulated-events.ts'
import { openSimulatedSms } from './sms/simulated/simulated-sms.ts'
import { openSimulatedVoice } from './voice/simulated/simulated-voice.ts'

type Outside = { db: Db; clock: Clock; log: Log }

/** Configuration to providers: the only place that knows them by name. */
export function openGateways(config: Config, { db, clock }: Outside): Gateways {
  const { secretKey, publicUrl } = config
  const simulatedEvents = openSimulatedEvents({ db, clock, secretKey })
  const simulated = { clock, secretKey, events: simulatedEvents }
  const simulatedEmail = openSimulatedEmail(simulated)
  const email = config.smtpUrl ? openSmtpEmail(readSmtpUrl(config.smtpUrl), { connectionsMax: config.mailConnections }) : simulatedEmail
  const sms = openSimulatedSms(simulated)
  const voice = openSimulatedVoice(simulated)
  const payment = openSimulatedPayment({ ...simulated, db, publicUrl })
  const mailServers = openSmtpRegistry(config)
  const own: GatewayOfChannel = { email, sms, call: voice }
  const simulators: GatewayOfChannel = { email: simulatedEmail, sms, call: voice }
  return {
    email,
    sms,
    voice,
    payment,
    simulatedEvents,
    newsReaders: [simulatedEmail, sms, voice],
    gatewayOf: <C extends SendChannel>(channel: C, provider: RegisteredProvider | null): GatewayOfChannel[C] => {
      if (provider === null) return own[channel]
      if (provider.settings.kind === 'simulated') return simulators[channel]
      // The registry allows this kind for e-mail alone.
      return mailServers.gatewayOf(provider) as GatewayOfChannel[C]
    },
    openMailReader: () => openMailReader(),
    openMailbox: (provider, signal) => openImapMailbox(config, provider, signal),
    async testProvider(provider) {
      if (provider.settings.kind === 'smtp') await mailServers.test(provider)
      if (provider.settings.kind === 'imap') await (await openImapMailbox(config, provider, AbortSignal.timeout(30_000))).close()
    },
    async close() {
      await Promise.all([email.close(), sms.close(), voice.close(), mailServers.close()])
    },
  }
}
