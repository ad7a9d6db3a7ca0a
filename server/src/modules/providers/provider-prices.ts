import { type Channel, channels } from '@regie/contract/channels.ts'
import { carriesNothing, type ProviderPrice } from '@regie/contract/providers.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'

type Priced = { customerId: number; providerId: number; channel: string; kind: string }

/**
 * Writes down what a provider asks from a day on. Of an earlier day the price stays as it was, so that no figure of before it changes; said again for the
 * same day the later word counts.
 */
export async function keepPrice(tx: Transaction, { customerId, providerId, channel, kind }: Priced, price: ProviderPrice): Promise<void> {
  const isMessage = channels.includes(channel as Channel) && !carriesNothing(kind)
  if (!isMessage || (price.hundredMinutesCents !== null && channel !== 'call')) throw new AppError('error.invalid', { field: 'price' })
  // Outside these years a day has no date that a database knows.
  if (price.from < '2000' || price.from >= '2999') throw new AppError('error.invalid', { field: 'price.from' })
  const row = { each_hundredths: price.hundredCents, minute_hundredths: price.hundredMinutesCents }
  await tx
    .insertInto('provider_prices')
    .values({ customer_id: customerId, provider_id: providerId, from_day: price.from, ...row })
    .onConflict((conflict) => conflict.columns(['customer_id', 'provider_id', 'from_day']).doUpdateSet(row))
    .execute()
}

/** What one part of an SMS costs today, in cents, by provider; a provider without a price is not in it. */
export async function findPartPrices(db: Db, customerId: number, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; hundredths: number | null }>`
    select distinct on (provider_id) provider_id as id, each_hundredths as hundredths
    from provider_prices
    where customer_id = ${customerId} and from_day <= ${toLocalTime(now).date}::date
    order by provider_id, from_day desc`.execute(db)
  return new Map(rows.flatMap(({ id, hundredths }) => (hundredths === null ? [] : [[id, hundredths / 100] as const])))
}
