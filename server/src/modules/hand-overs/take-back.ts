import type { handOverApi } from '@regie/contract/hand-overs.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { unlistReopened } from '../arrangements/blacklist/take-off-blacklist.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { reopenCases } from '../cases/status/case-transitions.ts'
import { recordForAll } from '../timeline/record-timeline.ts'
import { findHandOver } from './hand-over-queries.ts'

type Wish = RequestOf<typeof handOverApi.takeBack>['body']
type Looked = { id: number; reason: string | null }

/** Takes cases back from whoever has them: they are open again where their script stood, and their timelines say why. What cannot come back is left alone. */
export async function takeBack(
  { db, clock }: Services,
  caller: Caller,
  handOverId: number,
  { caseIDs, reason }: Wish,
): Promise<ResponseOf<typeof handOverApi.takeBack>> {
  const now = clock.now()
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const { customerId, name } = await findHandOver(tx, caller, handOverId)
      const looked = await lockCases(tx, caller, { customerId, handOverId }, caseIDs)
      const back = looked.filter((one) => one.reason === null).map(({ id }) => id)
      const left = looked.flatMap((one) => one.reason ?? []).concat(Array(new Set(caseIDs).size - looked.length).fill('handOver.notThere'))
      if (back.length > 0) await reopen(tx, { customerId, handOverId, name, why: reason, byUser: caller.username, at: now }, back)
      const leftAlone = [...Map.groupBy(left, (code) => code)].map(([code, all]) => ({ reason: code, count: all.length }))
      return { takenBack: back.length, leftAlone }
    }),
  )
}

async function lockCases(
  tx: Transaction,
  caller: Caller,
  { customerId, handOverId }: { customerId: number; handOverId: number },
  caseIds: readonly number[],
): Promise<Looked[]> {
  const { rows } = await sql<Looked>`
    select c.id, case
        when k.state <> 'handedOver' then 'handOver.notThere'
        when c.anonymous_at is not null then 'case.anonymous'
        when c.status <> 'closed' then 'case.notClosed'
        when c.result = 'BET' then 'handOver.nothingOpen'
        when b.status = 'closed' then 'batch.notOpen'
        when b.locked_at is not null and not ${caller.rights.includes(Right.lockBatches)}::boolean then 'batch.locked'
      end as reason
    from hand_over_cases k
    join cases c on c.customer_id = k.customer_id and c.id = k.case_id
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where k.customer_id = ${customerId} and k.hand_over_id = ${handOverId} and c.id = any(${caseIds}::bigint[])
    order by c.id
    for update of c, k`.execute(tx)
  return rows
}

type Reopening = { customerId: number; handOverId: number; name: string; why: string; byUser: string; at: Date }

async function reopen(tx: Transaction, { customerId, handOverId, name, why, byUser, at }: Reopening, caseIds: readonly number[]) {
  await unlistReopened(tx, { customerId, at, byUser }, caseIds)
  await reopenCases(tx, { customerId, caseIds, at, byUser }, { includePaused: true, event: 'reopened' })
  await sql`
    update hand_over_cases
    set state = 'takenBack', ended_at = ${at}, ended_by = ${byUser}
    where customer_id = ${customerId} and hand_over_id = ${handOverId} and case_id = any(${caseIds}::bigint[])`.execute(tx)
  const line = { customerId, at, byUser, event: 'takenBack', params: { to: name, why } } as const
  await sql`select ${recordForAll(line, sql`${caseIds}::bigint[]`)}`.execute(tx)
  // A booking of that time may be taken back by now.
  for (const caseId of caseIds) await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId }, byUser, revives: true })
  await notifyEngine(tx)
}
