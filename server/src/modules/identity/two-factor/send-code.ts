import { settingsOf } from '@regie/contract/login.ts'
import { resendAfterSeconds, type SentCode, type SentFactorType } from '@regie/contract/two-factor.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { insertSystemMessage } from '../../system-mail/queue-system-mail.ts'
import { sendAtOnce } from '../../system-mail/send-at-once.ts'
import { maskTarget } from '../users/mask-target.ts'
import { callNameOf, findUserForChange } from '../users/user-queries.ts'
import type { Person } from './prove-yourself.ts'
import { type CodePlace, findCodes, putCode, removeCode } from './sent-codes.ts'

/** Each code costs money, and a phone that keeps ringing is a nuisance. */
const codesPerHour = 10

type Wanted = CodePlace & { target: string }
type Written = { messageId: number; wait: null } | { messageId: null; wait: number }

/** Sends a new code to a target, in the place of a former one. Asked again within half a minute nothing is sent: the first is on its way. */
export async function sendCode(services: Services, person: Person, wanted: Wanted): Promise<SentCode> {
  const { db } = services
  const { messageId, wait } = await db.transaction().execute((tx) => writeCode(tx, services, person, wanted))
  if (messageId !== null && !(await sendAtOnce(services, messageId))) {
    // So that he need not wait before he tries again.
    await db.transaction().execute((tx) => removeCode(tx, wanted))
    throw new AppError('twoFactor.notSent')
  }
  return { sent: true, target: maskTarget(wanted.target), retryAfter: wait ?? resendAfterSeconds }
}

async function writeCode(tx: Transaction, services: Services, { userId }: Person, wanted: Wanted): Promise<Written> {
  const now = services.clock.now()
  // Held, so that a double click sends one.
  const user = await findUserForChange(tx, userId)
  const former = (await findCodes(tx, wanted, now)).find(({ type, target }) => type === wanted.type && target === wanted.target)
  const waitMs = former ? former.sent_at.getTime() + resendAfterSeconds * 1000 - now.getTime() : 0
  if (waitMs > 0) return { messageId: null, wait: Math.ceil(waitMs / 1000) }
  if ((await countCodes(tx, userId, new Date(now.getTime() - 60 * 60_000))) >= codesPerHour) throw new AppError('error.tooManyRequests')
  const code = await putCode(tx, services.config.secretKey, wanted, wanted.target, now)
  const messageId = await insertSystemMessage(tx, services, {
    channel: wanted.type === 'sms' ? 'sms' : 'email',
    kind: 'code',
    userId,
    recipient: wanted.target,
    locale: settingsOf(user.settings).locale,
    values: { name: callNameOf(user), code },
  })
  return { messageId, wait: null }
}

async function countCodes(tx: Transaction, userId: number, since: Date): Promise<number> {
  const { sent } = await tx
    .selectFrom('system_messages')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'code')
    .where('queued_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(sent)
}

/** Sends a code of a factor that the caller has: to sign in, or, once he is in, to remove a factor. */
export async function sendFactorCode(services: Services, person: Person, type: SentFactorType): Promise<SentCode> {
  const factor = await services.db
    .selectFrom('user_factors')
    .select('target')
    .where('user_id', '=', person.userId)
    .where('type', '=', type)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) throw new AppError('twoFactor.notThere')
  const purpose = person.stage === 'otp' ? 'signIn' : 'remove'
  return sendCode(services, person, { sessionId: person.sessionId, purpose, type, target: factor.target })
}
