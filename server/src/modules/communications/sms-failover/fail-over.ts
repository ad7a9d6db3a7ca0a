import { smsDownMinutes } from '@regie/contract/sms-failover.ts'
import { sql } from 'kysely'
import { carrierOf, type RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { takeProbes } from '../../providers/provider-troubles.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { type ClaimedMessage, releaseMessages } from '../communication-changes.ts'

type Move = { message: ClaimedMessage; target: RegisteredProvider }

export type FailedOver = {
  /** What is decided upon now, some of it by another provider than before. */
  messages: ClaimedMessage[]
  /** Those of them that go by another one. */
  moves: ReadonlyMap<number, Move>
  /** Those that had trouble: what they take next ends it. */
  troubled: ReadonlySet<number>
}

/**
 * SMS whose provider is down or off go by the other one of their script: the second, or the first that is back. Only what is known not to have left is
 * claimed, so nothing goes twice; what one of them may have taken stays with it (`unknown`).
 */
export async function failOver(
  tx: Transaction,
  { engineId, claimed, now }: { engineId: number; claimed: readonly ClaimedMessage[]; now: Date },
): Promise<FailedOver> {
  const standing = await findTroubles(tx, [...new Set(claimed.flatMap(({ providerId }) => providerId ?? []))])
  const troubled = new Set(standing.filter(({ since }) => since !== null).map(({ id }) => id))
  const isDown = downAt(now)
  const down = new Set(standing.filter(isDown).map(({ id }) => id))
  if (down.size === 0) return { messages: [...claimed], moves: new Map(), troubled }
  const probing = await findProbes(tx, claimed, down, now)
  const moving = claimed.filter(({ id, providerId }) => providerId !== null && down.has(providerId) && !probing.has(id))
  const targets = await findTargets(tx, moving, now)
  const moved = moving.flatMap((message) => {
    const target = targets.get(message.id)
    return target ? [{ message, target }] : []
  })
  const carried = new Map(moved.map(({ message, target }) => [message.id, { ...message, providerId: target.id }]))
  // An exchange is spoken to by the engine that keeps its connection: what goes by one now is claimed anew.
  const byExchange = moved.filter(({ target }) => target.settings.kind === 'smpp')
  await keepMoves(tx, byExchange, now)
  await releaseMessages(
    tx,
    engineId,
    byExchange.map(({ message }) => message),
  )
  const released = new Set(byExchange.map(({ message }) => message.id))
  const messages = claimed.filter(({ id }) => !released.has(id)).map((message) => carried.get(message.id) ?? message)
  return { messages, moves: new Map(moved.map((move) => [move.message.id, move])), troubled }
}

type Standing = { id: number; state: string; since: Date | null }

const downAt =
  (now: Date) =>
  ({ state, since }: Standing): boolean =>
    state === 'off' || (since !== null && since.getTime() + smsDownMinutes * 60_000 <= now.getTime())

async function findTroubles(tx: Transaction, ids: readonly number[]): Promise<Standing[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Standing>`
    select p.id, p.state, t.since
    from providers p
    left join provider_troubles t on t.customer_id = p.customer_id and t.provider_id = p.id
    where p.id = any(${ids}::bigint[]) and (p.state = 'off' or t.since is not null)`.execute(tx)
  return rows
}

/** Of each provider that is down the message that tries it, once a minute; one that it refused before tries nothing. */
async function findProbes(
  tx: Transaction,
  claimed: readonly ClaimedMessage[],
  down: ReadonlySet<number>,
  now: Date,
): Promise<ReadonlySet<number>> {
  const first = new Map<number, number>()
  for (const { id, providerId, attempts } of claimed)
    if (providerId !== null && down.has(providerId) && attempts === 0 && !first.has(providerId)) first.set(providerId, id)
  if (first.size === 0) return new Set()
  const probed = await takeProbes(tx, [...first.keys()], now)
  return new Set(probed.flatMap((id) => first.get(id) ?? []))
}

/** Who takes each instead; left out where no other one of its script can. */
async function findTargets(tx: Transaction, moving: readonly ClaimedMessage[], now: Date): Promise<Map<number, RegisteredProvider>> {
  if (moving.length === 0) return new Map()
  const { rows } = await sql<{ batchId: number; first: number | null; second: number | null }>`
    select b.id as "batchId",
      coalesce(s.sms_provider_id, (select p.id from providers p
        where p.customer_id = s.customer_id and p.channel = 'sms' and p.is_default)) as first,
      coalesce(s.sms_backup_provider_id, (select p.id from providers p
        where p.customer_id = s.customer_id and p.channel = 'sms' and p.is_backup)) as second
    from batches b
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    where b.id = any(${[...new Set(moving.map(({ batchId }) => batchId))]}::bigint[])`.execute(tx)
  const byBatch = new Map(rows.map(({ batchId, first, second }) => [batchId, [first, second].flatMap((id) => id ?? [])]))
  const all = [...new Set([...byBatch.values()].flat().concat(moving.flatMap(({ providerId }) => providerId ?? [])))]
  const registered = await findRegistered(tx, all)
  const down = new Set((await findTroubles(tx, all)).filter(downAt(now)).map(({ id }) => id))
  return new Map(
    moving.flatMap((message) => {
      const own = registered.get(message.providerId ?? 0)
      const other = (byBatch.get(message.batchId) ?? [])
        .filter((id) => id !== message.providerId && !down.has(id))
        .map((id) => registered.get(id))
        // What reaches nobody takes the place of none that does.
        .find((one) => one && own && (one.settings.kind === 'simulated') === (own.settings.kind === 'simulated'))
      return other ? [[message.id, other] as const] : []
    }),
  )
}

/** Writes down who takes these instead; only of what leaves: what is held in the end stays with its own. */
export async function keepMoves(tx: Transaction, moves: readonly Move[], now: Date): Promise<void> {
  if (moves.length === 0) return
  const rows = moves.map(({ message: { customerId, id }, target }) => ({
    ...{ customer_id: customerId, id, provider_id: target.id, provider: carrierOf(target).name },
  }))
  const { rows: changed } = await sql<{ id: number; simulated: boolean; before: string | null }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as w(customer_id bigint, id bigint, provider_id bigint, provider text)),
    before as (
      select c.customer_id, c.id, p.name
      from wanted w
      join communications c on c.customer_id = w.customer_id and c.id = w.id
      left join providers p on p.customer_id = c.customer_id and p.id = c.provider_id)
    update communications c set provider_id = w.provider_id, provider = w.provider
    from wanted w
    join before b using (customer_id, id)
    where c.customer_id = w.customer_id and c.id = w.id
    returning c.id, c.simulated, b.name as before`.execute(tx)
  await tx
    .insertInto('sms_reroutes')
    .values(
      moves.map(({ message: { customerId, id, providerId }, target }) => ({
        ...{ customer_id: customerId, communication_id: id, at: now },
        ...{ provider_id: providerId ?? 0, taken_by: target.id },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = new Map(changed.map((row) => [row.id, row]))
  await recordTimeline(
    tx,
    moves.map(({ message: { customerId, caseId, id }, target }) => ({
      ...{ customerId, caseId, event: 'smsRerouted' as const, at: now },
      // A line of its own: that of the message shows only what was heard of it last.
      params: { by: target.name, instead: known.get(id)?.before ?? '' },
      simulated: known.get(id)?.simulated ?? false,
    })),
  )
}
