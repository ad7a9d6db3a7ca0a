import type { Play, PlayAnswers } from '@regie/contract/time-machine.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { channelProviders } from '../../gateways/gateways.ts'
import { findContactFacts } from '../../modules/contact-facts/contact-facts.ts'
import { lockClaimedCases } from '../../modules/case-runs/lock-claimed-cases.ts'
import { claimPlayCase, insertPlayCase, type PlayedRun, playEngine, type PlayRef } from '../../modules/case-runs/play-case.ts'
import type { PlaySubject } from '../../modules/case-runs/play-subject.ts'
import { type CaseTransaction, saveRunPositions } from '../../modules/case-runs/save-run-position.ts'
import { type ClosedWhole, closedWhole } from '../../modules/contact-permission/whole-hours.ts'
import { answerPlayed, sendPlayed } from '../../modules/communications/play-messages.ts'
import { payPlayed } from '../../modules/payment-links/pay-played.ts'
import { undone } from '../../platform/db/undone.ts'
import type { Services } from '../../services.ts'
import { applyOutcome } from '../apply-outcome.ts'
import { type Walk, walkCase } from '../run-case.ts'
import { type PlayDeadline, withinPlayTime } from './play-deadline.ts'
import { openScribe, type PlayScribe } from './play-scribe.ts'

export type PlayOrder = {
  customerId: number
  scriptId: number
  /** The live version: what is played need not be one. */
  versionId: number
  steps: readonly ScriptStep[]
  subject: PlaySubject
  from: Date
  days: number
  answers: PlayAnswers
}
type World = {
  services: Services
  tx: CaseTransaction
  ref: PlayRef
  order: PlayOrder
  steps: ReadonlyMap<string, ScriptStep>
  scribe: PlayScribe
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
export function playScript(services: Services, order: PlayOrder): Promise<Play> {
  return withinPlayTime((deadline) => playWithin(services, order, deadline))
}

function playWithin(services: Services, order: PlayOrder, deadline: PlayDeadline): Promise<Play> {
  return undone(services.db, async (tx) => {
    const { customerId, scriptId, versionId, subject, from } = order
    const steps = new Map(order.steps.map((step) => [step.key, step]))
    const ref = await insertPlayCase(tx, { customerId, scriptId, versionId, firstStep: order.steps[0]?.key ?? '', subject, from })
    const clock = { at: from }
    const world: World = {
      services: { ...services, db: tx, clock: { now: () => clock.at } },
      tx,
      ref,
      order,
      steps,
      scribe: openScribe(tx, ref, steps),
      clock,
      taken: { steps: 0 },
      deadline,
    }
    const until = new Date(from.getTime() + order.days * dayMs)
    const end = await playOn(world, until)
    return { from: from.toISOString(), until: until.toISOString(), moments: world.scribe.moments, end }
  })
}

/** From one due moment to the next, until the script ends, the debtor pays, nothing can come any more, or the days are over. */
async function playOn(world: World, until: Date): Promise<Play['end']> {
  const { tx, ref, order, scribe, clock, taken } = world
  const { paysOnDay } = order.answers
  const paysAt = paysOnDay === null ? null : new Date(order.from.getTime() + paysOnDay * dayMs)
  const endOf = (kind: Play['end']['kind'], result: string | null = null) => ({ kind, result, at: clock.at.toISOString() })
  let callsMade = 0
  for (let turn = 0; turn < turnsMax && taken.steps < stepsMax; turn++) {
    world.deadline.mustGoOn()
    const run = await claimPlayCase(tx, ref)
    const due = laterOf(clock.at, run.dueAt)
    const closed = await closedAt(world, due)
    const opensAt = closed === null ? due : closed.nextAt
    if (paysAt && (opensAt === null || paysAt <= opensAt)) {
      clock.at = laterOf(clock.at, paysAt)
      await payPlayed(tx, ref, clock.at)
      await scribe.note()
      return endOf('paid', 'BET')
    }
    if (closed && due < until) scribe.noteClosed(run.step, due, closed)
    if (opensAt === null) return endOf('stuck')
    if (opensAt >= until) {
      clock.at = until
      return endOf('stillRunning')
    }
    clock.at = opensAt
    const walk = await takeTurn(world, run)
    if ('finish' in walk.result) return endOf('finished', walk.result.finish)
    const call = await sendPlayed(tx, ref, clock.at)
    await scribe.note()
    if (isStuck(walk, scribe)) return endOf('stuck')
    if (!call) continue
    clock.at = new Date(clock.at.getTime() + ringMs)
    const answer = order.answers.calls[Math.min(callsMade++, order.answers.calls.length - 1)]
    if (answer) await answerPlayed(tx, call, answer, clock.at)
    await scribe.note()
  }
  return endOf('stillRunning')
}

/** One turn of the engine over the played case. */
async function takeTurn({ services, tx, ref, order, steps, scribe, clock, taken, deadline }: World, run: PlayedRun): Promise<Walk> {
  const now = clock.at
  const [one] = await lockClaimedCases(tx, playEngine, [ref])
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
    tell: (entry: Parameters<PlayScribe['tell']>[0]) => scribe.tell({ at: now, ...entry }),
  }
  const walk = await walkCase(caseRun, run, steps, (step) => {
    deadline.mustGoOn()
    taken.steps++
    return scribe.note(step)
  })
  await scribe.note()
  const position = await applyOutcome(tx, run, walk, now)
  if (position) await saveRunPositions(tx, playEngine, [position])
  await scribe.note()
  return walk
}

/** What is asked before anybody is contacted. A script that is still switched off is played as if it were on. */
async function findFacts({ services, tx, ref, clock }: Pick<World, 'services' | 'tx' | 'ref' | 'clock'>) {
  const facts = await findContactFacts(tx, channelProviders(services.gateways), [ref], clock.at)
  return new Map([...facts].map(([caseId, known]) => [caseId, { ...known, scriptActive: true }]))
}

/** Why and until when no engine looks at the case: none of its script's channels is open. Null while one is. */
async function closedAt(world: World, at: Date): Promise<ClosedWhole | null> {
  const facts = (await findFacts(world)).get(world.ref.caseId)
  return facts ? closedWhole(facts, at) : null
}

/** Held, and no time ends it: looked at again for ever. */
function isStuck({ result }: Walk, { moments }: PlayScribe): boolean {
  const last = moments.at(-1)
  return 'after' in result && result.after === 'hold' && last?.event === 'held' && last.nextAt === null
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)
