import type { DeskQueue } from '@regie/contract/desk.ts'
import { useText } from '../../locales/i18n.tsx'
import { stopwatch } from '../../session/stopwatch.ts'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './desk.module.css'

/** The queues that the agent answers: how many wait, how long the first has, and who is free. */
export function QueueList({ queues }: { queues: readonly DeskQueue[] }) {
  const t = useText()
  const now = useNow(1000)
  const own = queues.filter(({ isMine }) => isMine)
  if (own.length === 0) return null
  return (
    <Panel title={t('desk.queues')}>
      <ul className={styles.queues}>
        {own.map(({ queueID, name, waiting, longestSince, callers, available }) => (
          <li key={queueID}>
            <p className={styles.queue}>
              <strong>{name}</strong>
              <span className="numbers">
                {longestSince === null
                  ? t('desk.nobodyWaits')
                  : t('desk.waiting', { count: waiting, time: stopwatch(now - Date.parse(longestSince)) })}
              </span>
            </p>
            {callers.length > 0 && (
              <ol className={styles.callers}>
                {callers.map(({ callID, since, number, isInbound }, at) => (
                  <li key={callID}>
                    <span className="numbers">
                      {at + 1}. {number}
                      {isInbound && ` · ${t('desk.inbound')}`}
                    </span>
                    <span className="numbers">{stopwatch(now - Date.parse(since))}</span>
                  </li>
                ))}
              </ol>
            )}
            {available > 0 && <p className={styles.quiet}>{t('desk.colleaguesFree', { count: available })}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
