import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import {
  forecastMax,
  type Retention,
  type RetentionClass,
  retentionClasses,
  type RetentionForecast,
  type RetentionPeriods,
  type RetentionRun,
  shortestPeriod,
} from '@regie/contract/retention.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { oldRows } from './old-rows.ts'
import { monthsBefore, periodOf, usualPeriods } from './periods.ts'

// What two weeks of nights did, for six classes.
const runsShown = 84

/** How long each class is kept at a customer. Whether the caller serves it, the caller's route asks. */
export async function findRetention(db: Db, customerId: number): Promise<Retention> {
  const { rows } = await sql<{
    profile: ComplianceProfileName
    months: Partial<RetentionPeriods> | null
    changedAt: string | null
    changedBy: string | null
    version: number | null
    auditMonths: number
  }>`
    select k.compliance_profile as profile, r.months, ${sql.raw(isoText('r.changed_at'))} as "changedAt",
      r.changed_by as "changedBy", r.version, (select months from audit_settings) as "auditMonths"
    from customers k
    left join retention_periods r on r.customer_id = k.id
    where k.id = ${customerId}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('customer.notFound')
  const { rows: runs } = await sql<RetentionRun>`
    select class, day::text as day, ${sql.raw(isoText('before'))} as before, gone, held,
      ${sql.raw(isoText('finished_at'))} as "finishedAt"
    from retention_runs
    where customer_id = ${customerId}
    order by day desc, class
    limit ${runsShown}`.execute(db)
  const { months, profile, auditMonths, changedAt, changedBy } = row
  return {
    customerID: customerId,
    periods: byClass((name) =>
      months === null ? Math.max(usualPeriods[name], shortestPeriod(name, profile).months) : periodOf(name, months, profile),
    ),
    shortest: byClass((name) => shortestPeriod(name, profile)),
    ...{ auditMonths, changedAt, changedBy, runs },
    version: row.version ?? 1,
  }
}

/** What would go with these periods, and what is as old and stays, of the oldest of each class; nothing is changed. */
export async function forecastRetention(db: Db, customerId: number, periods: RetentionPeriods, now: Date): Promise<RetentionForecast> {
  const { profile } = await findProfile(db, customerId)
  const forecast: RetentionForecast = []
  for (const name of retentionClasses) {
    const before = monthsBefore(now, periodOf(name, periods, profile))
    const { from, where, at, also, held } = oldRows[name]
    const alias = from.split(' ')[1]
    const { rows } = await sql<{ held: string | null; count: number; oldest: string | null; isMore: boolean }>`
      select held, (count(*) filter (where place <= ${forecastMax}))::int as count,
        ${sql.raw(isoText('min(ended)::timestamptz'))} as oldest, bool_or(place > ${forecastMax}) as "isMore"
      from (
        select held, ended, row_number() over () as place
        from (
          select ${sql.raw(held)} as held, ${sql.raw(also ?? at)} as ended
          from ${sql.raw(from)}
          where ${sql.raw(`${alias}.customer_id`)} = ${customerId} and ${sql.raw(where)}
            and ${sql.raw(at)} < ${before} and ${sql.raw(also ?? at)} < ${before}
          order by ${sql.raw(at)}
          limit ${forecastMax + 1}) old) placed
      group by held`.execute(db)
    const going = rows.find((row) => row.held === null)
    forecast.push({
      class: name,
      before: before.toISOString(),
      gone: going?.count ?? 0,
      held: Object.fromEntries(rows.flatMap((row) => (row.held === null || row.count === 0 ? [] : [[row.held, row.count]]))),
      isMore: rows.some((row) => row.isMore),
      oldest: going?.oldest ?? null,
    })
  }
  return forecast
}

/** The same with the periods that a customer has saved; null: none, and nothing goes. */
export async function forecastOfKept(db: Db, customerId: number, now: Date): Promise<RetentionForecast | null> {
  const row = await db.selectFrom('retention_periods').select('months').where('customer_id', '=', customerId).executeTakeFirst()
  if (!row) return null
  return forecastRetention(db, customerId, { ...usualPeriods, ...(row.months as Partial<RetentionPeriods>) }, now)
}

export async function findProfile(db: Db, customerId: number): Promise<{ profile: ComplianceProfileName }> {
  const row = await db.selectFrom('customers').select('compliance_profile').where('id', '=', customerId).executeTakeFirst()
  if (!row) throw new AppError('customer.notFound')
  return { profile: row.compliance_profile as ComplianceProfileName }
}

const byClass = <T>(valueOf: (name: RetentionClass) => T) =>
  Object.fromEntries(retentionClasses.map((name) => [name, valueOf(name)])) as Record<RetentionClass, T>
