import { type CaseAction, caseActionRefusal } from '@regie/contract/case-action-rules.ts'
import { CaseDetail } from '@regie/contract/cases.ts'
import type { ErrorCode } from '@regie/contract/error-codes.ts'
import { holdsRight } from '@regie/contract/right-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import { allowList } from '../../platform/http/allow-list.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustNotBeLocked } from './batch-lock.ts'
import { type LockedCase, selectCaseForUpdate, publishCaseChanged } from './case-changes.ts'
import type { Transition } from './status/case-transitions.ts'
import { findCaseDetail } from './case-detail.ts'

/** A case, as somebody looked at it when they decided to change it; version null: the action is about a part that is found in the case or not. */
export type SeenCase = { caseId: number; version: number | null }
/** What is locked before the case, where others lock it before the case too. */
type Locking = { before?: (tx: Transaction) => Promise<void> }
export type Work = (tx: Transaction, locked: LockedCase, now: Date) => Promise<void>

const shown = allowList(CaseDetail)

/**
 * Changes one case for a member of staff: may he, has it changed since he looked, change it, tell the screens.
 * Whoever acted on an older version is refused with the case as it is now, so that nobody's change is lost unseen.
 */
export async function workOnCase(
  services: Services,
  caller: Caller,
  { caseId, version, before }: SeenCase & Locking,
  work: Work,
): Promise<CaseDetail> {
  const refusal = await tryThrice(() =>
    services.db.transaction().execute(async (tx) => {
      await before?.(tx)
      const locked = await selectCaseForUpdate(tx, caseId)
      mustAccessCustomer(caller, locked.customerId, 'case.notFound')
      mustNotBeLocked(locked, caller)
      if (version !== null && locked.version !== version) return 'error.conflict' as const
      await work(tx, locked, services.clock.now())
      await publishCaseChanged(tx, locked)
      return null
    }),
  )
  const current = await findCaseDetail(services, caller, caseId, {})
  if (refusal) throw new AppError(refusal, { current: shown(current) })
  return current
}

/** One locked case, as a transition of it by a member of staff. */
export function movingOne({ customerId, caseId }: LockedCase, { username }: Caller, at: Date): Transition {
  return { customerId, caseIds: [caseId], at, byUser: username }
}

/** Throws when the status of the case does not allow the action. */
export function mustAllow({ status }: Pick<LockedCase, 'status'>, action: CaseAction): void {
  const refusal: ErrorCode | null = caseActionRefusal(status, action)
  if (refusal) throw new AppError(refusal)
}

/** A second right, where an action asks for more than its endpoint. */
export function mustHold(caller: Caller, right: number): void {
  if (!holdsRight(caller.rights, right)) throw new AppError('error.rightMissing')
}
