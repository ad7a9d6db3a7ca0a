import type { MailReport, ReceivedMail } from '../../../gateways/email/received-mail.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { leaveByMail } from '../unsubscribe/leave-by-mail.ts'
import { applyReport } from './apply-report.ts'
import { bounceInWords } from './bounce-in-words.ts'
import { findAnswered } from './find-answered.ts'
import { type MailboxKey, moveOn } from './mailbox-position.ts'
import { communicationOf, communicationOfBounce } from './message-token.ts'
import { receiveMessage } from './receive-message.ts'
import type { ReceivedMessage } from './received-message.ts'

export type Incoming = MailboxKey & { uidValidity: number; uid: number; bytes: number; cameAt: Date }

/** Saves a mail once, with all that follows from it, and moves the mailbox on: one transaction. True: it stands with a message of ours. */
export function saveMail(services: Services, incoming: Incoming, mail: ReceivedMail): Promise<boolean> {
  const { db, clock, config } = services
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      await moveOn(tx, incoming, incoming)
      const at = clock.now()
      const { customerId } = incoming
      const left = await leaveByMail(tx, config.secretKey, { customerId, subject: mail.subject, at })
      const bouncedIds = idsAmong(mail.broughtTo, (address) => communicationOfBounce(config.secretKey, address))
      const report = mail.report ?? (bouncedIds.length > 0 ? bounceInWords(mail) : null)
      const named = report ? [report.originalId] : mail.answers
      const ids = [...idsAmong(named, (messageId) => communicationOf(config.secretKey, messageId)), ...bouncedIds]
      const answered = left ?? (await findAnswered(tx, customerId, ids))
      // The reader's program wrote it, not the reader.
      const read: ReceivedMail = { ...mail, report, isAutomatic: mail.isAutomatic || left !== null }
      const saved = await receiveMessage(tx, { ...received(incoming, read), answered }, at)
      if (saved && report && answered) await applyReport(tx, { customerId, answered, at }, report)
      return answered !== null
    }),
  )
}

const idsAmong = (names: readonly string[], idOf: (name: string) => number | null): number[] => names.flatMap((name) => idOf(name) ?? [])

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

function received(incoming: Incoming, mail: ReceivedMail): Omit<ReceivedMessage, 'answered'> {
  const { customerId, providerId, bytes, cameAt } = incoming
  return {
    ...{ customerId, providerId, channel: 'email', key: keyOf(incoming, mail.messageId), bytes, cameAt },
    kind: mail.report ? 'report' : mail.isAutomatic ? 'automatic' : 'message',
    ...{ sender: mail.sender, senderName: mail.senderName, receivers: mail.receivers, subject: mail.subject },
    ...{ text: mail.reply, quoted: mail.quoted, attachments: mail.attachments },
    reason: mail.report ? wordsOf(mail.report) : '',
  }
}

const wordsOf = (report: MailReport) =>
  report.kind === 'complaint' ? report.feedback : `${report.receivers[0].action} ${report.receivers[0].status}`.trim()
