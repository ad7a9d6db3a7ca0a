import { notifyCallbacks, notifyComplaints } from '../modules/arrangements/notify-due.ts'
import { wakeSnoozed } from '../modules/communications/inbox/wake-snoozed.ts'
import { notifyStalled } from '../modules/home/notify-stalled.ts'
import { mailDigests } from '../modules/notifications/mail-digests.ts'
import { notifyDisconnected } from '../modules/system-status/notify-disconnected.ts'
import type { Services } from '../services.ts'

/** Every minute: what staff are notified of because time passed, what comes back to them, and the digests by mail. Each part may be done twice without harm. */
export async function notifyStaff(services: Services): Promise<void> {
  const { db, clock } = services
  await notifyCallbacks(db, clock.now())
  await notifyComplaints(db, clock.now())
  await notifyStalled(services)
  await notifyDisconnected(services)
  await wakeSnoozed(db, clock.now())
  await mailDigests(services)
}
