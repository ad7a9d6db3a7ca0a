import { isSameSecret, hashToken } from '../../../platform/security/secret-token.ts'
import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import type { Services } from '../../../services.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { insertSession, removeSession } from '../session-changes.ts'
import { findSignInFacts, nextStage } from '../sign-in-stages.ts'
import { takeAttempt } from '../../identity/sso/attempts.ts'
import { findOrLinkUser } from '../../identity/sso/find-subject.ts'
import { knownProvider } from '../../identity/sso/known-providers.ts'
import { callbackPath } from '../../identity/sso/provider.ts'
import { type Identity, readIdentity } from '../../identity/sso/read-identity.ts'
import { findProvider } from '../../identity/sso/sso-queries.ts'
import { recordSignIn } from '../../identity/users/record-sign-in.ts'

type Answer = {
  /** Whose provider sent it, as the path says. */
  customerId: number
  /** The query as it came; read by the library. */
  query: string
  state: string | undefined
  browser: string | undefined
  formerSecret: string | undefined
  address: string
  userAgent: string
}
/** Null in `signedIn`: refused. The redirect is where he wanted to go either way. */
type Finished = { redirect: string; signedIn: { secret: string; stage: SignInStage } | null }

/** Ends an attempt to sign in by a provider: a session for who is known, at the stage that his organisation's rules leave to do. */
export async function finishSso(services: Services, answer: Answer): Promise<Finished> {
  const { db, config, clock, log } = services
  const { state, browser } = answer
  const attempt = state === undefined ? null : await takeAttempt(db, config.secretKey, state, clock.now())
  if (!attempt || state === undefined) return { redirect: '/', signedIn: null }
  const { customerId, redirect, secret } = attempt
  if (customerId !== answer.customerId) return { redirect, signedIn: null }
  if (browser === undefined || !isSameSecret(hashToken(browser).toString('base64url'), secret.browserHash))
    return { redirect, signedIn: null }
  const row = await findProvider(db, customerId)
  if (row?.issuer !== secret.issuer || row.client_id !== secret.clientId) return { redirect, signedIn: null }
  try {
    const url = new URL(`${config.publicUrl}${callbackPath(customerId)}${answer.query}`)
    const identity = await readIdentity(await knownProvider(services, row), url, { ...secret, state })
    const signedIn = await openSession(services, { ...answer, identity })
    if (!signedIn) await recordAudit(db, { action: 'login.failed', username: null, customerId, after: { subject: identity.subject } })
    return { redirect, signedIn }
  } catch (error) {
    // A provider that is away, an answer that does not fit, a person who thought better of it: the screen says the same.
    log.warn({ customerId, reason: error instanceof Error ? `${error.name} ${codeOf(error)}` : 'unknown' }, 'a single sign-on failed')
    return { redirect, signedIn: null }
  }
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '')

type Known = Answer & { identity: Identity }

async function openSession({ db, clock }: Services, { customerId, identity, formerSecret, address, userAgent }: Known) {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const userId = await findOrLinkUser(tx, { ...identity, customerId }, now)
    if (userId === null) return null
    const facts = await findSignInFacts(tx, userId, now)
    // Its password was not asked, so that its age does not matter; the second factor is ours unless the provider saw one.
    const stage = nextStage({ ...facts, isExpired: false }, { factorGiven: identity.hasFactor })
    await recordSignIn(tx, userId, now)
    if (formerSecret !== undefined) await removeSession(tx, formerSecret, now)
    await recordAudit(tx, { action: 'login.sso', entity: 'user', entityId: userId, userId, customerId, after: { stage } })
    const session = { userId, stage, userAgent, address, byProvider: true, providerFactor: identity.hasFactor }
    return { secret: await insertSession(tx, session, now), stage }
  })
}
