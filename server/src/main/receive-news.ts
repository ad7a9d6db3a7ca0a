import { WebhookRefused } from '../gateways/gateway-errors.ts'
import { receiveDelivery } from '../modules/communications/receive-delivery.ts'
import { receivePaymentNews } from '../modules/payment-links/record-payment.ts'
import { AppError } from '../platform/app-error.ts'
import type { ReceiveNews } from '../platform/http/webhook-route.ts'
import type { Services } from '../services.ts'

/** Brings the news of a provider to the module that knows it. News that proves not to come from the provider is refused. */
export function receiveNews(services: Services): ReceiveNews {
  return async (provider, rawBody, headers) => {
    try {
      return (
        (await receivePaymentNews(services, provider, rawBody, headers)) || (await receiveDelivery(services, provider, rawBody, headers))
      )
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error
      services.log.warn({ provider, reason: error.message }, 'a webhook was refused')
      throw new AppError('webhook.refused', { cause: error })
    }
  }
}
