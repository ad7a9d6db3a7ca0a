import type { TemplateKind, TemplateRow } from '@regie/contract/templates.ts'
import { formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './templates.module.css'
import { useTemplates } from './templates-data.ts'

type TemplateListProps = {
  customerID: number
  kind: TemplateKind
  chosen: number | null
  filters: { q: string; archived: string }
  onFilters: (changed: Partial<{ q: string; archived: string }>) => void
  onChoose: (templateID: number) => void
}

/** The templates of a kind under the headings of their groups. */
export function TemplateList({ customerID, kind, chosen, filters, onFilters, onChoose }: TemplateListProps) {
  const t = useText()
  const query = useTemplates(customerID, kind, filters.q, filters.archived === '1')
  const { data: rows } = query
  const groups = [...Map.groupBy(rows ?? [], ({ group }) => group)]
  return (
    <nav className={styles.list} aria-label={t('templates.list.label')}>
      <div className={styles.filters}>
        <SearchInput label={t('templates.list.search')} value={filters.q} onSearch={(q) => onFilters({ q })} />
        <CheckInput
          label={t('templates.list.archived')}
          value={filters.archived === '1'}
          onChange={(archived) => onFilters({ archived: archived ? '1' : '' })}
        />
      </div>
      {rows === undefined && <NotLoaded query={query} lines={8} />}
      {rows?.length === 0 && <EmptyState icon="file" title={t('templates.list.empty')} />}
      {groups.map(([group, its]) => (
        <section key={group} className={styles.group}>
          <h2>{group === '' ? t('templates.list.noGroup') : group}</h2>
          <ul>
            {its.map((row) => (
              <li key={row.templateID}>
                <TemplateButton row={row} isChosen={row.templateID === chosen} onChoose={() => onChoose(row.templateID)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function TemplateButton({ row, isChosen, onChoose }: { row: TemplateRow; isChosen: boolean; onChoose: () => void }) {
  const t = useText()
  return (
    <button type="button" className={styles.template} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      <span className={styles.name}>{row.name}</span>
      {row.description !== '' && <span className={styles.about}>{row.description}</span>}
      <span className={styles.marks}>
        {row.section && (
          <Badge tone="neutral" icon="copy">
            {t('templates.states.section')}
          </Badge>
        )}
        {row.hasDraft && (
          <Badge tone="accent" icon="edit">
            {t('templates.states.draft')}
          </Badge>
        )}
        {row.liveNo !== null && (
          <span className={styles.soft}>
            {t('templates.states.no', { no: row.liveNo })}
            {row.liveAt !== null && (
              <span className={styles.since}> · {t('templates.list.activeSince', { date: formatDate(row.liveAt) })}</span>
            )}
          </span>
        )}
      </span>
    </button>
  )
}
