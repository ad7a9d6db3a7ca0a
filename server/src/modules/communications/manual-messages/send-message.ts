import type { CaseDetail } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type manualMessageApi, rightOfWritten, smsPartsMax } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { smsSegments } from '@regie/contract/sms-segments.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { mustAllow, mustHold, workOnCase } from '../../cases/case-work.ts'
import { findRecipient } from './find-recipient.ts'
import { plannedMoment } from './planned-moment.ts'
import { contactPermission, passingCaps } from '../../contact-permission/contact-permission.ts'
import { paymentLinkUrl } from '../../payment-links/payment-link-url.ts'
import { findValidLink } from '../../payment-links/valid-link.ts'
import { caseValues } from '../../templates/case-values.ts'
import { markedAsDemo } from '../../templates/demo-mark.ts'
import { emailSender, writtenSender } from '../../templates/senders.ts'
import { type MailExtras, mailExtras } from '../../templates/mail-extras.ts'
import { type LiveTexts, listTexts } from '../../templates/template-queries.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { findAnswersUntil } from '../incoming/find-answers-until.ts'
import { findLastMail } from '../inbox/find-last-mail.ts'
import { isWindowOpen } from '../inbox/whatsapp-window.ts'
import { mustBeSendable, tieAttachments } from '../mail-attachments/uploaded-attachments.ts'
import { noteAnswered } from '../inbox/note-answered.ts'
import type { RenderedText } from '../../templates/render-template.ts'
import { findFacts } from '../payment-link/link-ways.ts'
import { findWrittenCase, type WrittenCase } from '../payment-link/written-case.ts'
import { queueMessage, wasQueued } from '../queue-message.ts'
import { renderWithVariables } from '../render-with-variables.ts'

type Order = RequestOf<typeof manualMessageApi.send>['body']

/** Sends a text to the person of a case by hand, one of the customer's or what somebody wrote: into the outbox of all messages, once for its key. */
export function sendMessage(services: Services, caller: Caller, caseId: number, order: Order): Promise<CaseDetail> {
  const { channel, key } = order
  mustHold(caller, rightOfWritten[channel])
  if (order.passCap) mustHold(caller, Right.passCaps)
  if (channel === 'sms' && order.text !== undefined && smsSegments(order.text).segments > smsPartsMax)
    throw new AppError('message.tooManyParts', { field: 'text' })
  const { attachmentIDs: fileIds = [] } = order
  return workOnCase(services, caller, { caseId, version: null }, async (tx, locked, now) => {
    const ofRequest = `message:${caseId}:${key}`
    if (await wasQueued(tx, ofRequest)) return
    mustAllow(locked, 'setResult')
    const { customerId, batchId } = locked
    const one = await findWrittenCase(tx, locked)
    const conversationId = order.conversationID ?? null
    const known = await findFacts(tx, services, one, now)
    const { recipient, facts: found } = await findRecipient(tx, one, known, { channel, conversationId, now })
    const answersUntil = await findAnswersUntil(tx, { ...locked, channel, address: recipient }, now)
    const reached = { ...found, answersUntil }
    const facts = order.passCap ? passingCaps(reached) : reached
    const moment = plannedMoment(order.sendAt, now)
    const permission = contactPermission(facts, channel, moment ?? now)
    const carrier = facts.providers[channel]
    if (!permission.ok || !carrier || recipient === null) throw new AppError('payment.contactRefused', { field: 'channel' })
    const { rendered, live } = await textOf(tx, services, one, order, now)
    if (channel === 'sms' && live?.options.longSms === false && smsSegments(rendered.text).segments > 1)
      throw new AppError('message.onlyOnePart', { field: 'template' })
    if (channel === 'whatsapp' && !rendered.approved && !(await isWindowOpen(tx, { ...locked, address: recipient }, moment ?? now)))
      throw new AppError('message.windowClosed', { field: 'text' })
    if (fileIds.length > 0 && rendered.approved) throw new AppError('attachment.notWithApproved', { field: 'attachmentIDs' })
    if (fileIds.length > 0 && rendered.choices) throw new AppError('attachment.notWithChoices', { field: 'attachmentIDs' })
    await mustBeSendable(tx, { customerId, caseId, userId: caller.userId, channel, text: rendered.text }, fileIds)
    const { customerName } = one
    const sender =
      channel === 'email'
        ? emailSender(live?.options.fromName || customerName, carrier.sender || services.config.mailFrom)
        : writtenSender(channel, customerName)
    const communicationId = await queueMessage(
      tx,
      {
        ...(one.isDemo ? markedAsDemo(rendered) : rendered),
        ...{ customerId, caseId, batchId, channel, recipient, sender, carrier, permission, answersUntil },
        ...{ isByHand: true, passesCap: order.passCap ?? false, sendAt: moment },
        inReplyTo: channel === 'email' ? await findLastMail(tx, locked, order.conversationID) : null,
        templateRevisionId: live?.revisionId ?? null,
        mail: extrasOf(channel, one, live, fileIds.length),
        idempotencyKey: ofRequest,
      },
      now,
    )
    if (communicationId === null) return
    await tieAttachments(tx, { customerId, communicationId }, fileIds)
    const params = moment === null ? {} : { at: moment.toISOString() }
    await recordTimeline(tx, [{ customerId, caseId, event: `${channel}Queued`, params, communicationId, byUser: caller.username, at: now }])
    const answer = { customerId, caseId, channel, conversationId, recipient, userId: caller.userId, at: now }
    await noteAnswered(tx, { ...answer, text: rendered.text, isPlanned: moment !== null })
    await notifyEngine(tx)
  })
}

/** What the message carries beside its text; null: nothing. */
function extrasOf(channel: Order['channel'], one: WrittenCase, live: LiveTexts | undefined, files: number): MailExtras | null {
  const ofTemplate = live && channel === 'email' ? mailExtras(live.options, caseValues(one, undefined, live.options), 'staff') : null
  return files === 0 ? ofTemplate : { ...ofTemplate, attachments: files }
}

type Written = { rendered: RenderedText; live: LiveTexts | undefined }

/** What somebody wrote, as it stands; else the text of the customer in the language that was chosen. */
async function textOf(tx: Transaction, services: Services, one: WrittenCase, order: Order, now: Date): Promise<Written> {
  if (order.text !== undefined) {
    if (order.channel === 'email' && order.subject === undefined) throw new AppError('error.invalid', { field: 'subject' })
    const subject = order.channel === 'email' ? (order.subject ?? '') : ''
    return { rendered: { subject, text: order.text, html: null }, live: undefined }
  }
  const texts = await listTexts(tx, one.customerId, order.channel)
  const live = texts.find(({ key, options }) => key === order.template && options.offered)
  const rendered = live && (await renderFor(tx, services, { ...one, locale: order.locale ?? one.locale }, live, now))
  if (!live || !rendered || Array.isArray(rendered)) throw new AppError('message.textIncomplete', { field: 'template' })
  return { rendered, live }
}

/** The text with what the case has, and a link that can still be paid; or the names of what is missing. */
async function renderFor(tx: Transaction, { config }: Services, one: WrittenCase, { texts, options }: LiveTexts, now: Date) {
  const { customerId, caseId, outstandingCents: amountCents, currency } = one
  const link = amountCents ? await findValidLink(tx, { customerId, caseId, amountCents, currency }, now) : undefined
  return renderWithVariables(tx, one, texts, caseValues(one, link && paymentLinkUrl(config.publicUrl, link.token), options))
}
