import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { timeApi } from '@regie/contract/time-windows.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

const hours = [timeApi.get, timeApi.holidays, scriptSettingsApi.list, scriptSettingsApi.info]

/** When a script may work; a colleague's change shows by itself. */
export function useTimes(scriptID: number) {
  useLiveUpdates({ topic: 'script', scriptID }, hours)
  return useApi(timeApi.get, { params: { scriptID } })
}

export const useSaveTimes = () => useApiChange(timeApi.save, { refresh: hours })
export const useImpact = () => useApiChange(timeApi.impact)
export const useShareWindow = () => useApiChange(timeApi.couple, { refresh: hours })

/** The scripts that a window of a script serves. */
export const useShared = (scriptID: number, windowID: number | null) =>
  useApi(timeApi.shared, { params: { scriptID, windowID: windowID ?? 1 } }, { isEnabled: windowID !== null })

/** The holidays of a year: of a customer, or as they hold for one of its scripts. */
export function useHolidays(customerID: number, scriptID: number | null, year: number) {
  return useApi(
    timeApi.holidays,
    scriptID === null ? { params: { x: String(year) }, query: { customerID } } : { params: { x: String(scriptID) }, query: { year } },
    { keepsPrevious: true },
  )
}

export const useSaveHolidays = () => useApiChange(timeApi.saveHolidays, { refresh: hours })
