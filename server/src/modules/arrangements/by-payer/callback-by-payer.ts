import { channelProviders } from '../../../gateways/gateways.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { publishCaseChanged } from '../../cases/case-changes.ts'
import { callHoursRefusal } from '../../contact-permission/contact-permission.ts'
import { addDays, fromLocalTime, toLocalTime } from '../../contact-permission/local-time.ts'
import { findContactFacts } from '../../contact-facts/contact-facts.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { insertCallback } from '../callbacks/add-callback.ts'
import { mustBeCallable } from '../callbacks/may-call-back.ts'
import { mayPayerPause, pauseFor } from '../work-on.ts'
import { arrangeForPayer } from './arrange-for-payer.ts'
import { notifyAsked } from './notify-asked.ts'

type CaseRef = { customerId: number; caseId: number }

const daysShown = 7
const hoursShown = Array.from({ length: 12 }, (_, at) => at + 8)
// Somebody has to see it first.
const soonestMs = 2 * 3_600_000

/** The moments of the coming days at which the person may be called, by the rule that a call-back is checked by. */
export async function listCallMoments({ db, gateways, clock }: Services, ref: CaseRef): Promise<Date[]> {
  const now = clock.now()
  const facts = (await findContactFacts(db, channelProviders(gateways), [ref], now)).get(ref.caseId)
  if (!facts) return []
  const { date } = toLocalTime(now)
  return Array.from({ length: daysShown }, (_, day) => addDays(date, day))
    .flatMap((day) => hoursShown.map((hour) => fromLocalTime(day, hour * 60)))
    .filter((at) => at.getTime() - now.getTime() >= soonestMs && callHoursRefusal(facts, at) === null)
}

/**
 * Makes an appointment to call a payer at a moment that they chose; outreach waits until then. One of theirs stands at a time: another moment takes its place.
 * False: that moment cannot be had.
 */
export function callbackByPayer(services: Services, caseId: number, { at, note }: { at: Date; note: string }): Promise<boolean> {
  return arrangeForPayer(services, caseId, async (tx, { customerId, now, locked }) => {
    if (locked.status === 'closed') return false
    const standing = await findOwnCallback(tx, { customerId, caseId })
    if (standing?.at.getTime() === at.getTime()) return true
    try {
      await mustBeCallable(tx, services.gateways, { customerId, caseId }, { at, now })
    } catch (error) {
      if (error instanceof AppError && error.code === 'case.callbackOutsideWindow') return false
      throw error
    }
    if (standing)
      await tx
        .updateTable('callbacks')
        .set((eb) => ({ at, note, reminded_at: null, version: eb('version', '+', 1) }))
        .where('customer_id', '=', customerId)
        .where('id', '=', standing.id)
        .execute()
    else await insertCallback(tx, { customerId, caseId, byUser: '', now }, { at, forUserId: null, note })
    await recordTimeline(tx, [{ customerId, caseId, event: 'callbackByPayer', params: { at: at.toISOString() }, at: now }])
    if (mayPayerPause(locked)) await pauseFor(tx, locked, now, 'callback', at)
    await notifyAsked(tx, { customerId, caseId, cause: `callback:${caseId}:${at.toISOString()}`, at: now })
    await publishCaseChanged(tx, locked)
    return true
  })
}

/** The appointment to be called that a payer made and that still stands. */
export function findOwnCallback(db: Db, { customerId, caseId }: CaseRef): Promise<{ id: number; at: Date } | undefined> {
  return db
    .selectFrom('callbacks')
    .select(['id', 'at'])
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('by_user', '=', '')
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
