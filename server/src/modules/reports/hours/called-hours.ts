import { type bestHoursApi, type CalledHour, hourDays } from '@regie/contract/best-hours.ts'
import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { leftUs } from '../../communications/reported/contact-before.ts'
import { type ComplianceProfile, complianceProfile } from '../../contact-permission/compliance-profile.ts'
import { lawfulHours } from '../../contact-permission/lawful-hours.ts'
import { addDays, toLocalTime } from '../../contact-permission/local-time.ts'
import { momentsOf } from '../report-period.ts'

// By when they were dialled. A call that failed for a technical reason says nothing of who was called, and counts nowhere as an attempt.
const counted = prepared<Omit<CalledHour, 'isLawful'>>(
  'best-hours',
  `with its as materialized (
    select b.id
    from batches b
    where b.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2))
  select extract(isodow from m.sent_at at time zone 'Europe/Amsterdam')::int as weekday,
    extract(hour from m.sent_at at time zone 'Europe/Amsterdam')::int as hour, count(*)::int as calls,
    (count(*) filter (where m.delivery in ('answered', 'transferred')))::int as answered
  from communications m
  join its on its.id = m.batch_id
  where m.customer_id = $1 and m.channel = 'call' and m.queued_at >= $3 and m.queued_at < $4 and ${leftUs('m')}
    and m.delivery in ('answered', 'transferred', 'voicemail', 'unanswered')
  group by 1, 2
  order by 1, 2`,
)

type Query = RequestOf<typeof bestHoursApi.hours>['query']

/** At which hours people answered the calls of the last months. */
export async function findCalledHours(
  { db, pool, clock }: Services,
  caller: Caller,
  { customerID, scriptID }: Query,
): Promise<ResponseOf<typeof bestHoursApi.hours>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const to = toLocalTime(clock.now()).date
  const days = { from: addDays(to, 1 - hourDays), to }
  const { from, until } = momentsOf(days)
  const rows = await counted(pool, [customerID, scriptID ?? null, from, until])
  const { compliance_profile: profile } = await db
    .selectFrom('customers')
    .select('compliance_profile')
    .where('id', '=', customerID)
    .executeTakeFirstOrThrow()
  const isLawful = (one: (typeof rows)[number]) => isLawfulHour(complianceProfile[profile as ComplianceProfileName], one)
  return { ...days, hours: rows.map((one) => ({ ...one, isLawful: isLawful(one) })) }
}

function isLawfulHour(profile: ComplianceProfile, { weekday, hour }: { weekday: number; hour: number }): boolean {
  const hours = lawfulHours({ ...profile, holidays: true }, ordinaryDay(weekday))
  return typeof hours !== 'string' && hour * 60 >= hours.earliest && hour * 60 + 59 <= hours.latest
}

/** A day of a week without holidays or eves; 1 is Monday. */
const ordinaryDay = (weekday: number) => `2027-02-0${weekday}`
