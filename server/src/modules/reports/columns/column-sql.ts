import { maskColumnSql, maskPhoneSql } from '../../cases/masks/mask-sql.ts'
import type { ReportTexts } from '../report-texts.ts'

// Quoted as SQL; the words are ours, but a French apostrophe would end them.
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** With what a column of the catalogue writes its SQL: the words of a language, and masks for who may not see personal data. */
export type ColumnSql = ReturnType<typeof columnSqlOf>

export function columnSqlOf(texts: ReportTexts, { seesPersonalData }: { seesPersonalData: boolean }) {
  return {
    texts,
    phone: (column: string) => (seesPersonalData ? column : `(${maskPhoneSql(column)})`),
    masked: (column: string, keys: readonly string[]) => (seesPersonalData ? column : `(${maskColumnSql(column, keys)})`),
    worded: (column: string, words: Record<string, string>) =>
      `case ${column} ${Object.entries(words)
        .map(([code, word]) => `when ${literal(code)} then ${literal(word)}`)
        .join(' ')} else ${column} end`,
    // The rule of csv-cells.ts in SQL: an apostrophe before what a spreadsheet would run, also behind a separator; a phone of only + and digits stays.
    guarded: (column: string) =>
      `regexp_replace(${column}, '(^)([\\t\\r][\\t\\r ]*[=+@-]?)|(^|[;,\\t\\r\\n] *)(?!\\+[\\d•]+ *(?:$|[;,\\t\\r\\n]))([=+@-])', '\\1\\3''\\2\\4', 'g')`,
  }
}
