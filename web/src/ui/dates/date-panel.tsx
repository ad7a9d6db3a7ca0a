import { lazy, type ReactNode, type RefObject, Suspense } from 'react'
import { dayOf } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { FloatingPanel } from '../floating-panel.tsx'
import styles from './dates.module.css'

/** The library's part comes when somebody opens it, not with the screen. */
export const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

export const todayInAmsterdam = () => dayOf(new Date())

export type DateChip = { key: string; label: string; isChosen?: boolean; onPress: () => void }

type DatePanelProps = {
  label: string
  trigger: RefObject<HTMLButtonElement | null>
  chips: readonly DateChip[]
  onClose: () => void
  /** Beside the calendar: the time, or both ends of a period. */
  beneath?: ReactNode
  children: ReactNode
}

/** What opens under a field of a date: chips for what is chosen most, and the calendar. */
export function DatePanel({ label, trigger, chips, onClose, beneath, children }: DatePanelProps) {
  const t = useText()
  return (
    <FloatingPanel trigger={trigger} onClose={onClose} focusFirst="button:not(:disabled)">
      <div className={styles.panel} role="dialog" aria-label={label}>
        {chips.length > 0 && (
          <div className={styles.chips} role="group" aria-label={t('fields.date.quick')}>
            {chips.map((chip) => (
              <button key={chip.key} type="button" className={styles.chip} aria-pressed={chip.isChosen} onClick={chip.onPress}>
                {chip.label}
              </button>
            ))}
          </div>
        )}
        <div className={styles.calendar}>
          <Suspense>{children}</Suspense>
        </div>
        {beneath}
      </div>
    </FloatingPanel>
  )
}
