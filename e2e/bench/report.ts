import { cpus } from 'node:os'
import type { World } from './world/world.ts'
import { goalText, verdictOf, ratioOf, type Row } from './goal.ts'

export type Result = Row & { ratio: number | null; goalText: string; verdict: string }

export function resultOf(row: Row, isShort: boolean): Result {
  return { ...row, ratio: ratioOf(row), goalText: goalText(row.goal), verdict: verdictOf(row, isShort) }
}

/** What the figures were measured on. */
export async function machineLine({ sql, options, database }: World) {
  const { rows } = await sql.query<{ version: string }>(`select current_setting('server_version') as version`)
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model ?? '',
    node: process.version,
    postgresql: rows[0]?.version ?? '',
    cases: options.cases,
    form: options.isShort ? 'short: ratios only' : 'full',
    seededInSeconds: Math.round(database.seedMs / 100) / 10,
  }
}

/** The table for the terminal: as wide as it must be, one line per figure. */
export function tableOf(results: readonly Result[]): string {
  const lines = results.map((row) => [
    row.id,
    row.work,
    row.unit,
    numberText(row.limit),
    numberText(row.ours),
    row.ratio === null ? '' : `${numberText(row.ratio)}x`,
    row.goalText,
    row.verdict,
    row.note ?? '',
  ])
  const all = [['', 'work', 'figure', 'limit', 'ours', 'ratio', 'goal', '', ''], ...lines]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? []
  const isNumber = (column: number) => column >= 3 && column <= 5
  return all
    .map((line) =>
      line
        .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function numberText(value: number | null): string {
  if (value === null) return '-'
  if (Number.isNaN(value)) return 'none'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
