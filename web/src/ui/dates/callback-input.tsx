import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { todayInAmsterdam } from './date-panel.tsx'
import { DateTimeInput, type DateTimeInputProps } from './date-time-input.tsx'
import styles from './dates.module.css'
import { tenOClock, workingHourFrom } from './working-hours.ts'

/** A moment to call back, with the usual ones a press away. */
export function CallbackInput({ value, onChange, ...field }: DateTimeInputProps) {
  const t = useText()
  const today = todayInAmsterdam()
  const [next] = useState(() => workingHourFrom(new Date().toISOString()))
  const moments = [next, tenOClock(today, 1), tenOClock(today, 7)]
  return (
    <div className={styles.due}>
      <DateTimeInput {...field} value={value} onChange={onChange} />
      <div className={styles.chips} role="group" aria-label={t('fields.date.quick')}>
        {[...new Set(moments)].map((moment) => (
          <button key={moment} type="button" className={styles.chip} aria-pressed={moment === value} onClick={() => onChange(moment)}>
            {formatNextMoment(moment)}
          </button>
        ))}
      </div>
    </div>
  )
}
