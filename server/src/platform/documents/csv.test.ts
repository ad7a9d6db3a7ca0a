import { expect, test } from 'vitest'
import { columnsMax, type CsvQuoteUnclosed, findExcess, findSeparator, readCsv } from './csv.ts'
import { csvLine, guardFormula } from './csv-cells.ts'

const rows = (text: string, separator = ';') => [...readCsv(text, separator)].map(({ row, line, cells }) => ({ row, line, cells }))

test('cells are divided by the separator and rows by any line end', () => {
  expect(rows('a;b\r\n1;2\n3;\r4;5').map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', ''],
    ['4', '5'],
  ])
})

test('a quoted cell may hold the separator, quotation marks and line ends', () => {
  expect(rows('"a;1";"zegt ""ja""";"straat\r\nplaats"\r\nx;y;z')).toEqual([
    { row: 1, line: 1, cells: ['a;1', 'zegt "ja"', 'straat\r\nplaats'] },
    { row: 2, line: 3, cells: ['x', 'y', 'z'] },
  ])
})

test('a quotation mark inside an unquoted cell is an ordinary character', () => {
  expect(rows('19" scherm;b')).toEqual([{ row: 1, line: 1, cells: ['19" scherm', 'b'] }])
})

test.each([
  ['at the end of the file', 'a;b\n1;"2\n3;4', 2],
  ['closed by the next one, rows later', 'a;b\n1;"2\n3;"4"', 2],
  ['swallowing rows', `a;b\n1;"2${'\n3;4'.repeat(30)}"`, 2],
])('an open quotation mark is named by its line: %s', (_, text, line) => {
  expect(() => rows(text)).toThrow(expect.objectContaining({ line }) as CsvQuoteUnclosed)
})

test.each([
  ['a;b;c', ';'],
  ['a,b;c,d', ','],
  ['a\tb', '\t'],
  ['a|b', '|'],
  ['"a,b,c";d', ';'],
  ['alleen', null],
])('the separator of %j is %j', (header, separator) => {
  expect(findSeparator(`${header}\r\n1;2;3`)).toBe(separator)
})

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2+3', "'-2+3"],
  ['+31612345678', '+31612345678'],
  ['+31|cmd', "'+31|cmd"],
  ['\t=1', "'\t=1"],
  ['Jan;=1+1', "Jan;'=1+1"],
  ['Jan\n-2+3, @SUM(A1)', "Jan\n'-2+3, '@SUM(A1)"],
  ['+31612345678, +31201234567', '+31612345678, +31201234567'],
  ['e-mail', 'e-mail'],
  ['Jan', 'Jan'],
])('a spreadsheet never runs %j', (cell, written) => {
  expect(guardFormula(cell)).toBe(written)
})

test('what is written is read back', () => {
  const cells = ['a;b', 'zegt "ja"', 'een\r\ntwee', ' spatie', '']
  expect(rows(csvLine(cells))[0]?.cells).toEqual(cells)
})

test('a table that is too large is found before it is cut', () => {
  expect(findExcess(`${';'.repeat(1_000_000)}\n1;2`, ';')).toEqual({ limit: 'columns', max: columnsMax })
  expect(findExcess('a;b\n'.repeat(1_048_577), ';')).toMatchObject({ limit: 'rows' })
  expect(findExcess(`a;b\n${`${';'.repeat(99)}\n`.repeat(60_000)}`, ';')).toMatchObject({ limit: 'cells' })
  expect(findExcess('a;b\n1;2', ';')).toBeNull()
})

test('what stands behind the last column that may be is one cell, not a million', () => {
  const [row, next] = rows(`${'1;'.repeat(1_000_000)}2\n3;4`)
  expect(row?.cells.length).toBe(columnsMax + 1)
  expect(next).toMatchObject({ row: 2, cells: ['3', '4'] })
})
