import { batchSorts, batchStatuses } from '@regie/contract/batches.ts'

export type BatchFilters = { q: string; status: string; sort: string }

/** The request for a customer's batches as the filters in the address say; words that nobody knows are left out. */
export function batchFiltersQuery(customerID: number, scriptID: number | null, { q, status, sort }: BatchFilters) {
  const wantedStatus = batchStatuses.find((known) => known === status)
  const wantedSort = batchSorts.find((known) => known === sort.replace(/^-/, ''))
  return {
    customerID,
    ...(scriptID === null ? {} : { scriptID }),
    ...(wantedStatus === undefined ? {} : { status: wantedStatus }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(wantedSort === undefined ? {} : { sort: wantedSort, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }),
  }
}
