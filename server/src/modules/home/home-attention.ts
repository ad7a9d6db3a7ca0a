import type { HomeAttention } from '@regie/contract/home.ts'
import { privacyWarningDays } from '@regie/contract/privacy.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Pool } from 'pg'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { fileAttention } from '../compliance-file/due-sql.ts'
import { fromLocalTime } from '../contact-permission/local-time.ts'
import { managesInstallation } from '../rights/visible-users.ts'
import { failedMessage } from './cases-behind.ts'
import { batchesOfScope, homeDays, type HomeScope } from './home-scope.ts'

type Found = Omit<HomeAttention, 'stalled'>

// Each part is a look into an index of what is open; the rights decide which parts are asked at all.
const attentionOfScope = prepared<Found>(
  'home-attention',
  `with its as materialized (${batchesOfScope})
  select
    (select coalesce(json_agg(u), '[]')
      from (
        select r.batch_id as "batchID", b.name, r.unreachable as reason, count(*)::int as count
        from batches b
        join scripts s on s.customer_id = b.customer_id and s.id = b.script_id and s.active
        join case_runs r on r.customer_id = b.customer_id and r.batch_id = b.id
        where b.customer_id = $1 and b.id in (select id from its) and b.status = 'open' and $3::boolean
          and r.unreachable is not null and r.state in ('ready', 'sleeping') and r.owner is null
        group by r.batch_id, b.name, r.unreachable
        order by count(*) desc, r.batch_id
        limit 3) u) as unreachable,
    (select case when count(*) > 0 then
        json_build_object('count', count(*), 'confirmBefore',
          to_char(min(x.confirm_before) filter (where x.state = 'open') at time zone 'UTC',
            'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
      from complaints x
      join cases c on c.customer_id = x.customer_id and c.id = x.case_id
      where x.customer_id = $1 and x.state <> 'resolved' and x.kind = 'complaint' and $4::boolean
        and c.batch_id in (select id from its)) as complaints,
    (select count(*)::int
      from complaints x
      join cases c on c.customer_id = x.customer_id and c.id = x.case_id
      where x.customer_id = $1 and x.state <> 'resolved' and x.kind = 'dispute' and $4::boolean
        and x.reason is distinct from 'paid' and c.batch_id in (select id from its)) as disputes,
    (select count(*)::int
      from complaints x
      join cases c on c.customer_id = x.customer_id and c.id = x.case_id
      where x.customer_id = $1 and x.state <> 'resolved' and x.kind = 'dispute' and $4::boolean
        and x.reason = 'paid' and c.batch_id in (select id from its)) as "alreadyPaid",
    (select case when $4::boolean then coalesce(sum(broken), 0)::int else 0 end
      from batch_money_now
      where customer_id = $1 and batch_id in (select id from its)) as broken,
    (select count(distinct m.case_id)::int
      from communications m
      where m.customer_id = $1 and m.queued_at >= $5 and $4::boolean and ${failedMessage('m')}
        and m.batch_id in (select id from its)) as failed,
    (select case when count(*) > 0 then json_build_object('count', count(*), 'first', ${isoText('min(k.at)')}) end
      from callbacks k
      join cases c on c.customer_id = k.customer_id and c.id = k.case_id
      where k.customer_id = $1 and k.state = 'open' and k.at <= $6 and $4::boolean
        and c.status <> 'closed' and c.batch_id in (select id from its)
        and (k.for_user_id is null or k.for_user_id = $7)) as callbacks,
    (select case when count(*) > 0 then json_build_object('count', count(*), 'first', ${isoText('min(k.at)')}) end
      from callbacks k
      join cases c on c.customer_id = k.customer_id and c.id = k.case_id
      where k.customer_id = $1 and k.state = 'open' and k.at <= $6 and $10::boolean
        and c.status <> 'closed' and c.batch_id in (select id from its)
        and k.for_user_id <> $7) as "colleaguesLate",
    (select case when count(*) > 0 then json_build_object('count', sum(barred), 'first', min(day)) end
      from (
        select day, sum(barred) as barred
        from money_days_now
        where customer_id = $1 and ($2::bigint is null or script_id = $2) and $4::boolean
          and day between $12::date and $13::date
        group by day
        having sum(barred) > 0) d) as "barredSoon",
    (select coalesce(sum(barred), 0)::int
      from money_days_now
      where customer_id = $1 and ($2::bigint is null or script_id = $2) and $4::boolean and day <= $14::date) as barred,
    (select count(*)::int
      from debt_help d
      join cases c on c.customer_id = d.customer_id and c.id = d.case_id
      where d.customer_id = $1 and d.ended_on is null and d.ends_on <= $14::date and $4::boolean
        and c.batch_id in (select id from its)) as "debtHelpReached",
    (select case when count(*) > 0 then json_build_object('count', count(*), 'first', min(q.due_on)) end
      from privacy_requests q
      where q.customer_id = $1 and q.state in ('open', 'working') and q.due_on <= $14::date + $15::int
        and $16::boolean) as privacy,
    ${fileAttention('$14', '$17::boolean', '$18::boolean')} as "complianceFile",
    (select count(*)::int
      from bank_entries e
      where e.customer_id = $1 and e.amount_cents > 0 and e.ignored_at is null and not e.is_booked
        and $11::boolean) as "bankEntries",
    (select coalesce(json_agg(i), '[]')
      from (
        select i.id as "importID", f.name as "fileName", ${isoText('i.updated_at')} as at
        from imports i
        join files f on f.customer_id = i.customer_id and f.id = i.file_id
        where i.customer_id = $1 and i.status = 'failed' and i.updated_at >= $8 and $9::boolean
          and ($2::bigint is null or i.script_id = $2)
        order by i.id desc
        limit 3) i) as imports,
    (select coalesce(json_agg(i), '[]')
      from (
        select i.id as "importID", f.name as "fileName", ${isoText('i.created_at')} as at
        from imports i
        join files f on f.customer_id = i.customer_id and f.id = i.file_id
        -- The wider list is the condition of the index imports_left.
        where i.customer_id = $1 and i.status in ('reading', 'mapping', 'checking', 'ready', 'importing')
          and i.status in ('mapping', 'ready') and i.created_by = $7 and $9::boolean
          and ($2::bigint is null or i.script_id = $2)
        order by i.created_at desc, i.id desc
        limit 3) i) as "importsWaiting"`,
)

const importDays = 7

/** From which moment a message that failed is news: the beginning of yesterday. */
function failedSince(now: Date): Date {
  const { yesterday } = homeDays(now)
  return fromLocalTime(yesterday, 0)
}

/** What waits for somebody, as far as this caller may see it. */
export async function findAttention(pool: Pool, caller: Caller, { customerId, scriptId }: HomeScope, now: Date): Promise<Found> {
  const may = (right: number) => caller.rights.includes(right)
  const { today, barredSoon } = homeDays(now)
  const importsSince = new Date(now.getTime() - importDays * 24 * 3_600_000)
  const [found] = await attentionOfScope(pool, [
    customerId,
    scriptId,
    may(Right.viewBatches) && may(Right.viewCases),
    may(Right.viewCases),
    failedSince(now),
    now,
    caller.userId,
    importsSince,
    may(Right.uploadFiles),
    may(Right.viewCases) && may(Right.pauseBatches),
    may(Right.viewCases) && may(Right.bookPayments),
    barredSoon.from,
    barredSoon.until,
    today,
    privacyWarningDays,
    may(Right.privacyRequests) && may(Right.viewCases),
    may(Right.changeCompliance),
    managesInstallation(caller),
  ])
  if (!found) throw new Error('the question of what needs attention has no row')
  return found
}
