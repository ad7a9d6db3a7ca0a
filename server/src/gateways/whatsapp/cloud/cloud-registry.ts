import type { Config } from '../../../platform/config.ts'
import { openGuardedFetch } from '../../../platform/http/outbound-guard.ts'
import { isLoopback } from '../../../platform/http/public-address.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import { readCloudSecrets } from '../whatsapp-secrets.ts'
import { openCloudWhatsapp } from './cloud-whatsapp.ts'
import type { WhatsappGateway } from '../whatsapp-gateway.ts'

/** The numbers of customers, each opened when it is first used and anew when somebody changes it. */
export function openWhatsappRegistry({ secretKey, allowPrivateHosts }: Config) {
  const opened = new Map<number, { version: number; gateway: WhatsappGateway }>()
  const fetch = openGuardedFetch({ allowedHosts: allowPrivateHosts })
  return {
    gatewayOf(provider: RegisteredProvider): WhatsappGateway {
      const kept = opened.get(provider.id)
      if (kept?.version === provider.version) return kept.gateway
      const { settings, secret } = provider
      if (settings.kind !== 'whatsapp-cloud') throw new Error(`provider ${provider.id} is no number of WhatsApp`)
      const secrets = readCloudSecrets(secret && decrypt(secretKey, secret, secretPurpose(provider)))
      const gateway = openCloudWhatsapp({ settings, secrets, fetch, loopback: isLoopback(new URL(settings.baseUrl).hostname) })
      opened.set(provider.id, { version: provider.version, gateway })
      return gateway
    },
  }
}
