import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './next-case.module.css'

/** An empty list in two lines: what is not there must not take the room of what is. */
export function NothingYet({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <div className={styles.nothing}>
      <Icon name={icon} size={18} />
      <p>
        <strong>{title}</strong>
        <span>{text}</span>
      </p>
    </div>
  )
}
