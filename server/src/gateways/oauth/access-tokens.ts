import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { GatewayUnavailable } from '../gateway-errors.ts'
import type { RegisteredProvider } from '../registered-provider.ts'
import { endRenewal, findGrant, type Grant, keepRenewed, noteRefused, openToken, spoilToken, takeRenewal } from './grants.ts'
import { OauthRefused, renewTokens } from './oauth-service.ts'

export type AccessTokens = {
  /** The token by which a provider signs in now; throws GatewayUnavailable, with `reconnect` where a person must connect first. */
  tokenOf(provider: RegisteredProvider): Promise<string>
  /** The mail server did not take it. */
  wasRefused(provider: RegisteredProvider): Promise<void>
}

// It is renewed so long before its end, and used until shortly before.
const renewBeforeMs = 5 * 60_000
const usableBeforeMs = 30_000
const waitMs = { most: 25_000, step: 150 }

/** Tokens of OAuth 2, each renewed before its end by one process however many ask. */
export function openAccessTokens({ config, db, clock }: { config: Config; db: Db; clock: Clock }): AccessTokens {
  // All connections of this process wait for one answer.
  const asking = new Map<string, Promise<string>>()

  async function find(provider: RegisteredProvider): Promise<string> {
    for (let waited = 0; waited < waitMs.most; waited += waitMs.step) {
      const grant = await findGrant(db, provider)
      if (!grant) throw new OauthRefused('nobody connected the account yet')
      if (grant.refusedAt !== null) throw new OauthRefused(grant.refusedText)
      const leftMs = grant.accessUntil.getTime() - clock.now().getTime()
      if (leftMs > renewBeforeMs) return openToken(config, provider, grant.accessToken)
      if (await takeRenewal(db, provider, grant, clock.now())) return renew(provider, grant, leftMs)
      if (leftMs > usableBeforeMs) return openToken(config, provider, grant.accessToken)
      await sleep(waitMs.step)
    }
    throw new GatewayUnavailable('Another process asks for the token and gets no answer', { fault: 'unreachable' })
  }

  async function renew(provider: RegisteredProvider, seen: Grant, leftMs: number): Promise<string> {
    try {
      const tokens = await renewTokens(config, provider, openToken(config, provider, seen.refreshToken))
      await keepRenewed(db, config, provider, { seen, tokens, now: clock.now() })
      return tokens.access
    } catch (error) {
      if (error instanceof OauthRefused) {
        await noteRefused(db, provider, { seen, text: (error.cause as Error).message, now: clock.now() })
        throw error
      }
      await endRenewal(db, provider, seen)
      if (leftMs > usableBeforeMs) return openToken(config, provider, seen.accessToken)
      throw error
    }
  }

  return {
    tokenOf(provider) {
      const key = `${provider.id} ${provider.version}`
      const known = asking.get(key)
      if (known) return known
      const asked = find(provider).finally(() => asking.delete(key))
      asking.set(key, asked)
      return asked
    },
    wasRefused: (provider) => spoilToken(db, provider, clock.now()),
  }
}
