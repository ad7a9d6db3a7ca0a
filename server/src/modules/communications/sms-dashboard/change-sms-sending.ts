import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type smsApi, smsPauseDaysMax } from '@regie/contract/sms.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { changeScriptRow, selectScriptForUpdate } from '../../scripts/script-row.ts'

type Pause = RequestOf<typeof smsApi.pause>['body']
type Amount = RequestOf<typeof smsApi.amount>['body']

/** Holds the SMS of a script, or of all scripts of a customer, or lets them go. What an engine begins to send at this moment leaves. */
export async function pauseSms({ db, clock }: Services, caller: Caller, wanted: Pause): Promise<void> {
  const { customerID: customerId, scriptID, state } = wanted
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const until = untilOf(wanted, clock.now())
  await db.transaction().execute(async (tx) => {
    const scriptIds = scriptID === null ? await listScriptIds(tx, customerId) : [scriptID]
    for (const id of scriptIds) {
      const script = await selectScriptForUpdate(tx, caller, id)
      if (script.customer_id !== customerId) throw new AppError('script.notFound')
      await changeScriptRow(tx, script, { sms_paused: state !== 'open', sms_paused_until: until, version: script.version + 1 })
    }
    if (state !== 'open' && scriptIds.length > 0)
      await enqueue(tx, 'mailSubscribers', {
        ...{ customerId, key: 'sms_paused', cause: `smsPaused:${scriptID ?? 'all'}:${clock.now().getTime()}` },
        ...{ scriptIds, about: '', count: scriptIds.length, until: until?.toISOString() ?? null },
      })
    // What waits for the end of a pause is looked at now: it ends at another moment.
    await enqueue(tx, 'endHolds', { customerId, scriptIds })
    await notifyEngine(tx)
  })
}

/** How many SMS of a script may leave in an hour, from now on. */
export async function changeSmsAmount(
  { db }: Services,
  caller: Caller,
  { customerID: customerId, scriptID, perHour }: Amount,
): Promise<void> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  await db.transaction().execute(async (tx) => {
    const script = await selectScriptForUpdate(tx, caller, scriptID)
    if (script.customer_id !== customerId) throw new AppError('script.notFound')
    await changeScriptRow(tx, script, { sms_per_hour: perHour, version: script.version + 1 })
    await notifyEngine(tx)
  })
}

const dayMs = 24 * 3_600_000

function untilOf({ state, until }: Pause, now: Date): Date | null {
  if (state !== 'until') return null
  const end = until === null ? null : new Date(until)
  if (end === null || end <= now || end.getTime() > now.getTime() + smsPauseDaysMax * dayMs)
    throw new AppError('sms.pauseEnd', { field: 'until', params: { days: smsPauseDaysMax } })
  return end
}

async function listScriptIds(tx: Transaction, customerId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('scripts')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('live_version_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
