import { freeTextUntil } from '@regie/contract/whatsapp.ts'
import type { WebhookHeaders } from '../../gateways/message-gateway.ts'
import { type IncomingWhatsapp, simulatedAnswers, type WhatsappNews } from '../../gateways/whatsapp/whatsapp-gateway.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { isWorthRetrying } from '../../platform/db/database-trouble.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { findQuoted } from '../communications/incoming/find-quoted.ts'
import { receiveMessage } from '../communications/incoming/receive-message.ts'
import { recordDelivery } from '../communications/record-delivery.ts'
import type { NewsKeeper } from '../communications/sms-lines/early-news.ts'
import { asksToStart, asksToStop, obeyStart, obeyStop } from '../communications/sms-lines/obey-stop.ts'
import { numberOfWebhook } from './whatsapp-numbers.ts'
import { senderOf } from './whatsapp-people.ts'

/** Whose number it came by, and the adapter's name, under which our messages stand. */
type Receiving = {
  customerId: number
  providerId: number
  provider: string
  /** What a message quotes is what its sender says: it counts only of a message that went to them. */
  isNamedByClients?: boolean
}

/** What Meta reports to the webhook of a number: every event of the call once, also of a message that is not written down yet. False when the name is no number's. */
export async function receiveWhatsapp(
  services: Services,
  keepNews: NewsKeeper,
  { name, rawBody, headers }: { name: string; rawBody: Buffer; headers: WebhookHeaders },
): Promise<boolean> {
  if (name === simulatedAnswers) {
    for (const message of services.gateways.whatsapp.readNews(rawBody, headers).incoming) await receiveAnswer(services, message)
    return true
  }
  const found = await numberOfWebhook(services.db, name)
  if (!found) return false
  const gateway = services.gateways.gatewayOf('whatsapp', found)
  const news = gateway.readNews(rawBody, headers)
  const number = { customerId: found.customerId, providerId: found.id, provider: gateway.name }
  for (const message of news.incoming) await inTransaction(services, (tx) => keepIncoming(tx, number, message, services.clock.now()))
  if (news.textsChanged)
    await inTransaction(services, (tx) => enqueue(tx, 'syncWhatsappTexts', { customerId: found.customerId, providerId: found.id }))
  await recordUpdates(services, keepNews, number, news)
  return true
}

/**
 * What is not known yet and carries an id that was sent along is kept until its message is written down: Meta need not say it again, and what another
 * system sent by this number is forgotten in the end. News without one are none of ours.
 */
async function recordUpdates(
  services: Services,
  keepNews: NewsKeeper,
  { customerId, provider, providerId }: Receiving,
  { updates }: WhatsappNews,
): Promise<void> {
  const hearing = { customerId, providerId, name: provider, isAlone: true }
  for (const { isOurs, ...update } of updates)
    if (!isOurs) await inTransaction(services, (tx) => recordDelivery(tx, provider, update, providerId))
  await Promise.all(updates.flatMap(({ isOurs, ...update }) => (isOurs ? [keepNews(hearing, update)] : [])))
}

/** Of the simulation an answer says to which message: whose that is, says to which number it is written. Also who got no message of ours writes so, about none. */
async function receiveAnswer(services: Services, message: IncomingWhatsapp): Promise<void> {
  const provider = services.gateways.whatsapp.name
  const ours = await services.db
    .selectFrom('communications')
    .select(['customer_id', 'provider_id'])
    .where('provider', '=', provider)
    .where('provider_ref', '=', message.quotes ?? '')
    .executeTakeFirst()
  if (!ours) return
  const number = { customerId: ours.customer_id, providerId: ours.provider_id ?? 0, provider, isNamedByClients: true }
  await inTransaction(services, (tx) => keepIncoming(tx, number, message, services.clock.now()))
}

/** What came over the connection of a paired number; the same message again changes nothing. */
export function receiveByPairing(services: Services, number: Receiving, message: IncomingWhatsapp): Promise<void> {
  return inTransaction(services, (tx) => keepIncoming(tx, { ...number, isNamedByClients: true }, message, services.clock.now()))
}

async function keepIncoming(tx: Transaction, receiving: Receiving, message: IncomingWhatsapp, now: Date) {
  const { customerId, providerId, provider, isNamedByClients = false } = receiving
  const { providerRef, at, name, text, isOwnWords, pressed, quotes, givenNumber, media } = message
  const sender = await senderOf(tx, { customerId, providerId }, message, at)
  const quoted = quotes === null ? null : await findQuoted(tx, { customerId, provider, providerRef: quotes })
  const answered = isNamedByClients && quoted?.recipient !== sender ? null : quoted
  const windowEndsAt = freeTextUntil(at)
  const saved = await receiveMessage(
    tx,
    {
      ...{ customerId, providerId, channel: 'whatsapp', key: providerRef, sender, senderName: name, text },
      ...{ bytes: Buffer.byteLength(text), cameAt: at, answered },
      ...(windowEndsAt && { windowEndsAt }),
      ...(pressed !== null && { pressed }),
      ...(givenNumber !== null && { givenNumber }),
    },
    now,
  )
  if (!saved) return
  // Also of who is known by Meta's name for them alone: what one asks for holds for how one is known.
  const asked = { customerId, caseId: saved.tied?.caseId ?? null, number: sender }
  if (isOwnWords && asksToStart(text)) await obeyStart(tx, { ...asked, saidAt: at }, now)
  if (isOwnWords && asksToStop(text)) await obeyStop(tx, asked, now)
  if (media) await enqueue(tx, 'fetchWhatsappMedia', { customerId, providerId, incomingId: saved.incomingId, ...media })
}

function inTransaction<T>({ db }: Services, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const once = () => db.transaction().execute(work)
  return once().catch((error: unknown) => (isWorthRetrying(error) ? once() : Promise.reject(error)))
}
