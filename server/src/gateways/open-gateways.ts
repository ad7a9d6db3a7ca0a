import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { openSimulatedEmail } from './email/simulated/simulated-email.ts'
import { openSmtpEmail } from './email/smtp/smtp-email.ts'
import { readSmtpUrl } from './email/smtp/smtp-settings.ts'
import type { Gateways } from './gateways.ts'
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
  const email = config.smtpUrl
    ? openSmtpEmail(readSmtpUrl(config.smtpUrl), { connectionsMax: config.mailConnections })
    : openSimulatedEmail(simulated)
  const sms = openSimulatedSms(simulated)
  const voice = openSimulatedVoice(simulated)
  const payment = openSimulatedPayment({ ...simulated, db, publicUrl })
  return {
    email,
    sms,
    voice,
    payment,
    simulatedEvents,
    async close() {
      await Promise.all([email.close(), sms.close(), voice.close()])
    },
  }
}
