import { isAboutStaff, type TimelineItem } from '@regie/contract/cases.ts'
import { type Channel, channels } from '@regie/contract/channels.ts'
import { readFailure } from '@regie/contract/failure-codes.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { formatDate, formatMoney, formatNumber } from './format.ts'
import { findText } from './i18n.tsx'
import { formatNextMoment } from './next-moment.ts'

type Event = { kind?: string; event: string; params: TimelineItem['params']; isPressed?: boolean }

/** The sentence of an event. An event that this version does not know yet is shown by its kind rather than left out. */
export function eventTitle({ kind, event, params, isPressed = false }: Event): string {
  return (
    findText(`cases.events.${isPressed ? 'whatsappPressed' : sentenceOf(event, params)}`, spokenParams(params, channelOf(event))) ??
    findText(`cases.kinds.${kind}`) ??
    event
  )
}

// Some events say more where they have a moment, a reason or an answer.
function sentenceOf(event: string, params: Event['params']): string {
  if (event === 'undone' && params.what !== undefined) return 'undoneAction'
  if (params.at !== undefined && /^(email|sms|whatsapp)Queued$/.test(event)) return event.replace('Queued', 'Planned')
  if (event === 'callNotAnswered' && params.answer === 'geweigerd') return 'callDeclined'
  if (event === 'held' && params.nextAt !== undefined) return 'heldUntil'
  if (event === 'paused' && params.until !== undefined) return 'pausedUntil'
  return event === 'paymentWithdrawn' && params.reason !== undefined ? 'paymentWithdrawnFor' : event
}

/**
 * A refusal or failure reason in words. What a mail server says by its number (RFC 3463) is said so; any other text of a provider stays as it came. `by`:
 * whose call it is about, if that is known.
 */
export function reasonText(reason: string, by?: string | null, channel?: Channel): string {
  if (by != null && isAboutStaff(reason)) return findText(`cases.refusalsBy.${reason}`, { by }) ?? reason
  return findText(`cases.refusals.${reason}`) ?? findText(`cases.failures.${reason}`) ?? causeText(reason, channel) ?? reason
}

/** What the code of a provider means, where we know it; of an event of a channel by the codes of that channel. */
function causeText(reason: string, channel: Channel | undefined): string | null {
  const cause = (channel === undefined ? channels : [channel]).map((one) => readFailure(one, reason)?.cause).find((known) => known != null)
  return cause == null ? null : findText(`cases.causes.${cause}`)
}

const channelOf = (event: string) => channels.find((channel) => event.startsWith(channel))

// Events carry codes and instants; a sentence needs words. Every sentence can count on every name being filled.
function spokenParams(params: TimelineItem['params'], channel: Channel | undefined): Record<string, string | number> {
  const spoken: Record<string, string | number> = {
    reason: '',
    what: '',
    nextAt: '',
    until: '',
    result: '',
    question: '',
    answer: '',
    template: '',
    amount: '',
    at: '',
    due: '',
    paidOn: '',
    method: '',
    channel: '',
    parts: '',
    fields: '',
    caseNumber: '',
    file: '',
    flag: '',
    skip: '',
    checks: '',
    queue: '',
    by: '',
    on: '',
    how: '',
    old: '',
    new: '',
  }
  const currency = typeof params.currency === 'string' ? params.currency : undefined
  const by = typeof params.by === 'string' ? params.by : undefined
  for (const [name, value] of Object.entries(params))
    spoken[name.replace(/Cents$/, '')] = spokenParam(name, value, { currency, by, channel })
  return spoken
}

function spokenParam(
  name: string,
  value: string | number,
  { currency, by, channel }: Record<'currency' | 'by', string | undefined> & { channel: Channel | undefined },
): string | number {
  if (name.endsWith('Cents')) return formatMoney(Number(value), currency)
  if (typeof value === 'number') return formatNumber(value)
  if (name === 'reason') return reasonText(value, by, channel)
  if (name === 'result') return isResultCode(value) ? (findText(`cases.results.${value}`) ?? value) : value
  if (name === 'what') return findText(`cases.undone.${value}`) ?? value
  if (name === 'question') return findText(`cases.questions.${value}`) ?? value
  if (name === 'channel') return findText(`cases.channels.${value}`)?.toLocaleLowerCase() ?? value
  if (name === 'method') return ` · ${(findText(`cases.book.methods.${value}`) ?? value).toLocaleLowerCase()}`
  if (name === 'flag') return findText(`cases.flags.${value}`) ?? value
  if (name === 'skip') return findText(`cases.skips.${value}`) ?? value
  if (name === 'checks')
    return value
      .split(',')
      .map((one) => findText(`cases.identityChecks.${one}`) ?? one)
      .join(', ')
  if (name === 'how') return findText(`cases.interruptionManners.${value}`) ?? value
  if (name === 'answer') return findText(`cases.answers.${value}`) ?? value
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatNextMoment(value)
  if (name === 'due' || name === 'paidOn' || name === 'on') return formatDate(`${value}T12:00:00Z`)
  return value
}
