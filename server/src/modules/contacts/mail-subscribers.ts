import type { SubscriptionKey } from '@regie/contract/contacts.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { queueSystemMessage } from '../system-mail/queue-system-mail.ts'

/** Something that contacts may want to hear of; `cause` tells it from all others of its kind. */
export type News = {
  customerId: number
  key: SubscriptionKey
  cause: string
  scriptId: number
  fileName: string
  count: number
}
type Reader = { id: number; userId: number | null; email: string; locale: Locale; name: string }
const kindOf = { batch_imported: 'batchImported', batch_failed: 'batchFailed' } as const

/** Mails the active contacts who want to hear of this, each once for this cause, however often it runs. */
export async function mailSubscribers(services: Services, { customerId, key, cause, scriptId, fileName, count }: News): Promise<void> {
  const { db, clock } = services
  await db.transaction().execute(async (tx) => {
    const { rows: readers } = await sql<Reader>`
      with fresh as (
        insert into subscription_mails (customer_id, contact_id, key, cause, at)
        select s.customer_id, s.contact_id, s.key, ${cause}, ${clock.now()}
        from contact_subscriptions s
        join contacts c on c.customer_id = s.customer_id and c.id = s.contact_id
        where s.customer_id = ${customerId} and s.key = ${key} and c.active and c.email <> ''
          and (s.script_ids is null or ${scriptId}::bigint = any(s.script_ids))
        on conflict do nothing
        returning contact_id)
      select c.id, c.user_id as "userId", c.email, coalesce(nullif(c.first_name, ''), c.last_name) as name,
        case when u.settings ->> 'locale' in ('nl', 'eng', 'fr') then u.settings ->> 'locale' else c.locale end
          as locale
      from fresh f
      join contacts c on c.customer_id = ${customerId} and c.id = f.contact_id
      left join users u on u.id = c.user_id`.execute(tx)
    if (readers.length === 0) return
    const { name: customer, script } = await tx
      .selectFrom('customers as c')
      .innerJoin('scripts as s', 's.customer_id', 'c.id')
      .select(['c.name', 's.name as script'])
      .where('c.id', '=', customerId)
      .where('s.id', '=', scriptId)
      .executeTakeFirstOrThrow()
    for (const { userId, email, locale, name } of readers)
      await queueSystemMessage(tx, services, {
        ...{ channel: 'email', kind: kindOf[key], userId, recipient: email, locale },
        values: { name, file: fileName, count: String(count), script, customer },
      })
  })
}
