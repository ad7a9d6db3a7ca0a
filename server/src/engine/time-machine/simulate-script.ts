import type { Simulation } from '@regie/contract/time-machine.ts'
import type { LastAnswer } from '@regie/contract/last-answer.ts'
import { claimSimulationCase, insertSimulationCase, type SimulationRun } from '../../modules/case-runs/simulation-case.ts'
import type { ClosedOnAllChannels } from '../../modules/contact-permission/whole-hours.ts'
import { answerInSimulation, type PlayedCall } from '../../modules/communications/simulation-messages.ts'
import { nextUnsent } from '../../modules/communications/unsent-messages.ts'
import { findFilters } from '../../modules/filters/filter-queries.ts'
import { payInSimulation } from '../../modules/payment-links/pay-in-simulation.ts'
import { undone } from '../../platform/db/undone.ts'
import type { Services } from '../../services.ts'
import { type PlayDeadline, withinPlayTime } from './play-deadline.ts'
import { attemptsIn } from './next-attempt-causes.ts'
import { copyPast } from './copy-past.ts'
import { openRecorder } from './simulation-recorder.ts'
import { closedAt, dayMs, isStuck, mayPassLater, sendDue, type SimulationOrder, takeTurn, type World } from './simulation-turn.ts'

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
  return withinPlayTime(services.config.simulationSeconds, (deadline) => playWithin(services, order, deadline))
}

function playWithin(services: Services, order: SimulationOrder, deadline: PlayDeadline): Promise<Simulation> {
  return undone(services.db, async (tx) => {
    const { customerId, scriptId, versionId, subject, from } = order
    const steps = new Map(order.steps.map((step) => [step.key, step]))
    const firstStep = order.steps[0]?.key ?? ''
    const standing = order.standing ?? null
    const ref = await insertSimulationCase(tx, { customerId, scriptId, versionId, firstStep, subject, from, standing })
    const before = standing === null ? null : await copyPast(services, tx, standing, ref, from)
    const filters = await findFilters(tx, { customerId, scriptId })
    const clock = { at: from }
    const world: World = {
      services: { ...services, db: tx, clock: { now: () => clock.at } },
      tx,
      ref,
      order,
      steps,
      recorder: openRecorder(tx, ref, steps, before?.lastLineId),
      clock,
      taken: { steps: 0 },
      deadline,
      past: before,
      asksForDays: filters.some(({ active, rules }) => active && rules.some(({ op }) => op === 'daysAgo')),
    }
    const until = new Date(from.getTime() + order.days * dayMs)
    const end = await simulateOn(world, until, before?.call ?? null)
    return { from: from.toISOString(), until: until.toISOString(), moments: world.recorder.moments, end }
  })
}

type Call = { played: PlayedCall; answer: LastAnswer; choice: string | undefined; endsAt: Date }
type Next = { kind: 'run' | 'send' | 'answer'; at: Date; closed: ClosedOnAllChannels | null }

/** From one moment at which something is due to the next, until the script ends, the debtor pays, nothing can come any more, or the days are over. */
async function simulateOn(world: World, until: Date, underWay: PlayedCall | null): Promise<Simulation['end']> {
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
  let answered = 0
  const ringsFrom = (played: PlayedCall, answer: LastAnswer | undefined): Call | null => {
    if (answer === undefined) return null
    const { keys = [] } = order.answers
    const isPerson = answer === 'mens' || answer === 'mens_onzeker'
    const choice = isPerson ? keys[Math.min(answered++, keys.length - 1)] : undefined
    return { played, answer, choice, endsAt: new Date(clock.at.getTime() + ringMs) }
  }
  let call = underWay && ringsFrom(underWay, order.answers.calls[0])
  let callsMade = 0
  for (let turn = 0; turn < turnsMax && taken.steps < stepsMax; turn++) {
    // A turn that was cut may have noted what it then found held: it counts when it is whole.
    order.known?.splice(0, order.known.length, ...recorder.moments)
    world.deadline.mustGoOn()
    const run = await claimSimulationCase(tx, ref)
    const next = await nextOf(world, run, call)
    if (paysAt && paysAt < until && (next === null || paysAt <= next.at)) return pay(paysAt)
    if (next === null) return endOf('stuck')
    if (attemptsIn(recorder.moments).length >= (order.attemptsMax ?? Infinity)) return endOf('stillRunning')
    if (next.closed && clock.at < until) recorder.noteClosed(run.step, laterOf(clock.at, run.dueAt), next.closed)
    if (next.at >= until) {
      clock.at = until
      return endOf('stillRunning')
    }
    clock.at = next.at
    if (next.kind === 'answer' && call) {
      await answerInSimulation(tx, call.played, call.answer, clock.at, call.choice)
      call = null
      await recorder.note()
      continue
    }
    const before = { held: run.held ?? null, moments: recorder.moments.length }
    const walk = next.kind === 'run' ? await takeTurn(world, run) : null
    if (walk && 'finish' in walk.result) return endOf('finished', walk.result.finish)
    const played = await sendDue(world)
    const answer = order.answers.calls[Math.min(callsMade, order.answers.calls.length - 1)]
    if (played) {
      callsMade++
      call = ringsFrom(played, answer)
    }
    const goesOn = walk === null || call !== null || !isStuck(walk, recorder, before) || mayPassLater(world, walk)
    if (goesOn || (await nextUnsent(tx, ref)) !== null) continue
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
  const unsentAt = (await nextUnsent(tx, ref))?.at ?? null
  if (unsentAt !== null) coming.push({ kind: 'send', at: laterOf(clock.at, unsentAt), closed: null })
  if (call) coming.push({ kind: 'answer', at: call.endsAt, closed: null })
  return coming.reduce<Next | null>((first, one) => (first === null || one.at < first.at ? one : first), null)
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)
