import { useText } from '../../locales/i18n.tsx'
import { DateInput } from './date-input.tsx'
import { todayInAmsterdam } from './date-panel.tsx'
import { type Period, periodNames, periodOf } from './period-days.ts'
import styles from './dates.module.css'

type PeriodInputProps = { label: string; value: Period; onChange: (period: Period) => void }

/** From one day to another, both within it, with a press for what is asked most. A press on the chosen one takes the limits away. */
export function PeriodInput({ label, value, onChange }: PeriodInputProps) {
  const t = useText()
  const today = todayInAmsterdam()
  return (
    <div className={styles.fromUntil} role="group" aria-label={label}>
      <div className={styles.side}>
        <span aria-hidden>{t('fields.period.from')}</span>
        <DateInput
          label={t('fields.period.fromDay', { label })}
          isLabelHidden
          value={value.from}
          max={value.until || '9999-12-31'}
          onChange={(from) => onChange({ ...value, from })}
        />
      </div>
      <div className={styles.side}>
        <span aria-hidden>{t('fields.period.until')}</span>
        <DateInput
          label={t('fields.period.untilDay', { label })}
          isLabelHidden
          value={value.until}
          min={value.from}
          max="9999-12-31"
          onChange={(until) => onChange({ ...value, until })}
        />
      </div>
      <div className={styles.chips}>
        {periodNames.map((name) => {
          const period = periodOf(name, today)
          const isChosen = period.from === value.from && period.until === value.until
          return (
            <button
              key={name}
              type="button"
              className={styles.chip}
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? { from: '', until: '' } : period)}
            >
              {t(`fields.period.${name}`)}
            </button>
          )
        })}
      </div>
    </div>
  )
}
