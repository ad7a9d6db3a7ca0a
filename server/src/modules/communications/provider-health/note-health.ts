import { failureCauses } from '@regie/contract/failure-causes.ts'
import { readFailure } from '@regie/contract/failure-codes.ts'
import { sql } from 'kysely'
import { GatewayBusy, GatewayRefused, GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { Services } from '../../../services.ts'
import type { SendableMessage } from '../outbox-claim.ts'

type Health = {
  customerId: number
  channel: string
  providerId: number
  okAt: Date | null
  failedAt: Date | null
  fault: string
  code: string
}

// What was seen since the last writing, of each engine: a row for each provider, however many messages went.
const seen = new WeakMap<Services['db'], Map<string, Health>>()

const keyOf = ({ customerId, channel, providerId }: Pick<Health, 'customerId' | 'channel' | 'providerId'>) =>
  `${customerId} ${channel} ${providerId}`

function healthOf({ db }: Pick<Services, 'db'>, { customerId, channel, provider }: Carried): Health {
  const all = seen.get(db) ?? new Map<string, Health>()
  seen.set(db, all)
  const providerId = provider?.id ?? 0
  const key = keyOf({ customerId, channel, providerId })
  const found = all.get(key) ?? { customerId, channel, providerId, okAt: null, failedAt: null, fault: '', code: '' }
  all.set(key, found)
  return found
}

type Carried = Pick<SendableMessage, 'customerId' | 'channel'> & { provider: { id: number; settings: { kind: string } } | null }

/** A provider took a message, or a mailbox was read. */
export function noteWorked(services: Pick<Services, 'db' | 'clock'>, carried: Carried): void {
  healthOf(services, carried).okAt = services.clock.now()
}

/** A send went wrong: a refusal of one address leaves the provider well, all else is written down as its failure. */
export function noteFailed(services: Pick<Services, 'db' | 'clock'>, carried: Carried, error: unknown): void {
  if (error instanceof GatewayBusy) return
  const text = error instanceof GatewayRefused ? `${error.code} ${error.message}` : error instanceof Error ? error.message : ''
  const read = readFailure(carried.channel, text, carried.provider?.settings.kind)
  const isOurs = read?.cause != null && (failureCauses[read.cause] as readonly string[])[0] !== 'checkProvider'
  if (error instanceof GatewayRefused && (isOurs || read?.cause == null)) return noteWorked(services, carried)
  const health = healthOf(services, carried)
  health.failedAt = services.clock.now()
  health.fault = error instanceof GatewayUnavailable ? (error.fault ?? '') : ''
  health.code = read?.code.slice(0, 40) ?? ''
}

/** Writes down what was seen of the providers since the last time; what could not be written waits for the next. */
export async function keepHealth(services: Pick<Services, 'db'>): Promise<number> {
  const all = seen.get(services.db)
  if (!all || all.size === 0) return 0
  const rows = [...all.values()]
  all.clear()
  await writeHealth(services.db, rows).catch((error: unknown) => {
    for (const row of rows) all.set(keyOf(row), { ...row, ...heardSince(all.get(keyOf(row))) })
    throw error
  })
  return 0
}

/** What was seen while the writing failed comes before what it held. */
function heardSince(newer: Health | undefined): Partial<Health> {
  if (!newer) return {}
  const { okAt, failedAt, fault, code } = newer
  return { ...(okAt && { okAt }), ...(failedAt && { failedAt, fault, code }) }
}

async function writeHealth(db: Services['db'], rows: readonly Health[]): Promise<void> {
  await sql`
    insert into provider_health as h (customer_id, channel, provider_id, ok_at, failed_at, fault, code)
    select n.*
    from unnest(${rows.map((row) => row.customerId)}::bigint[], ${rows.map((row) => row.channel)}::text[],
      ${rows.map((row) => row.providerId)}::bigint[], ${rows.map((row) => row.okAt)}::timestamptz[],
      ${rows.map((row) => row.failedAt)}::timestamptz[], ${rows.map((row) => row.fault)}::text[],
      ${rows.map((row) => row.code)}::text[]) as n(customer_id, channel, provider_id, ok_at, failed_at, fault, code)
    where exists (select from customers c where c.id = n.customer_id)
    order by 1, 2, 3
    on conflict (customer_id, channel, provider_id) do update set
      ok_at = greatest(h.ok_at, excluded.ok_at),
      failed_at = greatest(h.failed_at, excluded.failed_at),
      fault = case when excluded.failed_at is null then h.fault else excluded.fault end,
      code = case when excluded.failed_at is null then h.code else excluded.code end`.execute(db)
}

/** Forgets what became of providers that are gone. */
export async function sweepHealth(db: Services['db']): Promise<void> {
  await sql`
    delete from provider_health h
    where h.provider_id <> 0 and not exists (
      select from providers p where p.customer_id = h.customer_id and p.id = h.provider_id)`.execute(db)
}
