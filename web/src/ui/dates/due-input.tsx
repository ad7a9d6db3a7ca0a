import { useText } from '../../locales/i18n.tsx'
import { daysAfter, weekdayOf } from '../../locales/read-day.ts'
import { DateInput, type DateInputProps, fridayFrom } from './date-input.tsx'
import { todayInAmsterdam } from './date-panel.tsx'
import styles from './dates.module.css'
import { lastWorkday, workdayFrom } from './workdays.ts'

/** The day until which most people ask for time: a week from now, or the first working day after it. */
export const usualDueDay = (today = todayInAmsterdam()) => workdayFrom(daysAfter(today, 7))

/** A day until when somebody pays, with the usual ones a press away. */
export function DueInput({ value, onChange, ...field }: DateInputProps) {
  const t = useText()
  const today = todayInAmsterdam()
  const friday = daysAfter(today, fridayFrom(today))
  const days = [
    { day: daysAfter(today, 1), label: t('fields.due.tomorrow') },
    { day: friday, label: weekdayOf(friday) },
    { day: usualDueDay(today), label: t('fields.due.inAWeek') },
    { day: lastWorkday(today), label: t('fields.due.endOfMonth') },
  ]
  const offered = days.filter(({ day }, at) => day > today && days.findIndex((other) => other.day === day) === at)
  return (
    <div className={styles.due}>
      <DateInput {...field} value={value} onChange={onChange} />
      <div className={styles.chips} role="group" aria-label={t('fields.date.quick')}>
        {offered.map(({ day, label }) => (
          <button key={day} type="button" className={styles.chip} aria-pressed={day === value} onClick={() => onChange(day)}>
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}
