import type { DeliveryUpdate } from '../../message-gateway.ts'
import type { AriChannel } from './ari-events.ts'
import { outcomeOfCause } from './call-causes.ts'
import type { CallState } from './call-state.ts'

type Outcome = Pick<DeliveryUpdate, 'state' | 'answer' | 'reason'>

/** How a call ended that somebody or something had picked up. */
export function outcomeOfCall({ stage, heard, plan, trouble }: CallState): Outcome {
  if (trouble === 'soundNotPlayed') return { state: 'failed', answer: 'technisch', reason: trouble }
  if (heard === 'machine') return { state: 'voicemail', answer: 'voicemail' }
  if ((stage === 'talking' || stage === 'returning') && plan.agent === null) return { state: 'transferred', answer: 'mens' }
  const answer = heard === 'unsure' ? 'mens_onzeker' : 'mens'
  return { state: 'answered', answer, ...(trouble !== null && { reason: trouble }) }
}

/** How a call ended, by its last event. Of one that nobody followed its channel still tells whether it was picked up. */
export function outcomeOfEnd(
  call: CallState | null,
  { cause, cause_txt, channel }: { cause: number; cause_txt: string; channel: AriChannel },
): Outcome {
  if (call && call.stage !== 'dialled') return outcomeOfCall(call)
  return channel.state === 'Up' ? { state: 'answered', answer: 'mens_onzeker' } : outcomeOfCause(cause, cause_txt)
}
