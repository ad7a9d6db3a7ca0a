import { lazy, Suspense } from 'react'
import { withTexts } from '../locales/locale-store.ts'
import { useSelection } from '../session/selection.ts'
import styles from './toolbar.module.css'

// The first screen does not wait for it.
const NotificationBell = lazy(async () => ({
  default: (await withTexts(['notifications'], import('../features/notifications/notification-bell.tsx'))).NotificationBell,
}))

/** What one was notified of at the chosen customer. */
export function NotificationButton() {
  const { customerID } = useSelection()
  if (customerID === null) return null
  return (
    <Suspense fallback={<span className={styles.bellPlace} />}>
      <NotificationBell key={customerID} customerID={customerID} />
    </Suspense>
  )
}
