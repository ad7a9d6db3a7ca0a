import { sql } from 'kysely'
import type { DeliveryUpdate } from '../../../gateways/message-gateway.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import { inGroups } from '../../../platform/in-groups.ts'
import type { Services } from '../../../services.ts'
import { recordDelivery } from '../record-delivery.ts'

// A receipt comes within three days, and the mark of its message within seconds.
const keptMs = 3 * 24 * 3_600_000
const lookMs = { first: 1_000, most: 3_600_000 }
const atOnce = 500
// Seven columns each, of the 65,535 values that one statement may carry.
const insertMost = 500

/** Whose news it is: `name` is the adapter's. With `isAlone` they are about messages by this provider alone. */
type Hearing = { customerId: number; providerId: number; name: string; isAlone: boolean }

/** Of SMS the references of a provider carry its number: whose message it is, they say themselves. */
export const hearingOf = ({ customerId, id, settings }: RegisteredProvider): Hearing => ({
  ...{ customerId, providerId: id, name: settings.kind, isAlone: false },
})

/** Records the news of a provider that says it once: what no message is known for yet is kept, and asked about again. */
export function recordOrKeep({ db, clock }: Services, hearing: Hearing, update: DeliveryUpdate): Promise<void> {
  const { name, isAlone, providerId } = hearing
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      if (await recordDelivery(tx, name, update, isAlone ? providerId : undefined)) return
      await insertNews(tx, [{ hearing, update }], clock.now())
    }),
  )
}

/** Keeps the news of providers, for the engine to record. */
export type NewsKeeper = (hearing: Hearing, update: DeliveryUpdate) => Promise<void>

/**
 * Keeps what comes by webhooks: what was kept is answered, and recorded within a second. After a large batch a provider reports a thousand a second; so
 * many share one insert, and take no connection from whoever works.
 */
export function openNewsKeeper({ db, clock }: Pick<Services, 'db' | 'clock'>): NewsKeeper {
  const keep = inGroups<News>(insertMost, (news) => tryThrice(() => insertNews(db, news, clock.now())))
  return (hearing, update) => keep({ hearing, update })
}

type News = { hearing: Hearing; update: DeliveryUpdate }

async function insertNews(db: Db | Transaction, news: readonly News[], now: Date): Promise<void> {
  await db
    .insertInto('early_news')
    .values(
      news.map(({ hearing: { customerId, providerId, name, isAlone }, update }) => ({
        ...{ customer_id: customerId, provider_id: providerId, event_key: update.eventKey, next_at: now },
        ...{ provider: name, news: JSON.stringify({ ...update, isAlone }), came_at: update.at },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Kept = {
  customer_id: number
  provider_id: number
  event_key: string
  provider: string
  news: DeliveryUpdate & { isAlone?: boolean }
  came_at: Date
  isNamed: boolean
}

/**
 * Every second: records what came before its message was written down. What belongs to none, as the receipts of others who share an account with us, is
 * looked at ever less often and forgotten after three days. Answers how many were looked at: there may be more.
 */
export async function recordEarlyNews(services: Services): Promise<number> {
  const { db, clock, log } = services
  const now = clock.now()
  const kept = await findDue(services, now)
  if (kept.length === 0) return 0
  const left: Kept[] = []
  for (const one of kept) {
    const isDone =
      one.isNamed &&
      (await record(services, one).catch((err: unknown) => {
        log.warn({ err, providerId: one.provider_id, eventKey: one.event_key }, 'news that was kept is not recorded; it is tried again')
        return false
      }))
    if (!isDone) left.push(one)
  }
  const isOld = ({ came_at }: Kept) => came_at.getTime() <= now.getTime() - keptMs
  const old = left.filter(isOld)
  for (const { provider_id, event_key } of old)
    log.warn({ providerId: provider_id, eventKey: event_key }, 'news of no message of ours is forgotten')
  await sql`delete from early_news e using ${keysOf(old)} where ${isKey}`.execute(db)
  // As old again as it is.
  await sql`
    update early_news e
    set next_at = ${now}::timestamptz + least(
      greatest(${now}::timestamptz - e.came_at, make_interval(secs => ${lookMs.first / 1_000})),
      make_interval(secs => ${lookMs.most / 1_000}))
    from ${keysOf(left.filter((one) => !isOld(one)))}
    where ${isKey}`.execute(db)
  return kept.length
}

/** Those whose turn it is, and whether any message has a name that they use. */
async function findDue({ db }: Services, now: Date): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    with due as (
      select * from early_news
      where next_at <= ${now}
      order by next_at
      limit ${atOnce})
    select due.*, exists (
        select from communications c
        where c.provider = due.provider and c.provider_ref = any(refs.all))
      or exists (
        select from sms_parts p where p.provider_ref = any(refs.all)) as "isNamed"
    from due
    cross join lateral (
      select array_append(array(select jsonb_array_elements_text(coalesce(due.news -> 'otherRefs', '[]'))),
        due.news ->> 'providerRef') as all) refs`.execute(db)
  return rows
}

function record({ db }: Services, { customer_id, provider_id, event_key, provider, news, came_at }: Kept): Promise<boolean> {
  const { isAlone = false, ...update } = news
  return db.transaction().execute(async (tx) => {
    if (!(await recordDelivery(tx, provider, { ...update, at: came_at }, isAlone ? provider_id : undefined))) return false
    await tx
      .deleteFrom('early_news')
      .where('customer_id', '=', customer_id)
      .where('provider_id', '=', provider_id)
      .where('event_key', '=', event_key)
      .execute()
    return true
  })
}

const keysOf = (rows: readonly Kept[]) => sql`unnest(${rows.map((row) => row.customer_id)}::bigint[],
      ${rows.map((row) => row.provider_id)}::bigint[], ${rows.map((row) => row.event_key)}::text[])
      as k(customer_id, provider_id, event_key)`
const isKey = sql`e.customer_id = k.customer_id and e.provider_id = k.provider_id and e.event_key = k.event_key`
