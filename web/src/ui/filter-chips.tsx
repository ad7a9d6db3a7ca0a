import { useText } from '../locales/i18n.tsx'
import { type Column, type ColumnFilters, filterWords } from './column-settings.ts'
import styles from './filter-chips.module.css'
import { Icon } from './icon.tsx'

type FilterChipsProps = { columns: readonly Pick<Column<never>, 'key' | 'label'>[]; filters: ColumnFilters }

/** By what a list is filtered now, each to be taken away by itself. */
export function FilterChips({ columns, filters }: FilterChipsProps) {
  const t = useText()
  const filtered = columns.flatMap(({ key, label }) => {
    const filter = filters[key]
    return filter === undefined || filter.value === '' ? [] : [{ key, label, filter }]
  })
  if (filtered.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('ui.table.filtered')}>
      {filtered.map(({ key, label, filter }) => {
        const words = `${label}: ${filterWords(filter)}`
        return (
          <li key={key} className={styles.chip}>
            <span>{words}</span>
            <button type="button" aria-label={t('ui.table.dropFilter', { filter: words })} onClick={() => filter.onChange('')}>
              <Icon name="close" size={14} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
