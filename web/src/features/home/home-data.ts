import { homeApi, receivedPeriods } from '@regie/contract/home.ts'
import { useApi } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

// Figures of a customer move all the time while batches run; nobody reads faster than this.
const freshMs = 2000

const scopeOf = (customerID: number, scriptID: number | null) => ({ customerID, ...(scriptID !== null && { scriptID }) })

/** What the first screen shows of a customer; it asks again when something of it changed. */
export function useHome(customerID: number, scriptID: number | null) {
  useLiveUpdates({ topic: 'customer', customerID }, [homeApi.get, homeApi.received], freshMs)
  return useApi(homeApi.get, { query: scopeOf(customerID, scriptID) }, { keepsPrevious: true })
}

/** The last so many days, or those from one to another; '' is open: up to today, and thirty days long. */
export type ReceivedPeriod = { days: number } | { from: string; until: string }

/** What was received on each day of a period. */
export function useReceived(customerID: number, scriptID: number | null, period: ReceivedPeriod) {
  const asked =
    'days' in period ? period : { ...(period.from !== '' && { from: period.from }), ...(period.until !== '' && { until: period.until }) }
  return useApi(homeApi.received, { query: { ...scopeOf(customerID, scriptID), ...asked } }, { keepsPrevious: true })
}

/** The period that the address asks for; a month where it asks for none. */
export function periodOf(days: string): (typeof receivedPeriods)[number] {
  return receivedPeriods.find((known) => String(known) === days) ?? 30
}
