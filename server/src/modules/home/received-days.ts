import type { homeApi } from '@regie/contract/home.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { addDays, toLocalTime } from '../contact-permission/local-time.ts'
import type { HomeScope } from './home-scope.ts'

type Received = ResponseOf<typeof homeApi.received>

const receivedByDay = prepared<Received['rows'][number]>(
  'home-received',
  `select day::text, currency, sum(received_cents)::bigint as cents, sum(receipts)::int as receipts
  from money_days_now
  where customer_id = $1 and ($2::bigint is null or script_id = $2) and day between $3::date and $4::date
  group by day, currency
  having sum(receipts) <> 0
  order by day, currency`,
)

/** What was received on each of the last days, today included. */
export async function listReceived(
  { pool, clock }: Services,
  caller: Caller,
  { customerId, scriptId }: HomeScope,
  days: number,
): Promise<Received> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const until = toLocalTime(clock.now()).date
  const from = addDays(until, 1 - days)
  return { from, until, rows: await receivedByDay(pool, [customerId, scriptId, from, until]) }
}
