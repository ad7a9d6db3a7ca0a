import type { SimulationMoment } from '@regie/contract/time-machine.ts'
import type { RefusalReason } from '@regie/contract/cases.ts'
import type { SimulationAnswers } from '@regie/contract/time-machine.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { channelProviders } from '../../gateways/gateways.ts'
import { type CaseFacts, findContactFacts, findPassingDay } from '../../modules/contact-facts/contact-facts.ts'
import { lockClaimedCases } from '../../modules/case-runs/lock-claimed-cases.ts'
import { type SimulationRun, simulationEngine, type SimulationRef } from '../../modules/case-runs/simulation-case.ts'
import type { SimulationSubject } from '../../modules/case-runs/simulation-subject.ts'
import { type CaseTransaction, saveRunPositions } from '../../modules/case-runs/save-run-position.ts'
import { type ClosedOnAllChannels, closedOnAllChannels } from '../../modules/contact-permission/whole-hours.ts'
import { type PlayedCall, sendInSimulation } from '../../modules/communications/simulation-messages.ts'
import { handOverInSimulation } from '../../modules/letters/letters-of-case.ts'
import type { CaseStanding } from '../../modules/case-runs/case-standing.ts'
import { addDays, fromLocalTime, toLocalTime } from '../../modules/contact-permission/local-time.ts'
import type { Services } from '../../services.ts'
import { applyOutcome } from '../apply-outcome.ts'
import { type Walk, walkCase } from '../run-case.ts'
import type { PlayDeadline } from './play-deadline.ts'
import type { SimulationRecorder } from './simulation-recorder.ts'

/** Which steps and case are played, from when, and what the world answers. */
export type SimulationOrder = {
  customerId: number
  scriptId: number
  /** The live version: what is played need not be one. */
  versionId: number
  steps: readonly ScriptStep[]
  subject: SimulationSubject
  from: Date
  days: number
  answers: SimulationAnswers
  /** Where the case stands by now: it goes on from there, as the engine would. Without it the case begins anew, in a script that is switched on. */
  standing?: CaseStanding
  /** Ends the simulation once so many attempts are made. */
  attemptsMax?: number
  /** Holds what is certain so far, for who is content with that when the time is over. */
  known?: SimulationMoment[]
}
/** What the true case brings along: its own messages, which count as those of its copy, and whether a dispute is open or debt help lasts. */
export type SimulationPast = { originalIds: ReadonlySet<number>; disputed: boolean; debtHelp: boolean }
/** What a simulation is made of while it runs. */
export type World = {
  services: Services
  tx: CaseTransaction
  ref: SimulationRef
  order: SimulationOrder
  steps: ReadonlyMap<string, ScriptStep>
  recorder: SimulationRecorder
  clock: { at: Date }
  taken: { steps: number }
  deadline: PlayDeadline
  /** Of a case that goes on from where it stands. */
  past: SimulationPast | null
  /** A filter of the script counts days. */
  asksForDays: boolean
}

export const dayMs = 86_400_000

/** What an engine's outbox does at this moment. */
export async function sendDue(world: World): Promise<PlayedCall | null> {
  const { services, tx, ref, order, recorder, clock } = world
  const until = new Date(order.from.getTime() + order.days * dayMs)
  const providers = channelProviders(services.gateways)
  await handOverInSimulation(tx, ref, clock.at)
  const { heldIds, call } = await sendInSimulation(tx, ref, { facts: await findFacts(world), providers, now: clock.at, until })
  recorder.noteHeld(heldIds)
  await recorder.note()
  return call
}

/** One turn of the engine over the played case. */
export async function takeTurn(world: World, run: SimulationRun): Promise<Walk> {
  const { services, tx, ref, order, steps, recorder, clock, taken, deadline } = world
  const now = clock.at
  const [one] = await lockClaimedCases(tx, simulationEngine, [ref])
  const facts = (await findFacts(world)).get(ref.caseId)
  if (!one || !facts) throw new Error('the played case is not open')
  const { caseNumber, paymentReference, lot } = order.subject
  const played = { ...one, caseNumber, paymentReference, lot }
  const caseRun = {
    services,
    tx,
    now,
    case: played,
    batchId: ref.batchId,
    facts,
    record: (entry: Parameters<SimulationRecorder['record']>[0]) => recorder.record({ at: now, ...entry }),
  }
  const walk = await walkCase(caseRun, run, steps, (step) => {
    deadline.mustGoOn()
    taken.steps++
    return recorder.note(step)
  })
  await recorder.note()
  if (mayPassLater(world, walk)) await sleepUntilAnotherDay(world, walk)
  const position = await applyOutcome(tx, run, walk, now)
  if (position) await saveRunPositions(tx, simulationEngine, [position])
  await recorder.note()
  return walk
}

/** What is asked before anybody is contacted. A script that is still switched off is played as if it were on; no message counts twice. */
async function findFacts({ services, tx, ref, clock, past }: World) {
  const facts = await findContactFacts(tx, channelProviders(services.gateways), [ref], clock.at)
  return new Map([...facts].map(([caseId, known]) => [caseId, past === null ? { ...known, scriptActive: true } : withPast(known, past)]))
}

function withPast(known: CaseFacts, { originalIds, disputed, debtHelp }: SimulationPast): CaseFacts {
  const isCopy = ({ id }: { id: number }) => !originalIds.has(id)
  return { ...known, disputed, debtHelp, contacts: known.contacts.filter(isCopy), staffContacts: known.staffContacts.filter(isCopy) }
}

/** Why and until when no engine looks at the case: none of its script's channels is open. Null while one is. */
export async function closedAt(world: World, at: Date): Promise<ClosedOnAllChannels | null> {
  const facts = (await findFacts(world)).get(world.ref.caseId)
  return facts ? closedOnAllChannels(facts, at) : null
}

/** Held, and no time ends it: looked at again for ever. */
export function isStuck(
  { result }: Walk,
  { moments }: SimulationRecorder,
  before: { held?: RefusalReason | null; moments: number },
): boolean {
  if (!('after' in result) || result.after !== 'hold' || result.held == null) return false
  // What held it before the simulation began has its line already.
  if (moments.length === before.moments && before.held === result.held) return true
  const last = moments.at(-1)
  return last?.event === 'held' && last.nextAt === null
}

/** A filter that counts days may let the case pass on another day; what else holds it stays as it is while nobody changes it. */
export function mayPassLater({ asksForDays }: World, { result }: Walk): boolean {
  return asksForDays && 'after' in result && result.after === 'hold' && result.held === 'outsideFilter'
}

/** An engine looks at the case every few minutes. Nothing changes before the day on which the filters let it pass: the looks until then are left out. */
async function sleepUntilAnotherDay(world: World, { result }: Walk): Promise<void> {
  if (!('sleepUntil' in result)) return
  const { tx, ref, order, clock } = world
  const everyMs = result.sleepUntil.getTime() - clock.at.getTime()
  const today = toLocalTime(clock.at).date
  const ahead = Array.from({ length: order.days + 1 }, (_, index) => addDays(today, index + 1))
  const day = (await findPassingDay(tx, ref, ahead)) ?? addDays(today, order.days + 1)
  const midnight = fromLocalTime(day, 0)
  const facts = (await findFacts(world)).get(ref.caseId)
  while (facts && result.sleepUntil < midnight) {
    const closed = closedOnAllChannels(facts, result.sleepUntil)
    if (closed?.nextAt === null) return
    result.sleepUntil = closed?.nextAt ?? new Date(result.sleepUntil.getTime() + everyMs)
  }
}
