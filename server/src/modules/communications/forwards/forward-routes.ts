import { forwardApi } from '@regie/contract/forwards.ts'
import { route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { changeForwardAddresses, findForwardAddresses } from './forward-addresses.ts'
import { forwardMail, listRecipients, previewForward } from './forward-mail.ts'

export const forwardRoutes = [
  route(forwardApi.addresses, ({ db }: Services, { caller, params }) => findForwardAddresses(db, caller, params.customerID)),
  route(forwardApi.changeAddresses, (services: Services, { caller, params, body }) =>
    changeForwardAddresses(services, caller, params.customerID, body),
  ),
  route(forwardApi.recipients, (services: Services, { caller, params }) => listRecipients(services, caller, params.incomingID)),
  route(forwardApi.preview, (services: Services, { caller, params, query }) => previewForward(services, caller, params.incomingID, query)),
  route(forwardApi.send, (services: Services, { caller, params, body }) => forwardMail(services, caller, params.incomingID, body), {
    perMinute: 30,
  }),
]
