import type { Flow } from '@regie/contract/flow.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { nameIn, type ScriptStep } from '@regie/contract/scripts.ts'
import { timeMachineApi } from '@regie/contract/time-machine.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { DateTimeInput } from '../../../ui/dates/date-time-input.tsx'
import { NumberInput } from '../../../ui/inputs.tsx'
import { CasePicker } from './case-picker.tsx'
import { ChecksPanel } from '../checks/checks-panel.tsx'
import styles from '../flow.module.css'
import { KeepCheck } from '../checks/keep-check.tsx'
import type { Played } from '../graph/taken-ways.ts'
import type { SimulationOrder } from './use-simulation-order.ts'
import { SimulationAnswersFields } from './simulation-answers-fields.tsx'
import { SimulationView } from './simulation-view.tsx'

type SimulationPanelProps = {
  flow: Flow
  steps: readonly ScriptStep[]
  order: SimulationOrder
  onStep: (key: string) => void
  onPlayed: (played: Played | null) => void
}

const daysMax = 30

/** The time machine: a case, what the world answers, and thirty days in five seconds. */
export function SimulationPanel({ flow, steps, order, onStep, onPlayed }: SimulationPanelProps) {
  const t = useText()
  const { scriptID, customerID } = flow
  const mayChange = useRight(Right.changeScripts)
  const { caseID, from, days, answers, set, simulation } = order
  const [isOpen, setOpen] = useState(simulation.data === undefined)
  const body = caseID === null || from === null ? null : { caseID, from, days, answers, steps: [...steps] }
  const start = async () => {
    if (body === null) return
    await simulation.mutateAsync({ params: { scriptID }, body })
    setOpen(false)
  }
  return (
    <div className={styles.form}>
      <p className={styles.soft}>{t('flow.simulation.intro')}</p>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>{t('flow.simulation.settings')}</summary>
        <div className={styles.form}>
          <CasePicker customerID={customerID} scriptID={scriptID} value={caseID} onChange={(chosen) => set({ caseID: chosen })} />
          <div className={styles.pair}>
            <DateTimeInput label={t('flow.simulation.from')} value={from} onChange={(moment) => set({ from: moment })} />
            <NumberInput
              label={t('flow.simulation.days')}
              value={days}
              min={1}
              max={daysMax}
              onChange={(value) => set({ days: Math.min(Math.max(value ?? 1, 1), daysMax) })}
            />
          </div>
          <SimulationAnswersFields answers={answers} days={days} steps={steps} onChange={(changed) => set({ answers: changed })} />
        </div>
      </details>
      <div>
        <Can to={timeMachineApi.simulate}>
          {(reason) => (
            <Button
              kind="main"
              icon={<Icon name="play" size={16} />}
              isBusy={simulation.isPending}
              isDisabled={body === null}
              reason={reason}
              onPress={() => void start().catch(() => undefined)}
            >
              {simulation.data === undefined ? t('flow.simulation.start') : t('flow.simulation.again')}
            </Button>
          )}
        </Can>
      </div>
      {simulation.error !== null && <FailureText failure={simulation.error} />}
      {simulation.data !== undefined && (
        <SimulationView
          key={simulation.submittedAt}
          simulation={simulation.data}
          nameOf={nameIn(simulation.variables?.body.steps ?? steps)}
          onStep={onStep}
          onPlayed={onPlayed}
        />
      )}
      {simulation.data !== undefined && simulation.variables !== undefined && mayChange && (
        <KeepCheck scriptID={scriptID} order={simulation.variables.body} />
      )}
      <ChecksPanel scriptID={scriptID} nameOf={nameIn(steps)} mayChange={mayChange} />
    </div>
  )
}
