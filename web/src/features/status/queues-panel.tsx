import type { StatusQueue } from '@regie/contract/status.ts'
import { reasonText } from '../../locales/event-words.ts'
import { formatMoment, formatNumber } from '../../locales/format.ts'
import { findText, useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { LiveHighlight } from '../../ui/live-highlight.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './status.module.css'

const icons: Record<StatusQueue['channel'], IconName> = { call: 'phone', email: 'mail', sms: 'sms', whatsapp: 'whatsapp' }

/** Each channel: what may leave now, what waits for later and why. */
export function QueuesPanel({ queues }: { queues: readonly StatusQueue[] }) {
  const t = useText()
  return (
    <Panel title={t('status.queues.title')} isFlush>
      <ul className={styles.queues}>
        {queues.map((queue) => (
          <Queue key={queue.channel} queue={queue} />
        ))}
      </ul>
    </Panel>
  )
}

function Queue({ queue: { channel, state, due, later, isMore, oldestAt, late, waits } }: { queue: StatusQueue }) {
  const t = useText()
  const counted = (count: number) => (isMore ? t('status.queues.atLeast', { count: formatNumber(count) }) : formatNumber(count))
  const isFailing = state === 'failing'
  return (
    <li className={styles.queue}>
      <div className={styles.queueHead}>
        <Icon name={icons[channel]} size={18} />
        <h3>{t(`cases.channels.${channel}`)}</h3>
        <Badge tone={isFailing ? 'error' : 'success'} icon={isFailing ? 'error' : 'check'}>
          {isFailing ? t('status.queues.late', { count: late }) : t(due + later === 0 ? 'status.queues.empty' : 'status.queues.onTime')}
        </Badge>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{t('status.queues.due')}</dt>
          <dd>
            <LiveHighlight value={due}>{counted(due)}</LiveHighlight>
          </dd>
        </div>
        <div>
          <dt>{t('status.queues.later')}</dt>
          <dd>
            <LiveHighlight value={later}>{counted(later)}</LiveHighlight>
          </dd>
        </div>
        <div>
          <dt>{t('status.queues.oldest')}</dt>
          <dd>{oldestAt === null ? '–' : <Moment at={oldestAt} />}</dd>
        </div>
      </dl>
      {waits.length > 0 && (
        <ul className={styles.waits}>
          {waits.slice(0, 4).map(({ reason, nextAt, batches }) => (
            <li key={reason}>
              {findText(`status.waits.${reason}`) ?? reasonText(reason)}
              {nextAt !== null && `, ${t('status.queues.nextAt', { moment: formatMoment(nextAt) })}`}
              {batches > 1 && ` · ${t('status.queues.batches', { count: batches })}`}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
