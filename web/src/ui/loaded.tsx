import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'

/** What of a query decides what is shown. */
export type Query<Data = unknown> = { data: Data | undefined; error: Error | null; refetch: () => unknown }

/** What a query answers; before that its outline, or why it failed with a way to try again. An answer that is there stays through a failed refresh. */
export function Loaded<Data>({ query, lines, children }: { query: Query<Data>; lines?: number; children: (data: Data) => ReactNode }) {
  return query.data === undefined ? <NotLoaded query={query} {...(lines !== undefined && { lines })} /> : children(query.data)
}

/** The outline or the failure alone, where a page puts its own head around it. */
export function NotLoaded({ query, lines = 6 }: { query: Query; lines?: number }) {
  return query.error === null ? <Skeleton lines={lines} /> : <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
}

/** Two queries as one, for what needs both. */
export function bothOf<One, Other>(one: Query<One>, other: Query<Other>): Query<[One, Other]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    refetch: () =>
      Promise.all([one, other].filter(({ error, data }) => error !== null || data === undefined).map((query) => query.refetch())),
  }
}
