import type { Flow } from '@regie/contract/flow.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { DateTimeInput, NumberInput } from '../../../ui/inputs.tsx'
import { CasePicker } from './case-picker.tsx'
import { ChecksPanel } from '../checks/checks-panel.tsx'
import styles from '../flow.module.css'
import { KeepCheck } from '../checks/keep-check.tsx'
import type { PlayOrder } from './use-play-order.ts'
import { PlayAnswersFields } from './play-answers-fields.tsx'
import { PlayView } from './play-view.tsx'

type PlayPanelProps = { flow: Flow; steps: readonly ScriptStep[]; order: PlayOrder; onStep: (key: string) => void }

const daysMax = 30

/** The time machine: a case, what the world answers, and thirty days in five seconds. */
export function PlayPanel({ flow, steps, order, onStep }: PlayPanelProps) {
  const t = useText()
  const { scriptID, customerID } = flow
  const mayChange = useRight(Right.changeScripts)
  const { caseID, from, days, answers, set, play } = order
  const [isOpen, setOpen] = useState(play.data === undefined)
  const body = caseID === null || from === null ? null : { caseID, from, days, answers, steps: [...steps] }
  const start = async () => {
    if (body === null) return
    await play.mutateAsync({ params: { scriptID }, body })
    setOpen(false)
  }
  return (
    <div className={styles.form}>
      <p className={styles.soft}>{t('flow.play.intro')}</p>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>{t('flow.play.settings')}</summary>
        <div className={styles.form}>
          <CasePicker customerID={customerID} value={caseID} onChange={(chosen) => set({ caseID: chosen })} />
          <div className={styles.pair}>
            <DateTimeInput label={t('flow.play.from')} value={from} onChange={(moment) => set({ from: moment })} />
            <NumberInput
              label={t('flow.play.days')}
              value={days}
              min={1}
              max={daysMax}
              onChange={(value) => set({ days: Math.min(Math.max(value ?? 1, 1), daysMax) })}
            />
          </div>
          <PlayAnswersFields answers={answers} days={days} onChange={(changed) => set({ answers: changed })} />
        </div>
      </details>
      <div>
        <Button
          kind="main"
          icon={<Icon name="play" size={16} />}
          isBusy={play.isPending}
          isDisabled={body === null}
          onPress={() => void start().catch(() => undefined)}
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
