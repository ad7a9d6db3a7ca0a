import { namesDefinedIn } from '../../server/src/platform/db/definitions.ts'
import { readSql } from './read-sql.ts'

/** Functions, views and triggers that a TypeScript file makes: they stand in `server/sql`, where everybody looks for them. */
export function definitionsOutside(file: string, source: string): string[] {
  return readSql(file, source).flatMap(({ line, text }) => namesDefinedIn(text).map((name) => `${file}:${line} defines ${name}`))
}
