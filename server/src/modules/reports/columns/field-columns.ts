import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { isPersonal } from '../../fields/personal-fields.ts'
import { type ColumnSql, literal } from './column-sql.ts'
import type { ReportColumn } from './report-columns.ts'

/** How a report names the column of a field, so that none of a script takes the name of one of ours. */
const fieldPrefix = 'field:'

// Columns of the catalogue hold these already, in one piece.
const inCatalogue: ReadonlySet<string> = new Set(['dossiernummer', 'email', 'plaats', 'factuurnummer'])

type NamedColumn = { input: string; label: string; column: ReportColumn }

/**
 * A column for each field of these scripts. Two scripts may define one field each in its own way: it is masked as the script of its case says, and what
 * is not what the first of them says is empty.
 */
export function fieldColumns(scripts: readonly (readonly FieldDefinition[])[], locale: Locale): NamedColumn[] {
  const byKey = Map.groupBy(scripts.flat(), ({ key }) => key)
  return [...byKey].flatMap(([key, fields]) => {
    const [first] = fields
    if (first === undefined || inCatalogue.has(key)) return []
    return { input: `${fieldPrefix}${key}`, label: first.label[locale], column: columnOf(key, fields, first) }
  })
}

function columnOf(key: string, fields: readonly FieldDefinition[], { type }: FieldDefinition): ReportColumn {
  const value = `(c.fields ->> ${literal(key)})`
  const personal = fields.some(isPersonal) && ({ isPersonal: true } as const)
  if (fields.some((field) => field.type === 'phone'))
    return { type: 'text', ...personal, sql: (by) => by.masked(value, [key], by.phone(value)) }
  // Of a value that is masked there is neither a sum nor a day.
  if (fields.some(({ mask }) => mask === 'all' || mask === 'last4'))
    return { type: 'text', ...personal, sql: (by) => by.masked(value, [key]) }
  if (type === 'amount') return { type: 'amount', ...personal, sql: () => readAmount(value) }
  if (type === 'date') return { type: 'day', ...personal, sql: () => readDay(value) }
  return { type: 'text', ...personal, sql: (by: ColumnSql) => by.masked(value, [key]) }
}

// PostgreSQL also reads NaN, Infinity and 1e300 as numbers: none of them is an amount.
const readAmount = (value: string) => `(case when ${value} ~ '^-?[0-9]{1,13}([.][0-9]{1,6})?$' then round(${value}::numeric * 100) end)`
const readDay = (value: string) => `(case when pg_input_is_valid(${value}, 'date') then ${value}::date end)`
