import { type MonitorDelta, type MonitorRow, monitorRowsMax } from '@regie/contract/monitor.ts'
import type { Pool } from 'pg'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import { maskPhoneSql } from '../cases/masks/mask-sql.ts'

// One name of a query for what each of the two kinds of watchers sees.
const rowsFor = (isWhole: boolean) =>
  prepared<MonitorRow>(
    `monitor-${isWhole ? 'whole' : 'masked'}`,
    `select l.case_id as "caseID", c.case_number as "caseNumber", l.script_id as "scriptID", s.name as "scriptName",
      l.batch_id as "batchID", b.name as "batchName", l.state, ${isoText('l.since')} as since,
      case when l.state = 'cooldown' then ${isoText('l.ends_at')} end as until,
      case when u.id is not null then coalesce(
        nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''), nullif(u.last_name, '')), ''),
        u.username
      ) end as agent,
      ${isWhole ? 'coalesce(c.mobile, c.phone)' : `(${maskPhoneSql('coalesce(c.mobile, c.phone)')})`} as number,
      c.attempts, c.last_answer as "lastAnswer"
    from live_cases l
    join cases c on c.customer_id = l.customer_id and c.id = l.case_id
    join batches b on b.customer_id = l.customer_id and b.id = l.batch_id
    join scripts s on s.customer_id = l.customer_id and s.id = l.script_id
    left join staff u on u.id = l.user_id
    where l.customer_id = $1 and ($2::bigint[] is null or l.case_id = any($2))
    order by l.ends_at is not null, l.since desc, l.case_id
    limit $3`,
  )
const whole = rowsFor(true)
const masked = rowsFor(false)

/** The cases of a customer to which something happens, calls that are on first. */
export async function listMonitor(pool: Pool, customerId: number, seesNumbers: boolean): Promise<{ rows: MonitorRow[]; isCut: boolean }> {
  const rows = await (seesNumbers ? whole : masked)(pool, [customerId, null, monitorRowsMax + 1])
  return { rows: rows.slice(0, monitorRowsMax), isCut: rows.length > monitorRowsMax }
}

/** What became of these cases, read once for all who watch. */
export async function findMonitorNews(
  pool: Pool,
  customerId: number,
  caseIds: readonly number[],
  seesNumbers: boolean,
): Promise<MonitorDelta> {
  const rows = await (seesNumbers ? whole : masked)(pool, [customerId, caseIds, caseIds.length])
  const shown = new Set(rows.map(({ caseID }) => caseID))
  return { rows, gone: caseIds.filter((id) => !shown.has(id)) }
}
