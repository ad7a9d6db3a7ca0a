import { dateFormat, dayOf, formatDate, relativeFormat } from './format.ts'

/**
 * A moment as it stands in a sentence, behind no preposition: "vandaag om 14:05", "28 november om 14:05" this year, the day in other years. Texts that
 * take it write no "op", "on" or "le" before it.
 */
export function formatMomentInSentence(at: string, now = new Date()): string {
  const moment = new Date(at)
  const [day, today] = [dayOf(moment), dayOf(now)]
  if (day.slice(0, 4) !== today.slice(0, 4)) return formatDate(at)
  const format = dateFormat('in a sentence', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })
  if (day !== today) return format.format(moment)
  // What stands between the day and the time stays: "om", "at", "à".
  const parts = format.formatToParts(moment)
  const behindDay =
    Math.max(
      parts.findIndex(({ type }) => type === 'day'),
      parts.findIndex(({ type }) => type === 'month'),
    ) + 1
  const rest = parts.slice(behindDay).map(({ value }) => value)
  return [relativeFormat().format(0, 'day'), ...rest].join('')
}
