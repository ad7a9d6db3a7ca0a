import { type LiveState, liveStates, type MonitorRow } from '@regie/contract/monitor.ts'

export const monitorFilterNames = ['q', 'state', 'batch', 'sort'] as const
export type MonitorFilters = Record<(typeof monitorFilterNames)[number], string>

/** How many cases are in each state. */
export function countStates(rows: readonly MonitorRow[]): Record<LiveState, number> {
  const counts = Object.fromEntries(liveStates.map((state) => [state, 0])) as Record<LiveState, number>
  for (const { state } of rows) counts[state] += 1
  return counts
}

/** The rows of a script that the filters leave. Words look at numbers of cases, batches and the agent. */
export function filterMonitor(rows: readonly MonitorRow[], filters: MonitorFilters, scriptID: number | null): MonitorRow[] {
  const words = filters.q.trim().toLowerCase()
  return rows.filter(
    (row) =>
      (scriptID === null || row.scriptID === scriptID) &&
      (filters.state === '' || row.state === filters.state) &&
      (filters.batch === '' || String(row.batchID) === filters.batch) &&
      (words === '' || `${row.caseNumber} ${row.batchName} ${row.agent ?? ''}`.toLowerCase().includes(words)),
  )
}

const order = new Map(liveStates.map((state, at) => [state, at]))
const keys: Record<string, (row: MonitorRow) => string | number> = {
  caseNumber: (row) => row.caseNumber,
  script: (row) => row.scriptName,
  batch: (row) => row.batchName,
  state: (row) => order.get(row.state) ?? 0,
  since: (row) => row.since,
  agent: (row) => row.agent ?? '\uffff',
  attempts: (row) => row.attempts,
}

type Sort = { key: string; direction: 'asc' | 'desc' }

/**
 * Rows in the order that was asked for, those of the same rank by the number of their case. Asked for none they stay where they are: a list that
 * sorts itself a thousand times a second cannot be read.
 */
export function sortMonitor(rows: readonly MonitorRow[], sort: Sort | null): readonly MonitorRow[] {
  if (sort === null) return rows
  const keyOf = keys[sort.key] ?? ((row: MonitorRow) => row.since)
  const sign = sort.direction === 'desc' ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    if (a === b) return one.caseID - other.caseID
    return a < b ? -sign : sign
  })
}
