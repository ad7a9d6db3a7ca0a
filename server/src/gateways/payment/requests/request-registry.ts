import type { Config } from '../../../platform/config.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { paymentNameOf, type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import { openAcceptEmail, testAcceptEmail } from '../acceptemail/acceptemail-requests.ts'
import { openMailToPay, testMailToPay } from '../mailtopay/mailtopay-requests.ts'
import type { PaymentRequestProvider } from '../payment-request-provider.ts'

/** The accounts at AcceptEmail and MailToPay that customers registered. */
export function openRequestRegistry(config: Config) {
  const keyOf = (provider: RegisteredProvider) => ({
    name: paymentNameOf({ id: provider.id, kind: provider.settings.kind }),
    secret: provider.secret === null ? '' : decrypt(config.secretKey, provider.secret, secretPurpose(provider)),
  })
  return {
    gatewayOf(provider: RegisteredProvider): PaymentRequestProvider {
      const { settings } = provider
      if (settings.kind === 'acceptemail') return openAcceptEmail(config, { ...settings, ...keyOf(provider) })
      if (settings.kind === 'mailtopay') return openMailToPay(config, { ...settings, ...keyOf(provider) })
      throw new Error(`provider ${provider.id} takes no payment requests`)
    },
    /** Asks whether the account is let in; throws GatewayUnavailable. */
    async test(provider: RegisteredProvider): Promise<void> {
      const { settings } = provider
      if (settings.kind === 'acceptemail') await testAcceptEmail(config, { ...settings, ...keyOf(provider) })
      if (settings.kind === 'mailtopay') await testMailToPay(config, { ...settings, ...keyOf(provider) })
    },
  }
}
