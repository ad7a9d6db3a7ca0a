import { menuWays } from '@regie/contract/call-menu.ts'
import { findAnswersOfStep } from '../../modules/communications/answers-of-step.ts'
import { findCallManner } from '../../modules/scripts/find-call-manner.ts'
import { findCallOfStep } from '../../modules/communications/call-of-step.ts'
import { answersFrom } from '../../modules/self-service/identity/count-answer.ts'
import { keyedQuestion } from '../../modules/self-service/identity/keyed-answer.ts'
import type { CaseRun, StepHandler, StepOf } from './step.ts'
import { waitMs } from './wait-ms.ts'
import { writeToPerson } from './write-to-person.ts'

type Settings = StepOf<'call'>['settings']

/** Calls, waits for how it ends, and calls again until somebody answers or it is enough. A call whose end is unknown is not repeated. */
export const callStep: StepHandler<'call'> = async (run, { settings, next }) => {
  const call = await findCallOfStep(run.tx, run.case, run.keyPrefix, run.key)
  if (call.status === 'underWay') return { waitFor: 'call' }
  // Who chose was reached, however the call ended after that, or whether anybody saw its end.
  const chosen = wayOf(settings, call.chosen)
  if (chosen !== undefined) return { next: chosen }
  // A batch that redials nobody: one call, and on with the script.
  if (call.count > 0 && !run.case.redialOn) return { next }
  if (call.status === 'notReached' && call.count < settings.attemptsMax) {
    const minutes = await retryDelay(run, settings)
    return minutes === null ? { next } : { sleepUntil: new Date(run.now.getTime() + waitMs(run.case, minutes)), after: 'again' }
  }
  if (call.status !== 'none') return { next }
  const asked = settings.identity && keyedQuestion(run.case.fields)
  if (settings.identity && !asked) {
    // Nothing that names the debt is said to whoever picks up, so nobody is called.
    run.record({ event: 'callUnasked' })
    return { next: settings.identity.failed }
  }
  // Who is called while no answer of theirs counts could not show who they are, whatever they press.
  const opensAt = settings.identity ? await answersFrom(run.tx, run.case, run.now) : null
  if (opensAt !== null) return { sleepUntil: opensAt, after: 'hold' }
  const { callerId, voice, language } = await findCallManner(run.tx, run.case.customerId, run.batchId)
  const letter = {
    channel: 'call',
    template: settings.template,
    ...(settings.voicemail && { voicemail: settings.voicemail }),
    menu: settings.menu,
    ...(settings.identity && asked && { identity: { ...settings.identity, ...asked } }),
    recipient: run.case.mobile ?? run.case.phone,
    sender: callerId,
    voice,
    language,
  } as const
  return (await writeToPerson(run, next, letter)) ?? { waitFor: 'call' }
}

/** The way of what was chosen in the call; undefined: nothing was, or it has none of its own. */
const wayOf = (settings: Settings, chosen: string | null) => menuWays(settings).find(({ answer }) => answer === chosen)?.to

/** How long to wait before the next call; null when this answer came more often than the script allows. */
async function retryDelay(run: CaseRun, { retryMinutes, retries }: Settings): Promise<number | null> {
  if (!retries || Object.keys(retries).length === 0) return retryMinutes
  const answers = await findAnswersOfStep(run.tx, run.case, run.keyPrefix)
  const last = answers.at(-1)
  const rule = last && retries[last]
  if (!rule) return retryMinutes
  return answers.filter((answer) => answer === last).length <= rule.max ? rule.minutes : null
}
