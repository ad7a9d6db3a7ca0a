import { numberCheckDays, numberChecksPerDay } from '@regie/contract/number-checks.ts'
import type { NumberChecks } from '@regie/contract/sms.ts'
import { sql } from 'kysely'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { NumberState } from '../../../gateways/sms/sms-gateway.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'

// A second of an engine asks so many; an answer that is still to come is asked for again after a moment.
const atOnce = 20
const againMs = 3_000
// Whoever waited for it has left by then.
const openMs = 60_000

type Open = { customer_id: number; number: string; provider_id: number | null; ref: string }

/** Every second: asks providers about the numbers that messages wait for. Answers how many it asked about. */
export async function lookUpNumbers(services: Services): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const { rows } = await sql<Open>`
    with due as (
      select customer_id, number
      from number_checks
      where state is null and asked_at > ${new Date(now.getTime() - openMs)}
        and (tried_at is null or tried_at <= ${new Date(now.getTime() - againMs)})
      order by asked_at
      limit ${atOnce}
      for update skip locked)
    update number_checks n set tried_at = ${now}
    from due
    where n.customer_id = due.customer_id and n.number = due.number
    returning n.customer_id, n.number, n.provider_id, n.ref`.execute(db)
  if (rows.length === 0) return 0
  const registered = await findRegistered(db, [...new Set(rows.flatMap(({ provider_id }) => provider_id ?? []))])
  await Promise.all(rows.map((row) => lookUp(services, row, row.provider_id === null ? null : registered.get(row.provider_id))))
  return rows.length
}

async function lookUp({ db, gateways, log }: Services, row: Open, provider: RegisteredProvider | null | undefined) {
  const found =
    provider === undefined ? failed : await answerOf(row, gateways.gatewayOf('sms', provider).lookUp?.(row.number, row.ref), log)
  if (!found) return
  await db
    .updateTable('number_checks')
    .set({ ref: found.ref, state: found.state, network: found.network })
    .where('customer_id', '=', row.customer_id)
    .where('number', '=', row.number)
    .where('state', 'is', null)
    .execute()
}

const failed: NumberState = { ref: '', state: 'failed', network: '' }

/** Null: nobody answered; it is asked again, but never a question that may have been taken and would be paid for twice. */
async function answerOf({ ref }: Open, asking: Promise<NumberState> | undefined, log: Services['log']): Promise<NumberState | null> {
  try {
    return asking ? await asking : failed
  } catch (err) {
    if (err instanceof GatewayRefused) return failed
    if (!(err instanceof GatewayUnavailable || err instanceof GatewayUncertain)) throw err
    log.warn({ err }, 'a number was not looked up')
    return ref === '' && err instanceof GatewayUncertain ? failed : null
  }
}

/** Every half hour: forgets what would be asked anew anyway. */
export async function sweepNumberChecks(db: Db, now: Date): Promise<void> {
  await sql`
    delete from number_checks
    where asked_at < ${now}::timestamptz - make_interval(days => ${numberCheckDays})`.execute(db)
}

/** What looking up brought; null where nothing was looked up. */
export async function findNumberChecks(db: Db, customerId: number, now: Date): Promise<NumberChecks | null> {
  const { rows } = await sql<{ asked: number; skipped: number; cents: string; today: number; hasPrice: boolean }>`
    select count(*)::int as asked, coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(saved_cents), 0) as cents,
      (count(*) filter (where asked_at > ${now}::timestamptz - interval '24 hours'))::int as today,
      exists (
        select
        from provider_prices x
        join providers p on p.customer_id = x.customer_id and p.id = x.provider_id and p.channel = 'sms'
        where x.customer_id = ${customerId} and x.each_hundredths is not null) as "hasPrice"
    from number_checks
    where customer_id = ${customerId}`.execute(db)
  const [row] = rows
  if (!row || row.asked === 0) return null
  const { asked, skipped, cents, today, hasPrice } = row
  return { asked, skipped, today, perDay: numberChecksPerDay, savedCents: hasPrice || Number(cents) > 0 ? Math.round(Number(cents)) : null }
}
