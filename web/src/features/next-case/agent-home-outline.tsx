import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './next-case.module.css'

/** The shape of the agent's first screen, while it is asked for. */
export function AgentHomeOutline() {
  return (
    <div className={styles.home}>
      <div className={styles.top}>
        <div className={styles.next}>
          <div className={styles.whoNext}>
            <Skeleton lines={3} />
          </div>
        </div>
        <div className={styles.outline}>
          <Skeleton lines={2} />
        </div>
      </div>
      <div className={styles.thirds}>
        {[0, 1, 2].map((at) => (
          <Panel key={at}>
            <Skeleton lines={8} />
          </Panel>
        ))}
      </div>
    </div>
  )
}
