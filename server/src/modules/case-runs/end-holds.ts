import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notifyEngine } from './notify-engine.ts'

// What other hours, holidays, caps, filters or providers may end.
const reasons = [
  'lawHours',
  'lawSunday',
  'lawHoliday',
  'outsideWindow',
  'extraClosed',
  'outsideFilter',
  'personCallCap',
  'personAnsweredCap',
  'personWrittenCap',
  'personLifetimeCap',
  'personHours',
  'otherChannelPreferred',
  'noProvider',
  'providerOff',
  'onlySimulated',
  'staffContact',
  'smsPaused',
]
// One statement for so many: nobody waits long behind it.
const portion = 5_000

/**
 * What is held by hours, caps, filters or providers is looked at again now, since these are others. Cases sleep no longer than the engine needs
 * to ask anew; messages that wait do the same. Taken twice it changes nothing more.
 */
export async function endHolds(
  db: Db,
  { customerId, scriptIds }: { customerId: number; scriptIds: readonly number[] },
  now: Date,
): Promise<void> {
  const ofScripts = sql`(select id
      from batches
      where customer_id = ${customerId} and script_id = any(${[...scriptIds]}::bigint[]) and status <> 'closed')`
  const runs = () =>
    sql`
    update case_runs r set due_at = ${now} from (
      select customer_id, case_id from case_runs
      where customer_id = ${customerId}
        and batch_id in ${ofScripts}
        and state = 'sleeping'
        and owner is null
        and held = any(${reasons}::text[])
        and due_at > ${now}
      limit ${portion} for update skip locked) w
    where r.customer_id = w.customer_id and r.case_id = w.case_id`.execute(db)
  const messages = () =>
    sql`
    update outbox o set next_at = ${now} from (
      select o.customer_id, o.communication_id
      from outbox o
      join communications c on c.customer_id = o.customer_id and c.id = o.communication_id
      where o.customer_id = ${customerId}
        and o.batch_id in ${ofScripts}
        and o.state = 'queued'
        and o.next_at > ${now}
        and c.reason = any(${reasons}::text[])
      limit ${portion} for update of o skip locked) w
    where o.customer_id = w.customer_id and o.communication_id = w.communication_id`.execute(db)
  for (const work of [runs, messages]) {
    while (Number((await work()).numAffectedRows ?? 0) === portion);
  }
  await notifyEngine(db)
}
