import * as z from 'zod/mini'

export const channels = ['call', 'mail', 'sms', 'whatsapp'] as const
export const Channel = z.enum(channels)
export type Channel = z.infer<typeof Channel>

const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Local hours (Europe/Amsterdam) in which a script may work; `end` is the last minute inside. Weekday 1 is Monday, 7 Sunday. */
export const TimeWindow = z.object({
  start: ClockTime,
  end: ClockTime,
  weekdays: z.array(z.number().check(z.int(), z.gte(1), z.lte(7))),
  channels: z.array(Channel),
})
export type TimeWindow = z.infer<typeof TimeWindow>
