import type { useText } from '../../locales/i18n.tsx'
import type { Column } from '../../ui/data-table.tsx'

type OfCase = { caseNumber: string; name: string }

/** The first columns of a board: the number of the case, and whose it is. */
export function columnsOfCase<Row extends OfCase>(t: ReturnType<typeof useText>): readonly Column<Row>[] {
  const caseNumber = (row: Row) => row.caseNumber
  const name = (row: Row) => row.name
  return [
    { key: 'case', sort: 'case', label: t('arrangements.columns.case'), width: 120, cell: caseNumber, text: caseNumber },
    { key: 'name', sort: 'name', label: t('arrangements.columns.name'), width: 180, cell: name, text: name },
  ]
}
