import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { HeldMessage } from '../communication-changes.ts'
import type { ClaimedMessage } from '../communication-changes.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import { type Pace, takePace } from './mail-pace.ts'

type SendableMessage = ClaimedMessage & { provider: RegisteredProvider | null }
type Limit = { key: string; customerId: number; providerId: number; domain: string; perMinute: number }

/**
 * Of messages that may leave, those that keep to what a minute takes of their mail server and of the domain they go to, or of their paired number; the
 * others wait for their moment.
 * The rows of the paces stay locked until the claim is committed: two engines together are no faster than one.
 */
export async function keepMailPace<Message extends SendableMessage>(tx: Transaction, messages: readonly Message[], now: Date) {
  const limits = new Map(messages.map((message) => [message.id, limitsOf(message)]))
  const asked = new Map([...limits.values()].flat().map((limit) => [limit.key, limit]))
  if (asked.size === 0) return { allowed: [...messages], waiting: [] }
  const paces = await lockPaces(tx, [...asked.values()], now)
  const allowed: Message[] = []
  const waiting: HeldMessage[] = []
  for (const message of messages) {
    const taken = (limits.get(message.id) ?? []).map((limit) => ({
      limit,
      ...takePace(paces.get(limit.key) ?? null, limit.perMinute, now),
    }))
    const longest = Math.max(0, ...taken.map(({ waitUntil }) => waitUntil?.getTime() ?? 0))
    // One that waits takes a moment where it waits longest, and nothing elsewhere.
    for (const { limit, pace, waitUntil } of taken) if (longest === 0 || waitUntil?.getTime() === longest) paces.set(limit.key, pace)
    if (longest === 0) allowed.push(message)
    else waiting.push(waitingOf(message, new Date(longest)))
  }
  await keepPaces(tx, [...asked.values()], paces)
  return { allowed, waiting }
}

function limitsOf({ customerId, recipient, provider }: SendableMessage): Limit[] {
  // A paired number of WhatsApp writes no faster than people do.
  if (provider?.settings.kind === 'web-pairing') return [paceOf(provider, customerId, '', provider.settings.perMinute)]
  if (provider?.settings.kind !== 'smtp') return []
  const { perMinute, perMinuteByDomain } = provider.settings
  const at = recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase()
  const ofDomain = perMinuteByDomain.find(({ domain }) => domain === at)
  const limit = (domain: string, most: number) => paceOf(provider, customerId, domain, most)
  return [...(perMinute === null ? [] : [limit('', perMinute)]), ...(ofDomain ? [limit(at, ofDomain.perMinute)] : [])]
}

const paceOf = ({ id: providerId }: RegisteredProvider, customerId: number, domain: string, perMinute: number): Limit => ({
  key: `${providerId} ${domain}`,
  ...{ customerId, providerId, domain, perMinute },
})

// It waits in silence: no line of the timeline for each of 10,000 mails that take their turn.
function waitingOf({ customerId, id, reason }: SendableMessage, until: Date): HeldMessage {
  return { customerId, id, reason, nextAt: until, lookAt: until, isFinal: false, isNew: false }
}

async function lockPaces(tx: Transaction, limits: readonly Limit[], now: Date): Promise<Map<string, Pace>> {
  const columns = sql`unnest(${limits.map((limit) => limit.customerId)}::bigint[],
      ${limits.map((limit) => limit.providerId)}::bigint[], ${limits.map((limit) => limit.domain)}::text[])`
  await sql`
    insert into mail_paces (customer_id, provider_id, domain, due_at, given_until)
    select customer_id, provider_id, domain, ${now}, ${now}
    from ${columns} as l(customer_id, provider_id, domain)
    order by 1, 2, 3
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ provider_id: number; domain: string; due_at: Date; given_until: Date }>`
    select p.provider_id, p.domain, p.due_at, p.given_until
    from mail_paces p
    join ${columns} as l(customer_id, provider_id, domain) using (customer_id, provider_id, domain)
    order by p.customer_id, p.provider_id, p.domain
    for update of p`.execute(tx)
  return new Map(rows.map((row) => [`${row.provider_id} ${row.domain}`, { dueAt: row.due_at, givenUntil: row.given_until }]))
}

async function keepPaces(tx: Transaction, limits: readonly Limit[], paces: ReadonlyMap<string, Pace>): Promise<void> {
  const kept = limits.flatMap((limit) => {
    const pace = paces.get(limit.key)
    return pace ? [{ ...limit, ...pace }] : []
  })
  await sql`
    update mail_paces p
    set due_at = l.due_at, given_until = l.given_until
    from unnest(${kept.map((one) => one.customerId)}::bigint[], ${kept.map((one) => one.providerId)}::bigint[],
      ${kept.map((one) => one.domain)}::text[], ${kept.map((one) => one.dueAt)}::timestamptz[],
      ${kept.map((one) => one.givenUntil)}::timestamptz[])
      as l(customer_id, provider_id, domain, due_at, given_until)
    where p.customer_id = l.customer_id and p.provider_id = l.provider_id and p.domain = l.domain`.execute(tx)
}
