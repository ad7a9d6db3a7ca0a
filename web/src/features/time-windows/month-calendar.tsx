import type { HolidayYear } from '@regie/contract/time-windows.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './month-calendar.module.css'
import { addDays, addMonths, weekdayOf, weeksOf } from './month-days.ts'
import { dateName, hoursText, monthName } from './time-words.ts'
import { weekdayShort } from '../../locales/weekdays.ts'
import type { DraftDate } from './times-draft.ts'
import { weekdays } from './week/week-layout.ts'

type MonthCalendarProps = {
  chosen: string
  today: string
  extra: readonly DraftDate[]
  /** Dates with a fault. */
  faulty: ReadonlySet<string>
  holidays: HolidayYear['days']
  lawWeekdays: readonly number[]
  onChoose: (date: string) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month with its special dates; one day is chosen, by a press or with the arrows. */
export function MonthCalendar({ chosen, today, extra, faulty, holidays, lawWeekdays, onChoose }: MonthCalendarProps) {
  const t = useText()
  const locale = useLocale()
  const month = chosen.slice(0, 7)
  const table = useRef<HTMLTableElement>(null)
  const byKeys = useRef(false)
  useEffect(() => {
    if (byKeys.current) table.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    byKeys.current = false
  }, [chosen])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const next =
      step !== undefined ? addDays(chosen, step) : event.key === 'PageDown' ? firstOf(1) : event.key === 'PageUp' ? firstOf(-1) : null
    if (next === null) return
    event.preventDefault()
    byKeys.current = true
    onChoose(next)
  }
  const firstOf = (months: number) => `${addMonths(month, months)}-01`
  const marksOf = (date: string) => {
    const windows = extra.filter((window) => window.date === date)
    const holiday = holidays.find((day) => day.date === date)
    const isShut = windows.some(({ closed }) => closed)
    const words = isShut ? [t('times.day.closed')] : windows.map(hoursText)
    return { windows, holiday, isShut, words, isLawful: lawWeekdays.includes(weekdayOf(date)) && !holiday?.byLaw }
  }
  return (
    <Panel
      title={monthName(month)}
      actions={
        <>
          <IconButton icon="chevronLeft" label={t('times.month.before')} onPress={() => onChoose(firstOf(-1))} />
          <IconButton icon="chevronRight" label={t('times.month.after')} onPress={() => onChoose(firstOf(1))} />
        </>
      }
    >
      <table ref={table} className={styles.month} aria-label={monthName(month)}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                {weekdayShort(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, row) => (
            <tr key={week.find((date) => date !== null) ?? row}>
              {week.map((date, at) => {
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- no day
                if (date === null) return <td key={weekdays[at]} />
                const { holiday, isShut, words, isLawful } = marksOf(date)
                const name = holiday?.name[locale]
                return (
                  <td key={date}>
                    <button
                      type="button"
                      className={styles.day}
                      aria-pressed={date === chosen}
                      aria-current={date === today ? 'date' : undefined}
                      tabIndex={date === chosen ? 0 : -1}
                      data-closed={!isLawful || isShut || (holiday && !holiday.hours && words.length === 0) || undefined}
                      data-faulty={faulty.has(date) || undefined}
                      onClick={() => onChoose(date)}
                      onKeyDown={onKeyDown}
                    >
                      <span className="visually-hidden">{dateName(date)}</span>
                      <span className={styles.number} aria-hidden="true">
                        {Number(date.slice(8))}
                      </span>
                      {faulty.has(date) && <span className="visually-hidden">{t('times.faulty')}</span>}
                      {name !== undefined && <span className={styles.holiday}>{name}</span>}
                      {words.map((word) => (
                        <span key={word} className={styles.hours} data-closed={isShut || undefined}>
                          {isShut && <Icon name="ban" size={14} />}
                          <span>{word}</span>
                        </span>
                      ))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
