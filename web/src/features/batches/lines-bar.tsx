import type { BatchRow } from '@regie/contract/batches.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ProgressMeter } from '../../ui/progress.tsx'
import styles from './batches.module.css'

/** Lines in use of those that it may use: "12 / 30". */
export function LinesBar({ lines: { current, max } }: Pick<BatchRow, 'lines'>) {
  const t = useText()
  return (
    <span className={styles.lines}>
      <span>
        <ProgressMeter
          parts={[{ tone: current >= max ? 'warning' : 'primary', value: current, label: t('batches.columns.lines') }]}
          total={max}
        />
      </span>
      <span className="numbers">{`${formatNumber(current)} / ${formatNumber(max)}`}</span>
    </span>
  )
}
