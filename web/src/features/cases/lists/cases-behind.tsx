import type { CaseRow } from '@regie/contract/cases.ts'
import { type FigureKind, figureApi } from '@regie/contract/figures.ts'
import { useRows } from '../../../api/use-rows.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useSavedHeaders } from '../../../session/settings.ts'
import { ColumnChooser } from '../../../ui/column-chooser.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { keyOf, linkTo } from './batch-cases.tsx'
import { useCaseColumns } from './case-columns.tsx'
import styles from '../cases.module.css'

type CasesBehindProps = {
  customerID: number
  scriptID: number | null
  figure: FigureKind
  days: { from?: string; until?: string }
}

/** The cases behind a figure of the first screen, newest first. */
export function CasesBehind({ customerID, scriptID, figure, days }: CasesBehindProps) {
  const t = useText()
  const { headers, onHeaders } = useSavedHeaders('caseHeaders')
  const list = useRows(figureApi.cases, { query: { customerID, ...(scriptID !== null && { scriptID }), figure, ...days } })
  const columns = useCaseColumns({ withBatch: true, hiddenSorts: noSorts })
  return (
    <div className={styles.tableBox}>
      <div className={styles.filters}>
        <span />
        <ColumnChooser columns={columns} headers={headers} onHeaders={onHeaders} />
      </div>
      <DataTable<CaseRow>
        label={t('cases.list')}
        columns={columns}
        list={list}
        rowKey={keyOf}
        linkTo={linkTo}
        headers={headers}
        onHeaders={onHeaders}
        empty={<EmptyState icon="case" title={t('cases.emptyPlace')} />}
      />
    </div>
  )
}

const noSorts: never[] = []
