import type { ReactNode } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './bulk.module.css'

type BulkBarProps = {
  label: string
  chosen: number
  /** How many rows match the filters; null while that is not known. */
  total: number | null
  isAll: boolean
  onAll: (isAll: boolean) => void
  onClear: () => void
  children: ReactNode
}

/** What can be done with the chosen rows, or with all that match. */
export function BulkBar({ label, chosen, total, isAll, onAll, onClear, children }: BulkBarProps) {
  const t = useText()
  const count = isAll && total !== null ? total : chosen
  return (
    <section className={styles.bar} aria-label={label}>
      <strong>{t('ui.table.chosen', { total: formatNumber(count) })}</strong>
      {total !== null && total > chosen && (
        <Button kind="quiet" onPress={() => onAll(!isAll)}>
          {isAll ? t('bulk.onlyChosen', { total: formatNumber(chosen) }) : t('bulk.all', { total: formatNumber(total) })}
        </Button>
      )}
      <span className={styles.spacer} />
      {children}
      <Button kind="quiet" onPress={onClear}>
        {t('bulk.clear')}
      </Button>
    </section>
  )
}
