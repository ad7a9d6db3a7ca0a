import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type HolidayYear, type timeApi, windowMinutes } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import { minuteOf } from '../contact-permission/time-window.ts'
import { findPlace, findPlaceOfScript, type HolidayPlace, holidaysOf } from './holiday-queries.ts'
import { type Day, holidaysByRule } from './holiday-year.ts'
import { publishHoursChanged } from './time-changes.ts'

type Given = RequestOf<typeof timeApi.saveHolidays>['body']
type GivenDay = Given['days'][number]

/** Changes the holidays of a year for a customer, and writes down who looked at them; or switches them for one script. */
export async function saveHolidays({ db, clock }: Services, caller: Caller, x: string, given: Given): Promise<HolidayYear> {
  const { customerID, year, days, confirm } = given
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  return db.transaction().execute(async (tx) => {
    const isOfYear = Number(x) === year
    const place = isOfYear ? await findPlace(tx, caller, customerID, 0) : await findPlaceOfScript(tx, caller, Number(x))
    if (place.customerId !== customerID) throw new AppError('script.notFound')
    await sql`select from customers where id = ${place.customerId} for no key update`.execute(tx)
    // What holds without any word of this place: of a script, what its customer says.
    const usual = await holidaysWithout(tx, place, year, clock.now())
    for (const [at, day] of days.entries()) mustBeRight(place, usual, day, at, year)
    await replaceDays(
      tx,
      place,
      year,
      days.filter((day) => isOther(usual, day)),
    )
    if (confirm && place.scriptId === 0) await confirmYear(tx, place.customerId, year, caller.username, clock.now())
    const scripts = await tx.selectFrom('scripts').select('id').where('customer_id', '=', customerID).orderBy('id').execute()
    await publishHoursChanged(tx, customerID, place.scriptId === 0 ? scripts.map(({ id }) => id) : [place.scriptId])
    return holidaysOf(tx, place, [year], clock.now())
  })
}

async function holidaysWithout(tx: Transaction, place: HolidayPlace, year: number, now: Date): Promise<Day[]> {
  if (place.scriptId === 0) return holidaysByRule(complianceProfile[place.profile], year)
  return (await holidaysOf(tx, { ...place, scriptId: 0 }, [year], now)).days
}

function mustBeRight({ scriptId }: HolidayPlace, usual: readonly Day[], day: GivenDay, at: number, year: number): void {
  const field = `days.${at}`
  const known = usual.find(({ date }) => date === day.date)
  if (!day.date.startsWith(`${year}-`)) throw new AppError('times.invalid', { field })
  if (!known && (scriptId !== 0 || day.name === null)) throw new AppError('times.invalid', { field })
  if (known?.byLaw && (!day.enabled || day.hours)) throw new AppError('times.holidayByLaw', { field })
  if (!day.hours) return
  if (day.hours.end <= day.hours.start) throw new AppError('times.reversed', { field })
  if (minuteOf(day.hours.start) % windowMinutes !== 0 || (minuteOf(day.hours.end) + 1) % windowMinutes !== 0)
    throw new AppError('times.quarters', { field })
}

/** Only what differs is kept, so that a later word of the customer reaches its scripts, and a later decree everybody. */
function isOther(usual: readonly Day[], { date, enabled, hours }: GivenDay): boolean {
  const known = usual.find((day) => day.date === date)
  if (!known) return true
  return known.enabled !== enabled || known.hours?.start !== hours?.start || known.hours?.end !== hours?.end
}

async function replaceDays(
  tx: Transaction,
  { customerId, scriptId }: HolidayPlace,
  year: number,
  days: readonly GivenDay[],
): Promise<void> {
  const dates = days.map(({ date }) => date)
  if (new Set(dates).size < dates.length) throw new AppError('times.dateTwice')
  await sql`
    delete from holidays
    where customer_id = ${customerId}
      and script_id = ${scriptId}
      and extract(year from day) = ${year}
      and day <> all(${dates}::date[])`.execute(tx)
  for (const { date, enabled, name, hours } of days) {
    const kept = scriptId === 0 && name ? JSON.stringify(name) : null
    await sql`
      insert into holidays (customer_id, script_id, day, enabled, name, starts, ends)
      values (${customerId}, ${scriptId}, ${date}, ${enabled}, ${kept}, ${hours?.start ?? null}, ${hours?.end ?? null})
      on conflict (customer_id, script_id, day)
      do update
      set enabled = excluded.enabled, name = excluded.name, starts = excluded.starts, ends = excluded.ends
      where (holidays.enabled, holidays.name, holidays.starts, holidays.ends) is distinct from (excluded.enabled,
        excluded.name, excluded.starts, excluded.ends)`.execute(tx)
  }
}

async function confirmYear(tx: Transaction, customerId: number, year: number, by: string, at: Date): Promise<void> {
  await tx
    .insertInto('holiday_years')
    .values({ customer_id: customerId, year, confirmed_at: at, confirmed_by: by })
    .onConflict((known) => known.columns(['customer_id', 'year']).doUpdateSet({ confirmed_at: at, confirmed_by: by }))
    .execute()
}
