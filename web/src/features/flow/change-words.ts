import type { StepChange } from '@regie/contract/flow.ts'
import { keyAsWords } from '@regie/contract/scripts.ts'
import { findText, type useText } from '../../locales/i18n.tsx'
import { answerText, resultText, timeText } from './step-words.ts'

type Text = ReturnType<typeof useText>
type Setting = Extract<StepChange, { change: 'setting' }>

/** One change of a version in words, to be read behind the name of its step: "wachttijd 3 dagen → 5 dagen". */
export function changeText(change: StepChange, t: Text): string {
  switch (change.change) {
    case 'added':
      return change.after === null ? t('flow.changes.addedFirst') : t('flow.changes.added', { after: change.after })
    case 'removed':
      return t('flow.changes.removed')
    case 'first':
      return t('flow.changes.first')
    case 'named':
      return t('flow.changes.named', { from: change.from })
    case 'setting':
      return settingText(change, t)
    case 'way': {
      const { question, answer, from, to } = change
      // A variant comes with its name.
      const words = answer === null ? t('flow.list.else') : question === null ? answer : answerText(question, answer)
      if (to === null) return t('flow.changes.wayGone', { answer: words })
      if (from === null) return t('flow.changes.wayNew', { answer: words, to })
      return answer === null && question === null
        ? t('flow.changes.way', { from, to })
        : t('flow.changes.wayOf', { answer: words, from, to })
    }
  }
}

function settingText({ setting, from, to }: Setting, t: Text): string {
  const what = t(`flow.changes.settings.${setting}`)
  if (setting === 'retries' || setting === 'menu') return t('flow.changes.changed', { what })
  const words = (value: Setting['from']) => (value === null || value === '' ? t('flow.changes.nothing') : valueText(setting, value, t))
  return t('flow.changes.setting', { what, from: words(from), to: words(to) })
}

function valueText(setting: Setting['setting'], value: string | number, t: Text): string {
  if (setting === 'minutes' || setting === 'retryMinutes') return timeText(Number(value), t)
  if (setting === 'validDays') return t('flow.time.days', { count: Number(value) })
  if (setting === 'page') return findText(`flow.form.pages.${value}`) ?? String(value)
  if (setting === 'template' || setting === 'voicemail' || setting === 'identity') return keyAsWords(String(value))
  if (setting === 'result') return resultText(String(value))
  return (setting === 'question' ? findText(`cases.questions.${value}`) : null) ?? String(value)
}
