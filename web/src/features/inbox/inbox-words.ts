import type { ConversationChannel } from '@regie/contract/channels.ts'
import type { ConversationRow } from '@regie/contract/inbox.ts'
import { formatMoment } from '../../locales/format.ts'
import type { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import type { IconName } from '../../ui/icon.tsx'

type Text = ReturnType<typeof useText>
type Sender = Pick<ConversationRow, 'name' | 'address' | 'channel' | 'conversationID'>

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const icons = { email: 'mail', sms: 'sms', whatsapp: 'whatsapp', webchat: 'webchat' } as const satisfies Record<
  ConversationChannel,
  IconName
>
export const channelIcon = (channel: ConversationChannel): IconName => icons[channel]

/** Who writes: by name, else by address. Where neither may be shown, a number tells senders apart, the same one each time. */
export function senderName(t: Text, { name, address, channel, conversationID }: Sender): string {
  if (name !== '') return name
  if (address !== '' && !/^•+$/.test(address)) return address
  return t(channel === 'webchat' ? 'inbox.visitorNumber' : 'inbox.senderNumber', { number: String(conversationID) })
}

/** How long somebody waits already, or when something was said last. */
export function waitingWords(t: Text, { waitingSince, lastAt, state, snoozedUntil }: ConversationRow, now: number): string {
  if (state === 'snoozed' && snoozedUntil !== null) return formatNextMoment(snoozedUntil)
  if (waitingSince === null) return formatMoment(lastAt)
  return spanWords(t, now - Date.parse(waitingSince))
}

/** How long WhatsApp lets us write freely; null by other channels. */
export function windowWords(t: Text, { channel, windowEndsAt }: ConversationRow, now: number): string | null {
  if (channel !== 'whatsapp') return null
  const left = windowEndsAt === null ? 0 : Date.parse(windowEndsAt) - now
  return left > 0 ? t('inbox.windowLeft', { span: spanWords(t, left) }) : t('inbox.windowOver')
}

function spanWords(t: Text, ms: number): string {
  if (ms < hourMs) return t('inbox.minutes', { count: Math.max(1, Math.round(ms / minuteMs)) })
  if (ms < dayMs) return t('inbox.hours', { hours: Math.floor(ms / hourMs), minutes: Math.floor((ms % hourMs) / minuteMs) })
  return t('inbox.days', { count: Math.floor(ms / dayMs) })
}
