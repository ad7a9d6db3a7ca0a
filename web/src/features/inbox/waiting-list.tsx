import { Right } from '@regie/contract/right-codes.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useRight } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useInbox, useInboxCounts } from './inbox-data.ts'
import { channelIcon, senderName, waitingWords } from './inbox-words.ts'
import styles from './inbox.module.css'

/** As many as stand on the first screen without pushing the rest out of sight. */
const shownMax = 6

/** Who waits longest for an answer, each one press from their conversation. Nothing where nobody waits. */
export function WaitingList({ customerID }: { customerID: number }) {
  return useRight(Right.inbox) ? <Waiting customerID={customerID} /> : null
}

function Waiting({ customerID }: { customerID: number }) {
  const t = useText()
  const now = useNow(20_000)
  const { rows = [] } = useInbox({ customerID, view: 'open', channel: undefined })
  const counts = useInboxCounts(customerID)
  if (rows.length === 0) return null
  const isMine = counts !== undefined && counts.mine > 0
  return (
    <Panel
      title={t('inbox.title')}
      actions={<AppLink to={paths.inbox(isMine ? { view: 'mine' } : {})}>{t(isMine ? 'inbox.toMine' : 'inbox.toAll')}</AppLink>}
    >
      {counts !== undefined && <p className={styles.found}>{t('inbox.waiting', counts)}</p>}
      <ul className={styles.waitingRows}>
        {rows.slice(0, shownMax).map((row) => (
          <li key={row.conversationID}>
            <span className={styles.rowHead}>
              <AppLink to={paths.inbox({ conversation: row.conversationID })}>{senderName(t, row)}</AppLink>
              {row.caseID === null && (
                <Badge tone="warning" icon="question">
                  {t('inbox.unknown')}
                </Badge>
              )}
              <span className={styles.waits}>{waitingWords(t, row, now)}</span>
            </span>
            <span className={styles.rowMeta}>
              <span className={styles.rowChannel}>
                <Icon name={channelIcon(row.channel)} size={14} />
                <span className="visually-hidden">{t(`cases.channels.${row.channel}`)}</span>
              </span>
              <span className={styles.excerpt}>{row.excerpt}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
