import type { NotificationKind, NotificationRow } from '@regie/contract/notifications.ts'
import { type AppPath, paths } from '../../paths.ts'
import type { IconName } from '../../ui/icon.tsx'

/** The picture of each kind, and the colour of its urgency. */
export const signOfKind: Record<NotificationKind, { icon: IconName; tone: 'error' | 'warning' | 'success' | 'primary' }> = {
  callbackDue: { icon: 'phone', tone: 'error' },
  callbackGiven: { icon: 'phone', tone: 'primary' },
  callbackTaken: { icon: 'phone', tone: 'primary' },
  complaintClock: { icon: 'hourglass', tone: 'error' },
  payerObjected: { icon: 'question', tone: 'error' },
  payerAsked: { icon: 'question', tone: 'primary' },
  messageReceived: { icon: 'mail', tone: 'primary' },
  conversationGiven: { icon: 'mail', tone: 'primary' },
  promiseBroken: { icon: 'payment', tone: 'warning' },
  batchStalled: { icon: 'pause', tone: 'warning' },
  providerDisconnected: { icon: 'send', tone: 'error' },
  importFailed: { icon: 'error', tone: 'error' },
  fileReady: { icon: 'download', tone: 'success' },
  fileFailed: { icon: 'error', tone: 'error' },
  deliveryWaits: { icon: 'upload', tone: 'warning' },
  deliveryFailed: { icon: 'error', tone: 'error' },
  importDone: { icon: 'upload', tone: 'success' },
  mention: { icon: 'feedback', tone: 'primary' },
  chatMention: { icon: 'feedback', tone: 'primary' },
  chatDirect: { icon: 'feedback', tone: 'primary' },
}

/** Where a notification leads; null when what it is about is gone. */
export function pathOf({
  caseID,
  batchID,
  importID,
  fileTab,
  channelID,
  providerID,
  deliveryID,
  handOverID,
}: NotificationRow): AppPath | null {
  if (caseID !== null) return paths.case(caseID)
  if (batchID !== null) return paths.batch(batchID, { tab: 'why' })
  if (channelID !== null) return paths.chat({ channel: channelID })
  if (providerID !== null) return paths.providers()
  if (deliveryID !== null) return paths.deliveries()
  if (handOverID !== null) return paths.handOver(handOverID)
  if (fileTab !== null) return paths.files(fileTab === 'batch' ? undefined : { tab: fileTab })
  return importID === null ? null : paths.upload({ importID })
}
