import { webChatApi } from '@regie/contract/web-chat.ts'
import { mustAccessCustomer } from '../../../platform/http/caller.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { changeWebChat, findWebChat } from './web-chat-settings.ts'

export const webChatRoutes: Route<Services>[] = [
  route(webChatApi.get, ({ db }: Services, { caller, params: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return findWebChat(db, customerID)
  }),
  route(webChatApi.change, (services: Services, { caller, params, body }) => changeWebChat(services, caller, params.customerID, body)),
]
