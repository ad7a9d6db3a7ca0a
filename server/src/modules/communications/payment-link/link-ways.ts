import type { ChannelPermission } from '@regie/contract/cases.ts'
import type { LinkChannel } from '@regie/contract/payment-actions.ts'
import type { Carrier } from '../../../gateways/registered-provider.ts'
import { channelProviders } from '../../../gateways/gateways.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { type CaseFacts, findContactFacts } from '../../contact-facts/contact-facts.ts'
import { byStaff, keepingPromise, linkWayPermission } from '../../contact-permission/contact-permission.ts'
import { caseValues } from '../../templates/case-values.ts'
import { markedAsDemo } from '../../templates/demo-mark.ts'
import type { MailCopies } from '../../templates/mail-extras.ts'
import type { RenderedText } from '../../templates/render-template.ts'
import type { LiveTexts } from '../../templates/template-queries.ts'
import { findMailReceiver } from '../mail-receivers/mail-receiver.ts'
import { renderWithVariables } from '../render-with-variables.ts'
import { carriedBy, findNamed } from '../sms-failover/named-provider.ts'
import type { WrittenCase, WrittenSubject } from './written-case.ts'

/** A way to send a link: the text that would leave, or why none may. */
export type LinkWay = {
  permission: ChannelPermission
  rendered: RenderedText | null
  template?: LiveTexts
  carrier: Carrier | undefined
  /** Who gets it; null: nobody. */
  recipient: string | null
  /** Of an e-mail: who gets it too. */
  copies: MailCopies | null
}

/** What contactPermission() asks of the case for what staff send, as it is now. */
export async function findFacts(db: Db, { gateways }: Services, one: WrittenSubject, now: Date): Promise<CaseFacts> {
  const facts = (await findContactFacts(db, channelProviders(gateways), [one], now)).get(one.caseId)
  if (!facts) throw new Error(`case ${one.caseId} is gone`)
  return byStaff(facts)
}

/** May this link go by this channel now, and with which text? */
export async function findLinkWay(
  db: Db,
  one: WrittenCase,
  facts: CaseFacts,
  { channel, url, now }: { channel: LinkChannel; url: string; now: Date },
): Promise<LinkWay> {
  const template = one.texts[channel]
  const named = template ? await findNamed(db, one.customerId, { channel, options: template.options }) : null
  const kept = keepingPromise(carriedBy(facts, named))
  const mail =
    channel === 'email' && template
      ? await findMailReceiver(db, { ref: one, facts: kept, ...receiving(one, url, template), at: now }, now)
      : null
  const carrier = kept.providers[channel]
  const to = { carrier, recipient: mail ? mail.recipient : one.addresses[channel], copies: mail?.copies ?? null }
  const needs = { outstandingCents: one.outstandingCents, hasText: () => template !== undefined }
  const permission = linkWayPermission(mail?.facts ?? kept, channel, needs, now)
  if (!permission.ok || !template) return { ...to, permission, rendered: null }
  const rendered = await renderWithVariables(db, one, template.texts, caseValues(one, url, template.options))
  if (Array.isArray(rendered)) return { ...to, permission: { ok: false, reason: 'textIncomplete', nextAt: null }, rendered: null }
  return { ...to, permission, rendered: one.isDemo ? markedAsDemo(rendered) : rendered, template }
}

const receiving = (one: WrittenCase, url: string, { options }: LiveTexts) => ({ options, values: caseValues(one, url, options) })
