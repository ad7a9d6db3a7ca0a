import { sql } from 'kysely'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ClaimedMessage, HeldMessage } from '../communication-changes.ts'

type SendableMessage = ClaimedMessage & { provider: RegisteredProvider | null }

type Room = { free: number; known: Set<string>; nextAt: Date }

const numberOf = ({ customerId, provider }: SendableMessage) => `${customerId} ${provider?.id ?? 0}`

/**
 * Of messages that may leave, those that keep to how many people Meta lets a number begin with in 24 hours; the others wait until the first of those
 * days is over. Who wrote to us within 24 hours, or was written to already, takes no place. The row of a number stays locked until the claim is
 * committed: two engines never take the same place.
 */
export async function keepDailyLimit<Message extends SendableMessage>(tx: Transaction, messages: readonly Message[], now: Date) {
  const rooms = new Map<string, Room | null>()
  // In one order in every claim, else two would wait for each other.
  const inOrder = [...messages].sort(
    (one, other) => one.customerId - other.customerId || (one.provider?.id ?? 0) - (other.provider?.id ?? 0),
  )
  for (const message of inOrder) if (!rooms.has(numberOf(message))) rooms.set(numberOf(message), await lockRoom(tx, message, messages, now))
  const allowed: Message[] = []
  const waiting: HeldMessage[] = []
  for (const message of messages) {
    const room = rooms.get(numberOf(message))
    if (!room || room.known.has(message.recipient)) allowed.push(message)
    else if (room.free > 0) {
      room.free--
      room.known.add(message.recipient)
      allowed.push(message)
    } else waiting.push(waitingOf(message, room.nextAt))
  }
  return { allowed, waiting }
}

/** Null: this number has no limit that we know of. */
async function lockRoom(tx: Transaction, message: SendableMessage, messages: readonly SendableMessage[], now: Date): Promise<Room | null> {
  const { customerId } = message
  const providerId = message.provider?.id ?? 0
  const { rows } = await sql<{ daily_limit: number | null }>`
    select daily_limit
    from whatsapp_numbers
    where customer_id = ${customerId} and provider_id = ${providerId}
    for update`.execute(tx)
  const limit = rows[0]?.daily_limit ?? null
  if (limit === null) return null
  const asked = messages.filter((one) => numberOf(one) === numberOf(message)).map(({ recipient }) => recipient)
  // Begun with within the day, or claimed by an engine that will begin now; not who is claimed here.
  const { rows: begun } = await sql<{ recipient: string; at: Date; isOpen: boolean }>`
    with begun as (
      select c.recipient, min(c.whatsapp_started_at) as at
      from communications c
      where c.customer_id = ${customerId} and coalesce(c.provider_id, 0) = ${providerId}
        and c.whatsapp_started_at > ${now}::timestamptz - interval '24 hours'
      group by c.recipient
      union all
      select c.recipient, ${now}
      from outbox o
      join communications c on c.customer_id = o.customer_id and c.id = o.communication_id
      where o.customer_id = ${customerId} and o.channel = 'whatsapp' and o.state <> 'queued'
        and coalesce(c.provider_id, 0) = ${providerId} and c.id <> all(${messages.map(({ id }) => id)}::bigint[])),
    people as (
      select recipient, min(at) as at
      from (
        select recipient, at
        from begun
        union all
        select asked.recipient, null
        from unnest(${asked}::text[]) asked(recipient)) all_people
      group by recipient)
    select p.recipient, p.at, exists (
        select from conversations v
        where v.customer_id = ${customerId} and v.channel = 'whatsapp' and v.address = lower(p.recipient)
          and v.window_ends_at > ${now}) as "isOpen"
    from people p`.execute(tx)
  const used = begun.filter(({ at, isOpen }) => at !== null && !isOpen)
  const oldest = Math.min(now.getTime(), ...used.map(({ at }) => at.getTime()))
  return {
    free: Math.max(0, limit - used.length),
    known: new Set(begun.filter(({ at, isOpen }) => isOpen || at !== null).map(({ recipient }) => recipient)),
    // A higher limit is noticed within the hour.
    nextAt: new Date(Math.min(oldest + 24 * 60 * 60_000, now.getTime() + 60 * 60_000)),
  }
}

// It waits in silence, as a mail does for its mail server: the meter of the number shows why.
function waitingOf({ customerId, id, reason }: SendableMessage, until: Date): HeldMessage {
  return { customerId, id, reason, nextAt: until, lookAt: until, isFinal: false, isNew: false }
}
