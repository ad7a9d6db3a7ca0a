import type { Simulation, SimulationAnswers } from '@regie/contract/time-machine.ts'
import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { channelProviders } from '../../gateways/gateways.ts'
import { findContactFacts } from '../../modules/contact-facts/contact-facts.ts'
import { lockClaimedCases } from '../../modules/case-runs/lock-claimed-cases.ts'
import {
  claimSimulationCase,
  insertSimulationCase,
  type SimulationRun,
  simulationEngine,
  type SimulationRef,
} from '../../modules/case-runs/simulation-case.ts'
import type { SimulationSubject } from '../../modules/case-runs/simulation-subject.ts'
import { type CaseTransaction, saveRunPositions } from '../../modules/case-runs/save-run-position.ts'
import { type ClosedOnAllChannels, closedOnAllChannels } from '../../modules/contact-permission/whole-hours.ts'
import { answerInSimulation, type PlayedCall, sendInSimulation } from '../../modules/communications/simulation-messages.ts'
import { nextUnsentAt } from '../../modules/communications/unsent-messages.ts'
import { addDays, fromLocalTime, toLocalTime } from '../../modules/contact-permission/local-time.ts'
import { findFilters } from '../../modules/filters/filter-queries.ts'
import { payInSimulation } from '../../modules/payment-links/pay-in-simulation.ts'
import { undone } from '../../platform/db/undone.ts'
import type { Services } from '../../services.ts'
import { applyOutcome } from '../apply-outcome.ts'
import { type Walk, walkCase } from '../run-case.ts'
import { type PlayDeadline, withinPlayTime } from './play-deadline.ts'
import { openRecorder, type SimulationRecorder } from './simulation-recorder.ts'

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
}
type World = {
  services: Services
  tx: CaseTransaction
  ref: SimulationRef
  order: SimulationOrder
  steps: ReadonlyMap<string, ScriptStep>
  recorder: SimulationRecorder
  clock: { at: Date }
  taken: { steps: number }
  deadline: PlayDeadline
  /** A filter of the script counts days. */
  asksForDays: boolean
}

const dayMs = 86_400_000
// A phone rings for so long before the played answer comes.
const ringMs = 30_000
// A script that looks every minute for thirty days is not played to its end.
const turnsMax = 500
// Nor is one that asks a hundred questions a minute: each step is a few statements, in one transaction.
const stepsMax = 1_000

/**
 * Plays one case through a script on a clock of its own: the engine's own walk, steps, permissions and records, in a transaction that is undone.
 * What would leave counts as sent at its moment; calls end as the answers say.
 */
export function simulateScript(services: Services, order: SimulationOrder): Promise<Simulation> {
  return withinPlayTime((deadline) => playWithin(services, order, deadline))
}

function playWithin(services: Services, order: SimulationOrder, deadline: PlayDeadline): Promise<Simulation> {
  return undone(services.db, async (tx) => {
    const { customerId, scriptId, versionId, subject, from } = order
    const steps = new Map(order.steps.map((step) => [step.key, step]))
    const ref = await insertSimulationCase(tx, { customerId, scriptId, versionId, firstStep: order.steps[0]?.key ?? '', subject, from })
    const filters = await findFilters(tx, { customerId, scriptId })
    const clock = { at: from }
    const world: World = {
      services: { ...services, db: tx, clock: { now: () => clock.at } },
      tx,
      ref,
      order,
      steps,
      recorder: openRecorder(tx, ref, steps),
      clock,
      taken: { steps: 0 },
      deadline,
      asksForDays: filters.some(({ active, rules }) => active && rules.some(({ op }) => op === 'daysAgo')),
    }
    const until = new Date(from.getTime() + order.days * dayMs)
    const end = await simulateOn(world, until)
    return { from: from.toISOString(), until: until.toISOString(), moments: world.recorder.moments, end }
  })
}

type Call = { played: PlayedCall; answer: LastAnswer; endsAt: Date }
type Next = { kind: 'run' | 'send' | 'answer'; at: Date; closed: ClosedOnAllChannels | null }

/** From one moment at which something is due to the next, until the script ends, the debtor pays, nothing can come any more, or the days are over. */
async function simulateOn(world: World, until: Date): Promise<Simulation['end']> {
  const { tx, ref, order, recorder, clock, taken } = world
  const { paysOnDay } = order.answers
  const paysAt = paysOnDay === null ? null : new Date(order.from.getTime() + paysOnDay * dayMs)
  const endOf = (kind: Simulation['end']['kind'], result: string | null = null) => ({ kind, result, at: clock.at.toISOString() })
  const pay = async (at: Date) => {
    clock.at = laterOf(clock.at, at)
    await payInSimulation(tx, ref, clock.at)
    await recorder.note()
    return endOf('paid', 'BET')
  }
  let call: Call | null = null
  let callsMade = 0
  for (let turn = 0; turn < turnsMax && taken.steps < stepsMax; turn++) {
    world.deadline.mustGoOn()
    const run = await claimSimulationCase(tx, ref)
    const next = await nextOf(world, run, call)
    if (paysAt && paysAt < until && (next === null || paysAt <= next.at)) return pay(paysAt)
    if (next === null) return endOf('stuck')
    if (next.closed && clock.at < until) recorder.noteClosed(run.step, laterOf(clock.at, run.dueAt), next.closed)
    if (next.at >= until) {
      clock.at = until
      return endOf('stillRunning')
    }
    clock.at = next.at
    if (next.kind === 'answer' && call) {
      await answerInSimulation(tx, call.played, call.answer, clock.at)
      call = null
      await recorder.note()
      continue
    }
    const walk = next.kind === 'run' ? await takeTurn(world, run) : null
    if (walk && 'finish' in walk.result) return endOf('finished', walk.result.finish)
    const played = await sendDue(world)
    const answer = order.answers.calls[Math.min(callsMade, order.answers.calls.length - 1)]
    if (played && answer) {
      callsMade++
      call = { played, answer, endsAt: new Date(clock.at.getTime() + ringMs) }
    }
    const goesOn = walk === null || call !== null || !isStuck(walk, recorder) || mayPassLater(world, walk)
    if (goesOn || (await nextUnsentAt(tx, ref)) !== null) continue
    return paysAt && paysAt < until ? pay(paysAt) : endOf('stuck')
  }
  return endOf('stillRunning')
}

/** What comes next: the case's own step once its script is open, a message that waits, or the end of a call. Null: nothing does. */
async function nextOf(world: World, run: SimulationRun, call: Call | null): Promise<Next | null> {
  const { tx, ref, clock } = world
  const coming: Next[] = []
  if (run.state !== 'waiting') {
    const due = laterOf(clock.at, run.dueAt)
    const closed = await closedAt(world, due)
    const at = closed === null ? due : closed.nextAt
    if (at !== null) coming.push({ kind: 'run', at, closed })
    else world.recorder.noteClosed(run.step, due, { reason: closed?.reason ?? 'outsideWindow', nextAt: null })
  }
  const unsentAt = await nextUnsentAt(tx, ref)
  if (unsentAt !== null) coming.push({ kind: 'send', at: laterOf(clock.at, unsentAt), closed: null })
  if (call) coming.push({ kind: 'answer', at: call.endsAt, closed: null })
  return coming.reduce<Next | null>((first, one) => (first === null || one.at < first.at ? one : first), null)
}

/** What an engine's outbox does at this moment. */
async function sendDue(world: World): Promise<PlayedCall | null> {
  const { services, tx, ref, order, recorder, clock } = world
  const until = new Date(order.from.getTime() + order.days * dayMs)
  const providers = channelProviders(services.gateways)
  const { heldIds, call } = await sendInSimulation(tx, ref, { facts: await findFacts(world), providers, now: clock.at, until })
  recorder.noteHeld(heldIds)
  await recorder.note()
  return call
}

/** One turn of the engine over the played case. */
async function takeTurn(world: World, run: SimulationRun): Promise<Walk> {
  const { services, tx, ref, order, steps, recorder, clock, taken, deadline } = world
  const now = clock.at
  const [one] = await lockClaimedCases(tx, simulationEngine, [ref])
  const facts = (await findFacts({ services, tx, ref, clock })).get(ref.caseId)
  if (!one || !facts) throw new Error('the played case is not open')
  const played = { ...one, caseNumber: order.subject.caseNumber }
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

/** What is asked before anybody is contacted. A script that is still switched off is played as if it were on. */
async function findFacts({ services, tx, ref, clock }: Pick<World, 'services' | 'tx' | 'ref' | 'clock'>) {
  const facts = await findContactFacts(tx, channelProviders(services.gateways), [ref], clock.at)
  return new Map([...facts].map(([caseId, known]) => [caseId, { ...known, scriptActive: true }]))
}

/** Why and until when no engine looks at the case: none of its script's channels is open. Null while one is. */
async function closedAt(world: World, at: Date): Promise<ClosedOnAllChannels | null> {
  const facts = (await findFacts(world)).get(world.ref.caseId)
  return facts ? closedOnAllChannels(facts, at) : null
}

/** Held, and no time ends it: looked at again for ever. */
function isStuck({ result }: Walk, { moments }: SimulationRecorder): boolean {
  const last = moments.at(-1)
  return 'after' in result && result.after === 'hold' && result.held != null && last?.event === 'held' && last.nextAt === null
}

/** A filter that counts days may let the case pass on another day; what else holds it stays as it is while nobody changes it. */
function mayPassLater({ asksForDays }: World, { result }: Walk): boolean {
  return asksForDays && 'after' in result && result.after === 'hold' && result.held === 'outsideFilter'
}

/** An engine looks at the case every few minutes. Nothing changes before the next day: the looks until then are left out. */
async function sleepUntilAnotherDay(world: World, { result }: Walk): Promise<void> {
  if (!('sleepUntil' in result)) return
  const { at } = world.clock
  const everyMs = result.sleepUntil.getTime() - at.getTime()
  const midnight = fromLocalTime(addDays(toLocalTime(at).date, 1), 0)
  const facts = (await findFacts(world)).get(world.ref.caseId)
  while (facts && result.sleepUntil < midnight) {
    const closed = closedOnAllChannels(facts, result.sleepUntil)
    if (closed?.nextAt === null) return
    result.sleepUntil = closed?.nextAt ?? new Date(result.sleepUntil.getTime() + everyMs)
  }
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)
