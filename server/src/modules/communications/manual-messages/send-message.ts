import type { CaseDetail } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { textFileFault } from '@regie/contract/mail-attachments.ts'
import { type manualMessageApi, rightOfWritten, smsPartsMax } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { smsSegments } from '@regie/contract/sms-segments.ts'
import { textAboveChoices } from '@regie/contract/whatsapp-choices.ts'
import { carriesTextsOnly } from '../../../gateways/registered-provider.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { listInvoices } from '../../case-documents/invoices.ts'
import { mustAllow, mustHold, workOnCase } from '../../cases/case-work.ts'
import { askingWords, isWithoutNumber } from './asking-words.ts'
import { findRecipient } from './find-recipient.ts'
import { plannedMoment } from './planned-moment.ts'
import type { CaseFacts } from '../../contact-facts/contact-facts.ts'
import { contactPermission, passingCaps } from '../../contact-permission/contact-permission.ts'
import { linkUrlFor, paymentLinkUrl } from '../../cases/money/payment-link-url.ts'
import { findValidLink } from '../../payment-links/valid-link.ts'
import { caseValues } from '../../templates/case-values.ts'
import { markedAsDemo } from '../../templates/demo-mark.ts'
import { emailSender, writtenSender } from '../../templates/senders.ts'
import { type MailCopies, type MailExtras, mailExtras } from '../../templates/mail-extras.ts'
import { type LiveTexts, listTexts } from '../../templates/template-queries.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { findAnswersUntil } from '../incoming/find-answers-until.ts'
import { findLastMail } from '../inbox/find-last-mail.ts'
import { isWindowOpen } from '../inbox/whatsapp-window.ts'
import { mustBeSendable, sumOf, tieAttachments } from '../mail-attachments/uploaded-attachments.ts'
import { findReceiversOfTexts } from '../mail-receivers/receiver-of-text.ts'
import { noteAnswered } from '../inbox/note-answered.ts'
import type { RenderedText } from '../../templates/render-template.ts'
import { findFacts } from '../payment-link/link-ways.ts'
import { findWrittenCase, type WrittenCase } from '../payment-link/written-case.ts'
import { queueMessage, wasQueued } from '../queue-message.ts'
import { carriedBy, findNamed } from '../sms-failover/named-provider.ts'
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
    const asked = await findRecipient(tx, one, known, { channel, conversationId, now })
    if (order.asksNumber && !isWithoutNumber(channel, asked.recipient)) throw new AppError('message.numberKnown', { field: 'asksNumber' })
    const mayAnswerUntil = await findAnswersUntil(tx, { ...locked, channel, address: asked.recipient }, now)
    const reached = { ...asked.facts, answersUntil: mayAnswerUntil }
    const moment = plannedMoment(order.sendAt, now)
    const live = await findText(tx, one, order)
    const carried = carriedBy(reached, live ? await findNamed(tx, customerId, { channel, options: live.options }) : null)
    const asCapped = order.passCap ? passingCaps(carried) : carried
    const { recipient, facts, copies } = await receiverOf(tx, one, { ...asked, facts: asCapped }, { order, live, at: moment ?? now, now })
    const answersUntil = copies.receiverReason === null ? mayAnswerUntil : null
    const permission = contactPermission(facts, channel, moment ?? now)
    const carrier = facts.providers[channel]
    if (!permission.ok || !carrier || recipient === null) throw new AppError('payment.contactRefused', { field: 'channel' })
    const rendered = await textOf(tx, services, one, { order, live, now })
    if (channel === 'sms' && live?.options.longSms === false && smsSegments(rendered.text).segments > 1)
      throw new AppError('message.onlyOnePart', { field: 'template' })
    if (channel === 'whatsapp' && !rendered.approved && !(await isWindowOpen(tx, { ...locked, address: recipient }, moment ?? now)))
      throw new AppError('message.windowClosed', { field: 'text' })
    if (fileIds.length > 0 && carriesTextsOnly(carrier)) throw new AppError('attachment.notByPairedNumber', { field: 'attachmentIDs' })
    const fileFault = channel === 'whatsapp' && fileIds.length > 0 ? textFileFault(rendered) : null
    if (fileFault !== null) throw new AppError(fileFault, { field: 'attachmentIDs' })
    const above = textAboveChoices(rendered.text, rendered.choices ?? { kind: 'none' })
    const mail = extrasOf(one, { order, live }, copies, fileIds.length)
    const invoices = mail?.invoices ? await listInvoices(tx, locked) : []
    // Whoever sends it said that it goes along: it does not leave without.
    if (order.withInvoices && invoices.length === 0) throw new AppError('message.noInvoice', { field: 'withInvoices' })
    const besideBytes = sumOf(invoices)
    await mustBeSendable(tx, { customerId, caseId, userId: caller.userId, channel, text: above, besideBytes }, fileIds)
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
        ...{ isByHand: true, goesFirst: true, passesCap: order.passCap ?? false, sendAt: moment, asksNumber: order.asksNumber ?? false },
        inReplyTo: channel === 'email' && copies.receiverReason === null ? await findLastMail(tx, locked, order.conversationID) : null,
        templateRevisionId: live?.revisionId ?? null,
        mail,
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

const noCopies: MailCopies = { cc: [], bcc: [], receiverReason: null }
type Asked = { recipient: string | null; facts: CaseFacts }
type About = { order: Order; live: LiveTexts | undefined; at: Date; now: Date }

/** Who gets it: without a text of the customer that is the person, or who wrote in the conversation. */
async function receiverOf(tx: Transaction, one: WrittenCase, asked: Asked, { order, live, at, now }: About) {
  if (!live) return { ...asked, copies: noCopies }
  const about = { channel: order.channel, isAnswer: order.conversationID !== undefined, texts: [live], at, now }
  return (await findReceiversOfTexts(tx, one, about))(live, asked)
}

type Texted = Pick<About, 'order' | 'live'>

/** What the message carries beside its text; null: nothing. */
function extrasOf(one: WrittenCase, { order, live }: Texted, copies: MailCopies, files: number): MailExtras | null {
  const isMail = live && order.channel === 'email'
  const ofTemplate = isMail ? mailExtras(live.options, copies, caseValues(one, undefined, live.options), 'staff') : null
  const extras: MailExtras = {
    ...ofTemplate,
    ...(order.withInvoices && { invoices: true }),
    ...(files > 0 && { attachments: files }),
  }
  return Object.keys(extras).length === 0 ? null : extras
}

/** The text of the customer that was chosen; undefined: somebody wrote one. */
async function findText(tx: Transaction, one: WrittenCase, order: Order): Promise<LiveTexts | undefined> {
  if (order.text !== undefined) return undefined
  const texts = await listTexts(tx, one.customerId, order.channel)
  return texts.find(({ key, options }) => key === order.template && options.offered)
}

/** What somebody wrote, as it stands; else the text of the customer in the language that was chosen. */
async function textOf(
  tx: Transaction,
  services: Services,
  one: WrittenCase,
  { order, live, now }: Texted & { now: Date },
): Promise<RenderedText> {
  if (order.asksNumber) return { subject: '', text: askingWords(order.locale ?? one.locale, one.customerName), html: null }
  if (order.text !== undefined) {
    if (order.channel === 'email' && order.subject === undefined) throw new AppError('error.invalid', { field: 'subject' })
    const subject = order.channel === 'email' ? (order.subject ?? '') : ''
    return { subject, text: order.text, html: null }
  }
  const rendered = live && (await renderFor(tx, services, { ...one, locale: order.locale ?? one.locale }, live, now))
  if (!rendered || Array.isArray(rendered)) throw new AppError('message.textIncomplete', { field: 'template' })
  return rendered
}

/** The text with what the case has, and a link that can still be paid; or the names of what is missing. */
async function renderFor(tx: Transaction, { config }: Services, one: WrittenCase, { texts, options, kind }: LiveTexts, now: Date) {
  const { customerId, caseId, outstandingCents: amountCents, currency } = one
  const link = amountCents ? await findValidLink(tx, { customerId, caseId, amountCents, currency }, now) : undefined
  const url = link && linkUrlFor(kind, config, paymentLinkUrl(config.publicUrl, link.token))
  return renderWithVariables(tx, one, texts, caseValues(one, url, options))
}
