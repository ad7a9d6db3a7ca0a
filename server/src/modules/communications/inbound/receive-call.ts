import type { Locale } from '@regie/contract/locale.ts'
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
  /** The queue of its script, where somebody is at work for it. */
  isServed: boolean
}

/**
 * Somebody calls a number of ours. The call is the case's that this number dialled last, and is written down once: told again, it is the same one. Answers
 * what the exchange does with it; null: nobody of ours dialled them from that number lately.
 */
export function receiveCall(services: Services, by: CarriedBy, arrived: ArrivedCall): Promise<TakenCall | null> {
  const [from, to] = [numberOf(arrived.from), numberOf(arrived.to)]
  const key = `inbound:${by.provider?.id ?? by.name}:${arrived.providerRef}`
  return tryThrice(async () => {
    const dialled = await findDialled(services.db, by, { from, to, now: services.clock.now() })
    if (!dialled) return null
    // Asked before anything is locked.
    const [callbackAt = null] = dialled.isServed ? [] : await listCallMoments(services, dialled)
    return services.db
      .transaction()
      .execute((tx) => take(tx, services, { by, dialled, key, from, to, ref: arrived.providerRef, callbackAt }))
  })
}

async function findDialled(db: Db, { provider }: CarriedBy, { from, to, now }: { from: string; to: string; now: Date }) {
  const { rows } = await sql<Dialled>`
    select c.customer_id as "customerId", c.id as "caseId", k.name as customer, c.locale, s.voice, s.language,
      exists (
        select from queue_scripts w
        join queue_members u on u.customer_id = w.customer_id and u.queue_id = w.queue_id
        join agents a on a.customer_id = u.customer_id and a.user_id = u.user_id and a.login_at is not null
          and w.queue_id = any(a.queue_ids)
        where w.customer_id = s.customer_id and w.script_id = s.id) as "isServed"
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
    order by m.queued_at desc, m.id desc
    limit 1`.execute(db)
  return rows[0]
}

type Taking = { by: CarriedBy; dialled: Dialled; key: string; from: string; to: string; ref: string; callbackAt: Date | null }

async function take(tx: Transaction, { clock }: Services, taking: Taking): Promise<TakenCall> {
  const { by, dialled, key, from, to, ref, callbackAt } = taking
  const { customerId, caseId, isServed, locale, voice, language } = dialled
  const known = await findTaken(tx, key)
  if (known) return known
  const now = clock.now()
  const locked = await selectCaseForUpdate(tx, caseId)
  const text = texts[locale][isServed ? 'greeting' : 'away'].replaceAll('{customer}', dialled.customer)
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
    select m.id::text as id, exists (
      select from timeline t
      where t.customer_id = m.customer_id and t.case_id = m.case_id and t.communication_id = m.id
        and t.event = 'callCame') as "isServed"
    from communications m
    where m.idempotency_key = ${key}`.execute(tx)
  return rows[0] ?? null
}
