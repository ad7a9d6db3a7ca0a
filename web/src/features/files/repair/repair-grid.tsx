import type { Import, RefusedRow, RowFault } from '@regie/contract/files.ts'
import { useId } from 'react'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { useReason } from '../use-reason.ts'
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
            <Row key={row.row} found={found} row={row} no={no} names={names} rows={rows} repairs={repairs} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

type RowProps = { found: Import; row: RefusedRow; no: number; names: readonly string[]; rows: readonly RefusedRow[]; repairs: Repairs }

function Row({ found, row, no, names, rows, repairs }: RowProps) {
  const t = useText()
  const baseId = useId()
  const ofRow = repairs.drafts.get(row.row)
  const { reasonOf } = useReason(found)
  const faulty = new Map(row.faults.flatMap((fault) => (fault.column === null ? [] : [[names.indexOf(fault.column), fault]])))
  return (
    <tr data-changed={ofRow !== undefined || undefined}>
      <th scope="row" className={styles.rowNo}>
        {formatNumber(row.row)}
      </th>
      <td className={styles.why}>
        <ul>
          {row.faults.map((fault) => {
            const index = fault.column === null ? -1 : names.indexOf(fault.column)
            return (
              <li key={`${fault.column}:${fault.reason}`} data-mended={ofRow?.has(index) || undefined}>
                <span id={`${baseId}${index}`}>{reasonOf(fault)}</span>
                <FillAlike fault={fault} row={row.row} index={index} rows={rows} repairs={repairs} />
              </li>
            )
          })}
        </ul>
      </td>
      {names.map((name, index) => (
        <td key={`${index}:${name}`}>
          <RepairCell
            at={[no, index]}
            label={t('files.repair.cell', { column: name, row: formatNumber(row.row) })}
            value={row.cells[index] ?? ''}
            draft={ofRow?.get(index)}
            faultId={faulty.has(index) ? `${baseId}${index}` : undefined}
            isEntry={faulty.size === 0 && index === 0}
            choices={faulty.get(index)?.choices ?? []}
            onChange={(value) => repairs.put([row], index, value)}
          />
        </td>
      ))}
    </tr>
  )
}

type FillAlikeProps = { fault: RowFault; row: number; index: number; rows: readonly RefusedRow[]; repairs: Repairs }

/** The same value in the rows of this page that have the same fault. */
function FillAlike({ fault, row, index, rows, repairs: { drafts, put } }: FillAlikeProps) {
  const t = useText()
  const repaired = drafts.get(row)?.get(index)
  if (repaired === undefined) return null
  const alike = alikeRows(rows, row, fault, (other) => drafts.get(other)?.has(index) ?? false)
  if (alike.length === 0) return null
  return (
    <Button kind="quiet" onPress={() => put(alike, index, repaired)}>
      {t('files.repair.fillAlike', { count: alike.length, total: formatNumber(alike.length) })}
    </Button>
  )
}
