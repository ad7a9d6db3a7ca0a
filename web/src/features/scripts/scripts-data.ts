import type { Locale } from '@regie/contract/locale.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { scriptWorkApi } from '@regie/contract/script-work.ts'
import { download } from '../../api/download.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

export type ScriptsFilters = { q: string; active: string }

/** The scripts of a customer as the filters in the address say; lines and hours move, so they are asked again now and then. */
export function useScripts(customerID: number, { q, active }: ScriptsFilters) {
  return useRows(scriptWorkApi.list, {
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
  return useApi(scriptWorkApi.info, { params: { scriptID } })
}

export const useVariables = (scriptID: number) => useApi(scriptWorkApi.variables, { params: { scriptID } })
export const useFilters = (scriptID: number) => useApi(scriptWorkApi.filters, { params: { scriptID } })
export const useMapping = (scriptID: number) => useApi(scriptWorkApi.mapping, { params: { scriptID } })
export const useFields = (scriptID: number) => useApi(scriptWorkApi.editFields, { params: { scriptID } })

const parts = [scriptWorkApi.info, scriptWorkApi.variables, scriptWorkApi.filters, scriptWorkApi.mapping, scriptWorkApi.editFields]
const everywhere = [scriptWorkApi.list, scriptWorkApi.info, scriptApi.listOfCustomer, scriptApi.get]
const ofFields = [scriptWorkApi.editFields, scriptWorkApi.mapping, scriptApi.fields, scriptApi.get]

export const useCreateScript = () => useApiChange(scriptWorkApi.create, { refresh: everywhere })
export const useChangeScript = () => useApiChange(scriptWorkApi.change, { refresh: everywhere })
export const useRemoveScript = () => useApiChange(scriptWorkApi.remove, { refresh: [scriptWorkApi.list, scriptApi.listOfCustomer] })
export const useSaveVariables = () => useApiChange(scriptWorkApi.saveVariables, { refresh: [scriptWorkApi.variables] })
export const useAddFilter = () => useApiChange(scriptWorkApi.addFilter, { refresh: [scriptWorkApi.filters] })
export const useChangeFilter = () => useApiChange(scriptWorkApi.changeFilter, { refresh: [scriptWorkApi.filters] })
export const useRemoveFilter = () => useApiChange(scriptWorkApi.removeFilter, { refresh: [scriptWorkApi.filters] })
export const useSaveMapping = () => useApiChange(scriptWorkApi.saveMapping, { refresh: [scriptWorkApi.mapping] })
export const useSaveFields = () => useApiChange(scriptWorkApi.saveFields, { refresh: ofFields })

/** A file to begin an import with. */
export function downloadExample(scriptID: number, locale: Locale) {
  return download(scriptWorkApi.example, { params: { scriptID }, body: { locale } }, `script-${scriptID}.csv`)
}
