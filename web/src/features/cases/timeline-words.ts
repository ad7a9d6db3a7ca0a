import type { DeliveryState, TimelineItem } from '@regie/contract/cases.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { findText } from '../../locales/i18n.tsx'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { formatNextMoment } from '../../locales/next-moment.ts'
import type { Tone } from '../../theme/colours.ts'
import type { IconName } from '../../ui/icon.tsx'

const kindIcons: Record<TimelineItem['kind'], IconName> = {
  imported: 'upload',
  email: 'mail',
  sms: 'sms',
  call: 'phone',
  paymentLink: 'link',
  payment: 'payment',
  status: 'case',
  wait: 'hourglass',
  branch: 'branch',
  held: 'clock',
  batch: 'batches',
  result: 'result',
  note: 'file',
  fields: 'edit',
  callback: 'phone',
  promise: 'payment',
  complaint: 'alert',
  link: 'link',
  whatsapp: 'whatsapp',
}
const eventIcons: Record<string, IconName> = { bank_opened: 'bank', paid: 'check', callVoicemail: 'voicemail', closed: 'lock' }
const eventTones: Record<string, Tone> = {
  paid: 'success',
  emailFailed: 'error',
  smsFailed: 'error',
  callFailed: 'error',
  paymentFailed: 'error',
  emailUnknown: 'warning',
  smsUnknown: 'warning',
  callUnknown: 'warning',
  held: 'warning',
}
const kindTones: Partial<Record<TimelineItem['kind'], Tone>> = {
  email: 'primary',
  sms: 'primary',
  call: 'primary',
  paymentLink: 'info',
  payment: 'info',
}

const stateLooks: Record<DeliveryState, { tone: Tone; icon: IconName }> = {
  not_yet_sent: { tone: 'neutral', icon: 'clock' },
  waiting: { tone: 'neutral', icon: 'clock' },
  started: { tone: 'info', icon: 'send' },
  sent: { tone: 'info', icon: 'send' },
  delivered: { tone: 'success', icon: 'check' },
  read: { tone: 'success', icon: 'eye' },
  answered: { tone: 'success', icon: 'check' },
  unanswered: { tone: 'neutral', icon: 'minus' },
  voicemail: { tone: 'info', icon: 'voicemail' },
  failed: { tone: 'error', icon: 'error' },
  unknown: { tone: 'warning', icon: 'unknown' },
  cancelled: { tone: 'neutral', icon: 'stop' },
}

export function timelineLook({ kind, event }: Pick<TimelineItem, 'kind' | 'event'>): { icon: IconName; tone: Tone } {
  return { icon: eventIcons[event] ?? kindIcons[kind], tone: eventTones[event] ?? kindTones[kind] ?? 'neutral' }
}

export function stateLook(state: DeliveryState) {
  return stateLooks[state]
}

/** The sentence of an event. An event that this version does not know yet is shown by its kind rather than left out. */
export function timelineTitle({ kind, event, params }: Pick<TimelineItem, 'kind' | 'event' | 'params'>): string {
  const sentence = event === 'held' && params.nextAt !== undefined ? 'heldUntil' : event
  return findText(`cases.events.${sentence}`, spokenParams(params)) ?? findText(`cases.kinds.${kind}`) ?? event
}

/** A refusal or failure reason in words; a provider's own text stays as it came. */
export function reasonText(reason: string): string {
  return findText(`cases.refusals.${reason}`) ?? findText(`cases.failures.${reason}`) ?? reason
}

// Events carry codes and instants; a sentence needs words. Every sentence can count on every name being filled.
function spokenParams(params: TimelineItem['params']): Record<string, string | number> {
  const spoken: Record<string, string | number> = {
    reason: '',
    nextAt: '',
    until: '',
    result: '',
    question: '',
    answer: '',
    template: '',
    amount: '',
  }
  for (const [name, value] of Object.entries(params)) spoken[name === 'amountCents' ? 'amount' : name] = spokenParam(name, value)
  return spoken
}

function spokenParam(name: string, value: string | number): string | number {
  if (name === 'amountCents') return formatMoney(Number(value))
  if (typeof value === 'number') return formatNumber(value)
  if (name === 'reason') return reasonText(value)
  if (name === 'result') return isResultCode(value) ? (findText(`cases.results.${value}`) ?? value) : value
  if (name === 'question') return findText(`cases.questions.${value}`) ?? value
  if (name === 'answer') return findText(`cases.answers.${value}`) ?? value
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatNextMoment(value)
  return value
}
