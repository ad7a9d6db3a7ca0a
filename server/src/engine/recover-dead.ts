import { lockDeadEngines, deleteEngines } from '../modules/case-runs/engine-lease.ts'
import { releaseDeadClaims } from '../modules/case-runs/release-claims.ts'
import { wakeAfterHolds } from '../modules/case-runs/wake-held.ts'
import { wakeStalledCalls } from '../modules/case-runs/wake-stalled-calls.ts'
import { endCall } from '../modules/communications/end-call.ts'
import { endWaitingCalls } from '../modules/communications/manual-calls/end-manual-call.ts'
import { recoverMessages } from '../modules/communications/recover-messages.ts'
import type { Services } from '../services.ts'

/** Takes over what engines that are gone left behind. Every engine does this; who comes second finds nothing. */
export async function recoverDead(services: Services): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  const freed = await releaseDeadClaims(db)
  const calls = await db.transaction().execute(async (tx) => {
    const dead = await lockDeadEngines(tx)
    const doubtful = await recoverMessages(tx, now)
    await deleteEngines(tx, dead)
    return doubtful
  })
  for (const call of calls) await endCall(services, call, 'technisch')
  await endWaitingCalls(db, now)
  const woken = await wakeStalledCalls(db, now)
  await wakeAfterHolds(db, now)
  if (freed + calls.length + woken > 0)
    log.info({ cases: freed, calls: calls.length, woken }, 'work of an engine that is gone was taken over')
}
