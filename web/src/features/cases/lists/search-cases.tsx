import type { CaseRow } from '@regie/contract/cases.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useSavedHeaders } from '../../../session/settings.ts'
import { ColumnChooser } from '../../../ui/column-chooser.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { keyOf, linkTo } from './batch-cases.tsx'
import { writeSort } from '../../../ui/table-sort.ts'
import { useCaseColumns } from './case-columns.tsx'
import { useTrailOf } from '../case-trail.tsx'
import { searchCharsMin, useFoundCases } from '../cases-data.ts'
import type { CaseRowActions } from './case-row-actions.ts'
import { ExportCases } from './export-cases.tsx'
import styles from '../cases.module.css'
import { RecentSearches } from './recent-searches.tsx'
import { useRecentSearches } from './recent-searches-data.ts'
import { SearchInput } from '../../../ui/search-input.tsx'

/** One box for everything by which a case is known. */
export function SearchBox({ q, onQ }: { q: string; onQ: (q: string) => void }) {
  const t = useText()
  return (
    <search className={styles.searchBox}>
      <SearchInput
        label={t('cases.search.label')}
        placeholder={t('cases.search.placeholder')}
        maxLength={500}
        autoFocus
        value={q}
        onSearch={onQ}
      />
    </search>
  )
}

type FoundCasesProps = {
  customerID: number
  q: string
  sort: string
  onFilters: (changed: { q?: string; sort?: string }) => void
  /** The columns of the view that is open; left out, the user's own. */
  view?: ReturnType<typeof useSavedHeaders>
  rowActions?: CaseRowActions
}

/** What was found; without a search, what was searched before. */
export function FoundCases({ customerID, q, sort, onFilters, view, rowActions }: FoundCasesProps) {
  const t = useText()
  const wanted = q.trim()
  const own = useSavedHeaders('caseHeaders')
  const { headers, onHeaders } = view ?? own
  const list = useFoundCases(customerID, wanted, sort)
  useTrailOf(list, t('cases.search.title'))
  const columns = useCaseColumns({ withBatch: true, hiddenSorts: list.hiddenSorts })
  const recent = useRecentSearches(list.rows.length > 0 ? wanted : '')
  if (wanted.length < searchCharsMin)
    return (
      <EmptyState
        icon="search"
        title={wanted === '' ? t('cases.search.start') : t('cases.search.tooShort', { min: searchCharsMin })}
        text={t('cases.search.help')}
        action={<RecentSearches recent={recent.list} onChoose={(chosen) => onFilters({ q: chosen })} onClear={recent.clear} />}
      />
    )
  return (
    <div className={styles.found}>
      <div className={styles.filters}>
        <p className={styles.quiet} role="status">
          {list.isLoading ? '' : t('cases.search.count', { count: list.total?.value ?? 0, total: formatNumber(list.total?.value ?? 0) })}
        </p>
        <div className={styles.tools}>
          <ExportCases of={{ customerID, q: wanted }} sort={sort} columns={columns} headers={headers} />
          <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
        </div>
      </div>
      <DataTable<CaseRow>
        label={t('cases.search.found')}
        columns={columns}
        list={list}
        rowKey={keyOf}
        linkTo={linkTo}
        sort={list.order}
        onSort={(chosen) => onFilters({ sort: writeSort(chosen) })}
        headers={headers}
        onHeaders={onHeaders}
        {...(rowActions !== undefined && { rowActions })}
        empty={<EmptyState icon="search" title={t('cases.search.nothing', { q: wanted })} text={t('cases.search.nothingHelp')} />}
      />
    </div>
  )
}
