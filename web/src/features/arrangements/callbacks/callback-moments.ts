import { fromAmsterdamInput } from '../../../locales/amsterdam-time.ts'
import { dayOf } from '../../../locales/format.ts'

const hourMs = 3_600_000
const quarterMs = 900_000
const dayMs = 24 * hourMs

/** The first whole quarter that lies an hour ahead. */
export const inAnHour = (now = Date.now()) => new Date(Math.ceil((now + hourMs) / quarterMs) * quarterMs).toISOString()
/** Ten o'clock in the morning, a day and a week ahead. */
export const tomorrow = (now = Date.now()) => tenOn(now + dayMs)
export const inAWeek = (now = Date.now()) => tenOn(now + 7 * dayMs)

const tenOn = (time: number) => fromAmsterdamInput(`${dayOf(new Date(time))}T10:00`)
