import { type CheckOutcome, type ScriptCheck, timeMachineApi } from '@regie/contract/time-machine.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CheckDifferences } from './check-differences.tsx'
import styles from '../flow.module.css'
import { useChecks, useRemoveCheck, useRunChecks } from '../flow-data.ts'
import { personName } from '../../../session/people.ts'

/** The plays that a draft must repeat, and whether it does. */
export function ChecksPanel({ scriptID, nameOf, mayChange }: { scriptID: number; nameOf: (key: string) => string; mayChange: boolean }) {
  const t = useText()
  const { data: checks = [], error, refetch } = useChecks(scriptID)
  const run = useRunChecks()
  const remove = useRemoveCheck()
  const forget = async (checkID: number) => {
    await remove.mutateAsync({ params: { scriptID, checkID } })
    notify(t('flow.checks.removed'))
  }
  return (
    <section className={styles.checks} aria-label={t('flow.checks.title')}>
      <h2 className={styles.formTitle}>{t('flow.checks.title')}</h2>
      {error !== null && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {checks.length === 0 && error === null && <p className={styles.soft}>{t('flow.checks.none')}</p>}
      <ul className={styles.checkList}>
        {checks.map((check) => (
          <CheckRow
            key={check.checkID}
            check={check}
            nameOf={nameOf}
            outcome={run.data?.find(({ checkID }) => checkID === check.checkID)}
            onRemove={mayChange ? () => void forget(check.checkID).catch(() => undefined) : null}
          />
        ))}
      </ul>
      {checks.length > 0 && (
        <div>
          <Can to={timeMachineApi.runChecks}>
            {(reason) => (
              <Button isBusy={run.isPending} reason={reason} onPress={() => run.mutate({ params: { scriptID } })}>
                {t('flow.checks.run')}
              </Button>
            )}
          </Can>
        </div>
      )}
      {run.error !== null && <FailureText failure={run.error} />}
      {remove.error !== null && <FailureText failure={remove.error} />}
    </section>
  )
}

type CheckRowProps = {
  check: ScriptCheck
  nameOf: (key: string) => string
  outcome: CheckOutcome | undefined
  onRemove: (() => void) | null
}

function CheckRow({ check, nameOf, outcome, onRemove }: CheckRowProps) {
  const t = useText()
  return (
    <li>
      <div className={styles.versionHead}>
        <strong>{check.name}</strong>
        {outcome !== undefined && (
          <Badge tone={outcome.passed ? 'success' : 'error'} icon={outcome.passed ? 'check' : 'error'}>
            {outcome.passed ? t('flow.checks.passed') : t('flow.checks.failed')}
          </Badge>
        )}
        <span className={styles.gap} />
        {onRemove !== null && <IconButton icon="trash" label={t('flow.checks.remove', { name: check.name })} onPress={onRemove} />}
      </div>
      <div className={styles.soft}>
        {t('flow.checks.about', { moments: check.moments, number: check.caseNumber ?? '…', by: personName(check.createdBy) })}
      </div>
      {outcome !== undefined && !outcome.passed && <CheckDifferences outcome={outcome} nameOf={nameOf} />}
    </li>
  )
}
