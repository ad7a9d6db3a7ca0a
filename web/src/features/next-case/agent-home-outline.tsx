import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './next-case.module.css'

/** The shape of the agent's first screen, while it is asked for. */
export function AgentHomeOutline() {
  return (
    <div className={styles.home} aria-busy="true">
      <div className={styles.main}>
        <div className={styles.next}>
          <div className={styles.whoNext}>
            <Skeleton lines={3} />
          </div>
        </div>
        <div className={styles.beside}>
          {[5, 5].map((lines, place) => (
            <Panel key={place}>
              <Skeleton lines={lines} />
            </Panel>
          ))}
        </div>
      </div>
      <div className={styles.stack}>
        {[3, 5, 2].map((lines, place) => (
          <Panel key={place}>
            <Skeleton lines={lines} />
          </Panel>
        ))}
      </div>
    </div>
  )
}
