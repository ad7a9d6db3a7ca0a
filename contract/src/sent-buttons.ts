import * as z from 'zod/mini'
import type { ApprovedText } from './whatsapp.ts'
import { textAboveChoices, type WhatsappChoices } from './whatsapp-choices.ts'

/** What stood under a WhatsApp message that was sent. A `list` is the button that opens its rows. */
export const SentButton = z.object({
  kind: z.enum(['reply', 'url', 'phone', 'other', 'list', 'row']),
  words: z.string(),
  /** Of a row: what stands beneath its words. */
  about: z.string(),
  /** Where it leads; empty: nowhere. */
  url: z.string(),
})
export type SentButton = z.infer<typeof SentButton>

/** A message is kept as one text. `choices`: of a text of our own; `approved`: the buttons of the approved text that it is. */
type Under = { choices?: WhatsappChoices | undefined; approved?: ApprovedText['buttons'] | null | undefined }

/** Takes the text of a message that was sent apart again: the words above, and what stood under them. */
export function withoutButtons(whole: string, { choices, approved }: Under): { text: string; buttons: SentButton[] } {
  if (approved != null && approved.length > 0) return withoutApproved(whole, approved)
  const text = choices === undefined ? whole : textAboveChoices(whole, choices)
  return choices === undefined || text === whole ? { text: whole, buttons: [] } : { text, buttons: buttonsOf(choices) }
}

const button = (kind: SentButton['kind'], words: string, about = ''): SentButton => ({ kind, words, about, url: '' })

function buttonsOf(choices: WhatsappChoices): SentButton[] {
  if (choices.kind === 'none') return []
  if (choices.kind === 'buttons') return choices.buttons.map((words) => button('reply', words))
  return [button('list', choices.word), ...choices.rows.map(({ title, about }) => button('row', title, about))]
}

// Each button is a line of its own at the end (textOfApproved). What does not end so was written by an older version, and stays whole.
function withoutApproved(whole: string, approved: ApprovedText['buttons']): { text: string; buttons: SentButton[] } {
  const lines = whole.split('\n')
  const last = lines.slice(-approved.length)
  const begins = approved.map(({ text }) => `[${text}]`)
  if (last.length < approved.length || begins.some((begin, at) => !last[at]?.startsWith(begin))) return { text: whole, buttons: [] }
  return {
    text: lines.slice(0, -approved.length).join('\n').trimEnd(),
    buttons: approved.map(({ type, text }, at) => ({
      ...button(type, text),
      url: (last[at] ?? '').slice((begins[at] ?? '').length).trim(),
    })),
  }
}
