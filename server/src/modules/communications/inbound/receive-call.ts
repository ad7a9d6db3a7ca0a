import { type Locale, localeOfHeader } from '@regie/contract/locale.ts'
import type { QueueTexts } from '@regie/contract/teams.ts'
import type { OpeningHours } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import type { ArrivedCall } from '../../../gateways/message-gateway.ts'
import type { TakenCall } from '../../../gateways/voice/voice-gateway.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import { numberOf } from '../../../platform/phone-number.ts'
import type { Services } from '../../../services.ts'
import { listCallMoments } from '../../arrangements/by-payer/callback-by-payer.ts'
import { insertCallback } from '../../arrangements/callbacks/add-callback.ts'
import { findStandingCallback } from '../../arrangements/callbacks/find-standing.ts'
import { mayPayerPause, pauseFor } from '../../arrangements/work-on.ts'
import { publishCaseChanged, selectCaseForUpdate } from '../../cases/case-changes.ts'
import { beginLive } from '../../case-runs/live-cases.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { isQueueOpen, type OwnDay } from './queue-opening.ts'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

const texts: Record<Locale, typeof nl> = { nl, eng, fr }

// Whoever calls back later than this calls about something else (product.md §5.16).
const rememberedDays = 30

/** Who carries it: a provider of a customer, or the one that simulates. */
export type CarriedBy = { name: string; provider: Pick<RegisteredProvider, 'id' | 'customerId'> | null; simulated: boolean }

type Dialled = {
  customerId: number
  caseId: number
  customer: string
  locale: Locale
  voice: string
  language: string
} & Answering

/** The queue that answers, as it stands: null, there is none. */
type Answering = {
  /** Somebody is at work for it. */
  isStaffed: boolean
  opening: OpeningHours[] | null
  texts: Partial<QueueTexts> | null
  /** What the customer has of this day. */
  ownDay: OwnDay | null
}

/**
 * Somebody calls a number of ours. The call is the case's that this number dialled last, and is written down once: told again, it is the same one. Answers
 * what the exchange does with it. Who was not dialled from that number lately comes to the queue that answers unknown callers of it; null: none does.
 */
export function receiveCall(services: Services, by: CarriedBy, arrived: ArrivedCall): Promise<TakenCall | null> {
  const [from, to] = [numberOf(arrived.from), numberOf(arrived.to)]
  const key = `inbound:${by.provider?.id ?? by.name}:${arrived.providerRef}`
  return tryThrice(async () => {
    const dialled = await findDialled(services.db, by, { from, to, now: services.clock.now() })
    if (!dialled) return receiveUnknown(services, { by, key, from, to, ref: arrived.providerRef })
    const isServed = isAnswered(dialled, services.clock.now())
    // Asked before anything is locked.
    const [callbackAt = null] = isServed ? [] : await listCallMoments(services, dialled)
    return services.db
      .transaction()
      .execute((tx) => take(tx, services, { by, dialled, isServed, key, from, to, ref: arrived.providerRef, callbackAt }))
  })
}

async function findDialled(db: Db, { provider }: CarriedBy, { from, to, now }: { from: string; to: string; now: Date }) {
  const { rows } = await sql<Dialled>`
    select c.customer_id as "customerId", c.id as "caseId", k.name as customer, c.locale, s.voice, s.language,
      ${answeringOf('s', now)}
    from (
      select distinct customer_id from scripts
      where caller_id = ${to} and (${provider === null} or customer_id = ${provider?.customerId ?? 0})) o
    join communications m on m.customer_id = o.customer_id and m.person = ${from.toLowerCase()} and m.channel = 'call'
      and not m.inbound and m.state in ('sent', 'unknown')
      and m.queued_at > ${now}::timestamptz - make_interval(days => ${rememberedDays})
    join communication_contents t on t.customer_id = m.customer_id and t.communication_id = m.id
      and t.queued_at = m.queued_at and t.sender = ${to}
    join cases c on c.customer_id = m.customer_id and c.id = m.case_id
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    join customers k on k.id = c.customer_id
    left join queue_scripts w on w.customer_id = s.customer_id and w.script_id = s.id
    left join queues q on q.customer_id = w.customer_id and q.id = w.queue_id
    order by m.queued_at desc, m.id desc
    limit 1`.execute(db)
  return rows[0]
}

/** How the queue `q` stands, for a customer of `of`. */
const answeringOf = (of: string, now: Date) => sql`
  q.opening, q.texts,
      (
        select json_build_object('enabled', h.enabled, 'start', to_char(h.starts, 'HH24:MI'),
          'end', to_char(h.ends, 'HH24:MI'))
        from holidays h
        where h.customer_id = ${sql.raw(of)}.customer_id and h.script_id = 0
          and h.day = (${now}::timestamptz at time zone 'Europe/Amsterdam')::date) as "ownDay",
      exists (
        select from queue_members u
        join agents a on a.customer_id = u.customer_id and a.user_id = u.user_id and a.login_at is not null
          and q.id = any(a.queue_ids)
        where u.customer_id = q.customer_id and u.queue_id = q.id) as "isStaffed"`

const isAnswered = ({ isStaffed, opening, ownDay }: Answering, now: Date) => isStaffed && isQueueOpen(opening ?? [], ownDay, now)

/** What is said: by the queue in this language, else what comes with the product. */
function textOf(of: Answering & { customer: string }, locale: Locale, usual: keyof typeof nl): string {
  const own = of.texts?.[locale]?.[usual === 'greeting' ? 'greeting' : 'away'] ?? ''
  return (own === '' ? texts[locale][usual] : own).replaceAll('{customer}', of.customer)
}

type Unknown = { by: CarriedBy; key: string; from: string; to: string; ref: string }

/** Nobody knows which case they call about: they wait in the queue that answers this number, and hear when it does not. */
async function receiveUnknown({ db, clock }: Services, { by, key, from, to, ref }: Unknown): Promise<TakenCall | null> {
  const now = clock.now()
  const { rows } = await sql<Answering & { customerId: number; customer: string; voice: string; language: string }>`
    select n.customer_id as "customerId", k.name as customer, coalesce(s.voice, '') as voice,
      coalesce(s.language, '') as language, ${answeringOf('n', now)}
    from queue_numbers n
    join queues q on q.customer_id = n.customer_id and q.id = n.queue_id
    join customers k on k.id = n.customer_id
    left join lateral (
      select voice, language from scripts
      where customer_id = n.customer_id and caller_id = n.number order by id limit 1) s on true
    where n.number = ${to} and (${by.provider === null} or n.customer_id = ${by.provider?.customerId ?? 0})
    order by n.customer_id
    limit 1`.execute(db)
  const [found] = rows
  if (!found) return null
  const isServed = isAnswered(found, now)
  const text = textOf(found, localeOfHeader(found.language), isServed ? 'greeting' : 'awayUnknown')
  return db.transaction().execute(async (tx) => {
    const { rows: came } = await sql<TakenCall>`
      with came as (
        insert into communications (customer_id, channel, idempotency_key, recipient, provider, provider_id,
          provider_ref, simulated, state, queued_at, started_at, sent_at, inbound, reason)
        values (${found.customerId}, 'call', ${key}, ${from}, ${by.name}, ${by.provider?.id ?? null}::bigint, ${ref},
          ${by.simulated}, 'sent', ${now}, ${now}, ${now}, true, ${isServed ? null : nobodyThere})
        on conflict (idempotency_key) do nothing
        returning customer_id, id, queued_at)
      insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text, voice,
        language)
      select customer_id, id, queued_at, ${to}, '', ${text}, ${found.voice}, ${found.language}
      from came
      returning communication_id::text as id, ${isServed} as "isServed"`.execute(tx)
    return came[0] ?? (await findTaken(tx, key)) ?? Promise.reject(new Error(`call ${key} is nowhere`))
  })
}

// Why a call of a stranger was not taken to its queue.
const nobodyThere = 'nobodyThere'

type Taking = {
  by: CarriedBy
  isServed: boolean
  dialled: Dialled
  key: string
  from: string
  to: string
  ref: string
  callbackAt: Date | null
}

async function take(tx: Transaction, { clock }: Services, taking: Taking): Promise<TakenCall> {
  const { by, dialled, isServed, key, from, to, ref, callbackAt } = taking
  const { customerId, caseId, locale, voice, language } = dialled
  const known = await findTaken(tx, key)
  if (known) return known
  const now = clock.now()
  const locked = await selectCaseForUpdate(tx, caseId)
  const text = textOf(dialled, locale, isServed ? 'greeting' : 'away')
  const { rows } = await sql<{ id: number }>`
    with came as (
      insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, recipient, provider,
        provider_id, provider_ref, simulated, state, queued_at, started_at, sent_at, inbound)
      values (${customerId}, ${caseId}, ${locked.batchId}, 'call', ${key}, ${from}, ${by.name},
        ${by.provider?.id ?? null}::bigint, ${ref}, ${by.simulated}, 'sent', ${now}, ${now}, ${now}, true)
      on conflict (idempotency_key) do nothing
      returning customer_id, id, queued_at)
    insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text, voice,
      language)
    select customer_id, id, queued_at, ${to}, '', ${text}, ${voice}, ${language}
    from came
    returning communication_id as id`.execute(tx)
  const [came] = rows
  // Another process was told of it as well, and was first.
  if (!came) return (await findTaken(tx, key)) ?? Promise.reject(new Error(`call ${key} is nowhere`))
  const line = { customerId, caseId, communicationId: came.id, simulated: by.simulated, at: now }
  await recordTimeline(tx, [{ ...line, event: isServed ? 'callCame' : 'callCameAway' }])
  if (isServed) await beginLive(tx, { customerId, caseId }, now)
  else if (callbackAt !== null && locked.status !== 'closed' && (await findStandingCallback(tx, { customerId, caseId })) === null) {
    await insertCallback(tx, { customerId, caseId, byUser: '', now }, { at: callbackAt, forUserId: null, note: texts[locale].note })
    if (mayPayerPause(locked)) await pauseFor(tx, locked, now, 'callback', callbackAt)
  }
  await publishCaseChanged(tx, locked)
  return { id: String(came.id), isServed }
}

/** The same call, told before. Whoever was greeted goes to the queue, whoever is away by now. */
async function findTaken(tx: Transaction, key: string): Promise<TakenCall | null> {
  const { rows } = await sql<TakenCall>`
    select m.id::text as id, case when m.case_id is null then m.reason is distinct from ${nobodyThere} else exists (
      select from timeline t
      where t.customer_id = m.customer_id and t.case_id = m.case_id and t.communication_id = m.id
        and t.event = 'callCame') end as "isServed"
    from communications m
    where m.idempotency_key = ${key}`.execute(tx)
  return rows[0] ?? null
}
