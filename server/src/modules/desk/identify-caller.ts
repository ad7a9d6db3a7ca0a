import type { DeskCall, deskApi } from '@regie/contract/desk.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { TimelineEvent } from '@regie/contract/timeline-events.ts'
import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { checkIdentity } from './identity-checks.ts'
import { caseOfCall, type DeskRow, findOwnCall, showOwnCall } from './find-call.ts'

type Told = RequestOf<typeof deskApi.identify>['body']

/** Says who is at the other end, with who said so and when; it may be said anew, for whoever is given the phone. */
export async function identifyCaller(services: Services, caller: Caller, callId: number, told: Told): Promise<DeskCall> {
  const { db, clock } = services
  const row = await findOwnCall(db, caller, callId)
  if (row.finishedAt !== null) throw new AppError('desk.callOver')
  const { customerId, id, userId } = row
  const caseId = caseOfCall(row)
  const event = eventOf(row, told)
  const at = clock.now()
  await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      await sql`
        update desk_calls
        set identified_at = ${at}, identified_how = ${told.how}
        where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId}`.execute(tx)
      await recordTimeline(tx, [{ ...event, customerId, caseId, byUser: caller.username, at }])
      await publish(tx, { kind: 'agent.changed', customerId, userId })
    }),
  )
  return showOwnCall(services, caller, callId)
}

function eventOf(row: DeskRow, told: Told): TimelineEvent {
  if (told.how === 'other') return { event: 'callerOther' }
  if (told.how === 'self') return { event: 'callerVouched', params: { reason: told.reason } }
  const checked = checkIdentity(row, told)
  if ('refusal' in checked) throw new AppError(checked.refusal)
  return { event: 'callerIdentified', params: { checks: checked.right.join(',') } }
}
