import { notificationApi } from '@regie/contract/notifications.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listNotifications } from './list-notifications.ts'
import { readNotifications } from './read-notifications.ts'

export const notificationRoutes: Route<Services>[] = [
  route(notificationApi.list, (services: Services, { caller, query }) => listNotifications(services, caller, query)),
  route(notificationApi.read, (services: Services, { caller, body }) => readNotifications(services, caller, body)),
]
