import { outgoingWebhookApi } from '@regie/contract/outgoing-webhooks.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeWebhook, createWebhook, removeWebhook, renewSecret } from './change-webhooks.ts'
import { replayFailed, replayMessage, sendTest } from './send-again.ts'
import { findMessage, listMessages, listWebhooks } from './webhook-queries.ts'

export const outgoingWebhookRoutes: Route<Services>[] = [
  route(outgoingWebhookApi.list, async ({ db }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return { rows: await listWebhooks(db, customerID) }
  }),
  route(outgoingWebhookApi.create, (services: Services, { caller, body }) => createWebhook(services, caller, body)),
  route(outgoingWebhookApi.change, (services: Services, { caller, params, body }) =>
    changeWebhook(services, caller, params.webhookID, body),
  ),
  route(outgoingWebhookApi.remove, (services: Services, { caller, params }) => removeWebhook(services, caller, params.webhookID)),
  route(outgoingWebhookApi.newSecret, (services: Services, { caller, params }) => renewSecret(services, caller, params.webhookID)),
  route(outgoingWebhookApi.test, (services: Services, { caller, params }) => sendTest(services, caller, params.webhookID)),
  route(outgoingWebhookApi.messages, (services: Services, { caller, params, query }) =>
    listMessages(services, caller, params.webhookID, query),
  ),
  route(outgoingWebhookApi.message, (services: Services, { caller, params }) => findMessage(services, caller, params)),
  route(outgoingWebhookApi.replay, (services: Services, { caller, params }) => replayMessage(services, caller, params)),
  route(outgoingWebhookApi.replayFailed, (services: Services, { caller, params }) => replayFailed(services, caller, params.webhookID)),
]
