import { sql } from 'kysely'
import { channelProviders } from '../../gateways/gateways.ts'
import { unlistReopened } from '../../modules/arrangements/blacklist/take-off-blacklist.ts'
import { findRunSteps } from '../../modules/case-runs/find-run-steps.ts'
import { lockClaimedCases } from '../../modules/case-runs/lock-claimed-cases.ts'
import type { CaseTransaction } from '../../modules/case-runs/save-run-position.ts'
import { claimSimulationCase, simulationEngine } from '../../modules/case-runs/simulation-case.ts'
import { reopenCases, type Transition } from '../../modules/cases/status/case-transitions.ts'
import type { Reopening } from '../../modules/cases/status/find-reopening.ts'
import { findContactFacts } from '../../modules/contact-facts/contact-facts.ts'
import { closedOnAllChannels } from '../../modules/contact-permission/whole-hours.ts'
import type { Services } from '../../services.ts'
import { walkCase } from '../run-case.ts'

type CaseRef = Pick<Reopening, 'customerId' | 'caseId' | 'batchId'>
type Reopened = { cases: readonly CaseRef[]; username: string }
export type ScriptEnd = { result: string; at: string }

// Well within the time that a simulation has: what was looked at by then is the answer.
const playMs = 1_200

/**
 * Reopens cases one after the other in a transaction that its caller undoes, and lets the engine walk each: only the walk knows whether attempts,
 * answers and waits end the script. Answers whose script ends, with which result and when, and how many were looked at before the time was over.
 */
export async function playReopenings(
  tx: CaseTransaction,
  services: Services,
  { cases, username }: Reopened,
): Promise<{ ends: Map<number, ScriptEnd>; checked: number }> {
  const ends = new Map<number, ScriptEnd>()
  const [first] = cases
  if (first === undefined) return { ends, checked: 0 }
  const now = services.clock.now()
  const all = { customerId: first.customerId, caseIds: cases.map(({ caseId }) => caseId), at: now, byUser: username }
  // All at once: several may be of one person.
  await unlistReopened(tx, all, all.caseIds)
  const until = performance.now() + playMs
  let checked = 0
  for (const ref of cases) {
    if (performance.now() > until) break
    checked++
    // Taken back one by one: until then others wait who work on the same batch, for its counters.
    await sql`savepoint reopened`.execute(tx)
    const end = await playOne(tx, services, ref, { ...all, caseIds: [ref.caseId] })
    await sql`rollback to savepoint reopened`.execute(tx)
    if (end !== null) ends.set(ref.caseId, end)
  }
  return { ends, checked }
}

async function playOne(tx: CaseTransaction, services: Services, ref: CaseRef, moving: Transition): Promise<ScriptEnd | null> {
  const now = moving.at
  await reopenCases(tx, moving, { includePaused: true, event: 'reopened' })
  const opening = (await findContactFacts(tx, channelProviders(services.gateways), [ref], now)).get(ref.caseId)
  const closed = opening ? closedOnAllChannels(opening, now) : null
  // A case whose hours never open is not looked at.
  const at = closed === null ? now : closed.nextAt
  return at === null ? null : walkReopened(tx, services, ref, at)
}

async function walkReopened(tx: CaseTransaction, services: Services, ref: CaseRef, at: Date): Promise<ScriptEnd | null> {
  const { customerId, caseId, batchId } = ref
  const run = await claimSimulationCase(tx, ref)
  // A run that stands at its end does not go on.
  const [one] = await lockClaimedCases(tx, simulationEngine, [ref])
  const facts = (await findContactFacts(tx, channelProviders(services.gateways), [ref], at)).get(caseId)
  if (!one || !facts) return null
  const steps = new Map((await findRunSteps(tx, customerId, run.scriptVersionId)).map((step) => [step.key, step]))
  const played = { ...services, db: tx, clock: { now: () => at } }
  const walk = await walkCase({ services: played, tx, now: at, case: one, batchId, facts, record: () => undefined }, run, steps)
  return 'finish' in walk.result ? { result: walk.result.finish, at: at.toISOString() } : null
}
