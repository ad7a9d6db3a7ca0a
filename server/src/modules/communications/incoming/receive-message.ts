import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { listWhoWorksOn } from '../../arrangements/who-works-on.ts'
import { notifyUsers } from '../../notifications/notify-users.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { findLastWrittenTo } from './find-last-written-to.ts'
import { insertReceived } from './insert-received.ts'
import { type JoinedConversation, joinConversation } from './join-conversation.ts'
import type { ReceivedMessage, Tied } from './received-message.ts'

/** A message under the number that it was saved by; `tied` is null while nobody knows its case. */
export type SavedMessage = { incomingId: number; tied: Tied | null; conversationId: number | null }

// The timeline shows how it begins; the whole text stands with the message.
const excerptMax = 1_000

/**
 * Saves what came in by a channel, once for its key, with all that follows from it: its case, its conversation, timeline, live event and notification.
 * Null: it was saved before. What nobody can tie for sure waits as unknown in the inbox; a case is never guessed.
 */
export async function receiveMessage(tx: Transaction, given: ReceivedMessage, at: Date): Promise<SavedMessage | null> {
  const isMessage = (given.kind ?? 'message') === 'message'
  // The clock of a sender may be ahead of ours; nobody waits since tomorrow.
  const message = { ...given, text: given.text.replaceAll('\0', ''), cameAt: given.cameAt > at ? at : given.cameAt }
  const tied = message.answered ?? message.tiedTo ?? (isMessage ? await findLastWrittenTo(tx, message, at) : null)
  const incomingId = await insertReceived(tx, message, tied, at)
  if (incomingId === null) return null
  if (message.kind === 'report') return { incomingId, tied, conversationId: null }
  const joined = await joinConversation(tx, { message, incomingId, caseId: tied?.caseId ?? null })
  if (tied) await showInCase(tx, { message, incomingId, tied, joined, at })
  return { incomingId, tied, conversationId: joined?.conversationId ?? null }
}

type Shown = { message: ReceivedMessage; incomingId: number; tied: Tied; joined: JoinedConversation | null; at: Date }

/** Shows in the case that somebody wrote, and notifies who is to answer. A notice of absence shows and is no answer. */
async function showInCase(tx: Transaction, { message, incomingId, tied: { caseId, batchId }, joined, at }: Shown): Promise<void> {
  const { customerId, channel, subject = '', text } = message
  const params = { incomingID: incomingId, text: text.slice(0, excerptMax).toWellFormed() }
  const isAutomatic = message.kind === 'automatic'
  if (channel !== 'email') await recordTimeline(tx, [{ customerId, caseId, event: `${channel}Received`, params, at }])
  else {
    const event = isAutomatic ? 'emailAutomatic' : 'emailReceived'
    await recordTimeline(tx, [{ customerId, caseId, event, params: { ...params, subject }, at }])
  }
  await publish(tx, { kind: 'case.changed', customerId, caseId, batchId })
  if (isAutomatic || joined?.state === 'spam') return
  const assigned = joined?.assignedTo ?? null
  const users = assigned === null ? await listWhoWorksOn(tx, { customerId, caseId, at }) : [assigned]
  await notifyUsers(tx, { customerId, kind: 'messageReceived', cause: `incoming:${incomingId}`, at, caseId }, users)
}
