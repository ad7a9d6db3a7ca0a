import type { Communication } from '@regie/contract/cases.ts'
import { reasonText } from '../../../locales/event-words.ts'
import { formatMomentFull } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './message-viewer.module.css'

/** Whether this message was allowed: when it was queued, and each time that it was held when it was to leave. */
export function MessageDecisions({ decisions }: Pick<Communication, 'decisions'>) {
  const t = useText()
  if (decisions.length === 0) return null
  return (
    <section aria-label={t('cases.messages.decisions.title')}>
      <h3 className={styles.heading}>{t('cases.messages.decisions.title')}</h3>
      <ul className={styles.decisions}>
        {decisions.map(({ at, when, ok, reason, nextAt }) => (
          <li key={`${at} ${when} ${reason}`} data-tone={ok ? 'success' : 'warning'}>
            <Icon name={ok ? 'check' : 'ban'} size={16} />
            <span>
              {t(`cases.messages.decisions.${when}`)}, {formatMomentFull(at)}:{' '}
              {ok ? t('cases.messages.decisions.allowed') : t('cases.messages.decisions.held', { reason: reasonText(reason ?? '') })}
              {nextAt !== null && ` · ${t('cases.messages.decisions.again', { moment: formatNextMoment(nextAt) })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
