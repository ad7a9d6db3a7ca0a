import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/menu.tsx'
import { shortCount, showUnread } from '../../ui/page-sign.ts'
import styles from './notification-bell.module.css'
import { NotificationList } from './notification-list.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { useNotifications } from './notifications-data.ts'

/** The bell: how much is unread, here and in the browser's tab; the list under it, and the settings of each kind. */
export function NotificationBell({ customerID }: { customerID: number }) {
  const t = useText()
  const found = useNotifications(customerID)
  // Following a link closes the list by being elsewhere.
  const path = useRouterState({ select: (state) => state.location.href })
  const [openAt, setOpenAt] = useState<string | null>(null)
  const [isSetting, setSetting] = useState(false)
  const isOpen = openAt === path
  const open = (opens: boolean) => {
    setOpenAt(opens ? path : null)
    setSetting(false)
  }
  const { unread } = found
  useEffect(() => showUnread(unread), [unread])
  useEffect(() => () => showUnread(0), [])
  return (
    <span className={styles.bell}>
      <Popover
        label={t('notifications.title')}
        isOpen={isOpen}
        onOpen={open}
        trigger={<IconButton icon="bell" label={t('notifications.bell', { count: unread })} onPress={() => open(!isOpen)} />}
      >
        {isSetting ? (
          <NotificationSettings onBack={() => setSetting(false)} />
        ) : (
          <NotificationList customerID={customerID} found={found} onSettings={() => setSetting(true)} />
        )}
      </Popover>
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {shortCount(unread)}
        </span>
      )}
    </span>
  )
}
