import { type FigureKind, figureApi } from '@regie/contract/figures.ts'
import { useRows } from '../../../api/use-rows.ts'
import styles from '../cases.module.css'
import { CaseTable } from './case-table.tsx'

type CasesBehindProps = {
  customerID: number
  scriptID: number | null
  figure: FigureKind
  days: { from?: string; until?: string }
}

/** The cases behind a figure of the first screen, newest first. */
export function CasesBehind({ customerID, scriptID, figure, days }: CasesBehindProps) {
  const list = useRows(figureApi.cases, { query: { customerID, ...(scriptID !== null && { scriptID }), figure, ...days } })
  return (
    <div className={styles.tableBox}>
      <CaseTable list={list} withBatch hiddenSorts={noSorts} />
    </div>
  )
}

const noSorts: never[] = []
