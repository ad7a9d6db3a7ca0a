import { readSql } from './read-sql.ts'

const columnsMax = 120

/** Lines of SQL past column 120, as `file:line`: in files of SQL, and in the SQL of TypeScript files. */
export function longSqlLines(file: string, source: string): string[] {
  const long = file.endsWith('.sql')
    ? source.split('\n').flatMap((text, index) => (text.trimEnd().length > columnsMax ? [index + 1] : []))
    : readSql(file, source).flatMap(({ lines }) => lines.filter(({ columns }) => columns > columnsMax).map(({ line }) => line))
  return [...new Set(long)].map((line) => `${file}:${line}`)
}
