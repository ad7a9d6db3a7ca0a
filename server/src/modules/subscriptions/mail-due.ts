import { type SubscriptionEvent, type SubscriptionKey, subscriptionEvents, subscriptionKeys } from '@regie/contract/contacts.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Services } from '../../services.ts'
import { nextPeriod } from '../contacts/due-period.ts'
import { type DueSubscription, listNotMailedSince, moveMailedUntil } from '../contacts/due-subscriptions.ts'
import { mayBeMailed } from './may-be-mailed.ts'
import { queueNewsMail } from '../system-mail/queue-system-mail.ts'
import { type ClockKey, collectNews } from './collect-news.ts'
import { periodMail } from './news-words.ts'

type Work = Pick<Services, 'db' | 'clock' | 'config'>

const atOnce = 500
const settledMs = 5 * 60_000

const isClockKey = (key: SubscriptionKey): key is ClockKey => !subscriptionEvents.includes(key as SubscriptionEvent)
// Of what comes the newest mail alone is of use.
const isAhead = (key: ClockKey) => key === 'retention_preview'
const clockKeys = subscriptionKeys.filter(isClockKey)

/**
 * Job: mails each contact what they want to know of the moments, day, week or month that is over. Each period is mailed once: where it ends is moved in
 * the transaction that queues its mail, so a process that dies, or two at once, mail nothing twice and leave nothing out.
 */
export async function mailDueSubscriptions({ db, clock, config }: Work, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - settledMs)
  for (let after: DueSubscription | null = null; ; ) {
    const found: DueSubscription[] = await listNotMailedSince(db, { keys: clockKeys, since, after, limit: atOnce })
    for (const wish of found) {
      signal.throwIfAborted()
      if (nextPeriod(wish, now).at <= now)
        await tryThrice(() => db.transaction().execute((tx) => mailPeriod(tx, { clock, config }, wish, now)))
    }
    after = found.at(-1) ?? null
    if (found.length < atOnce) return
  }
}

/** One period of one subscription. Who is not active meanwhile is not mailed, and hears nothing of it later. */
async function mailPeriod(tx: Transaction, services: Pick<Work, 'clock' | 'config'>, wish: DueSubscription, now: Date): Promise<void> {
  const { customerId, contactId, key, scriptIds, isReached } = wish
  const { from, until } = nextPeriod(wish, now)
  if (!isClockKey(key) || !(await moveMailedUntil(tx, wish, until)) || !isReached) return
  if (!(await mayBeMailed(tx, key, wish, now)) || (isAhead(key) && nextPeriod({ ...wish, mailedUntil: until }, now).at <= now)) return
  const news = await collectNews(tx, key, { customerId, scriptIds }, { from, until })
  if (news === null) return
  const { name: customer } = await tx.selectFrom('customers').select('name').where('id', '=', customerId).executeTakeFirstOrThrow()
  const { locale, name, userId, email: recipient } = wish
  const { secretKey, publicUrl } = services.config
  const mail = periodMail(
    key,
    news,
    { from, until, isEveryScript: scriptIds === null },
    { locale, name, customer, contactId, secretKey, publicUrl },
  )
  await tx
    .insertInto('subscription_mails')
    .values({ customer_id: customerId, contact_id: contactId, key, cause: `until:${until.toISOString()}`, at: now })
    .execute()
  await queueNewsMail(tx, services, { kind: key, userId, recipient, locale, mail })
}
