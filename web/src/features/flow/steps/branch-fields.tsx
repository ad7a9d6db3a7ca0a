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
import { pressTime } from './press-time.ts'

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
  const { question, key = '', answers } = settings
  const pressable = pressableOf(steps, names)
  const known = answersTo(question, pressable)
  const given = Object.entries(answers)
  const free = known === null ? '' : known.find((answer) => !Object.hasOwn(answers, answer))
  const mayAdd = !isReadOnly && free !== undefined && !Object.hasOwn(answers, free)
  const put = (list: readonly (readonly [string, string])[]) => onChange({ ...settings, answers: Object.fromEntries(list) })
  const ask = (asked: string) => {
    const chosen = branchQuestions.find((one) => one === asked) ?? 'paid'
    const [first] = answersTo(chosen, pressable) ?? []
    onChange({ question: chosen, answers: first === undefined ? {} : { [first]: given[0]?.[1] ?? next } })
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
        {given.map(([answer, to], at) => (
          <div key={at} className={styles.answer}>
            <AnswerField
              label={t('flow.form.answer', { no: at + 1 })}
              question={question}
              pressable={pressable}
              value={answer}
              taken={given.map(([one]) => one).filter((one) => one !== answer)}
              isDisabled={isReadOnly}
              onChange={(changed) => put(given.map((pair, place) => (place === at ? [changed, to] : pair)))}
            />
            <NextField
              label={t('flow.form.answerTo', { answer: answerText(question, answer) })}
              isLabelHidden
              value={to}
              steps={steps}
              isDisabled={isReadOnly}
              onChange={(chosen) => put(given.map((pair, place) => (place === at ? [answer, chosen] : pair)))}
            />
            {!isReadOnly && (
              <IconButton
                icon="close"
                label={t('flow.form.removeAnswer', { answer: answerText(question, answer) })}
                onPress={() => put(given.filter((_pair, place) => place !== at))}
              />
            )}
          </div>
        ))}
        {mayAdd && (
          <div>
            <Button icon={<Icon name="plus" size={16} />} onPress={() => put([...given, [free, next]])}>
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

/** What people can press under the WhatsApp texts that these steps send. */
function pressableOf(steps: readonly ScriptStep[], { templates }: FlowNames): string[] {
  const sent = new Set(steps.flatMap((step) => (step.kind === 'send-whatsapp' ? [step.settings.template] : [])))
  return [...new Set(templates.flatMap(({ key, pressable = [] }) => (sent.has(key) ? pressable : [])))]
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
