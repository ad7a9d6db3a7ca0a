import { customerOfRight } from '@regie/contract/right-codes.ts'
import { type NotificationKind, notificationRights } from '@regie/contract/notifications.ts'
import { settingsOf } from '@regie/contract/login.ts'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { findRightsNow } from '../identity/users/user-standing.ts'
import { queueSystemMessage } from '../system-mail/queue-system-mail.ts'

// One mail in so long: what came since waits for the next.
const apartMinutes = 15
const usersAtOnce = 200

type Waiting = { customer_id: number; kind: NotificationKind; isRead: boolean }
type MailServices = Pick<Services, 'db' | 'clock' | 'config'>

/** Mails each user who asked for it one digest of what they have not read; how much of each kind, with a link, and nothing of any person. */
export async function mailDigests(services: MailServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const since = new Date(now.getTime() - apartMinutes * 60_000)
  const { rows } = await sql<{ userId: number }>`
    select distinct n.user_id as "userId"
    from notifications n
    where n.by_mail and n.mailed_at is null
      and not exists (select from notifications m where m.user_id = n.user_id and m.mailed_at > ${since})
    limit ${usersAtOnce}`.execute(db)
  for (const { userId } of rows) await mailDigest(services, userId, { now, since })
}

async function mailDigest(services: MailServices, userId: number, { now, since }: { now: Date; since: Date }): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    // Two processes at once mail it once.
    const user = await tx
      .selectFrom('staff')
      .select(['username', 'first_name', 'last_name', 'email', 'settings'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const { rows: waiting } = await sql<Waiting>`
      update notifications n
      set mailed_at = ${now}
      where n.user_id = ${userId} and n.by_mail and n.mailed_at is null
        and not exists (select from notifications m where m.user_id = n.user_id and m.mailed_at > ${since})
      returning n.customer_id, n.kind, n.read_at is not null as "isRead"`.execute(tx)
    const rights = await findRightsNow(tx, userId, now)
    const customers = new Set(rights.map(customerOfRight))
    const shown = waiting.filter(
      ({ customer_id, kind, isRead }) => !isRead && customers.has(customer_id) && rights.includes(notificationRights[kind]),
    )
    if (!user || user.email === '' || shown.length === 0) return
    await queueSystemMessage(tx, services, {
      channel: 'email',
      kind: 'notifications',
      userId,
      recipient: user.email,
      locale: settingsOf(user.settings).locale,
      values: {
        name: user.first_name || user.last_name || user.username,
        count: String(shown.length),
        link: new URL('/', services.config.publicUrl).href,
      },
    })
  })
}
