import type { Simulation, SimulationAnswers } from '@regie/contract/time-machine.ts'
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
import { answerInSimulation, sendInSimulation } from '../../modules/communications/simulation-messages.ts'
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
    }
    const until = new Date(from.getTime() + order.days * dayMs)
    const end = await simulateOn(world, until)
    return { from: from.toISOString(), until: until.toISOString(), moments: world.recorder.moments, end }
  })
}

/** From one due moment to the next, until the script ends, the debtor pays, nothing can come any more, or the days are over. */
async function simulateOn(world: World, until: Date): Promise<Simulation['end']> {
  const { tx, ref, order, recorder, clock, taken } = world
  const { paysOnDay } = order.answers
  const paysAt = paysOnDay === null ? null : new Date(order.from.getTime() + paysOnDay * dayMs)
  const endOf = (kind: Simulation['end']['kind'], result: string | null = null) => ({ kind, result, at: clock.at.toISOString() })
  let callsMade = 0
  for (let turn = 0; turn < turnsMax && taken.steps < stepsMax; turn++) {
    world.deadline.mustGoOn()
    const run = await claimSimulationCase(tx, ref)
    const due = laterOf(clock.at, run.dueAt)
    const closed = await closedAt(world, due)
    const opensAt = closed === null ? due : closed.nextAt
    if (paysAt && (opensAt === null || paysAt <= opensAt)) {
      clock.at = laterOf(clock.at, paysAt)
      await payInSimulation(tx, ref, clock.at)
      await recorder.note()
      return endOf('paid', 'BET')
    }
    if (closed && due < until) recorder.noteClosed(run.step, due, closed)
    if (opensAt === null) return endOf('stuck')
    if (opensAt >= until) {
      clock.at = until
      return endOf('stillRunning')
    }
    clock.at = opensAt
    const walk = await takeTurn(world, run)
    if ('finish' in walk.result) return endOf('finished', walk.result.finish)
    const call = await sendInSimulation(tx, ref, clock.at)
    await recorder.note()
    if (isStuck(walk, recorder)) return endOf('stuck')
    if (!call) continue
    clock.at = new Date(clock.at.getTime() + ringMs)
    const answer = order.answers.calls[Math.min(callsMade++, order.answers.calls.length - 1)]
    if (answer) await answerInSimulation(tx, call, answer, clock.at)
    await recorder.note()
  }
  return endOf('stillRunning')
}

/** One turn of the engine over the played case. */
async function takeTurn({ services, tx, ref, order, steps, recorder, clock, taken, deadline }: World, run: SimulationRun): Promise<Walk> {
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
  return 'after' in result && result.after === 'hold' && last?.event === 'held' && last.nextAt === null
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)
