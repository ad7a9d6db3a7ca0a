import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { readPhone } from '../../../platform/phone-number.ts'
import { WebhookRefused } from '../../gateway-errors.ts'
import type { DeliveryUpdate, WebhookHeaders } from '../../message-gateway.ts'
import { readJson } from '../../read-json.ts'
import type { IncomingWhatsapp, WhatsappNews } from '../whatsapp-gateway.ts'

// In the year 2286: a later moment is none, and the database keeps none before our era.
const secondsMax = 10_000_000_000
// A call brings a few; Meta sends a thousand at most.
const eventsMax = 1_000
const textMax = 10_000
// JSON within JSON deeper than Meta ever goes.
const depthMax = 40
// Its names for messages are some sixty characters long.
const idMax = 200

const Fault = z.looseObject({ code: z.number(), title: z.string().catch(''), message: z.string().catch('') })
const Status = z.object({
  id: z.string().min(1).max(idMax),
  status: z.string(),
  timestamp: z.coerce.number(),
  errors: z.array(Fault).catch([]),
  biz_opaque_callback_data: z.string().optional().catch(undefined),
})
const Media = z.object({
  id: z.string().max(200),
  mime_type: z.string().max(200).catch(''),
  filename: z.string().max(300).catch(''),
  caption: z.string().catch(''),
})
// A button of an approved text holds 25 characters, a row 24.
const pressedMax = 200
const Reply = z.object({ title: z.string().catch(''), id: z.string().catch('') })
const SharedPhone = z.object({ phone: z.string().catch(''), wa_id: z.string().catch('') })
/** Somebody's number. By `contact_request` it is the sender's own, given by the button under our question. */
const SharedContact = z.object({
  origin: z.string().catch(''),
  name: z.object({ formatted_name: z.string().catch('') }).catch({ formatted_name: '' }),
  phones: z.array(SharedPhone).catch([]),
})
const Message = z.object({
  id: z.string().min(1).max(idMax),
  from: z.string().max(40).optional(),
  from_user_id: z.string().max(140).optional(),
  timestamp: z.coerce.number(),
  type: z.string().catch('unknown'),
  context: z
    .object({ id: z.string().max(idMax).optional() })
    .optional()
    .catch(undefined),
  text: z.object({ body: z.string() }).optional().catch(undefined),
  button: z
    .object({ text: z.string().catch('') })
    .optional()
    .catch(undefined),
  interactive: z.object({ button_reply: Reply.optional(), list_reply: Reply.optional() }).optional().catch(undefined),
  image: Media.optional().catch(undefined),
  audio: Media.optional().catch(undefined),
  video: Media.optional().catch(undefined),
  document: Media.optional().catch(undefined),
  sticker: Media.optional().catch(undefined),
  reaction: z
    .object({ emoji: z.string().catch('') })
    .optional()
    .catch(undefined),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional().catch(undefined),
  contacts: z.array(SharedContact).optional().catch(undefined),
  system: z
    .object({ body: z.string().catch('') })
    .optional()
    .catch(undefined),
})
type Message = z.infer<typeof Message>
const Contact = z.object({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  profile: z
    .object({ name: z.string().catch('') })
    .optional()
    .catch(undefined),
})
const Value = z.object({
  metadata: z.object({ phone_number_id: z.string() }).optional().catch(undefined),
  contacts: z.array(z.unknown()).catch([]),
  statuses: z.array(z.unknown()).catch([]),
  messages: z.array(z.unknown()).catch([]),
})
const Body = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })).catch([]) })),
})

/** Throws WebhookRefused unless Meta signed these bytes with the secret of the app. */
export function mustBeMeta(appSecret: string, rawBody: Buffer, headers: WebhookHeaders): void {
  const given = headers['x-hub-signature-256']
  if (appSecret === '' || typeof given !== 'string') throw new WebhookRefused('signature missing')
  const expected = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`)
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw new WebhookRefused('signature wrong')
}

/** All events of one call. An event that cannot be read is left out, and keeps none of the others from being read. */
export function readCloudNews(rawBody: Buffer, phoneNumberId: string): WhatsappNews {
  const parsed = Body.safeParse(parseJson(rawBody))
  if (!parsed.success) throw new WebhookRefused('the body is not what this provider sends')
  const news: WhatsappNews = { updates: [], incoming: [], textsChanged: false }
  for (const { field, value } of parsed.data.entry.flatMap(({ changes }) => changes)) {
    if (field.startsWith('message_template_')) news.textsChanged = true
    const read = Value.safeParse(value)
    if (!read.success || field !== 'messages') continue
    // The webhook of an app hears all numbers of its owner; each provider here is one of them.
    if (read.data.metadata !== undefined && read.data.metadata.phone_number_id !== phoneNumberId) continue
    const contacts = allThatFit(Contact, read.data.contacts)
    news.updates.push(...allThatFit(Status, read.data.statuses).flatMap(updateOf))
    news.incoming.push(...allThatFit(Message, read.data.messages).flatMap((message) => incomingOf(message, contacts)))
    if (news.updates.length + news.incoming.length > eventsMax) throw new WebhookRefused('too many events')
  }
  return news
}

const states = new Map<string, DeliveryUpdate['state']>([
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
])

// What another system sends along by this number is none of ours.
const ourId = /^\d{1,18}$/

function updateOf({ id, status, timestamp, errors, biz_opaque_callback_data: our }: z.infer<typeof Status>): WhatsappNews['updates'] {
  const state = states.get(status)
  const at = momentOf(timestamp)
  // `sent` is what the answer to the message said already.
  if (state === undefined || at === null) return []
  const [fault] = errors
  const reason = fault && `${fault.code} ${fault.title || fault.message}`.slice(0, 300).toWellFormed()
  return [
    {
      eventKey: `${id}:${status}`,
      providerRef: id,
      state,
      at,
      isOurs: our !== undefined && ourId.test(our),
      ...(reason !== undefined && { reason }),
    },
  ]
}

function incomingOf(message: Message, contacts: readonly z.infer<typeof Contact>[]): IncomingWhatsapp[] {
  const at = momentOf(message.timestamp)
  const phone = message.from !== undefined && /^\d{5,15}$/.test(message.from) ? `+${message.from}` : null
  const contact =
    contacts.find(({ wa_id, user_id }) =>
      message.from === undefined ? user_id !== undefined && user_id === message.from_user_id : wa_id === message.from,
    ) ?? (contacts.length === 1 ? contacts[0] : undefined)
  const userId = message.from_user_id ?? contact?.user_id ?? null
  if (at === null || (phone === null && userId === null)) return []
  const media = message.image ?? message.audio ?? message.video ?? message.document ?? message.sticker ?? null
  return [
    {
      providerRef: message.id,
      ...{ at, phone, userId },
      name: (contact?.profile?.name ?? '').slice(0, 200).toWellFormed(),
      text: textOf(message, media?.caption ?? '')
        .slice(0, textMax)
        .toWellFormed(),
      isOwnWords: (message.text ?? message.button ?? message.interactive) !== undefined,
      pressed: pressedOf(message),
      quotes: message.context?.id ?? null,
      givenNumber: givenNumberOf(message),
      media: media && { id: media.id, mediaType: media.mime_type, fileName: media.filename },
    },
  ]
}

/** The words of a button, or of a row of a list. */
function pressedOf({ button, interactive }: Message): string | null {
  const title = button?.text ?? interactive?.button_reply?.title ?? interactive?.list_reply?.title ?? ''
  return title.replaceAll('\0', '').trim().slice(0, pressedMax).toWellFormed() || null
}

/** The number that they gave when they were asked. Some countries write it otherwise within WhatsApp, so the number itself comes first. */
function givenNumberOf({ contacts = [] }: Message): string | null {
  const own = contacts.filter(isOwnContact).flatMap(({ phones }) => phones)
  for (const text of own.flatMap(({ phone, wa_id: known }) => [phone, known && `+${known}`])) {
    const read = readPhone(text.slice(0, 40))
    if ('number' in read) return read.number
  }
  return null
}
const isOwnContact = ({ origin }: z.infer<typeof SharedContact>) => origin === 'contact_request'

/** What was written or chosen; of what has no words, what it is. A number that was asked for stands apart, where it is masked. */
function textOf({ type, text, button, interactive, reaction, location, contacts, system }: Message, caption: string): string {
  const reply = interactive?.button_reply ?? interactive?.list_reply
  const place = location && `${location.latitude}, ${location.longitude}`
  const shared = contacts
    ?.map((one) => [one.name.formatted_name, ...(isOwnContact(one) ? [] : one.phones.map(({ phone }) => phone))].filter(Boolean).join(' '))
    .join('\n')
  const words = text?.body ?? button?.text ?? reply?.title ?? reaction?.emoji ?? place ?? shared ?? system?.body ?? caption
  return words === '' ? `[${type}]` : words
}

function momentOf(seconds: number): Date | null {
  return seconds > 0 && seconds < secondsMax ? new Date(seconds * 1_000) : null
}

function allThatFit<T>(shape: z.ZodType<T>, given: readonly unknown[]): T[] {
  return given.flatMap((one) => {
    const read = shape.safeParse(one)
    return read.success ? [read.data] : []
  })
}

function parseJson(rawBody: Buffer): unknown {
  const text = rawBody.toString('utf8')
  let depth = 0
  // Before it is parsed: brackets in texts count too, which only makes the bound a little lower.
  for (const one of text) {
    if (one === '{' || one === '[') depth++
    else if (one === '}' || one === ']') depth--
    if (depth > depthMax) return null
  }
  return readJson(text)
}
