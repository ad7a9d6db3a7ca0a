import type { ReactNode } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useGoTo } from '../../session/address.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { chosenColumns, useMapping } from './reports-data.ts'
import { placeOf, type ReportChoices, type ReportStep, reportSteps } from './report-choices.ts'
import { ReportColumns } from './report-columns.tsx'
import { ReportOutput } from './report-output.tsx'
import { ReportSource } from './report-source.tsx'
import styles from './reports.module.css'

type ReportWizardProps = {
  customerID: number
  scriptID: number | null
  step: ReportStep
  choices: ReportChoices
  onChoices: (changed: Partial<ReportChoices>) => void
  notice: ReactNode
}

/** A report in three steps: of what, which columns, and as what. */
export function ReportWizard({ customerID, scriptID, step, choices, onChoices, notice }: ReportWizardProps) {
  const t = useText()
  return (
    <>
      <div className={styles.walk}>
        <Stepper steps={reportSteps.map((one) => t(`reports.steps.${one}`))} current={reportSteps.indexOf(step)} />
        <NextStep step={step} choices={choices} />
      </div>
      {notice}
      {step === 'source' ? (
        <ReportSource {...{ customerID, scriptID, choices, onChoices }} />
      ) : (
        <OfColumns {...{ customerID, step, choices, onChoices }} />
      )}
    </>
  )
}

/** The way on to the next step, which says what is missing. */
function NextStep({ step, choices }: Pick<ReportWizardProps, 'step' | 'choices'>) {
  const t = useText()
  const goTo = useGoTo()
  const after = reportSteps[reportSteps.indexOf(step) + 1]
  const { kind, batchIDs, scriptID } = choices
  const isMissing = kind === 'batch' ? batchIDs.length === 0 : scriptID === null
  return (
    <div className={styles.walk}>
      {kind === 'batch' && batchIDs.length > 0 && (
        <span className={styles.quiet}>{t('reports.batches.count', { count: batchIDs.length, shown: formatNumber(batchIDs.length) })}</span>
      )}
      {after !== undefined && (
        <Button
          kind="main"
          icon={<Icon name="chevronRight" size={16} />}
          reason={isMissing ? t(`reports.missing.${kind}`) : undefined}
          onPress={() => goTo(placeOf(after, choices))}
        >
          {t(`reports.next.${after === 'columns' ? 'columns' : 'output'}`)}
        </Button>
      )}
    </div>
  )
}

function OfColumns({ customerID, step, choices, onChoices }: Omit<ReportWizardProps, 'scriptID' | 'notice'>) {
  const t = useText()
  const query = useMapping(customerID, choices)
  return (
    <Loaded query={query} lines={12}>
      {(mapping) => {
        const { chosen, gone } = chosenColumns(choices, mapping)
        return (
          <>
            {gone.length > 0 && (
              <Notice tone="warning" icon="alert">
                {t('reports.columns.gone', { count: gone.length, names: gone.map((name) => `“${name}”`).join(', ') })}
              </Notice>
            )}
            {step === 'columns' ? (
              <ReportColumns mapping={mapping} chosen={chosen} onChosen={(columns) => onChoices({ columns })} />
            ) : chosen.length === 0 ? (
              <EmptyState icon="columns" title={t('reports.columns.noneChosen')} text={t('reports.columns.chooseOne')} />
            ) : (
              <ReportOutput choices={choices} chosen={chosen} onChoices={onChoices} />
            )}
          </>
        )
      }}
    </Loaded>
  )
}
