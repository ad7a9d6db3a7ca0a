import type { ScriptStep } from '@regie/contract/scripts.ts'
import { channelProviders } from '../gateways/gateways.ts'
import { publish } from '../live/publish.ts'
import type { ClaimedRun } from '../modules/case-runs/claim-next-cases.ts'
import { findContactFacts } from '../modules/contact-facts/contact-facts.ts'
import { findRunSteps } from '../modules/case-runs/find-run-steps.ts'
import { lockClaimedCases } from '../modules/case-runs/lock-claimed-cases.ts'
import { recordTimeline, type TimelineEntry } from '../modules/timeline/record-timeline.ts'
import { putOffRun, type RunPosition, saveRunPositions } from '../modules/case-runs/save-run-position.ts'
import { isDatabaseAway, isDatabaseFull } from '../platform/db/database-trouble.ts'
import type { Services } from '../services.ts'
import { applyOutcome } from './apply-outcome.ts'
import { type Walk, walkCase } from './run-case.ts'
import type { CaseRun } from './steps/step.ts'

// One commit for so many cases of a batch: enough to share the flush to disk, few enough that nobody waits long for one of them.
const casesPerCommit = 25
// A case whose step fails is looked at again later, so that it does not fail a thousand times an hour.
const putOffMs = 5 * 60_000

/** Script versions never change, so their steps are read once. */
export type StepsCache = Map<number, ReadonlyMap<string, ScriptStep>>

/** Runs the claimed cases, batch by batch. One that fails is set apart, and the others go on without it. */
export async function runCases(services: Services, engineId: number, claimed: readonly ClaimedRun[], cache: StepsCache): Promise<void> {
  for (const runs of Map.groupBy(claimed, (run) => run.batchId).values()) {
    for (let from = 0; from < runs.length; from += casesPerCommit) {
      const group = runs.slice(from, from + casesPerCommit)
      try {
        await runGroup(services, engineId, group, cache)
      } catch (error) {
        // No case is at fault; the engine takes its claims back and begins anew.
        if (isDatabaseAway(error) || isDatabaseFull(error)) throw error
        if (group.length > 1) services.log.debug({ err: error, batchId: group[0]?.batchId }, 'a group of cases is run one by one')
        for (const run of group) await runAlone(services, engineId, run, cache)
      }
    }
  }
}

async function runAlone(services: Services, engineId: number, run: ClaimedRun, cache: StepsCache) {
  try {
    await runGroup(services, engineId, [run], cache)
  } catch (error) {
    if (isDatabaseAway(error) || isDatabaseFull(error)) throw error
    services.log.error({ err: error, caseId: run.caseId, step: run.step }, 'a case could not take its step')
    const later = new Date(services.clock.now().getTime() + putOffMs)
    await services.db.transaction().execute((tx) => putOffRun(tx, engineId, run, later))
  }
}

/** One transaction: the steps of these cases, what they queue, their timelines and their positions. */
function runGroup(services: Services, engineId: number, runs: readonly ClaimedRun[], cache: StepsCache) {
  const { db, clock, gateways } = services
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const cases = await lockClaimedCases(tx, engineId, runs)
    const facts = await findContactFacts(tx, channelProviders(gateways), cases, now)
    const positionOf = new Map(runs.map((run) => [run.caseId, run]))
    const timeline: TimelineEntry[] = []
    const walks: { run: ClaimedRun; walk: Walk }[] = []
    for (const one of cases) {
      const position = positionOf.get(one.caseId)
      const known = facts.get(one.caseId)
      if (!position || !known) continue
      const { customerId, caseId, batchId } = position
      const steps = await stepsOf(services, position, cache)
      const record: CaseRun['record'] = (entry) => void timeline.push({ at: now, ...entry, customerId, caseId })
      walks.push({ run: position, walk: await walkCase({ services, tx, now, case: one, batchId, facts: known, record }, position, steps) })
    }
    await recordTimeline(tx, timeline)
    const positions: RunPosition[] = []
    for (const { run, walk } of walks) {
      const position = await applyOutcome(tx, run, walk, now)
      if (position) positions.push(position)
    }
    // What is no longer open or ours was passed over; its claim ends with the others'.
    const walked = new Set(walks.map(({ run }) => run))
    const passedOver = runs.filter((run) => !walked.has(run))
    await saveRunPositions(tx, engineId, [
      ...positions,
      ...passedOver.map((run) => ({ ...run, state: 'ready' as const, waitingFor: null, held: null, dueAt: now })),
    ])
    for (const { customerId, batchId, caseId } of walked) await publish(tx, { kind: 'case.changed', customerId, batchId, caseId })
  })
}

async function stepsOf({ db }: Services, { customerId, scriptVersionId }: ClaimedRun, cache: StepsCache) {
  const known = cache.get(scriptVersionId)
  if (known) return known
  const steps = new Map((await findRunSteps(db, customerId, scriptVersionId)).map((step) => [step.key, step]))
  if (cache.size >= 500) cache.clear()
  cache.set(scriptVersionId, steps)
  return steps
}
