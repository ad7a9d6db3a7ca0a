import type { caseActionApi } from '@regie/contract/case-actions.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { channelProviders } from '../../gateways/gateways.ts'
import { unlistReopened } from '../../modules/arrangements/blacklist/take-off-blacklist.ts'
import { findRunSteps } from '../../modules/case-runs/find-run-steps.ts'
import { lockClaimedCases } from '../../modules/case-runs/lock-claimed-cases.ts'
import { claimSimulationCase, simulationEngine } from '../../modules/case-runs/simulation-case.ts'
import { reopenCases } from '../../modules/cases/status/case-transitions.ts'
import { findReopening, type Reopening } from '../../modules/cases/status/find-reopening.ts'
import { findContactFacts } from '../../modules/contact-facts/contact-facts.ts'
import { closedOnAllChannels } from '../../modules/contact-permission/whole-hours.ts'
import { undone } from '../../platform/db/undone.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { walkCase } from '../run-case.ts'

type Answer = ResponseOf<typeof caseActionApi.reopenQuestion>

/** What would close a case again by itself, before somebody reopens it: its last day, or its script as soon as that works. */
export async function reopenQuestion(services: Services, caller: Caller, caseId: number): Promise<Answer> {
  const reopening = await findReopening(services, caller, caseId, services.clock.now())
  const { expiresOn, isExpired, mayReopen } = reopening
  return { expiresOn, isExpired, scriptEnd: mayReopen ? await playReopening(services, caller, reopening) : null }
}

/** Reopens the case in a transaction that is undone, and lets the engine walk it: only the walk knows whether attempts, answers and waits end the script. */
function playReopening(services: Services, { username }: Caller, { customerId, caseId, batchId }: Reopening): Promise<Answer['scriptEnd']> {
  return undone(services.db, async (tx) => {
    const ref = { customerId, caseId, batchId }
    const now = services.clock.now()
    await unlistReopened(tx, { customerId, at: now, byUser: username }, [caseId])
    await reopenCases(tx, { customerId, caseIds: [caseId], at: now, byUser: username }, { includePaused: true, event: 'reopened' })
    const providers = channelProviders(services.gateways)
    const opening = (await findContactFacts(tx, providers, [ref], now)).get(caseId)
    const closed = opening ? closedOnAllChannels(opening, now) : null
    const at = closed === null ? now : closed.nextAt
    // A run that stands at its end does not go on, and one whose hours never open is not looked at.
    const run = await claimSimulationCase(tx, ref)
    const [one] = await lockClaimedCases(tx, simulationEngine, [ref])
    if (!one || at === null) return null
    const facts = (await findContactFacts(tx, providers, [ref], at)).get(caseId)
    if (!facts) return null
    const steps = new Map((await findRunSteps(tx, customerId, run.scriptVersionId)).map((step) => [step.key, step]))
    const played = { ...services, db: tx, clock: { now: () => at } }
    const walk = await walkCase({ services: played, tx, now: at, case: one, batchId, facts, record: () => undefined }, run, steps)
    return 'finish' in walk.result ? { result: walk.result.finish, at: at.toISOString() } : null
  })
}
