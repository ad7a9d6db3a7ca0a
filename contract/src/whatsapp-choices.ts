import * as z from 'zod/mini'

/** What Meta takes of a message with answers to choose from: so many of them, and so many characters of each. */
export const choiceLimits = { buttons: 3, button: 20, rows: 10, word: 20, row: 24, about: 72, text: 1_024 } as const
/** And of a message without. */
const freeTextMax = 4_096

/** As it is written, with merge fields: what counts is how long it is filled in. */
const written = z.string().check(z.maxLength(300))

/** The answers that a WhatsApp text of our own offers: none, up to three buttons, or one list that a button of this `word` opens. */
export const WhatsappChoices = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('buttons'), buttons: z.array(written).check(z.maxLength(choiceLimits.buttons)) }),
  z.object({
    kind: z.literal('list'),
    word: written,
    rows: z.array(z.object({ title: written, about: written })).check(z.maxLength(choiceLimits.rows)),
  }),
])
export type WhatsappChoices = z.infer<typeof WhatsappChoices>

/** The words that a person can press: each comes back as their answer. */
export function pressableWords(choices: WhatsappChoices): string[] {
  if (choices.kind === 'none') return []
  return choices.kind === 'buttons' ? choices.buttons : choices.rows.map(({ title }) => title)
}

/** All that is written in them, merge fields included. */
export const wordsOfChoices = (choices: WhatsappChoices): string[] =>
  choices.kind === 'list' ? [choices.word, ...choices.rows.flatMap(({ title, about }) => [title, about])] : pressableWords(choices)

/** The same choices with each of their words changed. */
export function changedChoices(choices: WhatsappChoices, change: (words: string) => string): WhatsappChoices {
  if (choices.kind === 'none') return choices
  if (choices.kind === 'buttons') return { kind: 'buttons', buttons: choices.buttons.map(change) }
  const rows = choices.rows.map(({ title, about }) => ({ title: change(title), about: change(about) }))
  return { kind: 'list', word: change(choices.word), rows }
}

// As an approved text keeps its buttons (whatsapp.ts), so that both read alike in a timeline.
const linesOf = (choices: WhatsappChoices) => {
  if (choices.kind === 'none') return ''
  const buttons = choices.kind === 'buttons' ? choices.buttons : [choices.word]
  const rows = choices.kind === 'list' ? choices.rows.map(({ title, about }) => `- ${title}${about === '' ? '' : `: ${about}`}`) : []
  return `\n\n${[...buttons.map((button) => `[${button}]`), ...rows].join('\n')}`
}

/** The whole of a text with its choices as one: what is kept of a message and read in the timeline. */
export const textWithChoices = (text: string, choices: WhatsappChoices): string => `${text}${linesOf(choices)}`

/** The text above the choices. */
export function textAboveChoices(whole: string, choices: WhatsappChoices): string {
  const lines = linesOf(choices)
  return lines !== '' && whole.endsWith(lines) ? whole.slice(0, -lines.length) : whole
}

type ChoiceFault = {
  fault: 'choiceEmpty' | 'choiceTwice' | 'choiceLong' | 'whatsappLong'
  detail: string
  /** The words that it is about; empty: it is about the text, or about words that are not there. */
  words: string
}

/** What Meta would refuse of a text with its choices, as they stand; in a detail the limit where one is passed. */
export function choiceFaults(text: string, choices: WhatsappChoices): ChoiceFault[] {
  const most = choices.kind === 'none' ? freeTextMax : choiceLimits.text
  const faults: ChoiceFault[] = text.length > most ? [{ fault: 'whatsappLong', detail: `${text.length} > ${most}`, words: '' }] : []
  if (choices.kind === 'none') return faults
  const long = (words: string, max: number): ChoiceFault[] =>
    words.length > max ? [{ fault: 'choiceLong', detail: `“${words}” (${words.length} > ${max})`, words }] : []
  const pressable = pressableWords(choices)
  const needed = choices.kind === 'list' ? [choices.word, ...pressable] : pressable
  if (pressable.length === 0 || needed.some((words) => words.trim() === '')) faults.push({ fault: 'choiceEmpty', detail: '', words: '' })
  const same = pressable.find((words, at) => words !== '' && pressable.indexOf(words) < at)
  if (same !== undefined) faults.push({ fault: 'choiceTwice', detail: `“${same}”`, words: same })
  if (choices.kind === 'buttons') return [...faults, ...choices.buttons.flatMap((button) => long(button, choiceLimits.button))]
  return [
    ...faults,
    ...long(choices.word, choiceLimits.word),
    ...choices.rows.flatMap(({ title, about }) => [...long(title, choiceLimits.row), ...long(about, choiceLimits.about)]),
  ]
}
