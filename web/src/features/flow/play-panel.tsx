import { Right } from '@regie/contract/right-codes.ts'
import type { Flow } from '@regie/contract/script-work.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DateTimeInput, NumberInput } from '../../ui/inputs.tsx'
import { CasePicker } from './case-picker.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import styles from './flow.module.css'
import { usePlay } from './flow-data.ts'
import { KeepCheck } from './keep-check.tsx'
import { PlayAnswersFields } from './play-answers-fields.tsx'
import { PlayView } from './play-view.tsx'

type PlayPanelProps = { flow: Flow; steps: readonly ScriptStep[]; onStep: (key: string) => void }

const daysMax = 30

/** The time machine: a case, what the world answers, and thirty days in five seconds. */
export function PlayPanel({ flow, steps, onStep }: PlayPanelProps) {
  const t = useText()
  const { scriptID, customerID } = flow
  const mayChange = useRight(Right.changeScripts)
  const play = usePlay()
  const [caseID, setCaseID] = useState<number | null>(null)
  const [from, setFrom] = useState<string | null>(() => new Date().toISOString())
  const [days, setDays] = useState(daysMax)
  const [answers, setAnswers] = useState<Answers>({ calls: ['niet_opgenomen'], paysOnDay: null })
  const order = caseID === null || from === null ? null : { caseID, from, days, answers, steps: [...steps] }
  return (
    <div className={styles.form}>
      <p className={styles.soft}>{t('flow.play.intro')}</p>
      <CasePicker customerID={customerID} value={caseID} onChange={setCaseID} />
      <div className={styles.pair}>
        <DateTimeInput label={t('flow.play.from')} value={from} onChange={setFrom} />
        <NumberInput
          label={t('flow.play.days')}
          value={days}
          min={1}
          max={daysMax}
          onChange={(value) => setDays(Math.min(Math.max(value ?? 1, 1), daysMax))}
        />
      </div>
      <PlayAnswersFields answers={answers} days={days} onChange={setAnswers} />
      <div>
        <Button
          kind="main"
          icon={<Icon name="play" size={16} />}
          isBusy={play.isPending}
          isDisabled={order === null}
          onPress={() => order && play.mutate({ params: { scriptID }, body: order })}
        >
          {play.data === undefined ? t('flow.play.start') : t('flow.play.again')}
        </Button>
      </div>
      {play.error !== null && <FailureText failure={play.error} />}
      {play.data !== undefined && <PlayView key={play.submittedAt} play={play.data} onStep={onStep} />}
      {play.data !== undefined && play.variables !== undefined && mayChange && (
        <KeepCheck scriptID={scriptID} order={play.variables.body} />
      )}
      <ChecksPanel scriptID={scriptID} mayChange={mayChange} />
    </div>
  )
}

type Answers = Parameters<typeof PlayAnswersFields>[0]['answers']
