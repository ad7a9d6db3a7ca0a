import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { DeliveryUpdate } from '../../message-gateway.ts'

type Outcome = Pick<DeliveryUpdate, 'state'> & { answer: LastAnswer; reason?: string }

const notAnswered = { state: 'unanswered', answer: 'niet_opgenomen' } as const
const busy = { state: 'unanswered', answer: 'bezet' } as const
const rejected = { state: 'unanswered', answer: 'geweigerd' } as const
const badNumber = { state: 'failed', answer: 'ongeldig' } as const
const fault = { state: 'failed', answer: 'technisch' } as const

// Causes of Q.850 as Asterisk 22 makes them of the answer of a trunk: each code of SIP was measured (docs/decisions/0047-asterisk.md).
const outcomes = new Map<number, Outcome>([
  // 404 and 604: no such number. 410: it is gone. 484: it is not whole.
  ...([1, 22, 28] as const).map((cause) => [cause, badNumber] as const),
  // 486 and 600.
  [17, busy],
  // 408; 480 and nobody who picks up. 16 and 0: we hung up, or its time to ring was over.
  ...([0, 16, 18, 19] as const).map((cause) => [cause, notAnswered] as const),
  // 403 and 603. 607: the number or its owner blocks us.
  ...([21, 127] as const).map((cause) => [cause, rejected] as const),
  // 488, 500 and 503: of the trunk or the network, and no attempt to reach the person.
  ...([34, 38, 58] as const).map((cause) => [cause, fault] as const),
])

/** What the end of a call says that nobody picked up: by the cause of its channel. One that we do not know is a fault, with its own words. */
export function outcomeOfCause(cause: number, words: string): Outcome {
  const outcome = outcomes.get(cause) ?? fault
  return outcome.state === 'failed' || cause === 127 ? { ...outcome, reason: `${cause} ${words}`.trim() } : outcome
}
