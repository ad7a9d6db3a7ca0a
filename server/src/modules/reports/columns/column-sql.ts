import type { ColumnType } from '@regie/contract/report-wish.ts'
import { isoText } from '../../../platform/db/prepared.ts'
import { amountSql, daySql, momentSql } from '../../../platform/documents/cell-formats.ts'
import { isShown, maskColumnSql, maskPhoneSql } from '../../cases/masks/mask-sql.ts'
import type { ReportTexts } from '../report-texts.ts'

// Quoted as SQL; the words are ours, but a French apostrophe would end them.
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** With what a column of the catalogue writes its SQL: the words of a language, and masks for who may not see personal data. */
export type ColumnSql = ReturnType<typeof columnSqlOf>

export function columnSqlOf(texts: ReportTexts, { seesPersonalData }: { seesPersonalData: boolean }) {
  return {
    texts,
    phone: (column: string) => (seesPersonalData ? column : `(${maskPhoneSql(column)})`),
    /** A column that is made of these fields of the script; where it masks none of them, as `unmasked`. */
    masked: (column: string, keys: readonly string[], unmasked = column) =>
      seesPersonalData ? column : `(case when ${isShown(keys)} then ${unmasked} else ${maskColumnSql(column, keys)} end)`,
    worded: (column: string, words: Record<string, string>) =>
      `case ${column} ${Object.entries(words)
        .map(([code, word]) => `when ${literal(code)} then ${literal(word)}`)
        .join(' ')} else ${column} end`,
  }
}

// The rule of csv-cells.ts in SQL: an apostrophe before what a spreadsheet would run, also behind a separator; a phone of only + and digits stays.
const guarded = (column: string) =>
  `regexp_replace(${column}, '(^)([\\t\\r][\\t\\r ]*[=+@-]?)|(^|[;,\\t\\r\\n] *)(?!\\+[\\d•]+ *(?:$|[;,\\t\\r\\n]))([=+@-])', '\\1\\3''\\2\\4', 'g')`

/** How the cells of a row are written, by what they hold, and how they stand beside each other. */
export type Written = { cell: Record<ColumnType, (value: string) => string>; row: (cells: readonly string[]) => string }

// As a Dutch spreadsheet reads it.
const csvCells: Written['cell'] = {
  text: guarded,
  count: (value) => value,
  amount: amountSql,
  day: daySql,
  moment: momentSql,
  share: (value) => `replace(round(100 * ${value}, 1)::text, '.', ',')`,
}

// As the contract has it.
const jsonCells: Written['cell'] = {
  text: (value) => value,
  count: (value) => `(${value})::bigint`,
  amount: (value) => `(${value})::bigint`,
  day: (value) => `to_char(${value}, 'YYYY-MM-DD')`,
  moment: isoText,
  share: (value) => `round(${value}, 4)`,
}

/** SQL: the rows of a CSV for a COPY. */
export const asCsv: Written = { cell: csvCells, row: (cells) => cells.join(', ') }

/** SQL: the rows of the contract, each a list of its own. */
export const asJson: Written = { cell: jsonCells, row: (cells) => `json_build_array(${cells.join(', ')})` }
