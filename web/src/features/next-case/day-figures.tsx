import type { OwnDay } from '@regie/contract/next-case.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import styles from './next-case.module.css'

type Taken = OwnDay['promises']
const countOf = (taken: Taken) => taken.reduce((sum, { count }) => sum + count, 0)
const moneyOf = (taken: Taken) =>
  taken.length === 0 ? formatMoney(0) : taken.map(({ cents, currency }) => formatMoney(cents, currency)).join(' · ')

/** What the user did today, each figure beside that of the day before. */
export function DayFigures({ day: { calls, spoken, promises, yesterday } }: { day: OwnDay }) {
  const t = useText()
  const before = (value: string) => t('nextCase.day.yesterday', { value })
  return (
    <div className={styles.figures}>
      <StatRow label={t('nextCase.day.title')}>
        <Stat label={t('nextCase.day.calls')} value={calls} hint={before(formatNumber(yesterday.calls))} />
        <Stat label={t('nextCase.day.spoken')} value={spoken} hint={before(formatNumber(yesterday.spoken))} />
        <Stat label={t('nextCase.day.promised')} value={countOf(promises)} hint={before(formatNumber(countOf(yesterday.promises)))} />
        <Stat label={t('nextCase.day.money')} value={moneyOf(promises)} hint={before(moneyOf(yesterday.promises))} />
      </StatRow>
    </div>
  )
}
