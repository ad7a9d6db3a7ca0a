import type { DeliveryState, TimelineItem } from '@regie/contract/cases.ts'
import type { TimelineEventName } from '@regie/contract/timeline-events.ts'
import type { Tone } from '../../../theme/colours.ts'
import type { IconName } from '../../../ui/icon.tsx'

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
  webchat: 'webchat',
  debtLaw: 'hourglass',
  letter: 'file',
}
const eventIcons: Partial<Record<TimelineEventName, IconName>> = {
  bank_opened: 'bank',
  paid: 'check',
  callVoicemail: 'voicemail',
  callTransferred: 'users',
  closed: 'lock',
}
const eventTones: Partial<Record<TimelineEventName, Tone>> = {
  paid: 'success',
  emailFailed: 'error',
  smsFailed: 'error',
  whatsappFailed: 'error',
  callFailed: 'error',
  paymentFailed: 'error',
  emailUnknown: 'warning',
  smsUnknown: 'warning',
  whatsappUnknown: 'warning',
  callUnknown: 'warning',
  held: 'warning',
}
const kindTones: Partial<Record<TimelineItem['kind'], Tone>> = {
  email: 'primary',
  sms: 'primary',
  whatsapp: 'primary',
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
  transferred: { tone: 'success', icon: 'users' },
  failed: { tone: 'error', icon: 'error' },
  unknown: { tone: 'warning', icon: 'unknown' },
  cancelled: { tone: 'neutral', icon: 'stop' },
  received: { tone: 'info', icon: 'inbox' },
}

export function timelineLook({ kind, event, params }: Pick<TimelineItem, 'kind' | 'event' | 'params'>): { icon: IconName; tone: Tone } {
  // What an older version wrote and this one does not know has the look of its kind.
  const known = event as TimelineEventName
  // A payment request is at its provider: it is no link of ours.
  const ofKind = kind === 'paymentLink' && params['via'] !== undefined ? 'euro' : kindIcons[kind]
  return { icon: eventIcons[known] ?? ofKind, tone: eventTones[known] ?? kindTones[kind] ?? 'neutral' }
}

export function stateLook(state: DeliveryState) {
  return stateLooks[state]
}
