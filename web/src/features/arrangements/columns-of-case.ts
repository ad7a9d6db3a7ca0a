import type { useText } from '../../locales/i18n.tsx'
import type { Column } from '../../ui/data-table.tsx'

type OfCase = { caseNumber: string; name: string }

/** The first columns of a board: whose case it is, and its number. */
export function columnsOfCase<Row extends OfCase>(t: ReturnType<typeof useText>): readonly Column<Row>[] {
  const caseNumber = (row: Row) => row.caseNumber
  // The first column is the link: it is never empty.
  const name = (row: Row) => row.name || row.caseNumber
  return [
    { key: 'name', sort: 'name', label: t('arrangements.columns.name'), width: 180, cell: name, text: name },
    { key: 'case', sort: 'case', label: t('arrangements.columns.case'), width: 120, cell: caseNumber, text: caseNumber },
  ]
}
