import type { Services } from '../../services.ts'
import { changePaymentLink } from './payment-link-changes.ts'
import { lockPaymentLink, type PageLink } from './payment-link-queries.ts'
import { afterClick, isLinkOver } from './payment-status.ts'

/** Records that the page of a link was opened; only the first time counts, also when two come at once. */
export async function recordClick({ db, clock }: Services, { customer_id, id }: PageLink): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const link = await lockPaymentLink(tx, customer_id, id)
    const state = afterClick(link.state)
    if (state !== link.state && !isLinkOver(link, now)) await changePaymentLink(tx, link, {}, { state, at: now })
  })
}
