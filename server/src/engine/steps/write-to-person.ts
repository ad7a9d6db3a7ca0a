import type { RefusalReason } from '@regie/contract/cases.ts'
import { isReservedKey } from '@regie/contract/variables.ts'
import type { SendChannel } from '../../gateways/gateways.ts'
import { queueMessage } from '../../modules/communications/queue-message.ts'
import { batchVariables } from '../../modules/scripts/variable-queries.ts'
import { contactPermission } from '../../modules/contact-permission/contact-permission.ts'
import { caseValues } from '../case-values.ts'
import { findCaseLinkUrl } from '../../modules/payment-links/case-link.ts'
import { replaceEndedLink } from '../../modules/payment-links/replace-link.ts'
import { type RenderedText, renderTemplate, TemplateIncomplete } from '../../modules/templates/render-template.ts'
import { findTemplateTexts } from '../../modules/templates/template-queries.ts'
import { isUnreachable, leaveOut, waitUnreachable } from './reach.ts'
import type { CaseRun, StepResult } from './step.ts'

type Letter = { channel: SendChannel; template: string; recipient: string | null; sender: string; voice?: string; language?: string }
type Texts = Parameters<typeof renderTemplate>[0]
type Values = Parameters<typeof renderTemplate>[1]
type NoText = { reason: 'templateMissing' | 'textIncomplete'; missing: string }

// Nothing ends this by itself: a script switched off, no provider. Looked at again now and then.
const lookAgainMs = 15 * 60_000

/** Puts a text into the outbox, if the person may be contacted; else sleeps until that may be, or skips the step. Null: it was queued. */
export async function writeToPerson(run: CaseRun, next: string, letter: Letter): Promise<StepResult | null> {
  const { tx, now } = run
  const { channel, recipient } = letter
  const permission = contactPermission(run.facts, channel, now)
  if (!permission.ok) return refused(run, next, channel, permission)
  const carrier = run.facts.providers[channel]
  if (!carrier) throw new Error(`no provider for ${channel}`)
  const rendered = await renderFor(run, letter.template)
  if ('reason' in rendered) return leftOut(run, next, rendered)
  const { customerId, caseId } = run.case
  const message = {
    ...(run.case.demo ? marked(rendered) : rendered),
    customerId,
    caseId,
    batchId: run.batchId,
    channel,
    recipient: recipient ?? '',
    sender: letter.sender,
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

/** Whoever gets it sees that it is a demo, whatever the channel. */
function marked<Text extends { subject: string; text: string; html: string | null }>(text: Text): Text {
  const html = text.html === null ? null : `<p><strong>DEMO</strong></p>${text.html}`
  return { ...text, subject: `DEMO: ${text.subject}`, text: `DEMO: ${text.text}`, html }
}

function refused(
  run: CaseRun,
  next: string,
  channel: SendChannel,
  { reason, nextAt }: { reason: RefusalReason | null; nextAt: string | null },
): StepResult | Promise<StepResult> {
  const isKnown = nextAt === null && reason !== null && reason === run.heldBefore
  if (!isKnown) run.record({ event: 'held', params: { reason: reason ?? 'noProvider', channel, ...(nextAt !== null && { nextAt }) } })
  if (isUnreachable(reason)) return leaveOut(run, next, reason)
  return { sleepUntil: nextAt === null ? new Date(run.now.getTime() + lookAgainMs) : new Date(nextAt), after: 'hold', held: reason }
}

/** A text that is not there waits for whoever writes it; one that asks for what the case does not have may leave its place to a later step. */
function leftOut(run: CaseRun, next: string, { reason, missing }: NoText): StepResult | Promise<StepResult> {
  if (reason !== run.heldBefore) run.record({ event: 'held', params: { reason, missing } })
  return reason === 'templateMissing' ? waitUnreachable(run, reason) : leaveOut(run, next, reason)
}

/** The text in the person's language, or what is missing. */
async function renderFor(run: CaseRun, key: string): Promise<RenderedText | NoText> {
  const { services, tx } = run
  const texts = await findTemplateTexts(tx, run.case.customerId, key)
  if (!texts) return { reason: 'templateMissing', missing: key }
  const link = await findCaseLinkUrl(tx, services.config.publicUrl, run.case)
  const values = caseValues(run.case, link)
  const missing = missingIn(() => renderTemplate(texts, values, run.case.locale))
  if (!Array.isArray(missing)) return missing
  const replaced = missing.includes('betaallink') ? await replaceLink(run) : null
  return renderFilled(run, texts, replaced === null ? values : caseValues(run.case, replaced), missing)
}

/** A link for what is open now, in place of one that was ended. */
function replaceLink({ tx, services, case: { customerId, caseId, outstandingCents, currency }, batchId, key }: CaseRun) {
  const order = { customerId, caseId, batchId, amountCents: outstandingCents ?? 0, currency, idempotencyKey: `${key}:link` }
  return replaceEndedLink(tx, services, order)
}

/** What the case does not have, a variable of its script may be; most texts ask for none, and spare themselves the question. */
async function renderFilled(run: CaseRun, texts: Texts, values: Values, missing: readonly string[]): Promise<RenderedText | NoText> {
  const variables = await batchVariables(run.tx, run.case.customerId, run.batchId)
  const known = missing.filter((name) => Object.hasOwn(variables, name) && !isReservedKey(name))
  const filled = Object.fromEntries(known.map((name) => [name, variables[name] ?? '']))
  const still = missingIn(() => renderTemplate(texts, { ...values, ...filled }, run.case.locale))
  if (!Array.isArray(still)) return still
  return { reason: 'textIncomplete', missing: still.join(', ') }
}

/** The rendered text, or the names that it lacks. */
function missingIn(render: () => RenderedText): RenderedText | string[] {
  try {
    return render()
  } catch (error) {
    if (!(error instanceof TemplateIncomplete)) throw error
    return error.missing
  }
}
