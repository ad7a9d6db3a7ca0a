import { messageApi } from '@regie/contract/messages.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { checkMessages } from './check-messages.ts'
import { findJob, listJobs, listRows, listTemplates } from './message-job-queries.ts'
import { previewMessage } from './preview-message.ts'
import { startMessages } from './start-messages.ts'
import { cancelJob } from './take-back.ts'

// Who leafs through cases asks for one at each press, from an address that an office shares.
const often = { perMinute: 600 }

export const messageRoutes: Route<Services>[] = [
  route(messageApi.templates, ({ db }: Services, { caller, query }) => {
    mustAccessCustomer(caller, query.customerID, 'customer.notFound')
    return listTemplates(db, caller, query.customerID)
  }),
  route(messageApi.check, (services: Services, { caller, body }) => checkMessages(services, caller, body), often),
  route(messageApi.preview, (services: Services, { caller, body }) => previewMessage(services, caller, body), often),
  route(messageApi.orders, ({ db, clock }: Services, { caller, query }) => {
    mustAccessCustomer(caller, query.customerID, 'customer.notFound')
    return listJobs(db, caller, query.customerID, clock.now())
  }),
  route(messageApi.order, ({ db, clock }: Services, { caller, params }) => findJob(db, caller, params.orderID, clock.now())),
  route(messageApi.rows, (services: Services, { caller, params, query }) => listRows(services, caller, params.orderID, query)),
  route(messageApi.cancel, (services: Services, { caller, params }) => cancelJob(services, caller, params.orderID)),
  route(messageApi.send, (services: Services, { caller, params, body }) => startMessages(services, caller, params.channel, body)),
]
