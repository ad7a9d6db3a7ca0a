import type { CaseDetail } from '@regie/contract/cases.ts'
import type { StepKind } from '@regie/contract/scripts.ts'
import { reasonText } from '../../locales/event-words.ts'
import { findText, useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './cases.module.css'

const icons: Record<StepKind, IconName> = {
  'payment-link': 'link',
  'send-email': 'mail',
  'send-sms': 'sms',
  call: 'phone',
  wait: 'hourglass',
  branch: 'branch',
  finish: 'result',
}

/** Where the script stands in this case, and until when it waits. */
export function RunPosition({ run, scriptName }: Pick<CaseDetail, 'run' | 'scriptName'>) {
  const t = useText()
  return (
    <Panel title={t('cases.run.title')}>
      {run === null ? (
        <p className={styles.quiet}>{t('cases.run.none')}</p>
      ) : (
        <div className={styles.run}>
          <span className={styles.runMark} data-tone={run.state === 'finished' ? 'neutral' : 'primary'}>
            <Icon name={icons[run.stepKind as StepKind] ?? 'script'} />
          </span>
          <div className={styles.runWords}>
            <strong>{run.stepName}</strong>
            <span>
              {run.dueAt !== null && run.state !== 'finished'
                ? t(`cases.run.until.${run.state}`, { at: formatNextMoment(run.dueAt) })
                : t(`cases.run.states.${run.state}`)}
            </span>
            {run.held !== null && <span>{reasonText(run.held, run.heldBy)}</span>}
            <span className={styles.quiet}>
              {findText(`cases.run.kinds.${run.stepKind}`) ?? run.stepKind} · {scriptName}
            </span>
          </div>
        </div>
      )}
    </Panel>
  )
}
