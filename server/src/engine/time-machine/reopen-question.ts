import type { caseActionApi } from '@regie/contract/case-actions.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { findReopening, type Reopening } from '../../modules/cases/status/find-reopening.ts'
import { undone } from '../../platform/db/undone.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { playReopenings } from './play-reopenings.ts'

type Answer = ResponseOf<typeof caseActionApi.reopenQuestion>

/** What would close a case again by itself, before somebody reopens it: its last day, or its script as soon as that works. */
export async function reopenQuestion(services: Services, caller: Caller, caseId: number): Promise<Answer> {
  const reopening = await findReopening(services, caller, caseId, services.clock.now())
  const { expiresOn, isExpired, mayReopen } = reopening
  return { expiresOn, isExpired, scriptEnd: mayReopen ? await playReopening(services, caller, reopening) : null }
}

async function playReopening(services: Services, { username }: Caller, reopening: Reopening): Promise<Answer['scriptEnd']> {
  const { ends } = await undone(services.db, (tx) => playReopenings(tx, services, { username, cases: [reopening] }))
  return ends.get(reopening.caseId) ?? null
}
