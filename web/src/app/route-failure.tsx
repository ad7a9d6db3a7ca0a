import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../ui/error-state.tsx'

/** A screen that broke: says so and can be tried again, the rest of the app stays. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  return <ErrorState failure={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
}
