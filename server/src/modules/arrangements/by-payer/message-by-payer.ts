import { sql } from 'kysely'
import type { Services } from '../../../services.ts'
import { publishCaseChanged } from '../../cases/case-changes.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { arrangeForPayer } from './arrange-for-payer.ts'
import { notifyAsked } from './notify-asked.ts'

// More in a day than anybody answers.
const perDayMax = 20

/** Keeps what a payer wrote on the page of a link in the timeline of the case, and notifies who is to answer. The same within the day is one message. False: too many. */
export function messageByPayer(services: Pick<Services, 'db' | 'clock'>, caseId: number, text: string): Promise<boolean> {
  return arrangeForPayer(services, caseId, async (tx, { customerId, now, locked }) => {
    const since = new Date(now.getTime() - 24 * 3_600_000)
    const { rows: written } = await sql<{ text: string }>`
        select params ->> 'text' as text
        from timeline
        where customer_id = ${customerId} and case_id = ${caseId} and at > ${since} and event = 'messageByPayer'`.execute(tx)
    if (written.some((one) => one.text === text)) return true
    if (written.length >= perDayMax) return false
    await recordTimeline(tx, [{ customerId, caseId, event: 'messageByPayer', params: { text }, at: now }])
    await notifyAsked(tx, { customerId, caseId, cause: `message:${caseId}:${now.toISOString()}:${written.length}`, at: now })
    await publishCaseChanged(tx, locked)
    return true
  })
}
