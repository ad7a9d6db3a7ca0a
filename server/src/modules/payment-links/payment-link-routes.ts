import { paymentApi } from '@regie/contract/payment-actions.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { deleteLink, markLinkPaid, restoreLink, unmarkLink } from './change-link-by-hand.ts'

export const paymentLinkRoutes: Route<Services>[] = [
  route(paymentApi.markLink, (services: Services, { caller, params, body }) =>
    markLinkPaid(services, caller, { linkId: params.paymentLinkID, reason: body.reason }),
  ),
  route(paymentApi.unmarkLink, (services: Services, { caller, params, body }) =>
    unmarkLink(services, caller, { linkId: params.paymentLinkID, reason: body.reason }),
  ),
  route(paymentApi.deleteLink, (services: Services, { caller, params }) => deleteLink(services, caller, params.paymentLinkID)),
  route(paymentApi.restoreLink, (services: Services, { caller, params }) => restoreLink(services, caller, params.paymentLinkID)),
]
