import type { NotificationKind, NotificationRow } from '@regie/contract/notifications.ts'
import { type AppPath, paths } from '../../paths.ts'
import type { IconName } from '../../ui/icon.tsx'

/** The picture of each kind, and the colour of its urgency. */
export const signOfKind: Record<NotificationKind, { icon: IconName; tone: 'error' | 'warning' | 'success' | 'primary' }> = {
  callbackDue: { icon: 'phone', tone: 'error' },
  complaintClock: { icon: 'hourglass', tone: 'error' },
  payerObjected: { icon: 'question', tone: 'error' },
  messageReceived: { icon: 'mail', tone: 'primary' },
  promiseBroken: { icon: 'payment', tone: 'warning' },
  batchStalled: { icon: 'pause', tone: 'warning' },
  importFailed: { icon: 'error', tone: 'error' },
  importDone: { icon: 'upload', tone: 'success' },
  mention: { icon: 'feedback', tone: 'primary' },
}

/** Where a notification leads; null when what it is about is gone. */
export function pathOf({ caseID, batchID, importID }: NotificationRow): AppPath | null {
  if (caseID !== null) return paths.case(caseID)
  if (batchID !== null) return paths.batch(batchID, { tab: 'why' })
  return importID === null ? null : paths.upload({ importID })
}
