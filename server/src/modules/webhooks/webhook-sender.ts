import { webhookFailingDaysMax, type WebhookFault, webhookRetryMinutes } from '@regie/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { type GuardedFetch, openGuardedFetch, OutboundRefused } from '../../platform/http/outbound-guard.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Services } from '../../services.ts'
import { bodyOf } from './webhook-queries.ts'
import { openSecret, signedHeaders } from './webhook-secret.ts'

export type WebhookSender = {
  /** Takes what is due and begins to send it; answers how many messages that are. */
  sendDue(): Promise<number>
  /** Resolves when nothing is under way. */
  settle(): Promise<void>
  /** What is being sent may finish; what was only taken goes back. */
  stop(): Promise<void>
}

type Claimed = {
  customerId: number
  webhookId: number
  id: number
  key: string
  type: string
  at: Date
  data: object
  attempts: number
  url: string
  secret: Buffer
  formerSecret: Buffer | null
}
type Outcome = { status: number | null; fault: WebhookFault | null; ms: number }

// Each webhook has a lane of its own: one that is slow holds up nobody else.
const lanesMax = 40
const perTurn = 20
const atOnce = 5
/** Longer than a turn of one lane can take: what a dead engine had under way is taken by another one then, and sent under the same id. */
const leaseMs = 120_000

/**
 * Sends what webhooks are to be told: at least once, under one id, so that the other side can leave out what it has had. A message is taken for a while
 * before it is sent; what became of it is kept after each try.
 */
export function openWebhookSender(services: Services): WebhookSender {
  const { config, log } = services
  const fetchGuarded = openGuardedFetch({ allowedHosts: config.allowPrivateHosts })
  const lanes = new Map<number, Promise<void>>()
  let isStopping = false

  async function runLane(messages: readonly Claimed[]) {
    const waiting = [...messages]
    const sendOnes = async () => {
      while (!isStopping) {
        const next = waiting.shift()
        if (!next) return
        await keepOutcome(services, next, await send(services, fetchGuarded, next))
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, sendOnes))
    if (waiting.length > 0) await giveBack(services, waiting)
  }

  async function settle() {
    await Promise.all(lanes.values())
  }

  return {
    async sendDue() {
      if (isStopping || lanes.size >= lanesMax) return 0
      const claimed = await claimDue(services, [...lanes.keys()], lanesMax - lanes.size)
      for (const [webhookId, messages] of Map.groupBy(claimed, (message) => message.webhookId)) {
        const lane = runLane(messages)
          // The database is away: they are taken again when their time has passed.
          .catch((error: unknown) => log.error({ err: error, webhookId }, 'what became of a webhook was not kept'))
          .finally(() => lanes.delete(webhookId))
        lanes.set(webhookId, lane)
      }
      return claimed.length
    },
    settle,
    async stop() {
      isStopping = true
      await settle()
    },
  }
}

async function claimDue({ db, clock }: Services, busy: readonly number[], lanesFree: number): Promise<Claimed[]> {
  const now = clock.now()
  const { rows } = await sql<Claimed>`
    with lanes as materialized (
      select w.customer_id, w.id
      from outgoing_webhooks w
      where w.is_on and w.id <> all(${busy}::bigint[]) and exists (
        select from webhook_messages m
        where m.customer_id = w.customer_id and m.webhook_id = w.id and m.state = 'queued' and m.next_at <= ${now})
      -- Whose turn it is, when more are due than there are lanes, is left to chance.
      order by random()
      limit ${lanesFree}
      for no key update of w skip locked),
    due as (
      select m.customer_id, m.id
      from lanes l
      cross join lateral (
        select customer_id, id
        from webhook_messages
        where customer_id = l.customer_id and webhook_id = l.id and state = 'queued' and next_at <= ${now}
        order by next_at, id
        limit ${perTurn}
        for update skip locked) m),
    claimed as (
      update webhook_messages m
      set attempts = m.attempts + 1, next_at = ${new Date(now.getTime() + leaseMs)}
      from due
      where m.customer_id = due.customer_id and m.id = due.id
      returning m.*)
    select m.customer_id as "customerId", m.webhook_id as "webhookId", m.id, m.key, m.type, m.at, m.data, m.attempts,
      w.url, w.secret, case when w.former_secret_until > ${now} then w.former_secret end as "formerSecret"
    from claimed m
    join outgoing_webhooks w on w.customer_id = m.customer_id and w.id = m.webhook_id
    order by m.id`.execute(db)
  return rows
}

async function giveBack({ db, clock }: Services, messages: readonly Claimed[]): Promise<void> {
  await sql`
    update webhook_messages m
    set attempts = m.attempts - 1, next_at = ${clock.now()}
    from unnest(${messages.map(({ customerId }) => customerId)}::bigint[], ${messages.map(({ id }) => id)}::bigint[],
      ${messages.map(({ attempts }) => attempts)}::int[]) as b(customer_id, id, attempts)
    where m.customer_id = b.customer_id and m.id = b.id and m.state = 'queued' and m.attempts = b.attempts`.execute(db)
}

async function send({ clock, config }: Services, fetchGuarded: GuardedFetch, message: Claimed): Promise<Outcome> {
  const place = { customerId: message.customerId, id: message.webhookId }
  const sealed = [message.secret, ...(message.formerSecret ? [message.formerSecret] : [])]
  const secrets = sealed.map((one) => openSecret(config.secretKey, place, one))
  const body = bodyOf(message)
  const headers = signedHeaders(secrets, { key: message.key, body, at: clock.now() })
  const began = performance.now()
  try {
    const { status } = await fetchGuarded(message.url, { method: 'POST', headers, body })
    return { status, fault: null, ms: since(began) }
  } catch (error) {
    return { status: null, fault: faultOf(error), ms: since(began) }
  }
}

const since = (began: number) => Math.round(performance.now() - began)

// Nothing else is told of what stands there: nobody looks around in a network this way.
function faultOf(error: unknown): WebhookFault {
  if (error instanceof OutboundRefused) return 'refused'
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'timeout'
  return ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(code ?? '')
    ? 'unreachable'
    : 'broken'
}

const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300

/** Writes down a try and what follows from it: taken, due again, or given up. 410 says that nobody is there any more: it is switched off. */
async function keepOutcome({ db, clock }: Services, message: Claimed, { status, fault, ms }: Outcome): Promise<void> {
  const now = clock.now()
  const { customerId, webhookId, id, attempts } = message
  const taken = isTaken(status)
  const isGone = status === 410
  const waitMinutes = isGone ? undefined : webhookRetryMinutes[attempts - 1]
  const state = taken ? 'sent' : waitMinutes === undefined ? 'failed' : 'queued'
  const nextAt = state === 'queued' && waitMinutes !== undefined ? new Date(now.getTime() + waitMinutes * 60_000) : null
  const longAgo = new Date(now.getTime() - webhookFailingDaysMax * 86_400_000)
  await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      // The webhook before its message, as whoever deletes it has them.
      if (taken)
        await sql`
          update outgoing_webhooks
          set last_sent_at = ${now}, failing_since = null
          where customer_id = ${customerId} and id = ${webhookId}
            and (failing_since is not null or last_sent_at is null
              or last_sent_at < ${new Date(now.getTime() - lastSentEveryMs)})`.execute(tx)
      else
        await sql`
          update outgoing_webhooks
          set failing_since = coalesce(failing_since, ${now}),
            is_on = is_on and not (${isGone} or coalesce(failing_since < ${longAgo}, false)),
            off_reason = case
              when not is_on then off_reason
              when ${isGone} then 'gone'
              when failing_since < ${longAgo} then 'failing' end
          where customer_id = ${customerId} and id = ${webhookId}
            and (failing_since is null or ${isGone} or failing_since < ${longAgo})`.execute(tx)
      // Whoever asked meanwhile to send it again, or deleted it, is not overruled.
      await sql`
        with kept as (
          update webhook_messages
          set state = ${state}, next_at = ${nextAt}, status = ${status}, fault = ${fault}
          where customer_id = ${customerId} and id = ${id} and state = 'queued' and attempts = ${attempts}),
        tried as (select coalesce(max(no), 0) + 1 as no
          from webhook_attempts
          where customer_id = ${customerId} and message_id = ${id})
        insert into webhook_attempts (customer_id, message_id, no, at, status, fault, ms)
        select ${customerId}, ${id}, tried.no, ${now}, ${status}, ${fault}, ${ms}
        from tried
        where exists (select from webhook_messages where customer_id = ${customerId} and id = ${id})`.execute(tx)
    }),
  )
}

// Each message would otherwise write the row of its webhook, one after the other.
const lastSentEveryMs = 5_000
