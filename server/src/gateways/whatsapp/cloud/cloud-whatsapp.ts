import { timingSafeEqual } from 'node:crypto'
import { approvedQualities } from '@regie/contract/whatsapp.ts'
import * as z from 'zod'
import type { GuardedFetch } from '../../../platform/http/outbound-guard.ts'
import { failureOfCall } from '../../failure-of-call.ts'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import type { ListedText, WhatsappGateway } from '../whatsapp-gateway.ts'
import { failureOfAnswer } from './cloud-errors.ts'
import { payloadOf } from './cloud-payload.ts'
import type { CloudSecrets } from '../whatsapp-secrets.ts'
import type { CloudSettings } from './cloud-settings.ts'
import { readTexts, TextPage } from './cloud-texts.ts'
import { mustBeMeta, readCloudNews } from './cloud-webhook.ts'

type Options = { settings: CloudSettings; secrets: CloudSecrets; fetch: GuardedFetch; loopback: boolean }

// What Meta takes of one number: 80 a second; an answer comes within some 100 ms.
const lanes = 8
// 100 texts a page; Meta allows 6,000 of them.
const pagesMax = 60
const fileBytesMax = 16 * 1024 * 1024
// 10 MB by a line of 1.5 megabit a second.
const uploadMsMax = 60_000

const Sent = z.object({ messages: z.array(z.object({ id: z.string().min(1).max(500) })).min(1) })
const Uploaded = z.object({ id: z.string().min(1).max(200) })
const Media = z.object({ url: z.string(), mime_type: z.string().catch('application/octet-stream'), file_size: z.coerce.number().catch(0) })
const NumberAnswer = z.object({
  messaging_limit_tier: z.string().optional(),
  whatsapp_business_manager_messaging_limit: z.string().optional(),
  quality_rating: z.enum(approvedQualities).catch('UNKNOWN'),
  display_phone_number: z.string().max(40).catch(''),
})
const limitOfTier: Record<string, number> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1_000,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
}

/** The Cloud API of Meta for one number of a customer. */
export function openCloudWhatsapp({ settings, secrets, fetch, loopback }: Options): WhatsappGateway {
  const { baseUrl, phoneNumberId, wabaId } = settings
  const headers = { authorization: `Bearer ${secrets.token}` }

  const ask = (path: string, body?: object) => askBy(path, body === undefined ? { headers } : postOf(body))
  async function askBy(path: string, call: Parameters<GuardedFetch>[1]): Promise<unknown> {
    const answer = await fetch(`${baseUrl}/${path}`, call).catch((error: unknown) => Promise.reject(failureOfCall(error)))
    const json: unknown = await answer.json().catch(() => null)
    if (!answer.ok) throw failureOfAnswer(answer.status, json)
    return json
  }
  const postOf = (body: object) => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // Nothing leaves by a question: doubt and refusal are a failed test.
  const asking = (path: string) =>
    ask(path).catch((error: unknown) => {
      if (error instanceof GatewayUncertain) throw new GatewayUnavailable(error.message, { cause: error.cause, fault: 'unreachable' })
      if (error instanceof GatewayRefused) throw new GatewayUnavailable(`${error.code} ${error.message}`, { cause: error, fault: 'answer' })
      throw error
    })

  // A file that is brought twice does no harm.
  const nothingLeft = (error: unknown) => {
    if (error instanceof GatewayUncertain) throw new GatewayUnavailable(error.message, { cause: error })
    throw error
  }

  return {
    name: 'whatsapp-cloud',
    simulated: false,
    loopback,
    lanes,
    async send(message) {
      const answer = Sent.safeParse(await ask(`${phoneNumberId}/messages`, payloadOf(message)))
      const id = answer.success ? answer.data.messages[0]?.id : undefined
      if (id === undefined) throw new GatewayUncertain('an answer without the id of a message')
      return { providerRef: id }
    },
    async listTexts() {
      const texts: ListedText[] = []
      let after = ''
      for (let page = 0; page < pagesMax; page++) {
        const fields = 'name,language,status,category,quality_score,components'
        const path = `${wabaId}/message_templates?limit=100&fields=${fields}${after && `&after=${encodeURIComponent(after)}`}`
        const read = TextPage.safeParse(await asking(path))
        if (!read.success) throw new GatewayUnavailable('an answer that is no list of templates', { fault: 'answer' })
        texts.push(...readTexts(read.data.data))
        const next = read.data.paging?.next === undefined ? undefined : read.data.paging.cursors?.after
        if (next === undefined || next === after) return texts
        after = next
      }
      return texts
    },
    async numberState() {
      const fields = 'display_phone_number,quality_rating,messaging_limit_tier,whatsapp_business_manager_messaging_limit'
      const read = NumberAnswer.safeParse(await asking(`${phoneNumberId}?fields=${fields}`))
      if (!read.success) throw new GatewayUnavailable('an answer that is no number', { fault: 'answer' })
      const { messaging_limit_tier: own, whatsapp_business_manager_messaging_limit: ofOwner, ...rest } = read.data
      const tier = ofOwner ?? own ?? ''
      // A number of which Meta says nothing has what every new one has.
      const dailyLimit = tier === 'TIER_UNLIMITED' || tier === 'UNLIMITED' ? null : (limitOfTier[tier] ?? 250)
      return { dailyLimit, quality: rest.quality_rating, displayNumber: rest.display_phone_number }
    },
    async uploadMedia({ fileName, mediaType, content }) {
      const form = new FormData()
      form.set('messaging_product', 'whatsapp')
      form.set('type', mediaType)
      form.set('file', new Blob([new Uint8Array(content)], { type: mediaType }), fileName)
      const written = new Response(form)
      const type = written.headers.get('content-type') ?? 'multipart/form-data'
      const body = Buffer.from(await written.arrayBuffer())
      const call = { method: 'POST', headers: { ...headers, 'content-type': type }, body, timeoutMs: uploadMsMax }
      const answer = Uploaded.safeParse(await askBy(`${phoneNumberId}/media`, call).catch(nothingLeft))
      if (!answer.success) throw new GatewayUnavailable('an answer without the id of a file', { fault: 'answer' })
      return { id: answer.data.id }
    },
    async fetchMedia(id) {
      const read = Media.safeParse(await asking(`${encodeURIComponent(id)}?phone_number_id=${phoneNumberId}`))
      if (!read.success || read.data.file_size > fileBytesMax) return null
      const answer = await fetch(read.data.url, { headers, answerBytesMax: fileBytesMax }).catch(() => null)
      if (!answer?.ok) return null
      return { mediaType: read.data.mime_type, content: Buffer.from(await answer.arrayBuffer()) }
    },
    readNews(rawBody, webhookHeaders) {
      mustBeMeta(secrets.appSecret, rawBody, webhookHeaders)
      return readCloudNews(rawBody, phoneNumberId)
    },
    readDeliveryUpdates(rawBody, webhookHeaders) {
      mustBeMeta(secrets.appSecret, rawBody, webhookHeaders)
      return readCloudNews(rawBody, phoneNumberId).updates.map(({ isOurs: _ours, ...update }) => update)
    },
    answerChallenge(query) {
      const [given, expected] = [Buffer.from(query['hub.verify_token'] ?? ''), Buffer.from(secrets.verifyToken)]
      const isOurs = expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)
      const challenge = query['hub.challenge']
      return isOurs && query['hub.mode'] === 'subscribe' && challenge !== undefined && /^[\w-]{1,200}$/.test(challenge) ? challenge : null
    },
    async close() {},
  }
}
