import { branchQuestions, nameIn, type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { AnswerField } from './answer-field.tsx'
import styles from '../flow.module.css'
import type { FlowNames } from '../flow-names.ts'
import { NextField } from './next-field.tsx'
import { answersTo, answerText, timeText } from '../step-words.ts'
import { type AnswerRow, answerRows, answerShown, pressableOf, wordsFor, wordsOfButton } from '../pressed-buttons.ts'
import { pressTime } from './press-time.ts'
import { Translations } from './translations.tsx'

type Settings = Extract<ScriptStep, { kind: 'branch' }>['settings']
type BranchFieldsProps = {
  settings: Settings
  steps: readonly ScriptStep[]
  names: FlowNames
  next: string
  isReadOnly: boolean
  onChange: (settings: Settings) => void
}

/** What a branch asks, and where each answer leads. */
export function BranchFields({ settings, steps, names, next, isReadOnly, onChange }: BranchFieldsProps) {
  const t = useText()
  const { question, key = '' } = settings
  const locale = useLocale()
  const buttons = pressableOf(steps, names)
  const pressable = buttons.map((button) => wordsFor(buttons, button[0]?.words ?? '', locale))
  const known = answersTo(question, pressable)
  const rows = answerRows(settings, buttons).map((row) => ({ ...row, shown: answerShown(row, buttons, locale) }))
  // Whatever the language of its words: a button that has a way has one.
  const taken = rows.map(({ answers: [first = ''] }) => (question === 'pressed' ? wordsFor(buttons, first, locale) : first))
  // The words of a button in all its languages, but for those that lead elsewhere.
  const wordsOf = (answer: string, others: readonly AnswerRow[]) =>
    (question === 'pressed' ? wordsOfButton(buttons, answer) : [answer]).filter((one) => !others.some((row) => row.answers.includes(one)))
  const free = known === null ? '' : known.find((answer) => !taken.includes(answer))
  const mayAdd = !isReadOnly && free !== undefined && !taken.includes(free)
  const put = (list: readonly AnswerRow[]) =>
    onChange({ ...settings, answers: Object.fromEntries(list.flatMap((row) => row.answers.map((answer) => [answer, row.to]))) })
  const putAt = (at: number, answer: string, to: string) =>
    put(rows.map((row, place) => (place === at ? { answers: wordsOf(answer, rows.toSpliced(at, 1)), to } : row)))
  const ask = (asked: string) => {
    const chosen = branchQuestions.find((one) => one === asked) ?? 'paid'
    const [first] = answersTo(chosen, pressable) ?? []
    onChange({ question: chosen, answers: first === undefined ? {} : { [first]: rows[0]?.to ?? next } })
  }
  return (
    <>
      <SelectInput
        label={t('flow.form.question')}
        value={question}
        options={branchQuestions.map((one) => ({ value: one, label: t(`cases.questions.${one}`) }))}
        isDisabled={isReadOnly}
        onChange={ask}
      />
      {(question === 'field' || question === 'variable') && (
        <KeyField
          question={question}
          value={key}
          names={names}
          isDisabled={isReadOnly}
          onChange={(chosen) => onChange({ ...settings, key: chosen })}
        />
      )}
      {question === 'pressed' && <PressTime settings={settings} steps={steps} />}
      <fieldset className={styles.group}>
        <legend>{t('flow.form.answers')}</legend>
        {rows.map(({ shown: answer, answers: words, to }, at) => (
          <div key={at} className={styles.answer}>
            <AnswerField
              label={t('flow.form.answer', { no: at + 1 })}
              question={question}
              pressable={pressable}
              value={answer}
              taken={taken.filter((_one, place) => place !== at)}
              isDisabled={isReadOnly}
              onChange={(changed) => putAt(at, changed, to)}
            />
            {question === 'pressed' && <Translations answer={answer} words={words} buttons={buttons} />}
            <NextField
              label={t('flow.form.answerTo', { answer: answerText(question, answer) })}
              isLabelHidden
              value={to}
              steps={steps}
              isDisabled={isReadOnly}
              onChange={(chosen) => putAt(at, answer, chosen)}
            />
            {!isReadOnly && (
              <IconButton
                icon="close"
                label={t('flow.form.removeAnswer', { answer: answerText(question, answer) })}
                onPress={() => put(rows.toSpliced(at, 1))}
              />
            )}
          </div>
        ))}
        {mayAdd && (
          <div>
            <Button icon={<Icon name="plus" size={16} />} onPress={() => put([...rows, { answers: wordsOf(free, rows), to: next }])}>
              {t('flow.form.addAnswer')}
            </Button>
          </div>
        )}
      </fieldset>
    </>
  )
}

/** What happens to who presses nothing, and until when they may. */
function PressTime({ settings, steps }: Pick<BranchFieldsProps, 'settings' | 'steps'>) {
  const t = useText()
  const branch = steps.find((step) => step.kind === 'branch' && step.settings === settings)
  if (branch === undefined) return null
  const { waits, isAtOnce } = pressTime(branch, steps)
  const otherwise = Object.hasOwn(settings.answers, 'none') ? settings.answers.none : branch.kind === 'branch' ? branch.next : undefined
  const to = nameIn(steps)(otherwise ?? '')
  if (isAtOnce || waits.length === 0) return <Notice tone="warning" icon="clock" title={t('flow.press.atOnce')} />
  const times = waits.map((wait) => t('flow.press.wait', { name: stepName(wait), time: timeText(wait.settings.minutes, t) })).join(', ')
  return <p className={styles.soft}>{t('flow.press.until', { times, to })}</p>
}

type KeyFieldProps = {
  question: 'field' | 'variable'
  value: string
  names: FlowNames
  isDisabled: boolean
  onChange: (key: string) => void
}

function KeyField({ question, value, names, isDisabled, onChange }: KeyFieldProps) {
  const t = useText()
  const locale = useLocale()
  const known =
    question === 'field'
      ? names.fields.map(({ key, label }) => ({ value: key, label: label[locale] }))
      : names.variables.map((key) => ({ value: key, label: key }))
  const options = [
    { value: '', label: question === 'field' ? t('flow.form.chooseField') : t('flow.form.chooseVariable') },
    ...known,
    ...(value === '' || known.some((one) => one.value === value) ? [] : [{ value, label: `${value} (${t('flow.list.missing')})` }]),
  ]
  const label = question === 'field' ? t('flow.form.field') : t('flow.form.variable')
  return <SearchSelect label={label} value={value} options={options} isRequired isDisabled={isDisabled} onChange={onChange} />
}
