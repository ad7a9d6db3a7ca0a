import type { LastAnswer } from '@regie/contract/last-answer.ts'
import { resultOfAnswer } from '../cases/record-call-answer.ts'
import { openCentsOf, type PastHistory, type PastMessage, type Setting } from './history.ts'
import { later } from './office-hours.ts'
import { payableLink } from './past-money.ts'

type Written = 'email' | 'sms' | 'whatsapp'
type Sending = { template: string; step: string; stepNo: number; at: Date }

function begin(
  history: PastHistory,
  channel: PastMessage['channel'],
  { template, step, stepNo, at }: Sending,
  sentAfter: number,
): PastMessage {
  const message: PastMessage = {
    ...{ channel, template, step, stepNo, queuedAt: at, sentAt: later(at, { seconds: sentAfter }) },
    ...{ state: 'sent', delivery: null, deliveredAt: null, reason: null },
    openCents: openCentsOf(history),
    link: payableLink(history, at),
  }
  history.messages.push(message)
  return message
}

// As the simulated providers have it, over hundreds of messages; of a thousand one is refused for good and one is unknown.
const fates = {
  email: { read: 41, delivered: 56.8, failed: 2, refused: 0.1, unknown: 0.1 },
  sms: { read: 0, delivered: 98.2, failed: 1.6, refused: 0.1, unknown: 0.1 },
  whatsapp: { read: 68, delivered: 29.8, failed: 2, refused: 0.1, unknown: 0.1 },
}
// Some of them with a code that nobody has words for yet.
const faults: Record<Written, readonly string[]> = {
  email: [
    '5.1.1 The mailbox does not exist (simulated)',
    '5.2.2 Over quota (simulated)',
    '550 5.9.41 Refused by the rules of this organisation (simulated)',
    '5.1.1 The mailbox does not exist (simulated)',
    '5.7.1 Looks like unwanted mail (simulated)',
  ],
  sms: ['absentSubscriber', '0x0B INVDSTADR (simulated)', 'absentSubscriber', '0x0453 (simulated)'],
  whatsapp: ['131026 Message undeliverable (simulated)', '131026 Message undeliverable (simulated)', '139012 (simulated)'],
}

/** Not by chance, of which all that comes later would take another share. */
const faultOf = (channel: Written, at: Date) => faults[channel][Math.floor(at.getTime() / 60_000) % faults[channel].length] ?? ''

/** An e-mail or SMS: queued, sent, and what the receiving side said of it until `until`. */
export function write(history: PastHistory, { chance }: Setting, channel: Written, sending: Sending, until: Date): void {
  const message = begin(history, channel, sending, chance.between(2, 45))
  const { lines } = history
  lines.push({ event: `${channel}Queued`, at: message.queuedAt, message })
  const fate = chance.weighted(fates[channel])
  if (fate === 'refused' || fate === 'unknown') {
    message.state = fate === 'refused' ? 'failed' : 'unknown'
    message.reason = fate === 'refused' ? '451 4.3.2 Try again later (simulated)' : null
    const params = { ...(message.reason !== null && { reason: message.reason }) }
    lines.push({
      event: fate === 'refused' ? `${channel}Failed` : `${channel}Unknown`,
      params,
      at: message.sentAt,
      message,
      simulated: true,
    })
    return
  }
  lines.push({ event: `${channel}Sent`, at: message.sentAt, message, simulated: true })
  const arrivedAt = later(message.sentAt, { seconds: chance.between(1, 6) })
  if (fate === 'failed') {
    const reason = faultOf(channel, message.queuedAt)
    Object.assign(message, { delivery: 'failed', deliveredAt: arrivedAt, reason })
    lines.push({ event: `${channel}Failed`, params: { reason }, at: arrivedAt, message, simulated: true })
    return
  }
  const readAt = later(arrivedAt, { minutes: Math.round(chance.share() ** 3 * 2_600) + 1 })
  const isRead = fate === 'read' && readAt <= until
  Object.assign(message, isRead ? { delivery: 'read', deliveredAt: readAt } : { delivery: 'delivered', deliveredAt: arrivedAt })
  lines.push({ event: `${channel}Delivered`, at: arrivedAt, message, simulated: true })
}

const answers: Record<'mens' | 'voicemail' | 'niet_opgenomen' | 'bezet' | 'geweigerd', number> = {
  ...{ mens: 39, voicemail: 26, niet_opgenomen: 25, bezet: 6, geweigerd: 4 },
}
const outcomeOf = {
  mens: { delivery: 'answered', event: 'callAnswered' },
  voicemail: { delivery: 'voicemail', event: 'callVoicemail' },
  niet_opgenomen: { delivery: 'unanswered', event: 'callNotAnswered' },
  bezet: { delivery: 'unanswered', event: 'callBusy' },
  geweigerd: { delivery: 'unanswered', event: 'callNotAnswered' },
} as const

/** A call and how it ended. */
export function ring(history: PastHistory, { chance }: Setting, sending: Sending): { answer: LastAnswer; endedAt: Date } {
  const message = begin(history, 'call', sending, chance.between(1, 8))
  const answer = chance.weighted(answers)
  const { delivery, event } = outcomeOf[answer]
  const endedAt = later(message.sentAt, { seconds: answer === 'mens' ? chance.between(25, 240) : chance.between(8, 38) })
  Object.assign(message, { delivery, deliveredAt: endedAt })
  history.lines.push(
    { event: 'callStarted', at: message.sentAt, message, simulated: true },
    { event, params: { answer }, at: endedAt, message, simulated: true },
  )
  const { standing } = history
  Object.assign(standing, { attempts: standing.attempts + 1, lastAnswer: answer, lastResult: resultOfAnswer[answer] })
  return { answer, endedAt }
}
