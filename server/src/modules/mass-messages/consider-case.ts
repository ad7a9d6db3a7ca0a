import { addressOf } from '@regie/contract/channels.ts'
import type { ChannelPermission } from '@regie/contract/cases.ts'
import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { MessageRefusal } from '@regie/contract/messages.ts'
import { simplifySms, smsSegments } from '@regie/contract/sms-segments.ts'
import type { Carrier } from '../../gateways/registered-provider.ts'
import { mailReceiver } from '../communications/mail-receivers/mail-receiver.ts'
import { carriedBy } from '../communications/sms-failover/named-provider.ts'
import { renderKnowing } from '../communications/render-with-variables.ts'
import { contactPermission } from '../contact-permission/contact-permission.ts'
import { caseValues } from '../templates/case-values.ts'
import type { MailCopies } from '../templates/mail-extras.ts'
import { isOwnText, type RenderedText } from '../templates/render-template.ts'
import type { LiveTemplate } from '../templates/template-queries.ts'
import type { ReadCase } from './read-many.ts'

export type Considering = {
  channel: WrittenChannel
  live: LiveTemplate
  /** The provider that the text names for its SMS; null: the script's. */
  named: Carrier | null
  overrides: Readonly<Record<string, string>>
  makeLinks: boolean
  simplify: boolean
  /** Whoever ordered it may change what is locked. */
  mayUnlock: boolean
  /** When it is to leave. */
  at: Date
  urlOf: (token: string) => string
}

type Refused = { reason: MessageRefusal; nextAt: string | null; missing: string[] }
export type Considered = {
  permission: ChannelPermission
  /** The text, also of who does not get it now; null: something is missing. */
  rendered: RenderedText | null
  recipient: string | null
  carrier: Carrier | undefined
  /** Of an e-mail: who gets it too. */
  copies: MailCopies | null
  needsLink: boolean
  /** Why this case gets nothing; null: it does. */
  refused: Refused | null
}

type Chosen = { considering: Considering; considered: Considered }

/**
 * The first channel by which this case may be reached and has an address; where there is none, why not by the first. A text that lacks something
 * for a case is no reason for another channel: that is said, so that it can be mended.
 */
export function chooseWay(read: ReadCase, [first, ...next]: readonly [Considering, ...Considering[]]): Chosen {
  const ofFirst = { considering: first, considered: considerCase(read, first) }
  if (ofFirst.considered.permission.ok) return ofFirst
  for (const considering of next) {
    const considered = considerCase(read, considering)
    if (considered.permission.ok) return { considering, considered }
  }
  return ofFirst
}

/** The options of the e-mails among these ways. */
export const mailsOf = (ways: readonly Considering[]) => ways.flatMap(({ channel, live }) => (channel === 'email' ? [live.options] : []))

/** What stands in for a link that is made when the message is queued: as long as a real one. */
export const linkToCome = 'x'.repeat(22)

/** Does this case get the message, with which words, and if not: why? The same answer for the check, the preview and the sending. */
export function considerCase(read: ReadCase, asked: Considering): Considered {
  const { one, batchLocked, token, variables, listed, windowEndsAt } = read
  const { channel, live, named, overrides, makeLinks, simplify, mayUnlock, at, urlOf } = asked
  const known = carriedBy(read.facts, named)
  const render = (link: string | null) => {
    const values = caseValues(one, link === null ? undefined : urlOf(link), live.options)
    return renderKnowing({ ...variables, ...overrides }, one.locale, live.texts, values)
  }
  const [own, mayHaveLink] = [render(token), !!one.outstandingCents]
  const lacksLink = Array.isArray(own) && own.length === 1 && own[0] === 'betaallink' && mayHaveLink
  const found = lacksLink && makeLinks ? render(linkToCome) : own
  const rendered = Array.isArray(found) ? null : simplify && channel === 'sms' ? { ...found, text: simplifySms(found.text) } : found
  const values = caseValues(one, undefined, live.options)
  const mail = channel === 'email' ? mailReceiver(known, live.options, values, { listed, at }) : null
  const facts = mail?.facts ?? known
  const isTooLate = isOwnText(live.texts) && !(windowEndsAt !== null && at < windowEndsAt)
  // As it is asked again when it leaves.
  const isTooLong = channel === 'sms' && rendered !== null && !live.options.longSms && smsSegments(rendered.text).segments > 1
  const textRefusal = rendered ? (isTooLong ? 'smsOnlyOne' : null) : lacksLink ? 'noLink' : 'textIncomplete'
  const asks = contactPermission(facts, channel, at)
  const permission: ChannelPermission = asks.ok && isTooLate ? { ok: false, reason: 'whatsappWindowOver', nextAt: null } : asks
  const refusal: MessageRefusal | null = batchLocked && !mayUnlock ? 'batchLocked' : (permission.reason ?? textRefusal)
  return {
    permission,
    rendered,
    recipient: addressOf(facts, channel),
    carrier: facts.providers[channel],
    copies: mail?.copies ?? null,
    needsLink: lacksLink && makeLinks,
    refused: refusal && { reason: refusal, nextAt: permission.nextAt, missing: Array.isArray(own) ? own : [] },
  }
}
