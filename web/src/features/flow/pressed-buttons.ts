import type { PressableButton } from '@regie/contract/flow.ts'
import type { Locale } from '@regie/contract/locale.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { Answers } from './graph/taken-ways.ts'

type PressableTemplate = { key: string; pressable?: PressableButton[] | undefined }
type Steps = readonly ScriptStep[]
type Buttons = readonly PressableButton[]
/** Answers of a branch that lead to the same step and are one to who reads: the words of one button in all its languages, or a single answer. */
export type AnswerRow = { answers: string[]; to: string }

/** What people can press under the WhatsApp texts that these steps send, one for each button. What answers is its words: buttons of two texts that share some are one. */
export function pressableOf(steps: Steps, { templates }: { templates: readonly PressableTemplate[] }): PressableButton[] {
  const sent = new Set(steps.flatMap((step) => (step.kind === 'send-whatsapp' ? [step.settings.template] : [])))
  const buttons: PressableButton[] = []
  for (const button of templates.flatMap(({ key, pressable = [] }) => (sent.has(key) ? pressable : []))) {
    const same = buttons.filter((one) => one.some(({ words }) => button.some((other) => other.words === words)))
    const all = [...same.flat(), ...button]
    const merged = all.filter(({ locale, words }, at) => all.findIndex((one) => one.locale === locale && one.words === words) === at)
    const at = same[0] === undefined ? buttons.length : buttons.indexOf(same[0])
    buttons.splice(at, same[0] === undefined ? 0 : 1, merged)
    for (const gone of same.slice(1)) buttons.splice(buttons.indexOf(gone), 1)
  }
  return buttons
}

/** All words of the button that has these words; the words alone where no text has them. */
export function wordsOfButton(buttons: Buttons, words: string): string[] {
  const button = buttons.find((one) => one.some((each) => each.words === words))
  return button === undefined ? [words] : [...new Set(button.map((each) => each.words))]
}

/** The words by which a reader of a language knows the button. */
export function wordsFor(buttons: Buttons, words: string, locale: Locale): string {
  const button = buttons.find((one) => one.some((each) => each.words === words)) ?? []
  return button.find((each) => each.locale === locale)?.words ?? button[0]?.words ?? words
}

/** The answers of a branch as rows, in the order in which they were given. A button whose languages lead to different steps is a row for each of these. */
export function answerRows({ question, answers }: Extract<ScriptStep, { kind: 'branch' }>['settings'], buttons: Buttons): AnswerRow[] {
  const rows: AnswerRow[] = []
  for (const [answer, to] of Object.entries(answers)) {
    const words = question === 'pressed' ? wordsOfButton(buttons, answer) : [answer]
    const row = rows.find((one) => one.to === to && one.answers.some((other) => words.includes(other)))
    if (row) row.answers.push(answer)
    else rows.push({ answers: [answer], to })
  }
  return rows
}

/** The answer that stands for a row: in the language of the reader where it has one. */
export function answerShown(row: AnswerRow, buttons: Buttons, locale: Locale): string {
  const [first = ''] = row.answers
  const known = wordsFor(buttons, first, locale)
  return row.answers.includes(known) ? known : first
}

/** The same steps with one way for each button instead of one for each of its languages: as they are drawn. */
export function withOneWay(steps: Steps, buttons: Buttons, locale: Locale): ScriptStep[] {
  return steps.map((step) => {
    if (step.kind !== 'branch' || step.settings.question !== 'pressed') return step
    const ways = answerRows(step.settings, buttons).map((row) => [answerShown(row, buttons, locale), row.to])
    return { ...step, settings: { ...step.settings, answers: Object.fromEntries(ways) } }
  })
}

/** The answers that a way stands for which is drawn as one; none: the way of all others. */
export function answersOfWay(steps: Steps, from: string, answer: string | null, buttons: Buttons): string[] {
  const step = steps.find(({ key }) => key === from)
  if (answer === null || step?.kind !== 'branch') return []
  return answerRows(step.settings, buttons).find(({ answers }) => answers.includes(answer))?.answers ?? [answer]
}

/** What was answered, by the ways that are drawn. */
export function answersDrawn(steps: Steps, answers: Answers, buttons: Buttons, locale: Locale): Answers {
  return new Map(
    [...answers].map(([key, given]) => {
      const step = steps.find((one) => one.key === key)
      const rows = step?.kind === 'branch' ? answerRows(step.settings, buttons) : []
      const drawn = (answer: string) => {
        const row = rows.find((one) => one.answers.includes(answer))
        return row === undefined ? answer : answerShown(row, buttons, locale)
      }
      return [key, new Set([...given].map(drawn))]
    }),
  )
}
