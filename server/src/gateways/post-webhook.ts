import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import type { PostWebhook } from './simulated-events.ts'
import { webhookUrls } from './webhook-urls.ts'

/** Brings simulated news to our own webhooks over HTTP, as a provider would. */
export function openWebhookPost(config: Config, log: Pick<Log, 'debug'>): PostWebhook {
  return async (provider, body, headers) => {
    for (const url of webhookUrls(config, provider)) {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(10_000),
        })
        await answer.body?.cancel()
        return answer.ok
      } catch (error) {
        // Nobody there: the other address, or later.
        log.debug({ err: error, provider }, 'a simulated webhook did not arrive')
      }
    }
    return false
  }
}
