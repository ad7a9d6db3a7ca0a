import * as z from 'zod/mini'
import { ClockTime } from './clock-time.ts'
import { endpoint } from './endpoint.ts'
import { LocalText, Locale } from './locale.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** What a visitor may write at once; a question, no letter. */
const visitorTextMax = 2_000
const visitorNameMax = 80
const visitorContactMax = 120
export const greetingMax = 300
const sitesMax = 20

/** When somebody answers, in local time (Europe/Amsterdam); `end` is the first minute after it. Weekday 1 is Monday. */
export const WebChatHours = z
  .object({
    weekdays: z.array(z.number().check(z.int(), z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
    start: ClockTime,
    end: ClockTime,
  })
  .check(z.refine(({ start, end }) => start < end, { path: ['end'] }))
export type WebChatHours = z.infer<typeof WebChatHours>

/** The origin of a site as people write it: with or without https://, a path and capitals. */
function originOf(typed: string): string {
  const [, scheme = 'https://', host = ''] = /^(https?:\/\/)?([^/?#\s]*)/i.exec(typed.trim()) ?? []
  return `${scheme}${host}`.toLowerCase()
}

// Plain http says nothing of who wrote the page: for one's own machine only.
const Site = z
  .string()
  .check(
    z.maxLength(200),
    z.overwrite(originOf),
    z.regex(/^(https:\/\/[a-z0-9][a-z0-9.-]{0,180}(:\d{1,5})?|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)$/, 'webChat.siteInvalid'),
  )

const Settings = {
  isOn: z.boolean(),
  /** The sites on which it may stand; nowhere else a browser shows it. */
  sites: z.array(Site).check(z.maxLength(sitesMax)),
  greeting: LocalText,
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  hours: z.array(WebChatHours).check(z.maxLength(14)),
}

/** The chat of a customer's site. */
export const WebChat = z.object({
  ...Settings,
  customerID: z.number(),
  /** Stands in the code on the site; null until it was saved once. */
  siteKey: z.nullable(z.string()),
  /** 0: never saved. */
  version: z.number(),
})
export type WebChat = z.infer<typeof WebChat>

const Greeting = z.string().check(z.trim(), z.maxLength(greetingMax))
const CustomerId = z.object({ customerID: Id })

export const webChatApi = {
  get: endpoint({
    method: 'GET',
    path: '/customers/:customerID/web-chat',
    access: { right: Right.changeProviders },
    summary: 'The chat on the sites of a customer: where it stands, how it looks, when somebody answers',
    params: CustomerId,
    response: WebChat,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/customers/:customerID/web-chat',
    access: { right: Right.changeProviders },
    summary: 'Change the chat on the sites of a customer; on a site outside the list no browser shows it',
    savedAs: [{ entity: 'webChat', param: 'customerID' }],
    params: CustomerId,
    body: z.object({
      ...Settings,
      greeting: z.object({ nl: Greeting, eng: Greeting, fr: Greeting }),
      version: z.number().check(z.int(), z.gte(0)),
    }),
    response: WebChat,
  }),
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const printable = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/
// oxlint-disable-next-line no-control-regex -- a name and an address stand on one line
const oneLine = /^[^\u0000-\u001f]*$/
const Text = z.string().check(z.trim(), z.minLength(1), z.maxLength(visitorTextMax), z.regex(printable))
/** An e-mail address or a number: where somebody is reached who does not wait. */
const visitorContact = /^([^\s@]{1,64}@[^\s@]{1,180}|\+?[0-9][0-9 ()-]{5,24})$/

/** The token of a visit: made by the visitor's page, so that a first message whose answer was lost can be sent again. */
export const VisitToken = z.string().check(z.regex(/^[0-9A-Za-z_-]{43}$/))

/** The first message of a visitor. */
export const BeginVisit = z.object({
  siteKey: z.string().check(z.regex(/^[0-9A-Za-z_-]{22}$/)),
  token: VisitToken,
  key: z.uuid(),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(visitorNameMax), z.regex(oneLine)),
  contact: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(visitorContactMax),
      z.refine((text) => text === '' || visitorContact.test(text)),
    ),
    '',
  ),
  text: Text,
  locale: Locale,
})
export type BeginVisit = z.infer<typeof BeginVisit>
export const WriteInVisit = z.object({ key: z.uuid(), text: Text })
export const SeenInVisit = z.object({ answerID: z.number().check(z.int(), z.gte(0)) })

/** What a visitor sees of the conversation: what was written, and nothing of any case. */
export type VisitMessage = { id: string; isOurs: boolean; text: string; at: string; key: string | null }
export type Visit = {
  messages: VisitMessage[]
  /** The number of the last answer, for saying that it was seen. */
  lastAnswerID: number
  isStaffed: boolean
  /** When somebody answers again; null: now, or nobody knows. */
  opensAt: string | null
}

/** What the page of the chat is made with. */
export type WebChatPage = {
  siteKey: string
  customerName: string
  locale: Locale
  color: string
  greeting: string
  isStaffed: boolean
  opensAt: string | null
  isPreview: boolean
  texts: Record<string, string>
}
