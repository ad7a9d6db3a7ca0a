import type { CaseDetail } from '@regie/contract/cases.ts'
import type { RequestKind } from '@regie/contract/request-kinds.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type LinkChannel, type paymentApi, rightOfLinkChannel } from '@regie/contract/payment-actions.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { mustAllow, mustHold, workOnCase } from '../../cases/case-work.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { isNothingOpen } from '../../contact-permission/contact-permission.ts'
import { createPaymentLink } from '../../payment-links/create-payment-link.ts'
import { linkUrlFor, paymentLinkUrl } from '../../cases/money/payment-link-url.ts'
import { asksAnother, endLinks, lockOpenLinks } from '../../payment-links/end-links.ts'
import { mustBeOpen, validDaysThrough } from '../../payment-links/link-terms.ts'
import { findValidLink } from '../../payment-links/valid-link.ts'
import { caseValues } from '../../templates/case-values.ts'
import { mailExtras } from '../../templates/mail-extras.ts'
import { emailSender, smsSender } from '../../templates/senders.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { queueMessage, wasQueued } from '../queue-message.ts'
import { findFacts, findLinkWay } from './link-ways.ts'
import { findWrittenCase, type WrittenCase } from './written-case.ts'

type Order = RequestOf<typeof paymentApi.sendLink>['body']
type Kind = { isPart: boolean; lastDay: string }
export type Sending = {
  tx: Transaction
  services: Services
  one: WrittenCase
  amountCents: number
  now: Date
  byUser: string
  key: string
  /** Whose payment request it is; left out, it is a link of ours. */
  via?: RequestKind
}

/** Sends a link for what is open or a part of it: saved with its message before anything leaves, and once for its key. */
export async function sendPaymentLink(
  services: Services,
  caller: Caller,
  caseId: number,
  { channel, amountCents, openCents, lastDay, key }: Order,
): Promise<CaseDetail> {
  mustHold(caller, rightOfLinkChannel[channel])
  const customerId = await findCustomerOfCase(services.pool, caller, caseId)
  const takeLinks = (tx: Transaction) => lockOpenLinks(tx, customerId, sql`${caseId}::bigint`)
  return workOnCase(services, caller, { caseId, version: null, before: takeLinks }, async (tx, locked, now) => {
    const ofRequest = `hand:${caseId}:${key}`
    if (await wasQueued(tx, ofRequest)) return
    mustAllow(locked, 'setResult')
    const found = await findWrittenCase(tx, locked)
    if (isNothingOpen(found.outstandingCents)) throw new AppError('payment.nothingOpen')
    if (found.outstandingCents !== openCents) throw new AppError('payment.amountChanged', { field: 'amountCents' })
    mustBeOpen(amountCents, openCents)
    // The text names what the link asks for.
    const one = { ...found, outstandingCents: amountCents, validDays: validDaysThrough(lastDay, now, 'lastDay') }
    await send({ tx, services, one, amountCents, now, byUser: caller.username, key: ofRequest }, channel, {
      isPart: amountCents < openCents,
      lastDay,
    })
  })
}

async function send(sending: Sending, channel: LinkChannel, kind: Kind): Promise<void> {
  await queueLink(sending, channel, linkUrlFor(channel, sending.services.config, await validLinkUrl(sending, kind)))
}

/** Writes a message with a link into the outbox, or says why it may not be sent now. `htmlOf`: what stands in the mail beside its text. */
export async function queueLink(
  { tx, services, one, amountCents, now, byUser, key, via }: Sending,
  channel: LinkChannel,
  url: string,
  htmlOf = (html: string | null) => html,
): Promise<void> {
  const { customerId, caseId, batchId, currency } = one
  const facts = await findFacts(tx, services, one, now)
  const { permission, rendered, template, recipient, copies, carrier } = await findLinkWay(tx, one, facts, { channel, url, now })
  // Thrown, so that no link is made either: the screen asks again, and says why.
  if (!rendered || !template || !carrier || recipient === null) throw new AppError('payment.contactRefused', { field: 'channel' })
  const sender =
    channel === 'email'
      ? emailSender(template.options.fromName || one.customerName, carrier.sender || services.config.mailFrom)
      : smsSender(one.customerName)
  const about = { customerId, caseId, batchId, channel, isLink: true, isByHand: true, goesFirst: true }
  const { revisionId: templateRevisionId } = template
  const mail = copies && mailExtras(template.options, copies, caseValues(one, url, template.options), 'staff')
  const html = htmlOf(rendered.html)
  const message = { ...rendered, html, ...about, templateRevisionId, mail, recipient, sender, carrier, permission, idempotencyKey: key }
  const communicationId = await queueMessage(tx, message, now)
  const line = { customerId, caseId, at: now, byUser }
  await recordTimeline(tx, [
    { ...line, event: 'paymentLinkSent', params: { amountCents, currency, channel, ...(via && { via }) } },
    { ...line, event: `${channel}Queued`, ...(communicationId !== null && { communicationId }) },
  ])
  await notifyEngine(tx)
}

/** The link for this amount and day that can still be paid, or a new one; what asks for something else than is owed ends. */
async function validLinkUrl({ tx, services, one, amountCents, now, byUser, key }: Sending, { isPart, lastDay }: Kind): Promise<string> {
  const { customerId, caseId, batchId, currency, validDays } = one
  const outdated = sql`l.case_id = ${caseId} and ${asksAnother}`
  await endLinks(tx, { customerId, why: 'amountChanged', at: now, byUser }, outdated)
  const valid = await findValidLink(tx, { customerId, caseId, amountCents, currency, lastDay }, now)
  if (valid) return paymentLinkUrl(services.config.publicUrl, valid.token)
  const order = { customerId, caseId, batchId, amountCents, currency, validDays, isPart, idempotencyKey: `${key}:link` }
  return (await createPaymentLink(tx, services, order)).url
}
