import { type RawBuilder, sql } from 'kysely'
import { dayBefore, dayShape, type Filter, isNumeric, listOf, lowerAscii, numberShape, type FilledRule } from './filter-match.ts'

/** SQL: does a filter ask this variable? `filter` is the alias of script_filters, `key` an expression. */
export const asksVariable = (filter: string, key: string) => `${filter}.rules @> jsonb_build_array(jsonb_build_object('variable', ${key}))`

/** SQL: the active filters of a script as JSON, for `StoredFilter[]`; null when it has none. `script` is the alias of the scripts table. */
export const filtersJson = (script: string) => `(
  select json_agg(json_build_object('rules', f.rules, 'combine', f.combine, 'variables', (
    select json_object_agg(v.key, v.value)
    from script_variables v
    where v.customer_id = f.customer_id and v.script_id = f.script_id and ${asksVariable('f', 'v.key')})))
  from script_filters f
  where f.customer_id = ${script}.customer_id and f.script_id = ${script}.id and f.active)`

/** SQL: does a case pass every one of the filters? The same as matchesFilters(). `cases` is the alias of the cases table. */
export function filterSql(filters: readonly Filter[], cases: string, today: string): RawBuilder<boolean> {
  const passed = filters.map(({ rules, combine }) => {
    const conditions = rules.map((rule) => ruleSql(rule, cases, today))
    return conditions.length === 0
      ? sql<boolean>`${combine === 'and'}`
      : sql<boolean>`(${sql.join(conditions, combine === 'and' ? sql` and ` : sql` or `)})`
  })
  return passed.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(passed, sql` and `)})`
}

function ruleSql(rule: FilledRule, cases: string, today: string): RawBuilder<boolean> {
  const { op, value } = rule
  // Collation C: only the capitals of ASCII become small, and texts compare by their characters, as they do in JavaScript.
  const held = sql`lower(coalesce(${sql.ref(`${cases}.fields`)} ->> ${rule.field}, '') collate "C")`
  if (op === 'empty') return sql<boolean>`${held} = ''`
  if (op === 'notEmpty') return sql<boolean>`${held} <> ''`
  if (op === 'contains') return sql<boolean>`(${value} = '' or position(${lowerAscii(value)} in ${held}) > 0)`
  if (op === 'daysAgo')
    return sql<boolean>`
    coalesce(${comparable(rule, held)} <= ${dayBefore(today, Number(value))} collate "C", false)`
  const wanted = (text: string) => comparable(rule, sql`${lowerAscii(text)}::text collate "C"`)
  if (op === 'in') {
    const list = listOf(value).map((one) => sql`coalesce(${comparable(rule, held)} = ${wanted(one)}, false)`)
    return list.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(list, sql` or `)})`
  }
  if (op === 'neq') return sql<boolean>`coalesce(${comparable(rule, held)} <> ${wanted(value)}, true)`
  return sql<boolean>`coalesce(${comparable(rule, held)} ${sql.raw(signs[op])} ${wanted(value)}, false)`
}

const signs = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

/** The text as it is compared; null is nothing. */
function comparable(rule: FilledRule, text: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isNumeric(rule)) return sql`case when ${text} ~ ${numberShape} then ${text}::numeric end`
  return rule.type === 'date' ? sql`case when ${text} ~ ${dayShape} then ${text} end` : sql`nullif(${text}, '')`
}
