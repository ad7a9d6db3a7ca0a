import type { LastAnswer } from '@regie/contract/last-answer.ts'
import { sql } from 'kysely'
import { publish, publishOf } from '../../live/publish.ts'
import { isWorthRetrying } from '../../platform/db/database-trouble.ts'
import { withKeptPlans } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { recordCallAnswer, recordCallStarted } from '../cases/record-call-answer.ts'
import { wakeHeldByStaff } from '../case-runs/wake-held.ts'
import { wakeCase } from '../case-runs/wake-case.ts'

type Call = { customerId: number; caseId: number; batchId: number }

/** The provider dials: the case shows it. */
export async function noteCallStarted({ db, clock, log }: Services, call: Call): Promise<void> {
  const note = () =>
    withKeptPlans(() =>
      db.transaction().execute(async (tx) => {
        // A light that a crash puts out is lit by the next news: nobody waits for the disk.
        await sql`select set_config('synchronous_commit', 'off', true), ${publishOf({ kind: 'case.changed', ...call })}`.execute(tx)
        // Last: it holds the counters of its batch, for which the other calls wait.
        await recordCallStarted(tx, call, clock.now())
      }),
    )
  // Only a light on a screen: it does not hold up the calls.
  await note().catch((error: unknown) => log.warn({ err: error, caseId: call.caseId }, 'a started call is not shown'))
}

/** A call ended without the provider telling: the case takes note and goes on. */
export async function endCall({ db, clock }: Services, call: Call, answer: LastAnswer): Promise<void> {
  const end = () =>
    db.transaction().execute(async (tx) => {
      await recordCallAnswer(tx, call, answer, clock.now())
      await wakeCase(tx, call.customerId, call.caseId)
      await wakeHeldByStaff(tx, call.customerId, [call.caseId], clock.now())
      await publish(tx, { kind: 'case.changed', ...call })
    })
  await end().catch((error: unknown) => (isWorthRetrying(error) ? end() : Promise.reject(error)))
}
