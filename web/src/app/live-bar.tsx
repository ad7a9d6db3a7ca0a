import { useLiveState } from '../live/use-live-updates.ts'
import { useText } from '../locales/i18n.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './live-bar.module.css'

/** Says that what one sees does not move by itself at the moment. */
export function LiveBar() {
  const t = useText()
  const state = useLiveState()
  const isLost = state === 'lost' || state === 'polling'
  return (
    <div role="status">
      {isLost && (
        <div className={styles.bar}>
          <Icon name="wifiOff" size={16} />
          {state === 'lost' ? t('live.lost') : t('live.polling')}
        </div>
      )}
    </div>
  )
}
