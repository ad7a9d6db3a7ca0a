import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import {
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

/** What would go with these periods, and what is as old and stays; counted, nothing is changed. */
export async function forecastRetention(db: Db, customerId: number, periods: RetentionPeriods, now: Date): Promise<RetentionForecast> {
  const { profile } = await findProfile(db, customerId)
  const forecast: RetentionForecast = []
  for (const name of retentionClasses) {
    const before = monthsBefore(now, periodOf(name, periods, profile))
    const { from, where, at, also, held } = oldRows[name]
    const alias = from.split(' ')[1]
    const { rows } = await sql<{ held: string | null; count: number }>`
      select held, count(*)::int as count
      from (
        select ${sql.raw(held)} as held
        from ${sql.raw(from)}
        where ${sql.raw(`${alias}.customer_id`)} = ${customerId} and ${sql.raw(where)}
          and ${sql.raw(at)} < ${before} and ${sql.raw(also ?? at)} < ${before}) old
      group by held`.execute(db)
    forecast.push({
      class: name,
      before: before.toISOString(),
      gone: rows.find((row) => row.held === null)?.count ?? 0,
      held: Object.fromEntries(rows.flatMap((row) => (row.held === null ? [] : [[row.held, row.count]]))),
    })
  }
  return forecast
}

export async function findProfile(db: Db, customerId: number): Promise<{ profile: ComplianceProfileName }> {
  const row = await db.selectFrom('customers').select('compliance_profile').where('id', '=', customerId).executeTakeFirst()
  if (!row) throw new AppError('customer.notFound')
  return { profile: row.compliance_profile as ComplianceProfileName }
}

const byClass = <T>(valueOf: (name: RetentionClass) => T) =>
  Object.fromEntries(retentionClasses.map((name) => [name, valueOf(name)])) as Record<RetentionClass, T>
