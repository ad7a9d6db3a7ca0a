import type { Config } from '../../../platform/config.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { GatewayRefused, GatewayUnavailable } from '../../gateway-errors.ts'
import { paymentNameOf, type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import type { PaymentGateway } from '../payment-gateway.ts'
import { type MollieAccount, openMollieApi, openMolliePayment } from './mollie-payment.ts'
import { MollieMethodList, offersMethod } from './mollie-words.ts'

/** The accounts at Mollie that customers registered. */
export function openMollieRegistry(config: Config) {
  function accountOf(provider: RegisteredProvider): MollieAccount {
    const { settings, secret } = provider
    if (settings.kind !== 'mollie') throw new Error(`provider ${provider.id} is no account at Mollie`)
    const apiKey = secret === null ? '' : decrypt(config.secretKey, secret, secretPurpose(provider))
    return { ...settings, name: paymentNameOf({ id: provider.id, kind: settings.kind }), apiKey }
  }
  return {
    gatewayOf: (provider: RegisteredProvider): PaymentGateway => openMolliePayment(config, accountOf(provider)),
    /** Asks whether the key is taken and the account offers its method; throws GatewayUnavailable. */
    async test(provider: RegisteredProvider): Promise<void> {
      const account = accountOf(provider)
      const list = await openMollieApi(account, config)(MollieMethodList, { path: '/v2/methods' }).catch((error: unknown) => {
        if (error instanceof GatewayRefused)
          throw new GatewayUnavailable(`${error.code} ${error.message}`, { cause: error, fault: 'answer' })
        throw error
      })
      if (!offersMethod(list, account.method)) throw new GatewayUnavailable(`${account.method} is not activated`, { fault: 'answer' })
    },
  }
}
