import { linkChannels, type PaymentLinkQuestion } from '@regie/contract/payment-actions.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { findTextMask } from '../../cases/masks/case-mask.ts'
import { lastMomentOf } from '../../payment-links/create-payment-link.ts'
import { linkUrlFor, paymentLinkUrl } from '../../cases/money/payment-link-url.ts'
import { findValidLink } from '../../payment-links/valid-link.ts'
import { findFacts, findLinkWay } from './link-ways.ts'
import { findWrittenCase } from './written-case.ts'

/** What would be sent by hand, and by which channels it may. */
export async function paymentLinkQuestion(services: Services, caller: Caller, caseId: number): Promise<PaymentLinkQuestion> {
  const { db, pool, clock, config } = services
  const now = clock.now()
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const one = await findWrittenCase(db, { customerId, caseId })
  const facts = await findFacts(db, services, one, now)
  const { outstandingCents: openCents, currency } = one
  const existing = openCents ? await findValidLink(db, { customerId, caseId, amountCents: openCents, currency }, now) : undefined
  const masked = await findTextMask(pool, caller, caseId)
  // A new link has no address yet; any of the same shape asks the text the same.
  const long = paymentLinkUrl(config.publicUrl, existing?.token ?? 'x'.repeat(22))
  const channels = linkChannels.map(async (channel) => {
    const url = linkUrlFor(channel, config, long)
    const { permission, rendered, recipient: to } = await findLinkWay(db, one, facts, { channel, url, now })
    const message = rendered && (rendered.subject === '' ? rendered.text.replace(url, '…') : rendered.subject)
    return { channel, to: to === null ? null : masked(to), message: message === null ? null : masked(message), ...permission }
  })
  return {
    openCents,
    currency,
    existing: existing ? { expiresAt: existing.expiresAt.toISOString() } : null,
    expiresAt: lastMomentOf(now, one.validDays).toISOString(),
    channels: await Promise.all(channels),
  }
}
