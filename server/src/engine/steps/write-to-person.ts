import type { CallIdentity, CallMenu } from '@regie/contract/call-menu.ts'
import { isAboutStaff, type RefusalReason } from '@regie/contract/cases.ts'
import { debtFieldOf } from '@regie/contract/script-steps-check.ts'
import type { SendChannel } from '../../gateways/gateways.ts'
import { askingFor } from '../../modules/self-service/identity/asking-words.ts'
import { findMailReceiver } from '../../modules/communications/mail-receivers/mail-receiver.ts'
import { carriedBy, findNamed } from '../../modules/communications/sms-failover/named-provider.ts'
import { queueMessage } from '../../modules/communications/queue-message.ts'
import { renderWithVariables } from '../../modules/communications/render-with-variables.ts'
import { isWindowOpen } from '../../modules/communications/inbox/whatsapp-window.ts'
import type { CaseFacts } from '../../modules/contact-facts/contact-facts.ts'
import { contactPermission, staffHold } from '../../modules/contact-permission/contact-permission.ts'
import { caseValues } from '../../modules/templates/case-values.ts'
import { findCaseLinkUrl } from '../../modules/payment-links/case-link.ts'
import { linkUrlFor } from '../../modules/cases/money/payment-link-url.ts'
import { replaceEndedLink } from '../../modules/payment-links/replace-link.ts'
import { markedAsDemo } from '../../modules/templates/demo-mark.ts'
import { type MailCopies, mailExtras } from '../../modules/templates/mail-extras.ts'
import type { KeyedQuestion } from '../../modules/self-service/identity/keyed-answer.ts'
import { senderOf } from '../../modules/templates/senders.ts'
import { fieldsAsked, type RenderedText, tryRendering } from '../../modules/templates/render-template.ts'
import { findLiveTemplate, type LiveTemplate } from '../../modules/templates/template-queries.ts'
import { isUnreachable, leaveOut, waitUnreachable } from './reach.ts'
import { type NoText, renderMenu } from './render-menu.ts'
import type { CaseRun, StepResult } from './step.ts'

type Letter = {
  channel: SendChannel
  template: string
  recipient: string | null
  sender: string
  /** Of a call: the text that a voicemail hears, the voice and its language. */
  voicemail?: string
  /** Of a call: the keys that may be pressed in it, and how who picks up shows who they are. */
  menu?: CallMenu | undefined
  identity?: (CallIdentity & KeyedQuestion) | undefined
  voice?: string
  language?: string
}
type Found = { rendered: RenderedText; template: LiveTemplate; values: Readonly<Record<string, string>> }

// Nothing ends this by itself: a script switched off, no provider. Looked at again now and then.
const lookAgainMs = 15 * 60_000

/** Puts a text into the outbox, if the person may be contacted; else sleeps until that may be, or skips the step. Null: it was queued. */
export async function writeToPerson(run: CaseRun, next: string, letter: Letter): Promise<StepResult | null> {
  const { tx, now } = run
  const { channel } = letter
  const { recipient, facts, copies, live } = await receiverOf(run, letter)
  const permission = contactPermission(facts, channel, now)
  if (!permission.ok) return refused(run, next, channel, permission)
  const carrier = facts.providers[channel]
  if (!carrier) throw new Error(`no provider for ${channel}`)
  const found = await renderFor(run, channel, letter.template, live)
  if ('reason' in found) return leftOut(run, next, found)
  const { rendered, template, values } = found
  const voicemail = letter.voicemail === undefined ? null : await renderFor(run, channel, letter.voicemail)
  if (voicemail !== null && 'reason' in voicemail) return leftOut(run, next, voicemail)
  // The script was checked when it went live; its texts may be others by now.
  const named = letter.identity && debtFieldOf([template, ...(voicemail ? [voicemail.template] : [])].flatMap(fieldsSpoken))
  if (named !== undefined) return leftOut(run, next, { reason: 'debtNamedBefore', missing: named })
  const menu = channel === 'call' ? await renderMenu(letter, (key) => renderFor(run, channel, key)) : null
  if (menu !== null && 'reason' in menu) return leftOut(run, next, menu)
  const { customerId, caseId } = run.case
  const reached = { customerId, caseId, address: recipient }
  if (rendered.choices && !(await isWindowOpen(tx, reached, now))) return leftOut(run, next, { reason: 'whatsappWindowOver', missing: '' })
  const shown = run.case.demo ? markedAsDemo(rendered) : rendered
  const message = {
    ...shown,
    ...(letter.identity && { text: `${shown.text} ${askingFor(run.case.locale, letter.identity)}` }),
    customerId,
    caseId,
    batchId: run.batchId,
    channel,
    recipient: recipient ?? '',
    sender: channel === 'email' ? senderOf(template.options, letter.sender) : letter.sender,
    templateRevisionId: template.revisionId,
    mail: channel === 'email' ? mailExtras(template.options, copies, values, 'script') : null,
    ...(voicemail && { voicemailText: voicemail.rendered.text }),
    ...(menu && { menu }),
    ...(letter.voice !== undefined && { voice: letter.voice }),
    ...(letter.language !== undefined && { language: letter.language }),
    carrier,
    idempotencyKey: run.key,
    permission,
  }
  const communicationId = await queueMessage(tx, message, now)
  if (communicationId !== null && channel !== 'call') {
    run.record({ event: `${channel}Queued`, communicationId })
  }
  return null
}

type Reached = { recipient: string | null; facts: CaseFacts; copies: MailCopies; live?: LiveTemplate | undefined }
const noCopies: MailCopies = { cc: [], bcc: [], receiverReason: null }

/** Who gets it: of an e-mail its template may name somebody else than the person; and who carries it: of an SMS its template may name that. */
async function receiverOf({ tx, now, facts, case: one }: CaseRun, { channel, template, recipient }: Letter): Promise<Reached> {
  const own = { recipient, facts, copies: noCopies }
  if (channel !== 'email' && channel !== 'sms') return own
  const live = await findLiveTemplate(tx, one.customerId, template)
  if (!live) return own
  const { options } = live
  if (channel === 'sms') return { ...own, live, facts: carriedBy(facts, await findNamed(tx, one.customerId, { channel, options })) }
  const reached = await findMailReceiver(tx, { ref: one, facts, options, values: caseValues(one, undefined, options), at: now }, now)
  return { ...reached, live }
}

/** Not now, or not at all: it waits with the reason, or goes on without the step. Without a channel: a letter. */
export function refused(
  run: CaseRun,
  next: string,
  channel: SendChannel | null,
  { reason, nextAt }: { reason: RefusalReason | null; nextAt: string | null },
): StepResult | Promise<StepResult> {
  const isKnown = nextAt === null && reason !== null && reason === run.heldBefore
  const by = staffHold(run.facts, run.now)?.by
  const params = {
    reason: reason ?? 'noProvider',
    ...(channel !== null && { channel }),
    ...(nextAt !== null && { nextAt }),
    ...(by != null && reason !== null && isAboutStaff(reason) && { by }),
  }
  if (!isKnown) run.record({ event: 'held', params })
  if (isUnreachable(reason)) return leaveOut(run, next, reason)
  return { sleepUntil: nextAt === null ? new Date(run.now.getTime() + lookAgainMs) : new Date(nextAt), after: 'hold', held: reason }
}

/** A text that is not there, or says too much, waits for whoever writes it; one that asks for what the case does not have may leave its place to a later step. */
export function leftOut(run: CaseRun, next: string, { reason, missing }: NoText): StepResult | Promise<StepResult> {
  if (reason !== run.heldBefore)
    run.record({ event: 'held', params: missing === '' ? { reason, channel: 'whatsapp' } : { reason, missing } })
  return reason === 'templateMissing' || reason === 'debtNamedBefore' ? waitUnreachable(run, reason) : leaveOut(run, next, reason)
}

/** What the spoken words of a text ask for, in any language. */
const fieldsSpoken = ({ texts }: LiveTemplate) => Object.values(texts).flatMap(({ text }) => fieldsAsked({ nl: { subject: '', text } }))

/** The text in the person's language, or what is missing. */
export async function renderFor(run: CaseRun, channel: SendChannel, key: string, live?: LiveTemplate): Promise<Found | NoText> {
  const { services, tx, batchId } = run
  const { customerId, locale } = run.case
  const template = live ?? (await findLiveTemplate(tx, customerId, key))
  if (!template) return { reason: 'templateMissing', missing: key }
  const { texts, options } = template
  const { config } = services
  const link = await findCaseLinkUrl(tx, config.publicUrl, run.case)
  const values = caseValues(run.case, link && linkUrlFor(channel, config, link), options)
  const missing = tryRendering(texts, values, locale)
  if (!Array.isArray(missing)) return { rendered: missing, template, values }
  const replaced = missing.includes('betaallink') ? await replaceLink(run) : null
  const rendered = await renderWithVariables(
    tx,
    { customerId, batchId, locale },
    texts,
    replaced === null ? values : caseValues(run.case, linkUrlFor(channel, config, replaced), options),
  )
  return Array.isArray(rendered) ? { reason: 'textIncomplete', missing: rendered.join(', ') } : { rendered, template, values }
}

/** A link for what is open now, in place of one that was ended. */
function replaceLink({ tx, services, case: { customerId, caseId, outstandingCents, currency }, batchId, key }: CaseRun) {
  const order = { customerId, caseId, batchId, amountCents: outstandingCents ?? 0, currency, idempotencyKey: `${key}:link` }
  return replaceEndedLink(tx, services, order)
}
