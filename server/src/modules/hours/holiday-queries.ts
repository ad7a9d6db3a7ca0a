import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { HolidayYear, timeApi } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { askToConfirm, type HolidayChange, holidaysByRule, withChanges } from './holiday-year.ts'

/** Whose holidays: a customer's (script 0), or one of its scripts. */
export type HolidayPlace = { customerId: number; scriptId: number; profile: keyof typeof complianceProfile }

/**
 * The holidays of a customer in a year (`x` is that year), or of a script (`x` is its id) in a year, else in this one and
 * the next. A year alone asks what holds for all customers that the caller serves.
 */
export async function findHolidays(
  { db, clock }: Services,
  caller: Caller,
  x: string,
  { customerID, year }: RequestOf<typeof timeApi.holidays>['query'],
): Promise<HolidayYear> {
  const thisYear = Number(toLocalTime(clock.now()).date.slice(0, 4))
  if (customerID !== undefined) {
    const place = await findPlace(db, caller, customerID, 0)
    if (!/^20\d\d$/.test(x)) throw new AppError('times.invalid', { field: 'x' })
    return holidaysOf(db, place, [Number(x)], clock.now())
  }
  if (year === undefined && /^20\d\d$/.test(x)) return holidaysOfAll(db, caller, Number(x))
  const place = await findPlaceOfScript(db, caller, Number(x))
  return holidaysOf(db, place, year === undefined ? [thisYear, thisYear + 1] : [year], clock.now())
}

/** By law and calendar only: what a customer changed of its days is its own. A day is open when one of the customers may work on it. */
async function holidaysOfAll(db: Db, { customerIds }: Caller, year: number): Promise<HolidayYear> {
  const rows = await db
    .selectFrom('customers')
    .select('compliance_profile')
    .distinct()
    .where('id', 'in', [0, ...customerIds])
    .execute()
  const profiles = rows.map((row) => complianceProfile[row.compliance_profile as HolidayPlace['profile']])
  const days = holidaysByRule(profiles.find(({ holidays }) => holidays) ?? complianceProfile.incasso_wki, year)
  return { year, days, confirmed: null, askToConfirm: false }
}

/** Of several years the answer bears the first, and whether somebody looked at that one. */
export async function holidaysOf(
  db: Db,
  { customerId, scriptId, profile }: HolidayPlace,
  years: readonly number[],
  now: Date,
): Promise<HolidayYear> {
  const [year = 0] = years
  const byRule = years.flatMap((one) => holidaysByRule(complianceProfile[profile], one))
  const ofCustomer = withChanges(byRule, await listChanges(db, customerId, 0, years))
  const days = scriptId === 0 ? ofCustomer : withChanges(ofCustomer, await listChanges(db, customerId, scriptId, years))
  const looked = await db
    .selectFrom('holiday_years')
    .select(['confirmed_at', 'confirmed_by'])
    .where('customer_id', '=', customerId)
    .where('year', '=', year)
    .executeTakeFirst()
  const confirmed = looked ? { at: looked.confirmed_at.toISOString(), by: looked.confirmed_by } : null
  return { year, days, confirmed, askToConfirm: !complianceProfile[profile].holidays && askToConfirm(year, confirmed, now) }
}

/** A customer that the caller serves. */
export async function findPlace(db: Db, caller: Caller, customerId: number, scriptId: number): Promise<HolidayPlace> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const customer = await db.selectFrom('customers').select('compliance_profile').where('id', '=', customerId).executeTakeFirst()
  if (!customer) throw new AppError('customer.notFound')
  return { customerId, scriptId, profile: customer.compliance_profile as HolidayPlace['profile'] }
}

/** A script of a customer that the caller serves. */
export async function findPlaceOfScript(db: Db, caller: Caller, scriptId: number): Promise<HolidayPlace> {
  const script = await db.selectFrom('scripts').select('customer_id').where('id', '=', scriptId).executeTakeFirst()
  if (!script || !caller.customerIds.includes(script.customer_id)) throw new AppError('script.notFound')
  return findPlace(db, caller, script.customer_id, scriptId)
}

async function listChanges(db: Db, customerId: number, scriptId: number, years: readonly number[]): Promise<HolidayChange[]> {
  const { rows } = await sql<HolidayChange>`
    select to_char(day, 'YYYY-MM-DD') as date, enabled, name,
      case
        when starts is not null then json_build_object('start', to_char(starts, 'HH24:MI'), 'end',
          to_char(ends, 'HH24:MI'))
        end as hours
    from holidays
    where customer_id = ${customerId}
      and script_id = ${scriptId}
      and day between ${`${Math.min(...years)}-01-01`}::date and ${`${Math.max(...years)}-12-31`}::date
    order by day`.execute(db)
  return rows
}
