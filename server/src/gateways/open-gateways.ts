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
import { openAccessTokens } from './oauth/access-tokens.ts'
import type { RegisteredProvider } from './registered-provider.ts'
import { installationAccount, openMolliePayment } from './payment/mollie/mollie-payment.ts'
import { openMollieRegistry } from './payment/mollie/mollie-registry.ts'
import { openRequestRegistry } from './payment/requests/request-registry.ts'
import { openSimulatedPayment } from './payment/simulated/simulated-payment.ts'
import { openSimulatedRequests } from './payment/simulated/simulated-requests.ts'
import { openSimulatedEvents } from './simulated-events.ts'
import { isHttpSms, openHttpSmsRegistry } from './sms/http/http-sms-registry.ts'
import { openSimulatedSms } from './sms/simulated/simulated-sms.ts'
import { openEspeak } from './speech/espeak/espeak-speech.ts'
import { openHttpSpeech } from './speech/http/http-speech.ts'
import { openSmppRegistry } from './sms/smpp/smpp-registry.ts'
import { openAsteriskRegistry } from './voice/asterisk/asterisk-registry.ts'
import { openSimulatedVoice } from './voice/simulated/simulated-voice.ts'
import { openSimulatedWhatsapp } from './whatsapp/simulated/simulated-whatsapp.ts'
import { openWhatsappRegistry } from './whatsapp/cloud/cloud-registry.ts'
import { isPluginInstalled } from './whatsapp/web/plugin-process.ts'
import { openWebPairings } from './whatsapp/web/web-pairings.ts'

type Outside = { db: Db; clock: Clock; log: Log }

/** Configuration to providers: the only place that knows them by name. */
export function openGateways(config: Config, { db, clock, log }: Outside): Gateways {
  const { secretKey, publicUrl } = config
  const simulatedEvents = openSimulatedEvents({ db, clock, secretKey })
  const simulated = { clock, secretKey, events: simulatedEvents }
  const simulatedEmail = openSimulatedEmail(simulated)
  const email = config.smtpUrl ? openSmtpEmail(readSmtpUrl(config.smtpUrl), { connectionsMax: config.mailConnections }) : simulatedEmail
  const sms = openSimulatedSms(simulated)
  const whatsapp = openSimulatedWhatsapp(simulated)
  const voice = openSimulatedVoice(simulated)
  const simulatedPayment = openSimulatedPayment({ ...simulated, db, publicUrl })
  const payment = config.mollie ? openMolliePayment(config, installationAccount(config.mollie)) : simulatedPayment
  const mollieAccounts = openMollieRegistry(config)
  const requestAccounts = openRequestRegistry(config)
  const simulatedRequests = {
    acceptemail: openSimulatedRequests('acceptemail', { db, clock, secretKey, publicUrl }),
    mailtopay: openSimulatedRequests('mailtopay', { db, clock, secretKey, publicUrl }),
  }
  const tokens = openAccessTokens({ config, db, clock })
  const mailServers = openSmtpRegistry(config, tokens)
  const whatsappNumbers = openWhatsappRegistry(config)
  const pairings = openWebPairings({ simulator: whatsapp, log })
  const exchanges = openSmppRegistry(config, { clock, log })
  const voiceExchanges = openAsteriskRegistry(config, { clock, log })
  const espeak = openEspeak()
  const httpSpeech = openHttpSpeech(config)
  const httpSms = openHttpSmsRegistry(config, clock)
  const own: GatewayOfChannel = { email, sms, whatsapp, call: voice }
  const simulators: GatewayOfChannel = { email: simulatedEmail, sms, whatsapp, call: voice }
  return {
    email,
    sms,
    whatsapp,
    voice,
    payment,
    simulatedPayment,
    simulatedRequests,
    simulatedEvents,
    newsReaders: [simulatedEmail, sms, whatsapp, voice],
    gatewayOf: <C extends SendChannel>(channel: C, provider: RegisteredProvider | null): GatewayOfChannel[C] => {
      if (provider === null) return own[channel]
      if (provider.settings.kind === 'simulated') return simulators[channel]
      // The registry allows each kind for its own channel alone.
      if (provider.settings.kind === 'whatsapp-cloud') return whatsappNumbers.gatewayOf(provider) as GatewayOfChannel[C]
      if (provider.settings.kind === 'web-pairing') return pairings.gatewayOf(provider) as GatewayOfChannel[C]
      if (provider.settings.kind === 'smpp') return exchanges.gatewayOf(provider) as GatewayOfChannel[C]
      if (provider.settings.kind === 'asterisk') return voiceExchanges.gatewayOf(provider) as GatewayOfChannel[C]
      if (isHttpSms(provider)) return httpSms.gatewayOf(provider) as GatewayOfChannel[C]
      return mailServers.gatewayOf(provider) as GatewayOfChannel[C]
    },
    smsLines: exchanges,
    voiceLines: voiceExchanges,
    pairings,
    get pairingMode() {
      return config.whatsappWeb === 'on' && !isPluginInstalled() ? 'notInstalled' : config.whatsappWeb
    },
    readHook: (provider, call) => (isHttpSms(provider) ? httpSms.readHook(provider, call) : null),
    keepSignIn: async (provider) => void (await tokens.tokenOf(provider)),
    paymentOf: (provider) => {
      if (provider === null) return payment
      return provider.settings.kind === 'simulated' ? simulatedPayment : mollieAccounts.gatewayOf(provider)
    },
    requestsOf: (provider) => {
      if (provider.settings.kind !== 'simulated') return requestAccounts.gatewayOf(provider)
      return simulatedRequests[provider.channel === 'acceptemail' ? 'acceptemail' : 'mailtopay']
    },
    speechOf: (provider) => (provider === null ? espeak : httpSpeech.gatewayOf(provider)),
    openMailReader: () => openMailReader(),
    openMailbox: (provider, signal) => openImapMailbox(config, provider, signal, tokens),
    async testProvider(provider) {
      if (provider.settings.kind === 'smtp') await mailServers.test(provider)
      if (provider.settings.kind === 'whatsapp-cloud') await whatsappNumbers.gatewayOf(provider).numberState()
      if (provider.settings.kind === 'smpp') await exchanges.test(provider)
      if (provider.settings.kind === 'asterisk') await voiceExchanges.test(provider)
      if (provider.settings.kind === 'speech-http') await httpSpeech.test(provider)
      if (isHttpSms(provider)) await httpSms.test(provider)
      if (provider.settings.kind === 'mollie') await mollieAccounts.test(provider)
      await requestAccounts.test(provider)
      if (provider.settings.kind === 'imap') await (await openImapMailbox(config, provider, AbortSignal.timeout(30_000), tokens)).close()
    },
    async close() {
      await Promise.all([
        email.close(),
        sms.close(),
        whatsapp.close(),
        voice.close(),
        mailServers.close(),
        exchanges.close(),
        voiceExchanges.close(),
        pairings.close(),
      ])
    },
  }
}
