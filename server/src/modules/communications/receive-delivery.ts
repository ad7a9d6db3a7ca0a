import { AppError } from '../../platform/app-error.ts'
import type { DeliveryUpdate, WebhookHeaders } from '../../gateways/message-gateway.ts'
import { isWorthRetrying } from '../../platform/db/database-trouble.ts'
import type { Services } from '../../services.ts'
import { receiveCall } from './inbound/receive-call.ts'
import { recordDelivery } from './record-delivery.ts'

/**
 * News of an e-mail, SMS or voice provider, as it came in. False when the provider is none of ours; an unsigned or forged call is refused (WebhookRefused);
 * news of a message whose sending is not written down yet is put off (503), and the provider says it again.
 */
export async function receiveDelivery(services: Services, provider: string, rawBody: Buffer, headers: WebhookHeaders): Promise<boolean> {
  const gateway = services.gateways.newsReaders.find(({ name }) => name === provider)
  if (!gateway?.readDeliveryUpdates) return false
  for (const arrived of gateway.readArrivals?.(rawBody, headers) ?? []) {
    const taken = await receiveCall(services, { name: provider, provider: null, simulated: true }, arrived)
    if (taken) await services.gateways.gatewayOf('call', null).welcome?.(arrived.providerRef, taken.isServed)
  }
  let early = 0
  for (const update of gateway.readDeliveryUpdates(rawBody, headers)) if (!(await record(services, provider, update))) early++
  if (early > 0) throw new AppError('error.unavailable')
  return true
}

async function record({ db }: Services, provider: string, update: DeliveryUpdate): Promise<boolean> {
  const once = () => db.transaction().execute((tx) => recordDelivery(tx, provider, update))
  return once().catch((error: unknown) => (isWorthRetrying(error) ? once() : Promise.reject(error)))
}
