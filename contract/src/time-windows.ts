import * as z from 'zod/mini'
import { Channel } from './channels.ts'
import { ClockTime } from './clock-time.ts'
import { endpoint } from './endpoint.ts'
import { LocalText } from './locale.ts'
import { BodyId, Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** An end as people write it (17:00) becomes the last minute inside (16:59). Midnight stays, and is refused as reversed. */
function lastMinuteOf(end: string): string {
  const minute = Number(end.slice(0, 2)) * 60 + Number(end.slice(3, 5))
  if (minute === 0 || minute % windowMinutes !== 0) return end
  const last = minute - 1
  return `${String(Math.floor(last / 60)).padStart(2, '0')}:${String(last % 60).padStart(2, '0')}`
}

const Day = z.iso.date()
/** The end of a window as a caller gives it: 17:00 and 16:59 say the same. */
const givenEnd = { end: ClockTime.check(z.overwrite(lastMinuteOf)) }

/** Local hours (Europe/Amsterdam) in which a script may work; `end` is the last minute inside. Weekday 1 is Monday, 7 Sunday. */
export const TimeWindow = z.object({
  start: ClockTime,
  end: ClockTime,
  weekdays: z.array(z.number().check(z.int(), z.gte(1), z.lte(7))),
  channels: z.array(Channel),
})
export type TimeWindow = z.infer<typeof TimeWindow>

/** Hours of some weekdays in which a queue answers, in Dutch time; `end` is the last minute inside. */
export const OpeningHours = z
  .object({ start: ClockTime, ...givenEnd, weekdays: z.array(z.number().check(z.int(), z.gte(1), z.lte(7))).check(z.minLength(1)) })
  .check(z.refine(({ start, end }) => start < end, { error: 'queue.hoursReversed' }))
export type OpeningHours = z.infer<typeof OpeningHours>

/** Hours on one date in place of the weekday's; `closed` keeps the script still all that day. The law holds on that day too. */
export const ExtraWindow = z.object({ date: Day, closed: z.boolean(), start: ClockTime, end: ClockTime, channels: z.array(Channel) })
export type ExtraWindow = z.infer<typeof ExtraWindow>

/** Starts and ends of windows fall on quarters of an hour; an end is the minute before one (17:59; given as 18:00 or 17:59). */
export const windowMinutes = 15

/** A window as a script has it; `id` null is a new one. `shared` counts the scripts that it serves. */
const ScriptWindow = z.object({ ...TimeWindow.shape, id: z.nullable(z.number()), shared: z.number() })
const ScriptExtraWindow = z.object({ ...ExtraWindow.shape, id: z.nullable(z.number()) })

/** All that decides when a script may work, and the lawful hours of its customer: windows lie from minHour:00 to maxHour:59. */
export const ScriptTimes = z.object({
  scriptID: z.number(),
  customerID: z.number(),
  minHour: z.number(),
  maxHour: z.number(),
  lawWeekdays: z.array(z.number()),
  /** The profile forbids Sundays and holidays, whatever the script says; so `alwaysOpen` does not open them. */
  lawHolidays: z.boolean(),
  alwaysOpen: z.boolean(),
  windows: z.array(ScriptWindow),
  extra: z.array(ScriptExtraWindow),
  /** Windows of the customer's other scripts that this one could share. */
  others: z.array(z.object({ ...TimeWindow.shape, id: z.number(), scripts: z.array(z.string()) })),
  version: z.number(),
})
export type ScriptTimes = z.infer<typeof ScriptTimes>

/** What a change of hours would do to what waits, shown before it is saved (product.md idea 13). */
const TimesImpact = z.object({
  scripts: z.array(z.string()),
  waitingCases: z.number(),
  nowOpen: z.boolean(),
  nextAt: z.nullable(z.string()),
})

const holidaySources = ['wet', 'gelijkgesteld', 'eigen'] as const
export const HolidayDay = z.object({
  date: Day,
  name: LocalText,
  source: z.enum(holidaySources),
  /** Off: an ordinary day for this customer. The law of its profile may close it all the same (`byLaw`). */
  enabled: z.boolean(),
  byLaw: z.boolean(),
  hours: z.nullable(z.object({ start: ClockTime, end: ClockTime })),
})
export type HolidayDay = z.infer<typeof HolidayDay>
export const HolidayYear = z.object({
  year: z.number(),
  days: z.array(HolidayDay),
  /** Somebody looked at the list of this year. Asked for from November of the year before. */
  confirmed: z.nullable(z.object({ at: z.string(), by: z.string() })),
  askToConfirm: z.boolean(),
})
export type HolidayYear = z.infer<typeof HolidayYear>

const ScriptId = z.object({ scriptID: Id })
const ScriptAndWindow = z.object({ scriptID: Id, windowID: Id })
/** What is left out stays as it is; without a version the windows are saved whatever a colleague did meanwhile. */
const TimesBody = z.object({
  version: z.optional(z.number()),
  alwaysOpen: z.optional(z.boolean()),
  timeWindows: z.array(z.object({ ...TimeWindow.shape, ...givenEnd, id: z._default(z.nullable(BodyId), null) })).check(z.maxLength(100)),
  extra: z.optional(
    z.array(z.object({ ...ExtraWindow.shape, ...givenEnd, id: z._default(z.nullable(BodyId), null) })).check(z.maxLength(400)),
  ),
})
const HolidayPlace = z.object({ x: z.string().check(z.regex(/^\d{1,16}$/)) })

export const timeApi = {
  get: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/times',
    access: { right: Right.viewScripts },
    summary: 'When a script may work, with the hours that its law leaves',
    params: ScriptId,
    response: ScriptTimes,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/scripts/:scriptID/times/',
    access: { right: Right.changeTimes },
    summary:
      'Save all windows of a script at once, or nothing: one that overlaps, is reversed or lies outside the lawful hours is refused with its place',
    savedAs: [
      { entity: 'script', param: 'scriptID' },
      { entity: 'scriptWindow', param: 'scriptID', isPart: true },
      { entity: 'timeWindow', param: 'scriptID', listed: 'windows' },
      { entity: 'extraWindow', param: 'scriptID', listed: 'extra', owner: 'script_id' },
    ],
    params: ScriptId,
    body: TimesBody,
    response: ScriptTimes,
  }),
  impact: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/times/impact',
    access: { right: Right.viewScripts },
    asksOnly: true,
    budget: 'analysis',
    summary: 'What these windows would do, without saving them',
    params: ScriptId,
    body: TimesBody,
    response: TimesImpact,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/scripts/:scriptID/times/:windowID',
    access: { right: Right.changeTimes },
    summary: 'Take a window from a script; the last script that had it takes the window with it',
    params: ScriptAndWindow,
    response: ScriptTimes,
  }),
  couple: endpoint({
    method: 'POST',
    path: '/scripts/:scriptID/times/:windowID',
    access: { right: Right.changeTimes },
    summary: 'Give a script a window of another script of its customer, shared from then on',
    params: ScriptAndWindow,
    response: ScriptTimes,
  }),
  shared: endpoint({
    method: 'GET',
    path: '/scripts/:scriptID/times/:windowID/shared',
    access: { right: Right.viewScripts },
    summary: 'The scripts that a window serves',
    params: ScriptAndWindow,
    response: z.object({
      windowId: z.number(),
      scripts: z.array(z.object({ scriptID: z.number(), name: z.string(), customerID: z.number() })),
      editable: z.boolean(),
    }),
  }),
  holidays: endpoint({
    method: 'GET',
    path: '/scripts/holiday/:x',
    access: { right: Right.viewScripts },
    summary:
      'The holidays of a year (four digits, of customerID; else of all customers that one serves) or of a script (its id) in the given year, else in this one and the next',
    params: HolidayPlace,
    query: z.object({ customerID: z.optional(Id), year: z.optional(z.coerce.number().check(z.int(), z.gte(2000), z.lte(2100))) }),
    response: HolidayYear,
  }),
  saveHolidays: endpoint({
    method: 'PUT',
    path: '/scripts/holiday/:x',
    access: { right: Right.changeTimes },
    summary: 'Change and confirm the holidays of a year (four digits), or switch them on or off for one script (its id)',
    params: HolidayPlace,
    body: z.object({
      customerID: BodyId,
      year: z.number().check(z.int(), z.gte(2000), z.lte(2100)),
      days: z
        .array(
          z.object({
            date: Day,
            enabled: z.boolean(),
            name: z.nullable(LocalText),
            hours: z.nullable(z.object({ start: ClockTime, ...givenEnd })),
          }),
        )
        .check(z.maxLength(100)),
      confirm: z.boolean(),
    }),
    response: HolidayYear,
  }),
}
