import * as z from 'zod/mini'
import { HeaderFile, headerFileKinds } from './header-files.ts'

/** How Meta names a person to one business, where it does not tell their number, for PostgreSQL too. */
export const personIdPattern = '^[A-Za-z]{2}\\.[A-Za-z0-9]{6,128}$'
const personId = new RegExp(personIdPattern)
/** Is this how Meta names a person to one business, where it does not tell their number (`NL.13491208655302741918`)? Our lists keep it in lower case. */
export const isPersonId = (address: string): boolean => personId.test(address)

/** Where Meta's review of a text stands; only what is approved may be sent. */
export const approvedStatuses = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED', 'OTHER'] as const
export type ApprovedStatus = (typeof approvedStatuses)[number]
export const approvedCategories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const
export const approvedQualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const

const line = (max: number) => z.string().check(z.maxLength(max))
/** A button under a text: one that is answered with, one that opens an address or one that calls. `{{1}}` in an address is filled for each person. */
const ApprovedButton = z.object({ type: z.enum(['reply', 'url', 'phone', 'other']), text: line(200), url: line(2_000) })

/** A text as Meta approved it, with its numbered places. */
export const ApprovedText = z.object({
  name: line(512),
  language: line(20),
  header: line(200),
  /** It begins with a file of this kind, which goes along with each message; without it, with words or nothing. */
  headerKind: z.optional(z.enum(headerFileKinds)),
  body: line(4_096),
  footer: line(200),
  buttons: z.array(ApprovedButton).check(z.maxLength(10)),
})
export type ApprovedText = z.infer<typeof ApprovedText>

const field = line(60)
/** An approved text with the field of the case for each of its places; '' is a place that staff have not filled yet. */
export const ApprovedChoice = z.extend(ApprovedText, {
  /** The file with which it begins; where it asks for one. */
  file: z.optional(HeaderFile),
  fields: z.object({
    header: z.array(field).check(z.maxLength(1)),
    body: z.array(field).check(z.maxLength(100)),
    /** One for each button; '' where its address has no place. */
    buttons: z.array(field).check(z.maxLength(10)),
  }),
})
export type ApprovedChoice = z.infer<typeof ApprovedChoice>

/** The values that go along with an approved text to one person. */
export type ApprovedMessage = {
  name: string
  language: string
  header: string[]
  body: string[]
  buttons: { index: number; value: string }[]
  /** The file with which it begins. */
  file?: HeaderFile
}

const numbered = /\{\{\s*(\d{1,3})\s*\}\}/g

/** How many numbered places a text has. */
export function placesIn(text: string): number {
  return Math.max(0, ...[...text.matchAll(numbered)].map(([, no]) => Number(no)))
}

/** An approved text that nobody has given fields yet. */
export function withoutFields(text: ApprovedText): ApprovedChoice {
  const empty = (part: string) => Array.from({ length: placesIn(part) }, () => '')
  return { ...text, fields: { header: empty(text.header), body: empty(text.body), buttons: text.buttons.map(() => '') } }
}

const shapeOf = ({ header, headerKind, body, footer, buttons }: ApprovedText) =>
  JSON.stringify([header, headerKind ?? '', body, footer, buttons.map(({ type, text, url }) => [type, text, url])])

/** Is it still as the provider has it now? What changed there is refused in its old shape, until it is taken over. */
export const isAsAtMeta = (kept: ApprovedText, now: ApprovedText): boolean => shapeOf(kept) === shapeOf(now)

/** The text as the provider has it now, with the fields and the file that were chosen before where they still have a place. */
export function takenOver({ fields, file }: ApprovedChoice, now: ApprovedText): ApprovedChoice {
  const fresh = withoutFields(now)
  const again = (places: readonly string[], given: readonly string[]) => places.map((_none, at) => given[at] ?? '')
  return {
    ...fresh,
    ...(file !== undefined && file.kind === now.headerKind && { file }),
    fields: {
      header: again(fresh.fields.header, fields.header),
      body: again(fresh.fields.body, fields.body),
      buttons: fresh.fields.buttons.map((_none, at) => (placesIn(now.buttons[at]?.url ?? '') > 0 ? (fields.buttons[at] ?? '') : '')),
    },
  }
}

/** Numbered places as merge fields; a place without a field stays numbered, and is then a broken place. */
function named(text: string, fields: readonly string[]): string {
  return text.replace(numbered, (whole, no: string) => (fields[Number(no) - 1] ? `{{${fields[Number(no) - 1]}}}` : whole))
}

/** The pieces of an approved text with its merge fields, as a bubble shows them. */
function partsOfApproved({ header, file, body, footer, buttons, fields }: ApprovedChoice) {
  return {
    header: file ? `[${file.fileName}]` : named(header, fields.header),
    body: named(body, fields.body),
    footer,
    buttons: buttons.map((button, at) => ({ ...button, url: named(button.url, [fields.buttons[at] ?? '']) })),
  }
}

/** The whole of it as one text: what is kept of a message, read in the timeline, and asked for missing fields. */
export function textOfApproved(choice: ApprovedChoice): string {
  const { header, body, footer, buttons } = partsOfApproved(choice)
  const lines = buttons.map(({ text, url }) => (url === '' ? `[${text}]` : `[${text}] ${url}`))
  return [header, body, footer, lines.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** Does it ask for a file that nobody has chosen yet? */
export const lacksFile = ({ headerKind, file }: ApprovedChoice): boolean => headerKind !== undefined && file?.kind !== headerKind

/** Which places have no field yet, as `body 2`. */
export function placesOpen({ header, body, buttons, fields }: ApprovedChoice): string[] {
  const open = (part: string, text: string, given: readonly string[]) =>
    Array.from({ length: placesIn(text) }, (_none, at) => (given[at] ? [] : [`${part} ${at + 1}`])).flat()
  return [
    ...open('header', header, fields.header),
    ...open('body', body, fields.body),
    ...buttons.flatMap(({ url }, at) => open(`button ${at + 1}`, url, [fields.buttons[at] ?? ''])),
  ]
}

/** After a message of the person free text may be sent for so long; each new message of theirs begins it anew. */
const serviceWindowMs = 24 * 60 * 60_000

/** Until when free text may be sent; null when the person never wrote. */
export function freeTextUntil(lastIncomingAt: Date | null): Date | null {
  return lastIncomingAt && new Date(lastIncomingAt.getTime() + serviceWindowMs)
}

/** May free text be sent now? Otherwise only a text that Meta approved. */
export function canSendFreeText({ lastIncomingAt }: { lastIncomingAt: Date | string | null }, now: Date): boolean {
  const until = lastIncomingAt === null ? null : freeTextUntil(new Date(lastIncomingAt))
  return until !== null && now < until
}
