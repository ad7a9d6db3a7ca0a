import { identified, isFinalAct, noChoice, unidentified } from '@regie/contract/call-menu.ts'
import { lastAnswers } from '@regie/contract/last-answer.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { SimulationAnswers } from '@regie/contract/time-machine.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import styles from '../flow.module.css'
import { choiceText } from '../step-words.ts'

type SimulationAnswersFieldsProps = {
  answers: SimulationAnswers
  days: number
  steps: readonly ScriptStep[]
  onChange: (answers: SimulationAnswers) => void
}

const callsMax = 20

/** What may be pressed in the calls of a script, in words. */
function choicesIn(steps: readonly ScriptStep[], identifiedWords: string): [string, string][] {
  const calls = steps.filter((step) => step.kind === 'call')
  const known = calls.flatMap(({ settings: { menu, identity } }) => [
    ...(menu?.keys ?? []).flatMap(({ key, act }) => (isFinalAct(act) ? [[key, choiceText(menu, key)] as const] : [])),
    ...(menu ? [[noChoice, choiceText(menu, noChoice)] as const] : []),
    ...(identity
      ? ([
          [unidentified, choiceText(menu, unidentified)],
          [identified, identifiedWords],
        ] as const)
      : []),
  ])
  return [...new Map(known)]
}

/** What the world answers: how each call ends, and when the debtor pays. */
export function SimulationAnswersFields({ answers, days, steps, onChange }: SimulationAnswersFieldsProps) {
  const t = useText()
  const { calls, paysOnDay } = answers
  const choices = choicesIn(steps, t('flow.simulation.identified'))
  const isAnswered = calls.some((call) => call === 'mens' || call === 'mens_onzeker')
  const options = lastAnswers.map((answer) => ({ value: answer, label: t(`cases.answers.${answer}`) }))
  const put = (at: number, answer: string) => {
    const known = lastAnswers.find((one) => one === answer)
    if (known) onChange({ ...answers, calls: calls.map((call, place) => (place === at ? known : call)) })
  }
  const pays = [
    { value: '', label: t('flow.simulation.paysNot') },
    ...Array.from({ length: days + 1 }, (_, day) => ({ value: String(day), label: t('flow.simulation.paysOn', { days: day }) })),
  ]
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t('flow.simulation.calls')}</legend>
        {calls.map((call, at) => (
          <div key={at} className={styles.answer}>
            <SelectInput
              label={t('flow.simulation.callNo', { no: at + 1 })}
              isLabelHidden
              value={call}
              options={options}
              onChange={(answer) => put(at, answer)}
            />
            {calls.length > 1 && (
              <IconButton
                icon="close"
                label={t('flow.simulation.removeCall', { no: at + 1 })}
                onPress={() => onChange({ ...answers, calls: calls.filter((_call, place) => place !== at) })}
              />
            )}
          </div>
        ))}
        <p className={styles.soft}>{t('flow.simulation.callsHelp')}</p>
        {calls.length < callsMax && (
          <div>
            <Button kind="quiet" icon={<Icon name="plus" size={16} />} onPress={() => onChange({ ...answers, calls: [...calls, 'mens'] })}>
              {t('flow.simulation.addCall')}
            </Button>
          </div>
        )}
      </fieldset>
      {isAnswered && choices.length > 0 && (
        <SelectInput
          label={t('flow.simulation.pressed')}
          value={answers.keys?.[0] ?? ''}
          options={[{ value: '', label: t('flow.simulation.hangsUp') }, ...choices.map(([choice, label]) => ({ value: choice, label }))]}
          onChange={(choice) => onChange({ calls, paysOnDay, ...(choice !== '' && { keys: [choice] }) })}
        />
      )}
      <SelectInput
        label={t('flow.simulation.pays')}
        value={paysOnDay === null || paysOnDay > days ? '' : String(paysOnDay)}
        options={pays}
        onChange={(day) => onChange({ ...answers, paysOnDay: day === '' ? null : Number(day) })}
      />
    </>
  )
}
