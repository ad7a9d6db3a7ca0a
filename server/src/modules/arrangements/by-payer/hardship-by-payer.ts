import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { publishCaseChanged } from '../../cases/case-changes.ts'
import { addDays, fromLocalTime, toLocalTime } from '../../contact-permission/local-time.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { mayPayerPause, pauseFor } from '../work-on.ts'
import { arrangeForPayer } from './arrange-for-payer.ts'
import { notifyAsked } from './notify-asked.ts'

type Said = { text: string; restDays: number | null }

/**
 * A payer says that they cannot pay now: outreach rests for so many days, or until staff has looked, who are notified. Answers whether the case is open;
 * said again within the day, nothing changes.
 */
export function hardshipByPayer(services: Pick<Services, 'db' | 'clock'>, caseId: number, { text, restDays }: Said): Promise<boolean> {
  return arrangeForPayer(services, caseId, async (tx, { customerId, now, locked }) => {
    if (locked.status === 'closed') return false
    if (await isSaid(tx, { customerId, caseId, text, now })) return true
    const until = restDays === null ? null : fromLocalTime(addDays(toLocalTime(now).date, restDays + 1), 0)
    const params = { text, ...(until !== null && { until: until.toISOString() }) }
    await recordTimeline(tx, [{ customerId, caseId, event: 'hardshipByPayer', params, at: now }])
    if (mayPayerPause(locked)) await pauseFor(tx, locked, now, 'vulnerable', until)
    await notifyAsked(tx, { customerId, caseId, cause: `hardship:${caseId}:${now.toISOString()}`, at: now })
    await publishCaseChanged(tx, locked)
    return true
  })
}

type Saying = { customerId: number; caseId: number; text: string; now: Date }

async function isSaid(tx: Transaction, { customerId, caseId, text, now }: Saying): Promise<boolean> {
  const since = new Date(now.getTime() - 24 * 3_600_000)
  const { rows } = await sql`
    select
    from timeline
    where customer_id = ${customerId} and case_id = ${caseId} and at > ${since} and event = 'hardshipByPayer'
      and params ->> 'text' = ${text}
    limit 1`.execute(tx)
  return rows.length > 0
}
