import { GatewayUnavailable } from '../../gateway-errors.ts'
import type { EmailGateway, OutgoingEmail } from '../email-gateway.ts'
import { type SmtpConnection, openSmtpConnection, smtpLimits } from './smtp-connection.ts'
import type { DkimSigner } from './dkim-signer.ts'
import { buildMessage, type SmtpMessage } from './smtp-message.ts'
import type { SmtpSettings } from './smtp-settings.ts'

type Options = { connectionsMax: number; limits?: typeof smtpLimits; idleMs?: number; sign?: DkimSigner | null }

/** E-mail by SMTP over a pool of kept connections, opened as they are needed. */
export function openSmtpEmail(settings: SmtpSettings, options: Options): EmailGateway {
  const { connectionsMax, limits = smtpLimits, idleMs = 20_000, sign = null } = options
  const idle: { connection: SmtpConnection; since: number }[] = []
  let closed = false

  // Servers hang up on silent clients after a while; a connection that we closed ourselves costs no failed attempt.
  const sweep = setInterval(() => {
    while (idle[0] && idle[0].since < Date.now() - idleMs) idle.shift()?.connection.close()
  }, 1_000)
  sweep.unref()

  function takeIdle(): SmtpConnection | undefined {
    for (let kept = idle.pop(); kept; kept = idle.pop()) if (kept.connection.alive) return kept.connection
    return undefined
  }

  async function sendOver(connection: SmtpConnection, message: SmtpMessage) {
    try {
      await connection.send(message)
    } finally {
      if (connection.alive && !closed) idle.push({ connection, since: Date.now() })
      else connection.close()
    }
  }

  async function send(mail: OutgoingEmail) {
    const message = await buildMessage(mail, new Date(), sign)
    await mail.onBuilt?.(Buffer.from(message.data, 'latin1'))
    const kept = takeIdle()
    if (kept) {
      try {
        await sendOver(kept, message)
        return { providerRef: message.messageId }
      } catch (error) {
        // A kept connection may have died since its last mail; then nothing has left and a fresh one shows whether the server is there.
        if (!(error instanceof GatewayUnavailable) || kept.alive) throw error
      }
    }
    await sendOver(await openSmtpConnection(settings, limits), message)
    return { providerRef: message.messageId }
  }

  return {
    name: 'smtp',
    simulated: false,
    loopback: settings.loopback,
    lanes: connectionsMax,
    send,
    async close() {
      closed = true
      clearInterval(sweep)
      for (const { connection } of idle.splice(0)) connection.close()
    },
  }
}
