import styles from './truncated.module.css'

/** Text cut where its room ends; hovering tells the whole. */
export function Truncated({ children }: { children: string }) {
  return (
    <span className={styles.text} title={children}>
      {children}
    </span>
  )
}
