import { batchSorts, batchStatuses, importedDays } from '@regie/contract/batches.ts'

export type BatchFilters = { q: string; status: string; imported: string; priority: string; sort: string }

/** The order that nobody chose: what runs first, and of those the newest. */
export const runningFirst = { key: 'status', direction: 'desc' } as const

/** The request for a customer's batches as the filters in the address say; words that nobody knows are left out. */
export function batchFiltersQuery(customerID: number, scriptID: number | null, { q, status, imported, priority, sort }: BatchFilters) {
  const wantedStatus = batchStatuses.find((known) => known === status)
  const wantedSort = batchSorts.find((known) => known === sort.replace(/^-/, ''))
  return {
    customerID,
    ...(scriptID === null ? {} : { scriptID }),
    ...(wantedStatus === undefined ? {} : { status: wantedStatus }),
    ...(knowsBatchFilter('imported', imported) && { importedDays: Number(imported) }),
    ...(knowsBatchFilter('priority', priority) && { priority: Number(priority) }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(wantedSort === undefined
      ? { sort: runningFirst.key, direction: runningFirst.direction }
      : { sort: wantedSort, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }),
  }
}

/** Does the list of batches still know this value of a filter? */
export function knowsBatchFilter(name: string, value: string): boolean {
  if (name === 'status') return batchStatuses.some((known) => known === value)
  if (name === 'imported') return importedDays.some((known) => String(known) === value)
  if (name === 'priority') return /^[1-9]$/.test(value)
  return name !== 'sort' || batchSorts.some((known) => known === value.replace(/^-/, ''))
}
