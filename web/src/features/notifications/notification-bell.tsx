import { useEffect, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { CountedBell } from '../../ui/counted-bell.tsx'
import { shortCount, showUnread } from '../../ui/page-sign.ts'
import { NotificationList } from './notification-list.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { useNotifications } from './notifications-data.ts'

/** The bell: how much is unread, here and in the browser's tab; the list under it, and the settings of each kind. */
export function NotificationBell({ customerID }: { customerID: number }) {
  const t = useText()
  const found = useNotifications(customerID)
  const [isSetting, setSetting] = useState(false)
  const { unread } = found
  useEffect(() => showUnread(unread), [unread])
  useEffect(() => () => showUnread(0), [])
  return (
    <CountedBell
      icon="bell"
      label={t('notifications.bell', { count: unread })}
      title={t('notifications.title')}
      count={unread > 0 ? shortCount(unread) : null}
      onToggle={() => setSetting(false)}
    >
      {isSetting ? (
        <NotificationSettings onBack={() => setSetting(false)} />
      ) : (
        <NotificationList customerID={customerID} found={found} onSettings={() => setSetting(true)} />
      )}
    </CountedBell>
  )
}
