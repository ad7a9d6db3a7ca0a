import { findCallOfStep } from '../../modules/communications/call-of-step.ts'
import type { StepHandler } from './step.ts'
import { writeToPerson } from './write-to-person.ts'

/** Calls, waits for how it ends, and calls again until somebody answers or it is enough. A call whose end is unknown is not repeated. */
export const callStep: StepHandler<'call'> = async (run, { settings, next }) => {
  const call = await findCallOfStep(run.tx, run.case, run.keyPrefix, run.key)
  if (call.status === 'underWay') return { waitFor: 'call' }
  if (call.status === 'notReached' && call.count < settings.attemptsMax) {
    return { sleepUntil: new Date(run.now.getTime() + settings.retryMinutes * 60_000), after: 'again' }
  }
  if (call.status !== 'none') return { next }
  const letter = { channel: 'call', template: settings.template, recipient: run.case.mobile ?? run.case.phone, sender: '' } as const
  return (await writeToPerson(run, next, letter)) ?? { waitFor: 'call' }
}
