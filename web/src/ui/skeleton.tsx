import styles from './skeleton.module.css'

/** The layout while its data is on the way; shows itself after 150 ms, so that quick answers do not flicker. */
export function Skeleton({ lines = 3, height = 16 }: { lines?: number; height?: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_line, index) => (
        <span key={index} style={{ height, width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  )
}
