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

/** What was received on each of the last days. */
export function useReceived(customerID: number, scriptID: number | null, days: number) {
  return useApi(homeApi.received, { query: { ...scopeOf(customerID, scriptID), days } }, { keepsPrevious: true })
}

/** The period that the address asks for; a month where it asks for none. */
export function periodOf(days: string): (typeof receivedPeriods)[number] {
  return receivedPeriods.find((known) => String(known) === days) ?? 30
}
