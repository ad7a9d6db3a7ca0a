import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import styles from './data-table.module.css'

type CopyRowsProps = {
  labels: readonly string[]
  /** Cells as the screen shows them; what is masked there is masked here. */
  cells: readonly (readonly ReactNode[])[]
  onCopied: (isCopied: boolean) => void
}

/** Draws rows out of sight and puts their words on the clipboard, as a spreadsheet takes them: a tab between cells, a line a row. */
export function CopyRows({ labels, cells, onCopied }: CopyRowsProps) {
  const element = useRef<HTMLDivElement>(null)
  const done = useEffectEvent(onCopied)
  useEffect(() => {
    const rows = [...(element.current?.children ?? [])].map((row) => [...row.children].map((cell) => textOf(cell as HTMLElement)))
    void copy([labels, ...rows].map((row) => row.map(clean).join('\t')).join('\n'))
    async function copy(text: string) {
      try {
        await navigator.clipboard.writeText(text)
        done(true)
      } catch {
        done(false)
      }
    }
  }, [labels])
  return (
    <div ref={element} aria-hidden="true" className={styles.copied}>
      {cells.map((row, at) => (
        <div key={at}>
          {row.map((cell, column) => (
            <span key={column}>{cell}</span>
          ))}
        </div>
      ))}
    </div>
  )
}

const textOf = (cell: HTMLElement) => (cell.textContent === '–' ? '' : cell.textContent)

// A tab or a line end inside would begin another cell, and a spreadsheet would run what begins like a formula; a number or a phone stays.
function clean(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return /^[=@]|^[+-](?![\d•.,\s]*$)/.test(flat) ? `'${flat}` : flat
}
