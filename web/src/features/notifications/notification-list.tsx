import type { NotificationRow } from '@regie/contract/notifications.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatMoment, formatMomentFull } from '../../locales/format.ts'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './notification-bell.module.css'
import { pathOf, signOfKind } from './notification-words.ts'
import { type useNotifications, useReadNotifications } from './notifications-data.ts'
import { personName } from '../../session/people.ts'

type ListProps = { customerID: number; found: ReturnType<typeof useNotifications>; onSettings: () => void }

/** What one was notified of, unread with a dot; a press leads there and reads it. */
export function NotificationList({ customerID, found: { query, rows, unread }, onSettings }: ListProps) {
  const t = useText()
  const read = useReadNotifications()
  const markRead = ({ notificationID }: NotificationRow, andOlder: boolean) =>
    read.mutate({ body: { customerID, notificationID, andOlder } })
  const [newest] = rows
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2>{t('notifications.title')}</h2>
        {unread > 0 && newest !== undefined && (
          <Button kind="quiet" icon={<Icon name="tick" size={16} />} onPress={() => markRead(newest, true)}>
            {t('notifications.readAll')}
          </Button>
        )}
        <Button kind="quiet" onPress={onSettings}>
          {t('notifications.settings.open')}
        </Button>
      </header>
      {query.error !== null && <FailureText failure={query.error} />}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon="bell" title={t('notifications.empty')} text={t('notifications.emptyText')} />
      )}
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.notificationID} data-unread={!row.isRead || undefined}>
            <span className={styles.sign} data-tone={signOfKind[row.kind].tone}>
              <Icon name={signOfKind[row.kind].icon} size={16} />
            </span>
            <NotificationLine row={row} onFollow={() => !row.isRead && markRead(row, false)} />
            {!row.isRead && <span className={styles.dot} role="img" aria-label={t('notifications.unread')} />}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button kind="quiet" isBusy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t('notifications.older')}
        </Button>
      )}
    </div>
  )
}

function NotificationLine({ row, onFollow }: { row: NotificationRow; onFollow: () => void }) {
  const t = useText()
  const to = pathOf(row)
  const about = row.about || t(row.channelID === null ? 'notifications.gone' : 'notifications.chat')
  const moment = row.moment === null ? '' : formatNextMoment(row.moment)
  const words = (
    <>
      <span className={styles.about}>{about}</span>
      <span className={styles.what}>{t(`notifications.kinds.${row.kind}`, { by: personName(row.by), moment })}</span>
      <time className={styles.at} dateTime={row.at} title={formatMomentFull(row.at)}>
        {formatMoment(row.at)}
      </time>
    </>
  )
  if (to === null) return <span className={styles.line}>{words}</span>
  return (
    <AppLink to={to} className={styles.line} onFollow={onFollow}>
      {words}
    </AppLink>
  )
}
