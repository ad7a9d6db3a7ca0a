import {
  complianceDefaults,
  type ComplianceFile,
  complaintParts,
  type ComplaintYear,
  dueState,
  refresherMonthsOfLaw,
  type StaffRecord,
} from '@regie/contract/compliance-file.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { userName } from '../../platform/db/user-name.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { addDays, toLocalTime } from '../contact-permission/local-time.ts'
import { managesInstallation } from '../rights/visible-users.ts'
import { complaintPartSql, staffWithDues } from './due-sql.ts'

// So many years back that an inspector sees a trend.
const yearsShown = 5

/** The compliance file of a customer as this caller may see it. */
export async function findComplianceFile(db: Db, caller: Caller, customerId: number, now: Date): Promise<ComplianceFile> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const settings = await findSettings(db, customerId)
  const today = toLocalTime(now).date
  return {
    ...settings,
    registrationState: dueState(settings.renewBefore !== null, settings.renewBefore, today, addDays(today, settings.registrationWarnDays)),
    staff: await listStaff(db, caller, { ...settings, today }),
    years: await listYears(db, customerId, now),
    today,
  }
}

type Settings = Omit<ComplianceFile, 'registrationState' | 'staff' | 'years' | 'today'>

async function findSettings(db: Db, customerId: number): Promise<Settings> {
  const { rows } = await sql<Omit<Settings, 'customerID'>>`
    select coalesce(f.wki_number, '') as "wkiNumber", f.renew_before::text as "renewBefore",
      f.vog_months as "vogMonths",
      coalesce(f.refresher_months, ${complianceDefaults.refresherMonths}) as "refresherMonths",
      coalesce(f.warn_days, ${complianceDefaults.warnDays}) as "warnDays",
      coalesce(f.registration_warn_days, ${complianceDefaults.registrationWarnDays}) as "registrationWarnDays",
      coalesce(f.complaint_days, ${complianceDefaults.complaintDays}) as "complaintDays",
      case when k.compliance_profile = 'incasso_wki' then ${refresherMonthsOfLaw}::int end as "refresherMonthsMax",
      ${sql.raw(isoText('f.changed_at'))} as "changedAt", f.changed_by as "changedBy",
      coalesce(f.version, 1) as version
    from customers k
    left join compliance_files f on f.customer_id = k.id
    where k.id = ${customerId}`.execute(db)
  if (!rows[0]) throw new AppError('customer.notFound')
  return { customerID: customerId, ...rows[0] }
}

type Kept = Omit<StaffRecord, 'vogState' | 'trainingState'>

/** What the file has of each member of staff, or of one. */
async function listStaff(
  db: Db,
  caller: Caller,
  { customerID, today, warnDays }: Pick<ComplianceFile, 'customerID' | 'today' | 'warnDays'>,
  userId: number | null = null,
): Promise<StaffRecord[]> {
  const { rows } = await sql<Kept>`
    select s.user_id as "userID", ${userName('p')} as name, p.username, p.job_title as "jobTitle", s.collects,
      s.vog_on::text as "vogOn", s.training_level as "trainingLevel", s.trained_on::text as "trainedOn",
      s.refreshed_on::text as "refreshedOn", s.vog_due::text as "vogDue", s.refresher_due::text as "refresherDue",
      s.version
    from (${ofCustomer(staffWithDues('$2'), customerID, managesInstallation(caller))}) s
    join staff p on p.id = s.user_id
    where ${userId}::bigint is null or s.user_id = ${userId}
    order by lower(p.last_name), lower(p.first_name), p.username`.execute(db)
  const warnsFrom = addDays(today, warnDays)
  return rows.map(({ version, vogDue, refresherDue, ...row }) => ({
    ...row,
    ...{ vogDue, vogState: row.collects ? dueState(row.vogOn !== null, vogDue, today, warnsFrom) : null },
    ...{ refresherDue, trainingState: row.collects ? dueState(row.trainedOn !== null, refresherDue, today, warnsFrom) : null },
    version,
  }))
}

/** One member of staff; who is not of this customer, or not seen by the caller, is not found. */
export async function findStaffRecord(db: Db, caller: Caller, customerId: number, userId: number, now: Date): Promise<StaffRecord> {
  const { warnDays } = await findSettings(db, customerId)
  const [found] = await listStaff(db, caller, { customerID: customerId, warnDays, today: toLocalTime(now).date }, userId)
  if (!found) throw new AppError('user.notFound')
  return found
}

/** The complaints by the year in which they came in, counted from the complaints themselves; those of demos are left out. */
async function listYears(db: Db, customerId: number, now: Date): Promise<ComplaintYear[]> {
  const partSql = complaintPartSql('$2')
  const counted = complaintParts.map((part) => `count(*) filter (where ${partSql[part]})::int as "${part}"`)
  const text = `
    select extract(year from day_of(x.at))::int as year, ${counted.join(', ')}
    from complaints x
    join cases c on c.customer_id = x.customer_id and c.id = x.case_id
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where x.customer_id = $1 and x.kind = 'complaint' and not b.is_demo and $2::timestamptz is not null
    group by 1
    order by 1 desc
    limit ${yearsShown}`
  const { rows } = await sql<ComplaintYear['counts'] & { year: number }>`${ofCustomer(text, customerId, now)}`.execute(db)
  return rows.map(({ year, ...counts }) => ({ year, counts }))
}

/** A text for the prepared questions, with its $1 and $2 as values of this one. */
function ofCustomer(text: string, first: number, second: Date | boolean): RawBuilder<unknown> {
  const parts = text.split(/\$([12])/)
  const typed = typeof second === 'boolean' ? sql`${second}::boolean` : sql`${second}::timestamptz`
  return sql.join(
    parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : part === '1' ? sql`${first}::bigint` : typed)),
    sql.raw(''),
  )
}
