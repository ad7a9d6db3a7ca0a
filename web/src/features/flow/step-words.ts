import { type CallMenu, noChoice, unidentified } from '@regie/contract/call-menu.ts'
import type { ScriptText } from '@regie/contract/flow.ts'
import { lastAnswers } from '@regie/contract/last-answer.ts'
import { requestBrands } from '@regie/contract/request-kinds.ts'
import { isResultCode, resultCodes } from '@regie/contract/result-codes.ts'
import { isContactStep, textKindOf, waysOf } from '@regie/contract/script-steps-check.ts'
import { keyAsWords, type ScriptStep, type StepKind, type Variant } from '@regie/contract/scripts.ts'
import { findText, type useText } from '../../locales/i18n.tsx'
import type { IconName } from '../../ui/icon.tsx'

type Text = ReturnType<typeof useText>

export const stepIcons: Record<StepKind, IconName> = {
  'payment-link': 'link',
  'send-email': 'mail',
  'send-sms': 'sms',
  'send-whatsapp': 'whatsapp',
  'send-letter': 'print',
  call: 'phone',
  wait: 'hourglass',
  branch: 'branch',
  split: 'split',
  finish: 'result',
}
export const stepKinds = Object.keys(stepIcons) as StepKind[]

export type TimeUnit = 'minutes' | 'hours' | 'days'
export const unitMinutes: Record<TimeUnit, number> = { minutes: 1, hours: 60, days: 1440 }

/** The largest unit in which so many minutes are a whole number. */
export function unitOf(minutes: number): TimeUnit {
  if (minutes > 0 && minutes % unitMinutes.days === 0) return 'days'
  return minutes > 0 && minutes % unitMinutes.hours === 0 ? 'hours' : 'minutes'
}

/** So many minutes as people say it. */
export function timeText(minutes: number, t: Text): string {
  const unit = unitOf(minutes)
  return t(`flow.time.${unit}`, { count: minutes / unitMinutes[unit] })
}

/** What a step sends, if it sends something. */
export function textOf(step: ScriptStep, texts: readonly ScriptText[]): ScriptText | undefined {
  if (!isContactStep(step)) return undefined
  const kind = textKindOf(step)
  return texts.find((one) => one.kind === kind && one.key === step.settings.template)
}

/** What a step is set to, in a few words. */
export function stepSummary(step: ScriptStep, t: Text): string {
  switch (step.kind) {
    case 'payment-link':
      return [
        t('flow.summary.validDays', { days: step.settings.validDays }),
        ...(step.settings.page ? [requestBrands[step.settings.page]] : []),
      ].join(' · ')
    case 'send-email':
    case 'send-sms':
    case 'send-whatsapp':
    case 'send-letter':
      return templateText(step.settings.template, t)
    case 'call':
      return [
        templateText(step.settings.template, t),
        ...(step.settings.identity ? [t('flow.summary.identity')] : []),
        ...(step.settings.menu ? [t('flow.summary.keys', { count: step.settings.menu.keys.length })] : []),
        t('flow.summary.attempts', { count: step.settings.attemptsMax }),
      ].join(' · ')
    case 'wait':
      return timeText(step.settings.minutes, t)
    case 'branch':
      return questionText(step.settings, t)
    case 'split':
      return step.settings.variants.map(({ name, percent }) => t('flow.summary.variant', { name, percent })).join(' · ')
    case 'finish':
      return resultText(step.settings.result)
  }
}

const templateText = (key: string, t: Text) => (key === '' ? t('flow.summary.noTemplate') : keyAsWords(key))

function questionText({ question, key = '' }: Extract<ScriptStep, { kind: 'branch' }>['settings'], t: Text): string {
  const words = t(`cases.questions.${question}`)
  return question === 'field' || question === 'variable' ? t('flow.summary.about', { question: words, key }) : words
}

export function resultText(result: string): string {
  return isResultCode(result) ? (findText(`cases.results.${result}`) ?? result) : result
}

/** An answer of a branch in words; what a field or variable holds stays as it is. */
export function answerText(question: string, answer: string): string {
  if (question === 'menu') return choiceText(undefined, answer)
  if (answer === '') return findText('flow.form.emptyAnswer') ?? ''
  if (question === 'field' || question === 'variable' || (question === 'pressed' && answer !== 'none')) return answer
  if (question === 'pressed') return findText('flow.press.none') ?? answer
  return findText(`cases.answers.${answer}`) ?? resultText(answer)
}

/** The way of all answers that have none of their own. Where it was asked what was pressed, that is mostly nothing, and it says so. */
function elseText(step: ScriptStep | undefined): string {
  const isPressed = step?.kind === 'branch' && step.settings.question === 'pressed' && !('none' in step.settings.answers)
  return findText(isPressed ? 'flow.list.elsePressed' : 'flow.list.else') ?? ''
}

/** A way of a step in words: the answer or the variant that goes it. Empty where there is only one. */
export function wayText(step: ScriptStep | undefined, answer: string | null): string {
  if (step?.kind === 'split') return variantText(step.settings.variants.find(({ key }) => key === answer))
  if (step?.kind === 'call') return waysOf(step).length === 1 ? '' : choiceText(step.settings.menu, answer)
  if (step?.kind !== 'branch') return ''
  return answer === null ? elseText(step) : answerText(step.settings.question, answer)
}

/** What came of asking for keys in a call: a key with its name, that none was pressed, or that nobody showed who they are. */
export function choiceText(menu: CallMenu | undefined, choice: string | null): string {
  if (choice === null) return findText('flow.list.else') ?? ''
  if (choice === noChoice || choice === unidentified) return findText(`flow.menu.${choice}`) ?? choice
  const name = menu?.keys.find(({ key }) => key === choice)?.name ?? ''
  return [findText('flow.menu.key', { key: choice }), name === '' ? [] : name].flat().join(': ')
}

const variantText = (variant: Variant | undefined) =>
  variant === undefined ? '' : (findText('flow.summary.variant', { name: variant.name, percent: variant.percent }) ?? variant.name)

/** The answers that a question can have; null where they are free text. `pressable`: what the WhatsApp texts of the script have to press. */
export function answersTo(question: string, pressable: readonly string[] = []): readonly string[] | null {
  if (question === 'pressed' && pressable.length > 0) return ['none', ...pressable]
  if (question === 'paid') return ['yes', 'no']
  if (question === 'lastAnswer') return ['none', ...lastAnswers]
  return question === 'lastResult' ? ['none', ...Object.keys(resultCodes)] : null
}
