import type { CaseDetail } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type manualMessageApi, rightOfWritten } from '@regie/contract/manual-messages.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { mustAllow, mustHold, workOnCase } from '../../cases/case-work.ts'
import { contactPermission } from '../../contact-permission/contact-permission.ts'
import { paymentLinkUrl } from '../../payment-links/payment-link-url.ts'
import { findValidLink } from '../../payment-links/valid-link.ts'
import { caseValues } from '../../templates/case-values.ts'
import { markedAsDemo } from '../../templates/demo-mark.ts'
import { emailSender, smsSender } from '../../templates/senders.ts'
import { type LiveTexts, listTexts } from '../../templates/template-queries.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { findFacts } from '../payment-link/link-ways.ts'
import { findWrittenCase, type WrittenCase } from '../payment-link/written-case.ts'
import { queueMessage, wasQueued } from '../queue-message.ts'
import { renderWithVariables } from '../render-with-variables.ts'

type Order = RequestOf<typeof manualMessageApi.send>['body']

/** Sends a text to the person of a case by hand: into the outbox of all messages, once for its key. */
export function sendMessage(services: Services, caller: Caller, caseId: number, { channel, template, key }: Order): Promise<CaseDetail> {
  mustHold(caller, rightOfWritten[channel])
  return workOnCase(services, caller, { caseId, version: null }, async (tx, locked, now) => {
    const ofRequest = `message:${caseId}:${key}`
    if (await wasQueued(tx, ofRequest)) return
    mustAllow(locked, 'setResult')
    const { customerId, batchId } = locked
    const one = await findWrittenCase(tx, locked)
    const facts = await findFacts(tx, services, one, now)
    const permission = contactPermission(facts, channel, now)
    const [carrier, recipient] = [facts.providers[channel], one.addresses[channel]]
    if (!permission.ok || !carrier || recipient === null) throw new AppError('payment.contactRefused', { field: 'channel' })
    const live = (await listTexts(tx, customerId, channel)).find((known) => known.key === template && known.options.offered)
    const rendered = live && (await renderFor(tx, services, one, live, now))
    if (!live || !rendered || Array.isArray(rendered)) throw new AppError('message.textIncomplete', { field: 'template' })
    const { customerName } = one
    const sender =
      channel === 'email'
        ? emailSender(live.options.fromName || customerName, carrier.sender || services.config.mailFrom)
        : smsSender(customerName)
    const communicationId = await queueMessage(
      tx,
      {
        ...(one.isDemo ? markedAsDemo(rendered) : rendered),
        ...{ customerId, caseId, batchId, channel, recipient, sender, carrier, permission },
        isByHand: true,
        templateRevisionId: live.revisionId,
        idempotencyKey: ofRequest,
      },
      now,
    )
    if (communicationId === null) return
    await recordTimeline(tx, [{ customerId, caseId, event: `${channel}Queued`, communicationId, byUser: caller.username, at: now }])
    await notifyEngine(tx)
  })
}

/** The text with what the case has, and a link that can still be paid; or the names of what is missing. */
async function renderFor(tx: Transaction, { config }: Services, one: WrittenCase, { texts, options }: LiveTexts, now: Date) {
  const { customerId, caseId, outstandingCents: amountCents, currency } = one
  const link = amountCents ? await findValidLink(tx, { customerId, caseId, amountCents, currency }, now) : undefined
  return renderWithVariables(tx, one, texts, caseValues(one, link && paymentLinkUrl(config.publicUrl, link.token), options))
}
