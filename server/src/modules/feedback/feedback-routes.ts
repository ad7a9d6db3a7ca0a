import { feedbackApi, feedbackImageMax } from '@regie/contract/feedback.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { sendFeedback } from './send-feedback.ts'

export const feedbackRoutes: Route<Services>[] = [
  route(feedbackApi.send, async (services: Services, { caller, body }) => ({ feedbackID: await sendFeedback(services, caller, body) }), {
    perMinute: 20,
    bytesMax: feedbackImageMax * 2,
  }),
]
