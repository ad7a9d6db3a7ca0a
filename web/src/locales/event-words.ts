import { isAboutStaff, type TimelineItem } from '@regie/contract/cases.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { formatDate, formatMoney, formatNumber } from './format.ts'
import { findText } from './i18n.tsx'
import { formatNextMoment } from './next-moment.ts'

type Event = { kind?: string; event: string; params: TimelineItem['params'] }

/** The sentence of an event. An event that this version does not know yet is shown by its kind rather than left out. */
export function eventTitle({ kind, event, params }: Event): string {
  const sentence =
    event === 'undone' && params.what !== undefined
      ? 'undoneAction'
      : event === 'held' && params.nextAt !== undefined
        ? 'heldUntil'
        : event === 'paused' && params.until !== undefined
          ? 'pausedUntil'
          : event === 'paymentWithdrawn' && params.reason !== undefined
            ? 'paymentWithdrawnFor'
            : event
  return findText(`cases.events.${sentence}`, spokenParams(params)) ?? findText(`cases.kinds.${kind}`) ?? event
}

/**
 * A refusal or failure reason in words. What a mail server says by its number (RFC 3463) is said so; any other text of a provider stays as it came. `by`:
 * whose call it is about, if that is known.
 */
export function reasonText(reason: string, by?: string | null): string {
  if (by != null && isAboutStaff(reason)) return findText(`cases.refusalsBy.${reason}`, { by }) ?? reason
  const known = mailFaults.find(({ status }) => status.test(reason))?.failure ?? reason
  return findText(`cases.refusals.${known}`) ?? findText(`cases.failures.${known}`) ?? reason
}

const mailFaults = [
  { status: /^(?:550 )?5\.1\.1\b/, failure: 'mailboxUnknown' },
  { status: /^(?:4\d\d )?4\.\d+\.\d+\b/, failure: 'mailServerBusy' },
] as const

// Events carry codes and instants; a sentence needs words. Every sentence can count on every name being filled.
function spokenParams(params: TimelineItem['params']): Record<string, string | number> {
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
    by: '',
    old: '',
    new: '',
  }
  const currency = typeof params.currency === 'string' ? params.currency : undefined
  const by = typeof params.by === 'string' ? params.by : undefined
  for (const [name, value] of Object.entries(params)) spoken[name.replace(/Cents$/, '')] = spokenParam(name, value, { currency, by })
  return spoken
}

function spokenParam(
  name: string,
  value: string | number,
  { currency, by }: Record<'currency' | 'by', string | undefined>,
): string | number {
  if (name.endsWith('Cents')) return formatMoney(Number(value), currency)
  if (typeof value === 'number') return formatNumber(value)
  if (name === 'reason') return reasonText(value, by)
  if (name === 'result') return isResultCode(value) ? (findText(`cases.results.${value}`) ?? value) : value
  if (name === 'what') return findText(`cases.undone.${value}`) ?? value
  if (name === 'question') return findText(`cases.questions.${value}`) ?? value
  if (name === 'channel') return findText(`cases.channels.${value}`)?.toLocaleLowerCase() ?? value
  if (name === 'method') return ` · ${(findText(`cases.book.methods.${value}`) ?? value).toLocaleLowerCase()}`
  if (name === 'flag') return findText(`cases.flags.${value}`) ?? value
  if (name === 'skip') return findText(`cases.skips.${value}`) ?? value
  if (name === 'answer') return findText(`cases.answers.${value}`) ?? value
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatNextMoment(value)
  if (name === 'due' || name === 'paidOn') return formatDate(`${value}T12:00:00Z`)
  return value
}
