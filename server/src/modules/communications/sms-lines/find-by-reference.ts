import { sql } from 'kysely'
import type { DeliveryUpdate } from '../../../gateways/message-gateway.ts'
import type { Transaction } from '../../../platform/db/database.ts'

type Named = { customerId: number; id: number; isInParts: boolean }
type Found = Named & { ref: string; recipient: string }

// Numbers are written with and without their country.
const digitsSame = 8

/**
 * The newest message that a provider's news is about. Where the reference may be written in several ways, the number of the person says which is
 * right; without one only the first writing counts.
 */
export async function findByReference(tx: Transaction, provider: string, update: DeliveryUpdate): Promise<Named | null> {
  const refs = [update.providerRef, ...(update.otherRefs ?? [])]
  const { rows } = await sql<Found>`
    select customer_id as "customerId", id, ref, recipient, bool_or(in_parts) as "isInParts"
    from (
      select customer_id, id, provider_ref as ref, recipient, false as in_parts
      from communications
      where provider = ${provider} and provider_ref = any(${refs}::text[])
      union all
      select c.customer_id, c.id, p.provider_ref, c.recipient, true
      from sms_parts p
      join communications c on c.customer_id = p.customer_id and c.id = p.communication_id
      where p.provider_ref = any(${refs}::text[]) and c.provider = ${provider}) named
    group by customer_id, id, ref, recipient
    order by id desc limit 20`.execute(tx)
  const ends = (update.numbers ?? []).map((number) => number.replace(/\D/g, '').slice(-digitsSame))
  const isTheirs = ({ recipient }: Found) => ends.includes(recipient.replace(/\D/g, '').slice(-digitsSame))
  const own = rows.filter(isTheirs)
  return byWriting(own, refs) ?? byWriting(rows, refs.slice(0, 1))
}

// The writing of the receipt itself goes before the others.
function byWriting(rows: readonly Found[], refs: readonly string[]): Found | null {
  for (const ref of refs) {
    const found = rows.find((row) => row.ref === ref)
    if (found) return found
  }
  return null
}

/** What the news of one part says of the whole message: that it arrived when all parts have, that it failed when one has; null: nothing yet. */
export async function newsOfWhole(
  tx: Transaction,
  { customerId, id, isInParts }: Named,
  update: DeliveryUpdate,
): Promise<DeliveryUpdate | null> {
  if (!isInParts || (update.state !== 'delivered' && update.state !== 'failed')) return update
  const refs = [update.providerRef, ...(update.otherRefs ?? [])]
  // One after another: the news of two parts at once would each miss the other's.
  await sql`
    select from sms_parts
    where customer_id = ${customerId} and communication_id = ${id}
    order by provider_ref for update`.execute(tx)
  await sql`
    update sms_parts set delivery = ${update.state}
    where customer_id = ${customerId}
      and communication_id = ${id}
      and provider_ref = any(${refs}::text[])
      and delivery is distinct from 'delivered'`.execute(tx)
  if (update.state === 'failed') return update
  const waiting = await tx
    .selectFrom('sms_parts')
    .select('provider_ref')
    .where('customer_id', '=', customerId)
    .where('communication_id', '=', id)
    .where((eb) => eb.or([eb('delivery', 'is', null), eb('delivery', '<>', 'delivered')]))
    .limit(1)
    .executeTakeFirst()
  return waiting ? null : update
}
