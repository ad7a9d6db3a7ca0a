import { useText } from '../../locales/i18n.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './home.module.css'

/** The places of what comes, in its sizes. */
export function HomeOutline() {
  const t = useText()
  return (
    <div className={styles.home} aria-busy="true">
      <div className={styles.tiles}>
        {(['outstanding', 'received', 'promised', 'paidSoon'] as const).map((figure) => (
          <div key={figure} className={styles.tile}>
            <span className={styles.tileLabel}>{t(`home.${figure}.title`)}</span>
            <Skeleton lines={2} height={20} />
          </div>
        ))}
      </div>
      <div className={styles.halves}>
        <Panel title={t('home.chart.title')}>
          <div className={styles.chart}>
            <Skeleton lines={7} />
          </div>
        </Panel>
        <Panel title={t('home.attention.title')}>
          <Skeleton lines={7} />
        </Panel>
      </div>
      <Panel title={t('home.running.title')}>
        <Skeleton lines={5} />
      </Panel>
    </div>
  )
}
