// At the start, and behind a separator or a line end inside: a program that splits the text again begins a cell there. A phone of only + and digits stays.
const opensFormula = /(^)([\t\r\0][\t\r ]*[=+\-@]?)|(^|[;,\t\r\n] *)(?!\+[\d•]+ *(?:$|[;,\t\r\n]))([=+\-@])/g
const needsQuotes = /[;"\r\n]/

/** What a spreadsheet would read as a formula gets an apostrophe in front. The rule of column-sql.ts in SQL is the same. */
export function guardFormula(cell: string) {
  return cell.replace(opensFormula, "$1$3'$2$4")
}

/** One line of a CSV file as Dutch spreadsheets read it: semicolons, quotes where needed, formulas neutralised. */
export function csvLine(cells: readonly string[]) {
  return `${cells.map((cell) => quoted(guardFormula(cell))).join(';')}\r\n`
}

function quoted(cell: string) {
  return needsQuotes.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'
