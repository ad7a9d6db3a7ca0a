import { GatewayUnavailable, WebhookRefused } from '../gateways/gateway-errors.ts'
import { receiveDelivery } from '../modules/communications/receive-delivery.ts'
import type { NewsKeeper } from '../modules/communications/sms-lines/early-news.ts'
import { receiveProviderHook } from '../modules/communications/sms-lines/receive-hook.ts'
import { receivePaymentNews } from '../modules/payment-links/record-payment.ts'
import { receiveWhatsapp } from '../modules/whatsapp/receive-whatsapp.ts'
import { AppError } from '../platform/app-error.ts'
import type { ReceiveHook, ReceiveNews } from '../platform/http/webhook-route.ts'
import type { Services } from '../services.ts'

/** Brings the news of a provider to the module that knows it. News that proves not to come from the provider is refused. */
export function receiveNews(services: Services, keepNews: NewsKeeper): ReceiveNews {
  return async (provider, rawBody, headers) => {
    try {
      return (
        (await receivePaymentNews(services, provider, rawBody, headers)) ||
        (await receiveWhatsapp(services, keepNews, { name: provider, rawBody, headers })) ||
        (await receiveDelivery(services, provider, rawBody, headers))
      )
    } catch (error) {
      // Asked what its news is about, the provider did not answer: it is to say so again.
      if (error instanceof GatewayUnavailable) throw new AppError('error.unavailable', { cause: error })
      if (!(error instanceof WebhookRefused)) throw error
      services.log.warn({ provider, reason: error.message }, 'a webhook was refused')
      throw new AppError('webhook.refused', { cause: error })
    }
  }
}

/** The same for the webhook of one provider of a customer. */
export function receiveHook(services: Services, keepNews: NewsKeeper): ReceiveHook {
  return async (id, secret, call) => {
    try {
      return await receiveProviderHook(services, keepNews, { id, secret, call })
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error
      services.log.warn({ providerId: id, reason: error.message }, 'a webhook was refused')
      throw new AppError('webhook.refused', { cause: error })
    }
  }
}
