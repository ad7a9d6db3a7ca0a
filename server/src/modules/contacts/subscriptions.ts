import {
  type Subscription,
  type SubscriptionFrequency,
  type contactApi,
  subscriptionChoices,
  subscriptionKeys,
} from '@regie/contract/contacts.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { isoText } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { clockText } from '../contact-permission/read-clock.ts'
import { minuteOf } from '../contact-permission/time-window.ts'
import { findContact, selectContactForUpdate } from './contact-queries.ts'
import { beginOfPeriod, nextPeriod } from './due-period.ts'

type Change = RequestOf<typeof contactApi.subscribe>['body']
type Row = {
  key: string
  scriptIDs: number[] | null
  enabled: boolean
  lastSentAt: string | null
  frequency: SubscriptionFrequency
  sendMinute: number
  mailedUntil: Date
}

/** Whether they may be mailed it is asked where rights are known. */
type Wish = Omit<Subscription, 'isAllowed'>

const firstTime = '07:30'

/** What a contact is mailed about, when that was last and when it is next; what they do not want stands there as off. */
export async function listSubscriptions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  customerId: number,
  contactId: number,
): Promise<Wish[]> {
  await findContact(db, caller, customerId, contactId)
  const { rows } = await sql<Row>`
    select coalesce(s.key, m.key) as key, s.script_ids as "scriptIDs", s.key is not null as enabled,
      ${sql.raw(isoText('m.at'))} as "lastSentAt", s.frequency, s.send_minute as "sendMinute",
      s.mailed_until as "mailedUntil"
    from (
      select key, script_ids, frequency, send_minute, mailed_until
      from contact_subscriptions
      where customer_id = ${customerId} and contact_id = ${contactId}) s
    full join (
      select key, max(at) as at
      from subscription_mails
      where customer_id = ${customerId} and contact_id = ${contactId}
      group by key) m on m.key = s.key`.execute(db)
  return subscriptionKeys.map((key) => {
    const row = rows.find((one) => one.key === key)
    const lastSentAt = row?.lastSentAt ?? null
    if (!row?.enabled)
      return {
        ...{ key, enabled: false, frequency: subscriptionChoices[key][0], time: firstTime, scriptIDs: null, lastSentAt },
        nextAt: null,
      }
    const { frequency, sendMinute, scriptIDs } = row
    const nextAt = frequency === 'direct' ? null : nextPeriod(row, clock.now()).at.toISOString()
    return {
      ...{ key, enabled: true, frequency, time: clockText(sendMinute), scriptIDs: scriptIDs?.map(Number) ?? null },
      ...{ lastSentAt, nextAt },
    }
  })
}

/** Begins, changes or ends one of them. The first mail of one that begins is about the day, week or month that runs; so it is when it comes more or less often. */
export async function subscribe(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  contactId: number,
  { customerID, subscription }: Change,
) {
  const { key, enabled, scriptIDs, frequency, time } = subscription
  await db.transaction().execute(async (tx) => {
    await selectContactForUpdate(tx, caller, customerID, contactId)
    if (scriptIDs !== null) {
      const ids = [...new Set(scriptIDs)]
      const known = await tx.selectFrom('scripts').select('id').where('customer_id', '=', customerID).where('id', 'in', ids).execute()
      if (known.length < ids.length) throw new AppError('script.notFound', { field: 'subscription.scriptIDs' })
    }
    if (enabled)
      await sql`
        insert into contact_subscriptions as s (customer_id, contact_id, key, script_ids, frequency, send_minute,
          mailed_until)
        values (${customerID}, ${contactId}, ${key}, ${scriptIDs}, ${frequency}, ${minuteOf(time)},
          ${beginOfPeriod(frequency, clock.now())})
        on conflict (customer_id, contact_id, key) do update set
          script_ids = excluded.script_ids, frequency = excluded.frequency, send_minute = excluded.send_minute,
          mailed_until = case when s.frequency = excluded.frequency then s.mailed_until else excluded.mailed_until
          end`.execute(tx)
    else
      await tx
        .deleteFrom('contact_subscriptions')
        .where('customer_id', '=', customerID)
        .where('contact_id', '=', contactId)
        .where('key', '=', key)
        .execute()
  })
  return listSubscriptions({ db, clock }, caller, customerID, contactId)
}
