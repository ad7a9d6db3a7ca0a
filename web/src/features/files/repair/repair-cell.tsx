import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import styles from './repair.module.css'

type RepairCellProps = {
  /** The place in the grid: row and column of the screen. */
  at: [number, number]
  label: string
  /** As it stands in the file. */
  value: string
  draft: string | undefined
  /** What says why this cell is at fault; without it nothing is. */
  faultId: string | undefined
  /** The cell of this row that Tab reaches when none is at fault. */
  isEntry: boolean
  choices: readonly string[]
  onChange: (value: string) => void
}

/** One cell of a refused row. What is at fault is open for typing; any other opens by a press. */
export function RepairCell({ at, label, value, draft, faultId, isEntry, choices, onChange }: RepairCellProps) {
  const t = useText()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const place = at.join(':')
  if (faultId === undefined && draft === undefined && !isOpen)
    return (
      <button
        type="button"
        className={styles.cell}
        data-cell={place}
        tabIndex={isEntry ? 0 : -1}
        title={value}
        aria-label={`${label}: ${value}`}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => moveFrom(event, at)}
      >
        {value === '' ? '–' : value}
      </button>
    )
  return (
    <>
      <input
        className={styles.input}
        data-cell={place}
        data-changed={draft !== undefined || undefined}
        aria-label={label}
        aria-invalid={faultId !== undefined && draft === undefined}
        aria-describedby={faultId}
        list={choices.length > 0 ? listId : undefined}
        value={draft ?? value}
        autoFocus={isOpen}
        title={draft === undefined ? undefined : `${t('files.repair.undo')} (Esc): ${value}`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft !== undefined) {
            event.preventDefault()
            event.stopPropagation()
            onChange(value)
          } else moveFrom(event, at)
        }}
      />
      {choices.length > 0 && (
        <datalist id={listId}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** Arrows go to the cell beside and beneath; in a text to the left and right only from its ends. Enter goes on below. */
function moveFrom(event: KeyboardEvent<HTMLElement>, [row, column]: [number, number]) {
  const element = event.currentTarget
  const isText = element instanceof HTMLInputElement
  const atStart = !isText || (element.selectionStart === 0 && element.selectionEnd === 0)
  const atEnd = !isText || element.selectionStart === element.value.length
  const to: Record<string, [number, number] | false> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: atStart && [row, column - 1],
    ArrowRight: atEnd && [row, column + 1],
    Enter: isText && [row + 1, column],
  }
  const place = to[event.key]
  if (!place || event.altKey || event.ctrlKey || event.metaKey) return
  const next = element.closest('table')?.querySelector<HTMLElement>(`[data-cell="${place.join(':')}"]`)
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
