import type { TimesFault } from '@regie/contract/time-windows-check.ts'
import type { ScriptTimes } from '@regie/contract/time-windows.ts'
import { useState } from 'react'
import { DayPanel } from './day-panel.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { useHolidays } from './times-data.ts'
import type { DraftDate, TimesDraft } from './times-draft.ts'
import styles from './times.module.css'

type DaysTabProps = {
  times: ScriptTimes
  draft: TimesDraft
  faults: ReadonlyMap<string, TimesFault[]>
  today: string
  isFrozen: boolean
  onDraft: (draft: TimesDraft) => void
}

/** Dates on which a script works at other hours, or not at all: chosen in a month. */
export function DaysTab({ times, draft, faults, today, isFrozen, onDraft }: DaysTabProps) {
  const [date, setDate] = useState(() => draft.extra.find((window) => window.date >= today)?.date ?? today)
  const { data } = useHolidays(times.customerID, times.scriptID, Number(date.slice(0, 4)))
  const holidays = data?.days.filter((day) => day.enabled) ?? []
  const replace = (windows: DraftDate[]) =>
    onDraft({ ...draft, extra: [...draft.extra.filter((window) => window.date !== date), ...windows] })
  return (
    <div className={styles.split}>
      <MonthCalendar
        chosen={date}
        today={today}
        extra={draft.extra}
        faulty={new Set(draft.extra.filter(({ key }) => faults.has(key)).map((window) => window.date))}
        holidays={holidays}
        lawWeekdays={times.lawWeekdays}
        onChoose={setDate}
      />
      <DayPanel
        key={date}
        times={times}
        date={date}
        windows={draft.extra.filter((window) => window.date === date)}
        faults={faults}
        holiday={holidays.find((day) => day.date === date) ?? null}
        isFrozen={isFrozen}
        onReplace={replace}
      />
    </div>
  )
}
