import type { Config } from '../../../platform/config.ts'
import { mustBeMailHost, publicLookup } from '../../../platform/http/outbound-guard.ts'
import { isLoopback } from '../../../platform/http/public-address.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import { GatewayUnavailable } from '../../gateway-errors.ts'
import { dkimPurpose, type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import type { EmailGateway } from '../email-gateway.ts'
import type { AccessTokens } from '../../oauth/access-tokens.ts'
import { type DkimSigner, openDkimSigner } from './dkim-signer.ts'
import { openSmtpConnection } from './smtp-connection.ts'
import { openSmtpEmail } from './smtp-email.ts'
import type { SmtpSettings } from './smtp-settings.ts'

const testLimits = { connectMs: 5_000, commandMs: 5_000 }

/** The mail servers of customers: each opened when its first mail leaves, and anew when somebody changes it. */
export function openSmtpRegistry(config: Config, tokens: AccessTokens) {
  const opened = new Map<number, { version: number; gateway: EmailGateway }>()
  return {
    gatewayOf(provider: RegisteredProvider): EmailGateway {
      const kept = opened.get(provider.id)
      if (kept?.version === provider.version) return kept.gateway
      const sign = signerOf(config, provider)
      const gateway = openSmtpEmail(settingsOf(config, tokens, provider), { connectionsMax: config.mailConnections, sign })
      opened.set(provider.id, { version: provider.version, gateway })
      void kept?.gateway.close()
      return gateway
    },
    /** Connects, signs in and says NOOP; throws GatewayUnavailable. */
    async test(provider: RegisteredProvider): Promise<void> {
      const connection = await openSmtpConnection(settingsOf(config, tokens, provider), testLimits)
      await connection.noop().finally(() => connection.close())
    },
    async close() {
      await Promise.all([...opened.values()].map(({ gateway }) => gateway.close()))
    },
  }
}

function signerOf({ secretKey }: Config, provider: RegisteredProvider): DkimSigner | null {
  const { settings, dkimKey } = provider
  if (settings.kind !== 'smtp' || settings.dkim === null || dkimKey === null) return null
  return openDkimSigner({ ...settings.dkim, privateKey: decrypt(secretKey, dkimKey, dkimPurpose(provider)) })
}

function settingsOf({ secretKey, allowPrivateHosts }: Config, tokens: AccessTokens, provider: RegisteredProvider): SmtpSettings {
  const { settings, secret } = provider
  if (settings.kind !== 'smtp') throw new Error(`provider ${provider.id} is no mail server`)
  const { host, port, encryption, user } = settings
  try {
    const isOurs = mustBeMailHost(host, port, allowPrivateHosts)
    return {
      host,
      port,
      secure: encryption === 'tls',
      starttls: encryption === 'starttls' ? 'required' : 'never',
      user,
      ...(settings.oauth
        ? { password: '', oauth: { token: () => tokens.tokenOf(provider), wasRefused: () => tokens.wasRefused(provider) } }
        : { password: secret === null ? '' : decrypt(secretKey, secret, secretPurpose(provider)) }),
      loopback: isLoopback(host),
      ...(!isOurs && { lookup: publicLookup }),
    }
  } catch (error) {
    // Nothing left: the mail waits until somebody mends the settings.
    throw new GatewayUnavailable('The mail server may not be reached', { cause: error, fault: 'notAllowed' })
  }
}
