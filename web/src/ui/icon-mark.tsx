import { Icon, type IconName } from './icon.tsx'
import styles from './icon-mark.module.css'

/** An icon that stands for a word which the page says elsewhere; its word comes on hover and is read aloud. */
export function IconMark({ icon, label }: { icon: IconName; label: string }) {
  return (
    <span role="img" aria-label={label} title={label} className={styles.mark} data-tone="accent">
      <Icon name={icon} size={16} />
    </span>
  )
}
