import type { Demo } from '@regie/contract/demos.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { closeCase } from '../cases/status/close-case.ts'
import { findDemo } from './demo-queries.ts'

/** Ends a demo of the caller: what waits to go to him does not. One that has ended stays as it is. */
export async function stopDemo({ db, clock }: Services, caller: Caller, caseId: number): Promise<Demo> {
  await findDemo(db, caller, caseId)
  await db.transaction().execute(async (tx) => {
    const { customer_id: customerId } = await tx
      .selectFrom('cases')
      .select('customer_id')
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow()
    await closeCase(tx, { customerId, caseId }, 'DEM', { user: caller.username, at: clock.now() })
  })
  return findDemo(db, caller, caseId)
}
