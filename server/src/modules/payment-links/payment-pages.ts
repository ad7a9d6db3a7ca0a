import { readFileSync } from 'node:fs'
import path from 'node:path'
import { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../platform/http/page-route.ts'
import type { Services } from '../../services.ts'
import { openBank } from './open-bank.ts'
import { type PaymentView, paymentPage, paymentStylePath, unknownLinkPage, viewOf } from './payment-page-view.ts'
import { findPageLink, type PageLink } from './payment-link-queries.ts'
import { isPaymentToken } from './payment-link-url.ts'
import { recordClick } from './record-click.ts'
import { recordPayment } from './record-payment.ts'

const css = readFileSync(path.join(import.meta.dirname, 'payment-page.css'), 'utf8')

/** What a payer opens: the page of the link, the way to the bank, and the way back. */
export const paymentPages: PageRoute<Services>[] = [
  page('GET', paymentStylePath, 'public', () => ({ css })),
  page('GET', '/p/:token', 'public', withLink(openLink)),
  page('POST', '/p/:token/pay', 'public', withLink(goToBank)),
  page('GET', '/p/:token/return', 'public', withLink(comeBack)),
]

function withLink(answer: (services: Services, link: PageLink) => Promise<PageAnswer>) {
  return async (services: Services, { params: { token = '' } }: PageRequest): Promise<PageAnswer> => {
    const link = isPaymentToken(token) ? await findPageLink(services.db, token) : undefined
    return link ? answer(services, link) : { html: unknownLinkPage('nl'), status: 404 }
  }
}

async function openLink(services: Services, link: PageLink) {
  if (link.state === 'created') await recordClick(services, link)
  return show(services, link)
}

async function goToBank(services: Services, link: PageLink): Promise<PageAnswer> {
  try {
    return { redirect: (await openBank(services, link)) ?? `/p/${link.token}` }
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    return { ...show(services, link, 'unavailable'), status: 503 }
  }
}

async function comeBack(services: Services, link: PageLink) {
  if (link.provider_ref === null) return show(services, link)
  await recordPayment(services, link.provider_ref, { isBackFromBank: true }).catch((error: unknown) => {
    // A bank that does not answer now tells its news later; meanwhile the page shows what we know.
    if (!(error instanceof GatewayUnavailable)) throw error
  })
  return show(services, (await findPageLink(services.db, link.token)) ?? link)
}

function show({ clock, gateways }: Services, link: PageLink, view: PaymentView = viewOf(link, clock.now())) {
  return {
    html: paymentPage(link, view, gateways.payment.method),
    formOrigin: gateways.payment.checkoutOrigin,
    // By header, since without script a page cannot ask; the link on it does the same by hand.
    ...(view === 'inProgress' && { headers: { refresh: `5; url=/p/${link.token}/return` } }),
  }
}
