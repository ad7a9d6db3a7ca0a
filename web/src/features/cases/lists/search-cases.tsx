import { type CaseRow, caseStatuses } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useSavedHeaders } from '../../../session/settings.ts'
import { useRight } from '../../../session/use-right.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { ColumnChooser } from '../../../ui/column-chooser.tsx'
import type { ColumnFilters } from '../../../ui/column-settings.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { type CaseFilters, caseFiltersQuery, knowsCaseFilter, noFilters } from '../filters/case-filters.ts'
import { NoneFiltered } from '../filters/none-filtered.tsx'
import { useCaseFilters } from '../filters/use-case-filters.tsx'
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
import { SeenCases } from './seen-cases.tsx'
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

type FoundFilters = CaseFilters & { q: string; batch: string; sort: string }

type FoundCasesProps = {
  customerID: number
  filters: FoundFilters
  onFilters: (changed: Partial<FoundFilters>) => void
  /** The columns of the view that is open; left out, the user's own. */
  view?: ReturnType<typeof useSavedHeaders>
  rowActions?: CaseRowActions
}

/** What was found; without a search, what was searched before. */
export function FoundCases({ customerID, filters, onFilters, view, rowActions }: FoundCasesProps) {
  const t = useText()
  const mayMake = useRight(Right.newCase)
  const { q, sort } = filters
  const wanted = q.trim()
  const filter = { ...caseFiltersQuery(filters), ...(knowsCaseFilter('batch', filters.batch) && { batchID: Number(filters.batch) }) }
  const own = useSavedHeaders('caseHeaders')
  const { headers, onHeaders } = view ?? own
  const list = useFoundCases(customerID, wanted, sort, filter)
  useTrailOf(list, t('cases.search.title'))
  const columns = useCaseColumns({ withBatch: true, hiddenSorts: list.hiddenSorts })
  const recent = useRecentSearches(list.rows.length > 0 ? wanted : '')
  const statuses = caseStatuses.map((value) => ({ value, label: t(`cases.statuses.${value}`) }))
  const columnFilters: ColumnFilters = {
    ...useCaseFilters({ filters, onFilters, statuses, choices: undefined, isOfBatch: false }),
    batch: {
      value: filters.batch,
      options: useBatchesOf(list.rows).map(({ batchID, batchName }) => ({ value: String(batchID), label: batchName })),
      onChange: (batch) => onFilters({ batch }),
    },
  }
  if (wanted.length < searchCharsMin)
    return (
      <EmptyState
        icon="search"
        title={wanted === '' ? t('cases.search.start') : t('cases.search.tooShort', { min: searchCharsMin })}
        text={t('cases.search.help')}
        action={
          <>
            <RecentSearches recent={recent.list} onChoose={(chosen) => onFilters({ q: chosen })} onClear={recent.clear} />
            <SeenCases />
          </>
        }
      />
    )
  return (
    <div className={styles.found}>
      <div className={styles.filters}>
        <p className={styles.quiet} role="status">
          {list.isLoading ? '' : t('cases.search.count', { count: list.total?.value ?? 0, total: formatNumber(list.total?.value ?? 0) })}
        </p>
        <div className={styles.tools}>
          <ExportCases of={{ customerID, q: wanted, ...filter }} sort={sort} columns={columns} headers={headers} />
          <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
        </div>
      </div>
      <FilterChips columns={columns} filters={columnFilters} />
      <DataTable<CaseRow>
        label={t('cases.search.found')}
        columns={columns}
        list={list}
        rowKey={keyOf}
        linkTo={linkTo}
        sort={list.order}
        onSort={(chosen) => onFilters({ sort: writeSort(chosen) })}
        filters={columnFilters}
        headers={headers}
        onHeaders={onHeaders}
        {...(rowActions !== undefined && { rowActions })}
        empty={
          Object.keys(filter).length > 0 ? (
            <NoneFiltered onClear={() => onFilters({ ...noFilters, batch: '' })} />
          ) : (
            <EmptyState
              icon="search"
              title={t('cases.search.nothing', { q: wanted })}
              text={t('cases.search.nothingHelp')}
              action={mayMake && <AppLink to={paths.newCase()}>{t('cases.search.make')}</AppLink>}
            />
          )
        }
      />
    </div>
  )
}

/** The batches of what was found so far; those that were seen stay when one of them is chosen. */
function useBatchesOf(rows: readonly CaseRow[]) {
  const [seen, setSeen] = useState<readonly Pick<CaseRow, 'batchID' | 'batchName'>[]>([])
  const fresh = rows.filter(({ batchID }, at) => isFirst(rows, batchID, at) && !seen.some((one) => one.batchID === batchID))
  if (fresh.length > 0) setSeen([...seen, ...fresh].toSorted((one, other) => one.batchName.localeCompare(other.batchName)))
  return seen
}

const isFirst = (rows: readonly CaseRow[], id: number, at: number) => rows.findIndex(({ batchID }) => batchID === id) === at
