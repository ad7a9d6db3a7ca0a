import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { StepFault } from '@regie/contract/flow.ts'
import { checkSteps } from '@regie/contract/script-steps-check.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { Simulation, timeMachineApi } from '@regie/contract/time-machine.ts'
import { maySeePersonalData, textMaskOf } from '../../modules/fields/masks.ts'
import { fieldsAsked, findSimulationSubject, type SimulationSubject, withoutPerson } from '../../modules/case-runs/simulation-subject.ts'
import { findFields } from '../../modules/fields/find-fields.ts'
import { isPersonal } from '../../modules/fields/personal-fields.ts'
import { findFilters } from '../../modules/filters/filter-queries.ts'
import { findKnownNames, findLive, findOwnerOfScript } from '../../modules/flows/flow-queries.ts'
import { keyedQuestion, nobodysAnswer } from '../../modules/self-service/identity/keyed-answer.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { simulateScript } from './simulate-script.ts'

type Order = RequestOf<typeof timeMachineApi.simulate>['body']

// With one of these the engine would not know where to go or what to send; the others may be played.
const unplayable: readonly StepFault['fault'][] = [
  'stepMissing',
  'keyTwice',
  'loopWithoutWait',
  'templateMissing',
  'templateUnknown',
  'resultUnknown',
]

/** Simulates a case through the given steps, or the live ones. It shows what is in the case, so it asks the right to see cases. */
export async function simulateCase(services: Services, caller: Caller, scriptId: number, order: Order): Promise<Simulation> {
  const { db } = services
  const customerId = await findOwnerOfScript(db, caller, scriptId)
  const live = await findLive(db, customerId, scriptId)
  const steps = order.steps ?? live.steps
  await mustBeSimulable(services, { customerId, scriptId }, steps)
  const known = await findSimulationSubject(db, customerId, order.caseID)
  const fields = await findFields(db, customerId, scriptId)
  const subject = subjectFor(caller, known, { fields, live: live.steps, steps })
  const { from, days, answers } = order
  const simulation = await simulateScript(services, {
    customerId,
    scriptId,
    versionId: live.id,
    steps,
    subject,
    from: new Date(from),
    days,
    answers,
  })
  if (maySeePersonalData(caller)) return simulation
  return withMaskedTexts(simulation, textMaskOf(known, fields))
}

/**
 * The case as this caller may have it simulated. Steps of one's own could ask a personal field value by value: without the right to personal data only
 * those are answered that the live version asks, which is how the case truly goes.
 */
export function subjectFor(
  caller: Caller,
  subject: SimulationSubject,
  { fields, live, steps }: { fields: readonly FieldDefinition[]; live: readonly ScriptStep[]; steps: readonly ScriptStep[] },
): SimulationSubject {
  if (maySeePersonalData(caller)) return subject
  const liveAsks = fieldsAsked(live)
  const personal = new Set(fields.filter(isPersonal).map(({ key }) => key))
  const unasked = [...fieldsAsked(steps)].filter((key) => personal.has(key) && !liveAsks.has(key))
  return { ...subject, fields: Object.fromEntries(Object.entries(subject.fields).filter(([key]) => !unasked.includes(key))) }
}

/** Refuses steps that an engine could not walk. */
export async function mustBeSimulable({ db }: Services, ref: { customerId: number; scriptId: number }, steps: readonly ScriptStep[]) {
  const faults = checkSteps(steps, await findKnownNames(db, ref.customerId, ref.scriptId)).filter(({ fault }) => unplayable.includes(fault))
  if (faults.length > 0)
    throw new AppError('script.faulty', { params: { count: new Set(faults.map(({ step }) => step)).size }, current: faults })
}

/** The case without its person; the fields that these steps and the script's filters ask keep their value. */
export async function hidePerson(
  { db }: Services,
  { customerId, scriptId }: { customerId: number; scriptId: number },
  subject: SimulationSubject,
  steps: readonly ScriptStep[],
): Promise<SimulationSubject> {
  const filters = await findFilters(db, { customerId, scriptId })
  const asked = new Set([...fieldsAsked(steps), ...filters.flatMap(({ rules }) => rules.map(({ field }) => field))])
  const hidden = withoutPerson(subject, await findFields(db, customerId, scriptId), asked)
  // Who could be asked by phone who they are still can be.
  const isAskedAlike = keyedQuestion(hidden.fields)?.digits === keyedQuestion(subject.fields)?.digits
  return isAskedAlike ? hidden : { ...hidden, fields: { ...hidden.fields, ...nobodysAnswer(subject.fields) } }
}

function withMaskedTexts(simulation: Simulation, masked: (text: string) => string): Simulation {
  const moments = simulation.moments.map((moment) => {
    if (!moment.message) return moment
    const { to, subject, text, html } = moment.message
    return {
      ...moment,
      message: { to: masked(to), subject: masked(subject), text: masked(text), html: html === null ? null : masked(html) },
    }
  })
  return { ...simulation, moments }
}
