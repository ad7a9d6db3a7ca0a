import type { CaseDetail } from '@regie/contract/cases.ts'
import type { DebtHelp } from '@regie/contract/debt-law.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatMoment, formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { personName } from '../../session/people.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DebtHelpDialog } from './debt-help-dialog.tsx'
import { useChangeRefusal, useDebtLaw } from './debt-law-data.ts'
import styles from './debt-law.module.css'
import { EndDebtHelpDialog } from './end-debt-help-dialog.tsx'

/** Who helps with the debts of a case, or winds them up; that nobody is contacted meanwhile stands over the case (debt-help-notice.tsx). */
export function DebtHelpPanel({ found }: { found: CaseDetail }) {
  const t = useText()
  const { data } = useDebtLaw(found.caseID)
  const [asked, setAsked] = useState<'write' | 'end' | null>(null)
  const refusal = useChangeRefusal(found, Right.changeCases)
  if (data === undefined || (found.status === 'closed' && data.debtHelp === null)) return null
  const { debtHelp, interestStops } = data
  const stopsInterest = interestStops.some(({ until }) => until === null)
  const close = () => setAsked(null)
  return (
    <Panel title={t(debtHelp?.kind === 'BEW' ? 'debtLaw.help.bewind.title' : 'debtLaw.help.title')}>
      <div className={styles.stack}>
        {debtHelp === null ? (
          <p className={styles.soft}>{t('debtLaw.help.none')}</p>
        ) : (
          <Lasting help={debtHelp} stopsInterest={stopsInterest} />
        )}
        <div className={styles.actions}>
          <Button kind="quiet" reason={refusal} onPress={() => setAsked('write')}>
            {t(debtHelp === null ? 'debtLaw.help.record' : 'debtLaw.help.change')}
          </Button>
          {debtHelp !== null && (
            <Button kind="quiet" reason={refusal} onPress={() => setAsked('end')}>
              {t('debtLaw.help.end')}
            </Button>
          )}
        </div>
      </div>
      {asked === 'write' && <DebtHelpDialog found={found} help={debtHelp} onClose={close} />}
      {asked === 'end' && debtHelp !== null && (
        <EndDebtHelpDialog found={found} help={debtHelp} stopsInterest={stopsInterest} onClose={close} />
      )}
    </Panel>
  )
}

function Lasting({ help, stopsInterest }: { help: DebtHelp; stopsInterest: boolean }) {
  const t = useText()
  const { kind, organisation, reference, beganOn, endsOn, by, at } = help
  const isReached = endsOn !== null && endsOn <= todayInAmsterdam()
  return (
    <>
      <div>
        <p className={styles.day}>
          <strong>{t(`cases.results.${kind}`)}</strong>
          {isReached && (
            <Badge tone="warning" icon="calendar">
              {t('debtLaw.help.reached')}
            </Badge>
          )}
        </p>
        <p className={styles.text}>
          {organisation}
          {reference !== '' && ` · ${reference}`}
        </p>
        <p>
          {t('debtLaw.help.since', { day: formatPlainDay(beganOn) })} ·{' '}
          {endsOn === null ? t('debtLaw.help.open') : t('debtLaw.help.until', { day: formatPlainDay(endsOn) })}
        </p>
      </div>
      <p className={styles.soft}>{t(stopsInterest ? 'debtLaw.help.interestStops' : 'debtLaw.help.interestRuns')}</p>
      <p className={styles.soft}>{t('debtLaw.by', { name: personName(by), at: formatMoment(at) })}</p>
    </>
  )
}
