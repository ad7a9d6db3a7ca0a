import type { CaseDetail } from '@regie/contract/cases.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { changeCase, type LockedCase } from './case-changes.ts'
import { type SeenCase, workOnCase } from './case-work.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

/** Links a case to another of the same customer, or unlinks it with null. */
export function linkCase(services: Services, caller: Caller, seen: SeenCase, linkedCaseId: number | null): Promise<CaseDetail> {
  return workOnCase(services, caller, seen, async (tx, locked, now) => {
    const { customerId, caseId } = locked
    const number = linkedCaseId === null ? null : await findLinked(tx, locked, linkedCaseId)
    await changeCase(tx, locked, now, { linked_case_id: linkedCaseId })
    const linked = number === null ? ({ event: 'unlinked' } as const) : ({ event: 'linked', params: { caseNumber: number } } as const)
    await recordTimeline(tx, [{ customerId, caseId, ...linked, byUser: caller.username, at: now }])
  })
}

async function findLinked(tx: Transaction, { customerId, caseId }: LockedCase, linkedCaseId: number): Promise<string> {
  if (linkedCaseId === caseId) throw new AppError('case.linkItself', { field: 'linkedCaseID' })
  const other = await tx
    .selectFrom('cases')
    .select('case_number')
    .where('customer_id', '=', customerId)
    .where('id', '=', linkedCaseId)
    .executeTakeFirst()
  if (!other) throw new AppError('case.linkInvalid', { field: 'linkedCaseID' })
  return other.case_number
}
