import { freshMs } from '@regie/contract/live-events.ts'
import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './api-failure.ts'

/** One cache of server data for the whole app. Refusals are final; only a missing answer is asked for again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: freshMs,
      retry: (count, failure) => count < 1 && failure instanceof ApiFailure && failure.status === 0 && !navigator.onLine,
      refetchOnWindowFocus: true,
    },
    // Kept back while offline, an action would be done unasked when the connection returns.
    mutations: { retry: false, networkMode: 'always' },
  },
})
