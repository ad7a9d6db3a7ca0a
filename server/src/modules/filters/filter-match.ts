import { fieldTypes } from '@regie/contract/fields.ts'
import { filterOperators } from '@regie/contract/filters.ts'
import * as z from 'zod/mini'

/** A condition with its value in our own notation: beside what staff chose, the type of the field, by which it compares. */
export const FilledRule = z.object({ field: z.string(), op: z.enum(filterOperators), value: z.string(), type: z.enum(fieldTypes) })
export type FilledRule = z.infer<typeof FilledRule>
export type Filter = { rules: readonly FilledRule[]; combine: 'and' | 'or' }

const numbers: readonly string[] = ['number', 'integer', 'amount']
export const isNumeric = (rule: Pick<FilledRule, 'type'>) => numbers.includes(rule.type)

/**
 * Does a case with these fields pass every one of the filters? `today` is the day in the Netherlands, yyyy-MM-dd.
 * The same question in SQL is filterSql(); a test asks both the same things.
 */
export function matchesFilters(filters: readonly Filter[], fields: Readonly<Record<string, string>>, today: string): boolean {
  return filters.every(({ rules, combine }) => {
    const holds = (rule: FilledRule) => ruleHolds(rule, lowerAscii(fields[rule.field] ?? ''), today)
    return combine === 'and' ? rules.every(holds) : rules.some(holds)
  })
}

/** An empty field is equal to nothing, different from everything, and neither before nor after anything. */
function ruleHolds({ op, value, type }: FilledRule, held: string, today: string): boolean {
  const wanted = lowerAscii(value)
  if (op === 'empty') return held === ''
  if (op === 'notEmpty') return held !== ''
  if (op === 'contains') return held.includes(wanted)
  if (op === 'daysAgo') return isDay(held) && held <= dayBefore(today, Number(value))
  const comparable = comparableOf(type)
  if (op === 'in') return listOf(wanted).some((one) => comparable(one) !== null && comparable(one) === comparable(held))
  const [left, right] = [comparable(held), comparable(wanted)]
  if (op === 'neq') return left === null || right === null || left !== right
  if (left === null || right === null) return false
  if (op === 'eq') return left === right
  if (op === 'lt') return left < right
  if (op === 'lte') return left <= right
  return op === 'gt' ? left > right : left >= right
}

// As PostgreSQL compares them: numbers by their value, in millionths as nothing is kept finer; days and texts by their characters. Null is nothing.
function comparableOf(type: FilledRule['type']): (text: string) => bigint | string | null {
  if (isNumeric({ type })) return millionths
  return type === 'date' ? (text) => (isDay(text) ? text : null) : (text) => (text === '' ? null : text)
}

/** What counts as a number for a filter; PostgreSQL reads it the same. */
export const numberShape = '^-?[0-9]{1,15}([.][0-9]{1,6})?$'
export const dayShape = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
const number = new RegExp(numberShape)
const day = new RegExp(dayShape)
const isDay = (text: string) => day.test(text)

function millionths(text: string): bigint | null {
  if (!number.test(text)) return null
  const [whole = '', part = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + part.padEnd(6, '0'))
  return text.startsWith('-') ? -size : size
}

/** The values of a list that is written with commas. */
export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** The day so many days before. */
export function dayBefore(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
}

/** Capitals do not matter. Only those of ASCII: for others, PostgreSQL and JavaScript know different tables. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
