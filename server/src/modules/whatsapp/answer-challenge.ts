import type { WhatsappGateway } from '../../gateways/whatsapp/whatsapp-gateway.ts'
import type { Services } from '../../services.ts'
import { numberOfWebhook } from './whatsapp-numbers.ts'

/** What Meta wants to hear when somebody enters our webhook there; null: it is not for us, or the word is wrong. */
export async function answerChallenge(
  services: Services,
  name: string,
  query: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const found = await numberOfWebhook(services.db, name)
  return found === undefined ? null : (services.gateways.gatewayOf('whatsapp', found) as WhatsappGateway).answerChallenge(query)
}
