import { useEffect } from 'react'
import { liveSocket } from '../../live/live-socket.ts'
import { useLiveState } from '../../live/use-live-updates.ts'
import { formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSelection } from '../../session/selection.ts'
import { Icon } from '../../ui/icon.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './wall.module.css'
import { WallBoard } from './wall-board.tsx'

/** The wall by itself, for a screen that nobody touches: it says whose it is and what time it is, and when the connection is gone. */
export function FullWall({ customerID }: { customerID: number }) {
  const t = useText()
  const now = useNow(1000)
  const state = useLiveState()
  const { customers } = useSelection()
  const name = customers.find((customer) => customer.customerID === customerID)?.name ?? ''
  useEffect(() => liveSocket.connect(), [])
  return (
    <main className={styles.full}>
      <header className={styles.head}>
        <h1>{name}</h1>
        <time>{formatTime(new Date(now).toISOString())}</time>
      </header>
      {(state === 'lost' || state === 'polling') && (
        <p role="status" className={styles.lost}>
          <Icon name="wifiOff" size={28} />
          {t('wallboard.lost')}
        </p>
      )}
      <WallBoard customerID={customerID} isFull />
    </main>
  )
}
