import { lazy, Suspense, useState } from 'react'
import { formatNumber } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import styles from './data-table.module.css'
import type { ShownColumn } from './table-columns.ts'

const CopyRows = lazy(async () => ({ default: (await import('./copy-rows.tsx')).CopyRows }))
// What a clipboard and a spreadsheet take at once; more is a file.
const copiedMax = 1000

/** Copies the chosen rows as they stand on the screen, or all that are loaded. */
export function CopyButton<Row>({ columns, rows }: { columns: readonly ShownColumn<Row>[]; rows: readonly Row[] }) {
  const t = useText()
  const [outcome, setOutcome] = useState<'busy' | 'copied' | 'failed' | null>(null)
  const copied = rows.slice(0, copiedMax)
  const done = (isCopied: boolean) => {
    setOutcome(isCopied ? 'copied' : 'failed')
    setTimeout(() => setOutcome(null), 3000)
  }
  const words = { count: copied.length, total: formatNumber(copied.length) }
  return (
    <>
      <button type="button" className={styles.copy} onClick={() => setOutcome('busy')}>
        {outcome === 'copied' ? t('ui.table.copied', words) : outcome === 'failed' ? t('ui.table.copyFailed') : t('ui.table.copy', words)}
      </button>
      {outcome === 'busy' && (
        <Suspense>
          <CopyRows
            labels={columns.map(({ label }) => label)}
            cells={copied.map((row) => columns.map(({ cell }) => cell(row)))}
            onCopied={done}
          />
        </Suspense>
      )}
    </>
  )
}

/** The chosen rows as far as they are loaded; without a choice all that are. */
export function rowsToCopy<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  chosen: ReadonlySet<string> | undefined,
): readonly Row[] {
  return chosen === undefined || chosen.size === 0 ? rows : rows.filter((row) => chosen.has(rowKey(row)))
}
