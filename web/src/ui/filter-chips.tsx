import { useText } from '../locales/i18n.tsx'
import type { Column, ColumnFilters } from './column-settings.ts'
import styles from './filter-chips.module.css'
import { Icon } from './icon.tsx'

type FilterChipsProps = { columns: readonly Pick<Column<never>, 'key' | 'label'>[]; filters: ColumnFilters }

/** By what a list is filtered now, each to be taken away by itself. */
export function FilterChips({ columns, filters }: FilterChipsProps) {
  const t = useText()
  const filtered = columns
    .map(({ key, label }) => ({ key, label, filter: filters[key] }))
    .filter(({ filter }) => (filter?.value ?? '') !== '')
  if (filtered.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('ui.table.filtered')}>
      {filtered.map(({ key, label, filter }) => {
        const words = `${label}: ${filter?.options.find(({ value }) => value === filter.value)?.label ?? filter?.value}`
        return (
          <li key={key} className={styles.chip}>
            <span>{words}</span>
            <button type="button" aria-label={t('ui.table.dropFilter', { filter: words })} onClick={() => filter?.onChange('')}>
              <Icon name="close" size={14} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
