import { type LastAnswer, lastAnswers } from '@regie/contract/last-answer.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberInput } from '../../../ui/inputs.tsx'
import { Menu } from '../../../ui/menu.tsx'
import styles from '../flow.module.css'
import { TimeInput } from './time-input.tsx'

type Settings = Extract<ScriptStep, { kind: 'call' }>['settings']
type CallFieldsProps = { settings: Settings; isReadOnly: boolean; onChange: (settings: Settings) => void }

// After these nobody is called again: somebody answered.
const reached: readonly LastAnswer[] = ['mens', 'mens_onzeker']
const attemptsMax = 20

/** How often is called, and how long is waited between: in general, and after an answer that has another delay. */
export function CallFields({ settings, isReadOnly, onChange }: CallFieldsProps) {
  const t = useText()
  const retries = settings.retries ?? {}
  const ruled = lastAnswers.filter((answer) => retries[answer] !== undefined)
  const open = lastAnswers.filter((answer) => !reached.includes(answer) && !ruled.includes(answer))
  const rule = (answer: LastAnswer, kept: { minutes: number; max: number } | null) => {
    const { [answer]: _gone, ...others } = retries
    onChange({ ...settings, retries: kept === null ? others : { ...others, [answer]: kept } })
  }
  return (
    <>
      <NumberInput
        label={t('flow.form.attempts')}
        value={settings.attemptsMax}
        min={1}
        max={attemptsMax}
        isDisabled={isReadOnly}
        onChange={(value) => onChange({ ...settings, attemptsMax: Math.min(Math.max(value ?? 1, 1), attemptsMax) })}
      />
      <TimeInput
        label={t('flow.form.retry')}
        minutes={settings.retryMinutes}
        isDisabled={isReadOnly}
        onChange={(retryMinutes) => onChange({ ...settings, retryMinutes })}
      />
      <fieldset className={styles.group}>
        <legend>{t('flow.form.retries')}</legend>
        <p className={styles.soft}>{t('flow.form.retriesHelp')}</p>
        {ruled.map((answer) => {
          const known = retries[answer] ?? { minutes: 60, max: 1 }
          return (
            <div key={answer} className={styles.rule} role="group" aria-label={t(`cases.answers.${answer}`)}>
              <div className={styles.ruleHead}>
                <strong>{t(`cases.answers.${answer}`)}</strong>
                {!isReadOnly && (
                  <IconButton
                    icon="close"
                    label={t('flow.form.removeAnswer', { answer: t(`cases.answers.${answer}`) })}
                    onPress={() => rule(answer, null)}
                  />
                )}
              </div>
              <TimeInput
                label={t('flow.form.retry')}
                minutes={Math.max(1, known.minutes)}
                isDisabled={isReadOnly}
                onChange={(minutes) => rule(answer, { ...known, minutes: Math.min(minutes, 43_200) })}
              />
              <NumberInput
                label={t('flow.form.retryMax')}
                value={known.max}
                min={0}
                max={attemptsMax}
                isDisabled={isReadOnly}
                onChange={(value) => rule(answer, { ...known, max: Math.min(Math.max(value ?? 0, 0), attemptsMax) })}
              />
            </div>
          )
        })}
        {!isReadOnly && open.length > 0 && (
          <Menu
            label={t('flow.form.addRetry')}
            trigger={<Button icon={<Icon name="plus" size={16} />}>{t('flow.form.addRetry')}</Button>}
            items={open.map((answer) => ({
              key: answer,
              label: t(`cases.answers.${answer}`),
              onPress: () => rule(answer, { minutes: 60, max: 2 }),
            }))}
          />
        )}
      </fieldset>
    </>
  )
}
