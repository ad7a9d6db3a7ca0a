import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { daysAfter, readDay, relativeWord, typedDay, weekdayOf } from '../../locales/read-day.ts'
import { Field, type FieldProps } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { Calendar, type DateChip, DatePanel, todayInAmsterdam } from './date-panel.tsx'
import styles from './dates.module.css'
import { useTyped } from './use-typed.ts'

export type DateInputProps = FieldProps<string> & { min?: string; max?: string; hasChips?: boolean }

/** A day as yyyy-MM-dd, typed and shown in the order of the language whatever the browser's own is; empty is ''. */
export function DateInput({ value, onChange, min, max, hasChips = true, ...field }: DateInputProps) {
  const t = useText()
  const today = todayInAmsterdam()
  const read = (typed: string) => readDay(typed, today, { min, max })
  const { text, fault, type, leave } = useTyped({ value, empty: '', read, show: typedDay, onChange, kind: 'date', min, max })
  return (
    <TypedField
      {...field}
      error={field.error ?? fault}
      text={text}
      placeholder={t('fields.date.placeholder')}
      onType={type}
      onLeave={leave}
    >
      {(panel) => {
        const choose = (day: string) => {
          onChange(day)
          panel.close()
        }
        const chips = hasChips ? dayChips(today, { min, max }, value, choose) : []
        return (
          <DatePanel {...panel.parts} chips={chips}>
            <Calendar today={today} min={min} max={max} value={value} onChange={choose} />
          </DatePanel>
        )
      }}
    </TypedField>
  )
}

function dayChips(
  today: string,
  { min, max }: { min?: string | undefined; max?: string | undefined },
  value: string,
  choose: (day: string) => void,
) {
  const days = [-1, 0, 1, fridayFrom(today), 7].map((days) => ({ days, day: daysAfter(today, days) }))
  // Yesterday is for what lies behind: where something is planned it may not be.
  const offered = days.filter(({ days: ahead, day }) => (min ?? '') <= day && day <= (max ?? '9999') && (ahead >= 0 || max !== undefined))
  const chips = offered.map(
    ({ days: ahead, day }): DateChip => ({
      key: String(ahead),
      label: chipWord(ahead, day),
      isChosen: day === value,
      onPress: () => choose(day),
    }),
  )
  return chips.filter((chip, at) => chips.findIndex(({ key }) => key === chip.key) === at)
}

const sentence = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const chipWord = (ahead: number, day: string) => sentence(Math.abs(ahead) <= 1 || ahead === 7 ? relativeWord(ahead) : weekdayOf(day))

/** In how many days the next Friday is, not counting today and tomorrow. */
export function fridayFrom(today: string): number {
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
  const days = (5 - weekday + 7) % 7
  return days < 2 ? days + 7 : days
}

type Panel = { close: () => void; parts: { label: string; trigger: React.RefObject<HTMLButtonElement | null>; onClose: () => void } }
type TypedFieldProps = Omit<FieldProps<never>, 'value' | 'onChange'> & {
  text: string
  placeholder: string
  onType: (typed: string) => void
  onLeave: () => void
  children: (panel: Panel) => ReactNode
}

/** The line to type in, with the button that opens what one may choose from. */
export function TypedField({ text, placeholder, onType, onLeave, children, ...field }: TypedFieldProps) {
  const t = useText()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    opener.current?.focus({ preventScroll: true })
  }
  const label = t('fields.date.open', { label: field.label })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <Field {...field}>
      {(parts) => (
        <div className={styles.withButton}>
          <input
            {...parts}
            type="text"
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            onKeyDown={press}
            onChange={(event) => onType(event.currentTarget.value)}
            onBlur={() => {
              onLeave()
              parts.onBlur?.()
            }}
          />
          <button
            ref={opener}
            type="button"
            className={styles.open}
            aria-label={label}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={field.isDisabled}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="calendar" size={16} />
          </button>
          {isOpen && children({ close, parts: { label, trigger: opener, onClose: () => setOpen(false) } })}
        </div>
      )}
    </Field>
  )
}
