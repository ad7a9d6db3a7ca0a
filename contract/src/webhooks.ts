import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Providers call these; what they say is checked by signature in the gateway before it counts. The raw body reaches the gateway. */
export const webhookApi = {
  receive: endpoint({
    method: 'POST',
    path: '/hooks/:provider',
    access: 'public',
    summary: 'Delivery, call and payment news from a provider',
    params: z.object({ provider: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) }),
    response: z.object({ received: z.boolean() }),
  }),
}
