import { settingsOf } from '@regie/contract/login.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { verifyNobody, verifyPassword } from '../../../platform/security/password-hash.ts'
import type { Services } from '../../../services.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { queueSystemMessage } from '../../system-mail/queue-system-mail.ts'
import { type Account, callNameOf, findAccount } from '../users/user-queries.ts'
import {
  afterWrongPassword,
  forgetTriesOf,
  isDelayed,
  keepTriesOf,
  keepTriesOfUser,
  lockingFailure,
  lockMs,
  lockTriesOf,
  lockTriesOfUser,
  type Tries,
  triesSubject,
} from './wrong-passwords.ts'

type Given = {
  username: string
  password: string
  /** The number of this browser when the user signed in with it before; strangers cannot keep him out of it. */
  deviceOf(userId: number): string | null
  /** The common case in one statement, with what the caller does then: the password is right and nothing is or was delayed. False when something is, or was. */
  openSession(user: Account): Promise<boolean>
}
type Failure = Parameters<typeof recordAudit>[1]
type Outcome = { isIn: true } | { isIn: false; delayedUntil: Date | null }

/**
 * The user with this name and password, or a refusal. A name that nobody has costs the same time and gets the same answers as a wrong password,
 * the delays too. While an account is delayed no password is right, except from a browser that its owner signed in with before: wrong ones from there
 * count for that browser, so that it is no way around either.
 */
export async function checkPassword(services: Services, { username, password, deviceOf, openSession }: Given): Promise<Account> {
  const { db, pool } = services
  const user = await findAccount(pool, username)
  const isRight = user?.password_hash ? await verifyPassword(user.password_hash, password) : await verifyNobody(password)
  if (user && isRight && (await openSession(user))) return user
  const outcome = await db
    .transaction()
    .execute((tx) => (user ? recordOutcome(tx, services, user, isRight, deviceOf(user.id)) : evaluateNothing(tx, services, username)))
  if (!outcome.isIn) throw refusalOf(outcome.delayedUntil, services.clock.now())
  if (!user) throw new AppError('login.incorrect')
  return user
}

async function recordOutcome(
  tx: Transaction,
  services: Services,
  user: Account,
  isRight: boolean,
  device: string | null,
): Promise<Outcome> {
  const now = services.clock.now()
  const tries = await lockTriesOfUser(tx, user.id)
  if (isDelayed(tries, now)) {
    if (device === null) return { isIn: false, delayedUntil: tries.delayedUntil }
    return checkSubject(tx, triesSubject(services.config.secretKey, `device ${user.id} ${device}`), isRight, now, failureOf(user))
  }
  if (isRight) {
    await keepTriesOfUser(tx, user.id, { failures: 0, since: null, delayedUntil: null })
    return { isIn: true }
  }
  const next = afterWrongPassword(tries, now)
  await keepTriesOfUser(tx, user.id, next)
  await recordAudit(tx, failureOf(user))
  if (next.failures === lockingFailure) await notifyOwner(tx, services, user)
  return { isIn: false, delayedUntil: whenLocked(next) }
}

const evaluateNothing = (tx: Transaction, { config, clock }: Services, username: string) =>
  checkSubject(tx, triesSubject(config.secretKey, `name ${username.trim().toLowerCase()}`), false, clock.now(), {
    action: failed,
    // What was typed as a name may be a password.
    username: null,
  })

const failed = 'login.failed'
const failureOf = ({ id, username, customer_id }: Pick<Account, 'id' | 'username' | 'customer_id'>): Failure => ({
  action: failed,
  entity: 'user',
  entityId: id,
  username,
  customerId: customer_id,
})

/** The same for who is no account: a name that nobody has, a browser, somebody who gives his password again. */
async function checkSubject(tx: Transaction, subject: Buffer, isRight: boolean, now: Date, failure: Failure): Promise<Outcome> {
  const tries = await lockTriesOf(tx, subject, now)
  if (isDelayed(tries, now)) return { isIn: false, delayedUntil: tries.delayedUntil }
  if (isRight) {
    await forgetTriesOf(tx, subject)
    return { isIn: true }
  }
  const next = afterWrongPassword(tries, now)
  await keepTriesOf(tx, subject, next, now)
  await recordAudit(tx, failure)
  return { isIn: false, delayedUntil: whenLocked(next) }
}

/** The wrong password that locks says so itself; one that only makes the next wait is just wrong. */
const whenLocked = ({ failures, delayedUntil }: Tries) => (failures >= lockingFailure ? delayedUntil : null)

function refusalOf(delayedUntil: Date | null, now: Date): AppError {
  if (delayedUntil === null) return new AppError('login.incorrect')
  const seconds = Math.max(1, Math.ceil((delayedUntil.getTime() - now.getTime()) / 1000))
  return new AppError('login.locked', { params: { minutes: Math.ceil(seconds / 60), seconds } })
}

/** Once in a row of wrong passwords, however long it goes on. */
async function notifyOwner(tx: Transaction, services: Services, user: Account) {
  services.log.warn({ userId: user.id }, 'an account was locked for a while after too many wrong passwords')
  if (user.email === '') return
  await queueSystemMessage(tx, services, {
    channel: 'email',
    kind: 'accountDelayed',
    userId: user.id,
    recipient: user.email,
    locale: settingsOf(user.settings).locale,
    values: { name: callNameOf(user), username: user.username, minutes: String(lockMs / 60_000) },
  })
}

type Refusal = ConstructorParameters<typeof AppError>

/**
 * Asks somebody who is signed in for his password again, before what a stranger at his desk must not do. Wrong ones make the next wait as they do when
 * signing in, but only here: strangers who guess at the door do not reach this.
 */
export async function confirmPassword(services: Services, userId: number, password: string, ...refusal: Refusal): Promise<void> {
  const { db, clock, config } = services
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  const isRight = row?.password_hash ? await verifyPassword(row.password_hash, password) : await verifyNobody(password)
  const subject = triesSubject(config.secretKey, `confirm ${userId}`)
  const outcome = await db
    .transaction()
    .execute((tx) => checkSubject(tx, subject, isRight, clock.now(), { action: failed, entity: 'user', entityId: userId }))
  if (outcome.isIn) return
  throw outcome.delayedUntil === null ? new AppError(...refusal) : refusalOf(outcome.delayedUntil, clock.now())
}
