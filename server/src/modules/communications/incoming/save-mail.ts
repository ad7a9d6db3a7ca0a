import type { ReceivedMail } from '../../../gateways/email/received-mail.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { applyReport } from './apply-report.ts'
import { findAnswered } from './find-answered.ts'
import { type MailboxKey, moveOn } from './mailbox-position.ts'
import { recordAnswer } from './record-answer.ts'
import type { Answered, SavedMail } from './saved-mail.ts'

export type Incoming = MailboxKey & { uidValidity: number; uid: number; bytes: number; cameAt: Date }

/** Saves a mail once, with all that follows from it, and moves the mailbox on: one transaction. True: it stands with a message of ours. */
export function saveMail(services: Services, incoming: Incoming, mail: ReceivedMail): Promise<boolean> {
  const { db, clock, config } = services
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      await moveOn(tx, incoming, incoming)
      const ids = mail.report ? [mail.report.originalId] : mail.answers
      const answered = await findAnswered(tx, config.secretKey, incoming.customerId, ids)
      const incomingId = await insertMail(tx, incoming, { mail, answered, savedAt: clock.now() })
      if (incomingId === null) return answered !== null
      const saved: SavedMail = { customerId: incoming.customerId, incomingId, mail, answered, at: clock.now() }
      if (mail.report) await applyReport(tx, saved, mail.report)
      else await recordAnswer(tx, saved)
      return answered !== null
    }),
  )
}

/** Sets a mail aside that cannot be read, with why: it is never taken again. */
export function saveUnreadable({ db, clock }: Services, incoming: Incoming, reason: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await moveOn(tx, incoming, incoming)
    const { customerId, providerId, bytes, cameAt } = incoming
    await tx
      .insertInto('incoming_messages')
      .values({
        ...{ customer_id: customerId, provider_id: providerId, channel: 'email', kind: 'unreadable', message_key: keyOf(incoming, '') },
        ...{ bytes, reason, came_at: cameAt, saved_at: clock.now() },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

// Without a name of its own a mail is known by its number, which stands for it while the numbers of the mailbox hold.
const keyOf = ({ uidValidity, uid }: Incoming, messageId: string) => (messageId === '' ? `uid:${uidValidity}:${uid}` : `id:${messageId}`)

type New = { mail: ReceivedMail; answered: Answered | null; savedAt: Date }

async function insertMail(tx: Transaction, incoming: Incoming, { mail, answered, savedAt }: New): Promise<number | null> {
  const { customerId, providerId, bytes, cameAt } = incoming
  const row = await tx
    .insertInto('incoming_messages')
    .values({
      ...{ customer_id: customerId, provider_id: providerId, channel: 'email', message_key: keyOf(incoming, mail.messageId) },
      kind: mail.report ? 'report' : mail.isAutomatic ? 'automatic' : 'message',
      ...{ case_id: answered?.caseId ?? null, batch_id: answered?.batchId ?? null, communication_id: answered?.id ?? null },
      ...{ sender: mail.sender, sender_name: mail.senderName, receivers: mail.receivers, subject: mail.subject },
      ...{ text: mail.reply, quoted: mail.quoted, bytes, came_at: cameAt, saved_at: savedAt },
      reason: mail.report?.kind === 'delivery' ? `${mail.report.action} ${mail.report.status}`.trim() : (mail.report?.feedback ?? ''),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  if (mail.attachments.length > 0)
    await tx
      .insertInto('incoming_attachments')
      .values(
        mail.attachments.map(({ fileName, mediaType, bytes: size, content }, index) => ({
          ...{ customer_id: customerId, incoming_id: row.id, no: index + 1, file_name: fileName, media_type: mediaType, bytes: size },
          content: content && Buffer.from(content),
        })),
      )
      .execute()
  return row.id
}
