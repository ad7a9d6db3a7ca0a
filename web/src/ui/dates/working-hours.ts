import { fromAmsterdamInput, toAmsterdamInput } from '../../locales/amsterdam-time.ts'
import { daysAfter } from '../../locales/read-day.ts'
import { workdayFrom } from './workdays.ts'

const hourMs = 3_600_000
const [opens, closes] = [9, 17]

/** The first whole hour from then on at which people work: from nine to five, on a working day. */
export function workingHourFrom(moment: string): string {
  const whole = new Date(Math.ceil(Date.parse(moment) / hourMs) * hourMs).toISOString()
  const [day = '', time = ''] = toAmsterdamInput(whole).split('T')
  const hour = Number(time.slice(0, 2))
  if (workdayFrom(day) !== day) return opening(workdayFrom(day))
  if (hour < opens) return opening(day)
  return hour >= closes ? opening(workdayFrom(daysAfter(day, 1))) : whole
}

/** Ten o'clock on the first working day that lies so many days ahead. */
export const tenOClock = (day: string, ahead: number) => momentAt(workdayFrom(daysAfter(day, ahead)), '10:00')

const opening = (day: string) => momentAt(day, '09:00')

function momentAt(day: string, time: string): string {
  const moment = fromAmsterdamInput(`${day}T${time}`)
  if (moment === null) throw new Error(`${day} is no day`)
  return moment
}
