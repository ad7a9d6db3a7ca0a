import type { CaseDetail } from '@regie/contract/cases.ts'
import type { StepKind } from '@regie/contract/scripts.ts'
import { reasonText } from '../../locales/event-words.ts'
import { findText, useText } from '../../locales/i18n.tsx'
import { formatNextDayOrMoment, formatNextMoment } from '../../locales/next-moment.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './cases.module.css'
import { stepWords } from './step-words.ts'

const icons: Record<StepKind, IconName> = {
  'payment-link': 'link',
  'send-email': 'mail',
  'send-sms': 'sms',
  'send-whatsapp': 'whatsapp',
  'send-letter': 'print',
  call: 'phone',
  wait: 'hourglass',
  branch: 'branch',
  split: 'split',
  finish: 'result',
}

type Shown = Pick<CaseDetail, 'run' | 'scriptName' | 'status' | 'pausedUntil'>

/** Where the script stands in this case, and until when it waits; a case that is paused waits for nothing else. */
export function RunPosition({ run, scriptName, status, pausedUntil }: Shown) {
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
            <strong>{stepWords(run.stepKind, run.stepName)}</strong>
            <span>{waitWords(t, { run, status, pausedUntil })}</span>
            {run.held !== null && status !== 'paused' && <span>{reasonText(run.held, run.heldBy)}</span>}
            <span className={styles.quiet}>
              {findText(`cases.run.kinds.${run.stepKind}`) ?? run.stepKind} · {scriptName}
            </span>
          </div>
        </div>
      )}
    </Panel>
  )
}

function waitWords(
  t: ReturnType<typeof useText>,
  { run: { state, dueAt }, status, pausedUntil }: Pick<Shown, 'status' | 'pausedUntil'> & { run: NonNullable<Shown['run']> },
): string {
  if (state === 'finished') return t('cases.run.states.finished')
  if (status === 'paused')
    return pausedUntil === null ? t('cases.run.states.paused') : t('cases.run.until.paused', { at: formatNextDayOrMoment(pausedUntil) })
  return dueAt === null ? t(`cases.run.states.${state}`) : t(`cases.run.until.${state}`, { at: formatNextMoment(dueAt) })
}
