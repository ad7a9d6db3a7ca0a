import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { Services } from '../../../services.ts'
import { changePaymentLink } from '../payment-link-changes.ts'
import { lockPaymentLink, type PageLink } from '../payment-link-queries.ts'
import { isLinkOver, mayOpenBank } from '../payment-status.ts'
import { makeRequest } from './make-request.ts'
import { findRequest } from './request-queries.ts'

/** Sends the payer on to the page that the provider made; null when there is nothing to pay any more. One that was not made yet is made now. */
export async function openRequestPage(services: Services, link: PageLink): Promise<string | null> {
  const { db, clock } = services
  const ref = { customerId: link.customer_id, linkId: link.id }
  if ((await findRequest(db, ref))?.state === 'waiting') await makeRequest(services, ref)
  const request = await findRequest(db, ref)
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const locked = await lockPaymentLink(tx, link.customer_id, link.id)
    if (!mayOpenBank(locked.state) || isLinkOver(locked, now)) return null
    const { page_url: pageUrl, provider_ref } = request ?? { page_url: null, provider_ref: null }
    if (pageUrl === null || provider_ref === null) throw new GatewayUnavailable('the provider has not made this request yet')
    if (locked.state !== 'bank_opened')
      await changePaymentLink(
        tx,
        locked,
        { provider_ref, bank_opened_at: now },
        { state: 'bank_opened', at: now, detail: { ref: provider_ref } },
      )
    return pageUrl
  })
}
