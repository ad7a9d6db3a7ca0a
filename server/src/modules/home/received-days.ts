import type { homeApi } from '@regie/contract/home.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { reportDaysMax } from '@regie/contract/payment-report.ts'
import { AppError } from '../../platform/app-error.ts'
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

type Asked = { days: number; from?: string | undefined; until?: string | undefined }

/** What was received on each of the last days, today included, or on those of a period. Throws where that is reversed or too long. */
export async function listReceived(
  { pool, clock }: Services,
  caller: Caller,
  { customerId, scriptId }: HomeScope,
  asked: Asked,
): Promise<Received> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const until = asked.until ?? toLocalTime(clock.now()).date
  const from = asked.from ?? addDays(until, 1 - asked.days)
  // Outside these years a day has no date that a database knows.
  if (from < '2000' || until >= '2999') throw new AppError('error.invalid', { field: until >= '2999' ? 'until' : 'from' })
  if (from > until) throw new AppError('report.periodReversed', { field: 'from' })
  if (from < addDays(until, 1 - reportDaysMax))
    throw new AppError('report.periodTooLong', { field: 'from', params: { count: reportDaysMax } })
  return { from, until, rows: await receivedByDay(pool, [customerId, scriptId, from, until]) }
}
