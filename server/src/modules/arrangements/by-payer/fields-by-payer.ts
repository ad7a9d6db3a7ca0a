import { tryThrice } from '../../../platform/db/try-thrice.ts'
import { withAllCustomers } from '../../../platform/db/scope.ts'
import type { Services } from '../../../services.ts'
import { publishCaseChanged, selectCaseForUpdate } from '../../cases/case-changes.ts'
import { writeFields } from '../../cases/change-case.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { notifyAsked } from './notify-asked.ts'

type From = { caseId: number; address: string; requestId: string }
type Change = { given: Readonly<Record<string, string>>; event: 'detailsByPayer' | 'wishesByPayer' }

/**
 * Changes fields of a case as its debtor says on the page of a link. Which fields stands in the timeline; what was in them before stands in the audit log,
 * which fewer people read. The same again changes nothing.
 */
export function changeFieldsByPayer(
  { db, clock }: Services,
  { caseId, address, requestId }: From,
  { given, event }: Change,
): Promise<void> {
  const actor = { userId: null, username: null, via: 'public', address, requestId, action: `selfService.${event}` } as const
  return withAllCustomers(
    () =>
      tryThrice(() =>
        db.transaction().execute(async (tx) => {
          const locked = await selectCaseForUpdate(tx, caseId)
          const { customerId } = locked
          const now = clock.now()
          const changed = await writeFields(tx, locked, { given, byUser: '', at: now })
          if (changed.length === 0) return
          await recordTimeline(tx, [{ customerId, caseId, event, params: { fields: changed.join(', ') }, at: now }])
          if (event === 'detailsByPayer')
            await notifyAsked(tx, { customerId, caseId, cause: `details:${caseId}:${now.toISOString()}`, at: now })
          await publishCaseChanged(tx, locked)
        }),
      ),
    { actor },
  )
}
