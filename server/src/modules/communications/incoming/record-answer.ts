import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { listWhoWorksOn } from '../../arrangements/who-works-on.ts'
import { notifyUsers } from '../../notifications/notify-users.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import type { SavedMail } from './saved-mail.ts'

// The timeline shows how it begins; the whole text stands with the message.
const excerptMax = 1_000

/** Shows in the case that somebody answered, and notifies who works on it. A notice of absence shows and is no answer; unknown ones wait to be tied. */
export async function recordAnswer(tx: Transaction, { customerId, incomingId, mail, answered, at }: SavedMail): Promise<void> {
  if (!answered) return
  const { caseId, batchId } = answered
  const params = { incomingID: incomingId, subject: mail.subject, text: mail.reply.slice(0, excerptMax) }
  const event = mail.isAutomatic ? 'emailAutomatic' : 'emailReceived'
  await recordTimeline(tx, [{ customerId, caseId, event, params, at }])
  await publish(tx, { kind: 'case.changed', customerId, caseId, batchId })
  if (mail.isAutomatic) return
  const users = await listWhoWorksOn(tx, { customerId, caseId, at })
  await notifyUsers(tx, { customerId, kind: 'messageReceived', cause: `incoming:${incomingId}`, at, caseId }, users)
}
