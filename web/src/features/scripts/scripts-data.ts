import { dialingApi } from '@regie/contract/dialing.ts'
import { fieldApi } from '@regie/contract/fields.ts'
import { filterApi } from '@regie/contract/filters.ts'
import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { variableApi } from '@regie/contract/variables.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { download } from '../../api/download.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

export type ScriptsFilters = { q: string; active: string }

/** The scripts of a customer as the filters in the address say; lines and hours move, so they are asked again now and then. */
export function useScripts(customerID: number, { q, active }: ScriptsFilters) {
  return useRows(scriptSettingsApi.list, {
    query: {
      customerID,
      ...(q.trim() === '' ? {} : { q: q.trim() }),
      ...(active === 'true' || active === 'false' ? { active } : {}),
    },
  })
}

/** A script with its settings; a colleague's change of any of its parts shows by itself. */
export function useScript(scriptID: number) {
  useLiveUpdates({ topic: 'script', scriptID }, parts)
  return useApi(scriptSettingsApi.info, { params: { scriptID } })
}

/** How it dials at this moment: asked again while one looks, for agents come and go. */
export const useDialing = (scriptID: number) => useApi(dialingApi.find, { params: { scriptID } }, { refetchMs: dialingMs })
export const useVariables = (scriptID: number) => useApi(variableApi.list, { params: { scriptID } })
export const useFilters = (scriptID: number) => useApi(filterApi.list, { params: { scriptID } })
export const useMapping = (scriptID: number) => useApi(fieldApi.mapping, { params: { scriptID } })
export const useFields = (scriptID: number) => useApi(fieldApi.edit, { params: { scriptID } })

const dialingMs = 5_000
const parts = [scriptSettingsApi.info, dialingApi.find, variableApi.list, filterApi.list, fieldApi.mapping, fieldApi.edit]
const everywhere = [scriptSettingsApi.list, scriptSettingsApi.info, scriptApi.listOfCustomer, scriptApi.get]
// What a filter asks shows at its variable, and the other way round.
const ofFilters = [filterApi.list, variableApi.list]
const ofFields = [fieldApi.edit, fieldApi.mapping, fieldApi.list, scriptApi.get]

export const useCreateScript = () => useApiChange(scriptSettingsApi.create, { refresh: everywhere })
export const useChangeScript = () => useApiChange(scriptSettingsApi.change, { refresh: everywhere })
export const useRemoveScript = () => useApiChange(scriptSettingsApi.remove, { refresh: [scriptSettingsApi.list, scriptApi.listOfCustomer] })
export const useSaveVariables = () => useApiChange(variableApi.save, { refresh: ofFilters })
export const useAddFilter = () => useApiChange(filterApi.add, { refresh: ofFilters })
export const useChangeFilter = () => useApiChange(filterApi.change, { refresh: ofFilters })
export const useRemoveFilter = () => useApiChange(filterApi.remove, { refresh: ofFilters })
export const useSaveMapping = () => useApiChange(fieldApi.saveMapping, { refresh: [fieldApi.mapping] })
export const useSaveFields = () => useApiChange(fieldApi.save, { refresh: ofFields })

/** A file to begin an import with. */
export function downloadExample(scriptID: number, locale: Locale) {
  return download(fieldApi.example, { params: { scriptID }, body: { locale } }, `script-${scriptID}.csv`)
}
