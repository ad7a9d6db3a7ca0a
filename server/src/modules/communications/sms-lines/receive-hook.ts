import { isHookSecret, type ProviderHookCall } from '../../../gateways/provider-hook.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { hearingOf, type NewsKeeper } from './early-news.ts'
import { receiveSms } from './receive-sms.ts'

/** A call of the webhook of one provider; false when its path is none of ours. Throws WebhookRefused. */
export async function receiveProviderHook(
  services: Services,
  keepNews: NewsKeeper,
  { id, secret, call }: { id: number; secret: string; call: ProviderHookCall },
): Promise<boolean> {
  const { db, gateways, config } = services
  const provider = (await findRegistered(db, [id])).get(id)
  if (!provider || !isHookSecret(config.secretKey, provider, secret)) return false
  const news = gateways.readHook(provider, call)
  if (!news) return false
  await Promise.all(news.updates.map((update) => keepNews(hearingOf(provider), update)))
  for (const sms of news.incoming) await receiveSms(services, provider, sms)
  return true
}
