import { type LiveState, liveStates } from '@regie/contract/monitor.ts'
import { useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import { liveLooks } from './live-looks.ts'
import styles from './monitor.module.css'

type StateCountsProps = { counts: Record<LiveState, number>; chosen: string; onChoose: (state: string) => void }

/** How many cases stand in each state; pressing one shows these alone, pressing it again shows all. */
export function StateCounts({ counts, chosen, onChoose }: StateCountsProps) {
  const t = useText()
  return (
    <div className={styles.counts} role="group" aria-label={t('monitor.columns.state')}>
      {liveStates.map((state) => (
        <button
          key={state}
          type="button"
          className={styles.count}
          data-tone={liveLooks[state].tone}
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? '' : state)}
        >
          <Icon name={liveLooks[state].icon} size={16} />
          <span>{t(`monitor.states.${state}`)}</span>
          <b>{counts[state]}</b>
        </button>
      ))}
    </div>
  )
}
