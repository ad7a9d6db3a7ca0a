import type { Import, RefusedRow } from '@regie/contract/files.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { RepairCell } from './repair-cell.tsx'
import styles from './repair.module.css'
import { alikeRows, type Repairs } from './use-repairs.ts'

type RepairGridProps = { found: Import; rows: readonly RefusedRow[]; repairs: Repairs }

/** The rows that are not imported, cell by cell as in the file: what is at fault is typed over in place. */
export function RepairGrid({ found, rows, repairs }: RepairGridProps) {
  const t = useText()
  const width = Math.max(found.columns.length, ...rows.map(({ cells }) => cells.length))
  const names = Array.from(
    { length: width },
    (_, index) => found.columns.find((column) => column.index === index)?.name ?? t('files.repair.extra', { no: index + 1 }),
  )
  return (
    <ScrollRegion className={styles.scroll} label={t('files.repair.label')}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col" className={styles.rowNo}>
              {t('files.repair.row')}
            </th>
            <th scope="col">{t('files.repair.why')}</th>
            {names.map((name, index) => (
              <th key={`${index}:${name}`} scope="col" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, no) => (
            <Row key={row.row} row={row} no={no} names={names} rows={rows} repairs={repairs} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

type RowProps = { row: RefusedRow; no: number; names: readonly string[]; rows: readonly RefusedRow[]; repairs: Repairs }

function Row({ row, no, names, rows, repairs: { drafts, put } }: RowProps) {
  const t = useText()
  const ofRow = drafts.get(row.row)
  const faulty = row.column === null ? -1 : names.indexOf(row.column)
  const repaired = ofRow?.get(faulty)
  const alike = repaired === undefined ? [] : alikeRows(rows, row, drafts)
  return (
    <tr data-changed={ofRow !== undefined || undefined}>
      <th scope="row" className={styles.rowNo}>
        {formatNumber(row.row)}
      </th>
      <td className={styles.why}>
        {t(`files.reasons.${row.reason}`)}
        {repaired !== undefined && alike.length > 0 && (
          <Button kind="quiet" onPress={() => alike.forEach((other) => put(other, faulty, repaired))}>
            {t('files.repair.fillAlike', { count: alike.length, total: formatNumber(alike.length) })}
          </Button>
        )}
      </td>
      {names.map((name, index) => (
        <td key={`${index}:${name}`}>
          <RepairCell
            at={[no, index]}
            label={t('files.repair.cell', { column: name, row: formatNumber(row.row) })}
            value={row.cells[index] ?? ''}
            draft={ofRow?.get(index)}
            isFaulty={index === faulty}
            isEntry={faulty === -1 && index === 0}
            choices={index === faulty ? (row.choices ?? []) : []}
            onChange={(value) => put(row, index, value)}
          />
        </td>
      ))}
    </tr>
  )
}
