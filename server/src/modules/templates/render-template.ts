import type { PressableButton } from '@regie/contract/flow.ts'
import { type Locale, locales } from '@regie/contract/locale.ts'
import { mergeField } from '@regie/contract/template-blocks.ts'
import {
  changedChoices,
  choiceFaults,
  pressableWords,
  textAboveChoices,
  textWithChoices,
  type WhatsappChoices,
  wordsOfChoices,
} from '@regie/contract/whatsapp-choices.ts'
import type { ApprovedChoice, ApprovedMessage } from '@regie/contract/whatsapp.ts'

/** `preheader`: as staff find it in the editor; what is sent of it stands in `html`. */
type TemplateText = {
  subject: string
  preheader?: string
  text: string
  html?: string | null
  approved?: ApprovedChoice
  choices?: WhatsappChoices
}
export type TemplateTexts = Partial<Record<Locale, TemplateText>>
/** `approved`: the values that go along with an approved text of WhatsApp; `choices`: the answers under one of our own, which `text` names too. */
export type RenderedText = { subject: string; text: string; html: string | null; approved?: ApprovedMessage; choices?: WhatsappChoices }

/** A text that asks for something which the case does not have: it is not sent half empty. */
export class TemplateIncomplete extends Error {
  override name = 'TemplateIncomplete'
  readonly missing: string[]

  constructor(missing: string[]) {
    super(`The text asks for ${missing.join(', ')}`)
    this.missing = missing
  }
}

/** The rendered text, or the names that it lacks. */
export function tryRendering(...[texts, values, locale]: Parameters<typeof renderTemplate>): RenderedText | string[] {
  try {
    return renderTemplate(texts, values, locale)
  } catch (error) {
    if (!(error instanceof TemplateIncomplete)) throw error
    return error.missing
  }
}

/**
 * Fills the `{{name}}` places of a text in the person's language (Dutch when there is none). No logic, so nothing that it holds can run.
 * Values are escaped in HTML, and in subject and text cleared of line ends and control characters that would begin something new.
 */
export function renderTemplate(texts: TemplateTexts, values: Readonly<Record<string, string>>, locale: Locale): RenderedText {
  const { rendered, missing, written } = fillTemplate(texts, values, locale)
  if (missing.length > 0) throw new TemplateIncomplete(missing)
  const { text, choices } = rendered
  // What Meta would refuse is named as what is missing is, by the words as staff wrote them, without the person's data: nothing is cut off.
  const refused = choices ? choiceFaults(textAboveChoices(text, choices), choices) : []
  if (refused.length > 0) throw new TemplateIncomplete(refused.map((fault) => asWritten(fault, written)))
  return rendered
}

function asWritten({ detail, words }: ReturnType<typeof choiceFaults>[number], written: ReadonlyMap<string, string>): string {
  const own = written.get(words) ?? words
  return detail === '' ? `“${own}”` : detail.replace(`“${words}”`, () => `“${own}”`)
}

/** `written`: what staff wrote of each choice, by how it is filled in. */
type Filled = { rendered: RenderedText; missing: string[]; written: ReadonlyMap<string, string> }

/** The same with nothing in the places of what is missing, and however long it became. */
export function fillTemplate(texts: TemplateTexts, values: Readonly<Record<string, string>>, locale: Locale): Filled {
  const chosen = texts[locale] ?? texts.nl ?? texts.eng ?? texts.fr ?? { subject: '', text: '' }
  const missing = new Set<string>()
  const fill = (text: string, safe: (value: string) => string) =>
    text.replace(mergeField, (_whole, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (value === undefined || value === '') missing.add(name)
      return safe(value ?? '')
    })
  const plain = (text: string) => fill(text, oneLine)
  const subject = oneLine(fill(chosen.subject, (value) => value))
  const text = plain(chosen.text)
  const written = new Map<string, string>()
  const filledWords = (words: string) => {
    const filled = plain(words).trim()
    written.set(filled, words)
    return filled
  }
  const choices = chosen.choices && changedChoices(chosen.choices, filledWords)
  const rendered = {
    subject,
    text: choices ? textWithChoices(text, choices) : text,
    html: chosen.html == null ? null : fill(chosen.html, (value) => escapeHtml(oneLine(value))),
    ...(chosen.approved && { approved: filledApproved(chosen.approved, values) }),
    ...(choices && { choices }),
  }
  return { rendered, missing: [...missing], written }
}

/** What is missing stands in the text too, and is named there. */
function filledApproved(choice: ApprovedChoice, values: Readonly<Record<string, string>>): ApprovedMessage {
  const { name, language, fields, buttons, file } = choice
  const valueOf = (field: string) => oneLine((Object.hasOwn(values, field) ? values[field] : undefined) ?? '')
  return {
    ...(file && { file }),
    ...{ name, language, header: fields.header.map(valueOf), body: fields.body.map(valueOf) },
    buttons: buttons.flatMap(({ url }, index) => {
      const place = url.indexOf('{{')
      if (place < 0) return []
      // Only what stands in the place goes along: of a whole address the part behind what Meta knows already.
      const value = valueOf(fields.buttons[index] ?? '')
      const known = url.slice(0, place)
      return [{ index, value: value.startsWith(known) ? value.slice(known.length) : value }]
    }),
  }
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const oneLine = (value: string) => value.replace(/[\u0000-\u001f\u007f]+/g, ' ')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Is it a WhatsApp text of our own, in any language? Then it leaves only within 24 hours after the person wrote. */
export const isOwnText = (texts: TemplateTexts): boolean => Object.values(texts).some(({ choices }) => choices !== undefined)

/**
 * What a person can press under a text: each button with its words in every language. The buttons of the languages belong together by their order; where one
 * language has more of them than another, nobody knows which are the same, and each is one by itself. Words with a merge field are another's for each person.
 */
export function pressableIn(texts: TemplateTexts): PressableButton[] {
  const byLocale = locales.flatMap((locale) => {
    const { approved, choices } = texts[locale] ?? {}
    const replies = (approved?.buttons ?? []).flatMap(({ type, text }) => (type === 'reply' ? [text] : []))
    const words = [...replies, ...(choices ? pressableWords(choices) : [])]
    return words.length === 0 ? [] : [words.map((one) => ({ locale, words: one.trim() }))]
  })
  const [first = []] = byLocale
  const isSameEverywhere = byLocale.every(({ length }) => length === first.length)
  const buttons = isSameEverywhere
    ? first.map((_one, at) => byLocale.flatMap((ofLocale) => ofLocale[at] ?? []))
    : byLocale.flat().map((one) => [one])
  return buttons
    .map((button) => button.filter(({ words }) => words !== '' && words.search(mergeField) < 0))
    .filter(({ length }) => length > 0)
}

/** The names of the values that the text has a place for, in any language. */
export function fieldsAsked(texts: TemplateTexts): string[] {
  const asked = Object.values(texts).flatMap(({ subject, text, html, choices }) => [
    ...[subject, text, html ?? '', ...(choices ? wordsOfChoices(choices) : [])].join(' ').matchAll(mergeField),
  ])
  return [...new Set(asked.map(([, name = '']) => name))]
}

/** Does the text have a place for this value, in any language? */
export const asksFor = (texts: TemplateTexts, name: string): boolean => fieldsAsked(texts).includes(name)
