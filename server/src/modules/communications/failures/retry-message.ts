import { Right } from '@regie/contract/right-codes.ts'
import type { Channel } from '@regie/contract/channels.ts'
import { addressOf } from '@regie/contract/channels.ts'
import type { ApprovedMessage } from '@regie/contract/whatsapp.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { mustAllow, mustHold, type Work, workOnCase } from '../../cases/case-work.ts'
import type { CaseFacts } from '../../contact-facts/contact-facts.ts'
import { contactPermission } from '../../contact-permission/contact-permission.ts'
import type { MailExtras } from '../../templates/mail-extras.ts'
import { findOptionsOf } from '../../templates/template-queries.ts'
import { hasFailed } from '../reported/message-outcomes.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { isWindowOpen } from '../inbox/whatsapp-window.ts'
import { copyAttachments } from '../mail-attachments/sent-attachments.ts'
import { owesAnother } from '../amount-changed.ts'
import { findListedMeanwhile, listedFor, reachedAt } from '../message-permission.ts'
import { findFacts } from '../payment-link/link-ways.ts'
import { findWrittenCase } from '../payment-link/written-case.ts'
import { carriedBy, findNamed } from '../sms-failover/named-provider.ts'
import { queueMessage, wasQueued } from '../queue-message.ts'

const rightOf: Partial<Record<Channel, number>> = { email: Right.sendEmail, sms: Right.sendSms, whatsapp: Right.sendWhatsApp }

class OnlyAsked extends Error {}

/**
 * Sends a message that failed once more: a new message with the same text, which its provider gives a new id, to the address that the case has now.
 * Whether the person may be written to is asked again, now and when it leaves. `isAsked` takes it back before anybody sees it: it is asked alone.
 */
export async function retryMessage(
  services: Services,
  caller: Caller,
  communicationId: number,
  { isAsked = false } = {},
): Promise<{ communicationID: number | null }> {
  const { db } = services
  const found = await db
    .selectFrom('communications as c')
    .innerJoin('communication_contents as t', (join) =>
      join.onRef('t.customer_id', '=', 'c.customer_id').onRef('t.communication_id', '=', 'c.id').onRef('t.queued_at', '=', 'c.queued_at'),
    )
    .select((eb) => eb.ref('c.case_id').$notNull().as('case_id'))
    .where('c.case_id', 'is not', null)
    .select(['c.channel', 'c.recipient', 'c.priority', sql<boolean>`${sql.raw(hasFailed('c'))}`.as('hasFailed')])
    .select([
      't.sender',
      't.subject',
      't.text',
      't.html',
      't.template_revision_id',
      't.mail',
      't.approved',
      't.in_reply_to',
      't.open_cents',
    ])
    .where('c.customer_id', 'in', [0, ...caller.customerIds])
    .where('c.id', '=', communicationId)
    .executeTakeFirst()
  if (!found) throw new AppError('case.notFound')
  const channel = found.channel as Channel
  const right = rightOf[channel]
  if (right === undefined || !found.hasFailed) throw new AppError('message.notFailed')
  mustHold(caller, right)
  let made: number | null = null
  const work: Work = async (tx, locked, now) => {
    // Once for each message that failed, whoever asks and how often.
    const idempotencyKey = `retry:${communicationId}`
    if (await wasQueued(tx, idempotencyKey)) return
    mustAllow(locked, 'setResult')
    const { customerId, caseId, batchId } = locked
    const mail = found.mail as MailExtras | null
    const own = await findFacts(tx, services, await findWrittenCase(tx, locked), now)
    const known = carriedBy(own, await findNamedBefore(tx, customerId, channel, found.template_revision_id))
    // What a template sent to somebody else goes to them once more, not to the person.
    const facts = mail?.receiverReason === undefined ? known : await factsAt(tx, known, { customerId, caseId, ...found, mail }, now)
    const permission = contactPermission(facts, channel, now)
    const [carrier, recipient] = [facts.providers[channel], addressOf(facts, channel)]
    if (!permission.ok || !carrier || recipient === null) throw new AppError('payment.contactRefused')
    if (await owesAnother(tx, locked, found.open_cents)) throw new AppError('message.amountChanged')
    const approved = found.approved as ApprovedMessage | null
    if (channel === 'whatsapp' && !approved && !(await isWindowOpen(tx, { ...locked, address: recipient }, now)))
      throw new AppError('message.windowClosed')
    const { sender, subject, text, html, template_revision_id: templateRevisionId } = found
    const message = {
      customerId,
      caseId,
      batchId,
      channel,
      recipient,
      sender,
      subject,
      text,
      html,
      ...(approved && { approved }),
      mail,
      inReplyTo: found.in_reply_to,
      templateRevisionId,
      carrier,
      permission,
    }
    made = await queueMessage(tx, { ...message, priority: found.priority, isByHand: true, idempotencyKey }, now)
    if (made === null || channel === 'call') return
    if (message.mail?.attachments) await copyAttachments(tx, { customerId, id: communicationId }, made)
    await recordTimeline(tx, [{ customerId, caseId, event: `${channel}Queued`, communicationId: made, byUser: caller.username, at: now }])
    await notifyEngine(tx)
  }
  await workOnCase(services, caller, { caseId: found.case_id, version: null }, async (...given) => {
    await work(...given)
    if (isAsked) throw new OnlyAsked()
  }).catch((error: unknown) => {
    if (!(error instanceof OnlyAsked)) throw error
  })
  return { communicationID: made }
}

/** The provider that the text of the first message names. */
async function findNamedBefore(tx: Transaction, customerId: number, channel: Channel, revisionId: number | null) {
  if (channel !== 'sms' || revisionId === null) return null
  return findNamed(tx, customerId, { channel, options: await findOptionsOf(tx, customerId, revisionId) })
}

type Elsewhere = { customerId: number; caseId: number; recipient: string; mail: MailExtras | null }

async function factsAt(
  tx: Transaction,
  known: CaseFacts,
  { customerId, caseId, recipient, mail }: Elsewhere,
  now: Date,
): Promise<CaseFacts> {
  const again = { customerId, caseId, channel: 'email', recipient, mail, inReplyTo: null, answersUntil: null } as const
  const listed = await findListedMeanwhile(tx, [again], new Map([[caseId, known]]), now)
  return reachedAt(known, 'email', recipient, listedFor(listed, caseId))
}
