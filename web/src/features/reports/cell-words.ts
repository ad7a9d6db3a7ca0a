import type { ColumnType, ReportCell } from '@regie/contract/report-wish.ts'
import { formatMoment, formatNumber, formatPlainDay, formatShareExactly, numberFormat } from '../../locales/format.ts'

/** A cell in the language of the screen; amounts without a currency, which is a column of its own. */
export function cellWords(type: ColumnType, cell: ReportCell): string {
  if (cell === null) return ''
  if (type === 'amount')
    return numberFormat('report amount', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(cell) / 100)
  if (type === 'count') return formatNumber(Number(cell))
  if (type === 'share') return formatShareExactly(Number(cell))
  if (type === 'day') return formatPlainDay(String(cell))
  return type === 'moment' ? formatMoment(String(cell)) : String(cell)
}

/** Numbers stand at the right, as in every list. */
export const isRight = (type: ColumnType) => type === 'amount' || type === 'count' || type === 'share'
