import { numberCheckDays, numberChecksPerDay } from '@regie/contract/number-checks.ts'
import { smsSegments } from '@regie/contract/sms-segments.ts'
import { sql } from 'kysely'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import { lookUpKinds } from '../../../gateways/sms/sms-gateway.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import type { ClaimedMessage, HeldMessage } from '../communication-changes.ts'

type SendableMessage = ClaimedMessage & { provider: RegisteredProvider | null }
type Check = { customerId: number; number: string; state: string | null; askedAt: Date }

const dayMs = 24 * 3_600_000
// A telephone that is switched off is on again tomorrow, and what could not be found out may be then.
const passing = ['absent', 'failed']
// So long a message waits for the answer, looking now and then; after that it leaves unchecked.
const waitMs = 60_000
const lookAgainMs = 2_000
// A customer whose questions stayed unanswered lately asks none for so long.
const silentMs = 5 * 60_000

/**
 * Of SMS that may leave and whose template asks for it, those whose number is in use, or of which nobody can tell. A number that is not looked up yet is
 * asked about, and its message waits for the answer without holding up the others; a look-up that is down or used up for the day holds nothing.
 */
export async function keepNumberChecks<Message extends SendableMessage>(tx: Transaction, messages: readonly Message[], now: Date) {
  const asking = await findAsking(tx, messages)
  if (asking.length === 0) return { allowed: [...messages], waiting: [] }
  const checks = await findChecks(tx, asking)
  const wanted = asking.filter((message) => !isFresh(checks.get(keyOf(message)), now))
  const mayAsk = wanted.length > 0 ? await findMayAsk(tx, wanted, now) : new Map<number, number>()
  const held: HeldMessage[] = []
  const inactive: Message[] = []
  const asked = new Map<string, Message>()
  for (const message of asking) {
    const check = checks.get(keyOf(message))
    if (check && isFresh(check, now)) {
      if (check.state === 'unknown') inactive.push(message)
      else if (check.state === null && check.askedAt.getTime() > now.getTime() - waitMs) held.push(waitingOf(message, now))
      continue
    }
    const left = mayAsk.get(message.customerId) ?? 0
    if (!asked.has(keyOf(message))) {
      if (left <= 0) continue
      mayAsk.set(message.customerId, left - 1)
      asked.set(keyOf(message), message)
    }
    held.push(waitingOf(message, now))
  }
  await ask(tx, [...asked.values()], now)
  await countSkipped(tx, inactive, now)
  const back = [...held, ...inactive.map((message) => inactiveOf(message, now))]
  const gone = new Set(back.map(({ id }) => id))
  return { allowed: messages.filter(({ id }) => !gone.has(id)), waiting: back }
}

const keyOf = ({ customerId, recipient }: ClaimedMessage) => `${customerId} ${recipient}`

function isFresh(check: Check | undefined, now: Date): boolean {
  if (!check) return false
  const days = check.state !== null && passing.includes(check.state) ? 1 : numberCheckDays
  // A question without an answer is put anew the next day.
  return check.askedAt.getTime() > now.getTime() - (check.state === null ? 1 : days) * dayMs
}

/** Those by a provider that can look up, of a template that wants it. */
async function findAsking<Message extends SendableMessage>(tx: Transaction, messages: readonly Message[]): Promise<Message[]> {
  const able = messages.filter(
    ({ provider, templateRevisionId }) =>
      templateRevisionId !== null && (provider === null || lookUpKinds.includes(provider.settings.kind)),
  )
  if (able.length === 0) return []
  const rows = await tx
    .selectFrom('template_revisions')
    .select('id')
    .where('id', 'in', [...new Set(able.flatMap(({ templateRevisionId }) => templateRevisionId ?? []))])
    .where(sql<boolean>`options @> '{"checkNumber": true}'`)
    .execute()
  const wanting = new Set(rows.map(({ id }) => id))
  return able.filter(({ templateRevisionId }) => templateRevisionId !== null && wanting.has(templateRevisionId))
}

async function findChecks(tx: Transaction, messages: readonly ClaimedMessage[]): Promise<Map<string, Check>> {
  const { rows } = await sql<Check>`
    select n.customer_id as "customerId", n.number, n.state, n.asked_at as "askedAt"
    from unnest(${messages.map((m) => m.customerId)}::bigint[],
      ${messages.map((m) => m.recipient)}::text[]) as m(customer_id, number)
    join number_checks n on n.customer_id = m.customer_id and n.number = m.number`.execute(tx)
  return new Map(rows.map((row) => [`${row.customerId} ${row.number}`, row]))
}

/** How many more numbers each customer may ask about today; none while what it asked stays unanswered. */
async function findMayAsk(tx: Transaction, messages: readonly ClaimedMessage[], now: Date): Promise<Map<number, number>> {
  const ids = [...new Set(messages.map(({ customerId }) => customerId))]
  const { rows } = await sql<{ customerId: number; asked: number; isSilent: boolean }>`
    select c.id as "customerId", count(n.number)::int as asked,
      coalesce(bool_or(n.state is null
        and n.asked_at between ${new Date(now.getTime() - silentMs)} and ${new Date(now.getTime() - waitMs)}),
        false) as "isSilent"
    from unnest(${ids}::bigint[]) as c(id)
    left join number_checks n on n.customer_id = c.id and n.asked_at > ${new Date(now.getTime() - dayMs)}
    group by c.id`.execute(tx)
  return new Map(rows.map(({ customerId, asked, isSilent }) => [customerId, isSilent ? 0 : numberChecksPerDay - asked]))
}

// Engines that write the same numbers write them in one order, so that none waits for the other.
async function ask(tx: Transaction, messages: readonly SendableMessage[], now: Date): Promise<void> {
  if (messages.length === 0) return
  await sql`
    insert into number_checks (customer_id, number, provider_id, asked_at)
    select customer_id, number, nullif(provider_id, 0), ${now}
    from unnest(${messages.map((m) => m.customerId)}::bigint[], ${messages.map((m) => m.recipient)}::text[],
      ${messages.map((m) => m.provider?.id ?? 0)}::bigint[]) as m(customer_id, number, provider_id)
    order by 1, 2
    on conflict (customer_id, number) do update set provider_id = excluded.provider_id, asked_at = excluded.asked_at,
      tried_at = null, ref = '', state = null, network = ''`.execute(tx)
}

async function countSkipped(tx: Transaction, messages: readonly SendableMessage[], now: Date): Promise<void> {
  if (messages.length === 0) return
  await sql`
    with locked as (
      select n.customer_id, n.number
      from number_checks n
      where (n.customer_id, n.number) in (
        select *
        from unnest(${messages.map((m) => m.customerId)}::bigint[],
          ${messages.map((m) => m.recipient)}::text[]))
      order by 1, 2
      for update)
    update number_checks n
    set skipped = n.skipped + s.count, saved_cents = n.saved_cents + s.cents
    from (
      select m.customer_id, m.number, count(*)::int as count, sum(m.parts * coalesce(p.hundredths, 0)) / 100.0 as cents
      from unnest(${messages.map((m) => m.customerId)}::bigint[], ${messages.map((m) => m.recipient)}::text[],
        ${messages.map((m) => m.provider?.id ?? 0)}::bigint[],
        ${messages.map((m) => smsSegments(m.text).segments)}::int[]) as m(customer_id, number, provider_id, parts)
      left join lateral (
        select x.each_hundredths as hundredths
        from provider_prices x
        where x.customer_id = m.customer_id and x.provider_id = m.provider_id
          and x.from_day <= ${toLocalTime(now).date}::date
        order by x.from_day desc
        limit 1) p on true
      group by m.customer_id, m.number) s
    join locked l on l.customer_id = s.customer_id and l.number = s.number
    where n.customer_id = s.customer_id and n.number = s.number`.execute(tx)
}

// It waits in silence for a moment.
function waitingOf({ customerId, id, reason }: SendableMessage, now: Date): HeldMessage {
  const until = new Date(now.getTime() + lookAgainMs)
  return { customerId, id, reason, nextAt: until, lookAt: until, isFinal: false, isNew: false }
}

function inactiveOf({ customerId, id }: SendableMessage, now: Date): HeldMessage {
  return { customerId, id, reason: 'numberInactive', nextAt: null, lookAt: now, isFinal: true, isNew: true }
}
