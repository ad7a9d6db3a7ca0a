import * as z from 'zod'
import { WebhookRefused } from '../../gateway-errors.ts'

const News = z.object({ events: z.array(z.object({ id: z.string().max(100) })) })

/** Which payments a simulated provider has news of. */
export function readSimulatedNews(rawBody: Buffer): string[] {
  try {
    return News.parse(JSON.parse(rawBody.toString('utf8'))).events.map(({ id }) => id)
  } catch (error) {
    throw new WebhookRefused('the body is not what this provider sends', { cause: error })
  }
}
