const opensFormula = /^[=+\-@\t\r\0]/
const phone = /^\+\d+$/
const needsQuotes = /[;"\r\n]/

/** A cell that a spreadsheet would read as a formula gets an apostrophe in front; a phone of only + and digits stays as it is. */
export function guardFormula(cell: string) {
  return opensFormula.test(cell) && !phone.test(cell) ? `'${cell}` : cell
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
