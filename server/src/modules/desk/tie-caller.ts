import type { DeskCall } from '@regie/contract/desk.ts'
import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { publishCaseChanged, selectCaseForUpdate } from '../cases/case-changes.ts'
import { beginLive, moveLive } from '../case-runs/live-cases.ts'
import { tieCall } from '../communications/inbound/tie-call.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { findOwnCall, showOwnCall } from './find-call.ts'

/** Says which case an unknown caller calls about. Once: which case a call is about does not change under who speaks. */
export async function tieCaller(services: Services, caller: Caller, callId: number, caseId: number): Promise<DeskCall> {
  const { db, clock } = services
  const row = await findOwnCall(db, caller, callId)
  if (row.finishedAt !== null) throw new AppError('desk.callOver')
  if (row.caseId !== null) throw new AppError('desk.hasCase')
  const { customerId, id, userId } = row
  const at = clock.now()
  await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const found = await tx
        .selectFrom('cases')
        .select('id')
        .where('customer_id', '=', customerId)
        .where('id', '=', caseId)
        .executeTakeFirst()
      if (!found) throw new AppError('case.notFound', { field: 'caseID' })
      const locked = await selectCaseForUpdate(tx, caseId)
      if (!(await tieCall(tx, { customerId, id, caseId, batchId: locked.batchId }))) throw new AppError('desk.hasCase')
      await sql`
        update desk_calls
        set case_id = ${caseId}
        where customer_id = ${customerId} and communication_id = ${id} and case_id is null`.execute(tx)
      const line = { customerId, caseId, communicationId: id, simulated: row.simulated, byUser: caller.username, at }
      await recordTimeline(tx, [{ ...line, event: 'callerTied' }])
      if (row.endedAt === null) {
        await beginLive(tx, { customerId, caseId }, at)
        await moveLive(tx, { customerId, caseId }, { state: 'transferred', at, userId })
      }
      await publish(tx, { kind: 'agent.changed', customerId, userId })
      await publishCaseChanged(tx, locked)
    }),
  )
  return showOwnCall(services, caller, callId)
}
