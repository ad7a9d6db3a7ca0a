import { rightsOfLists, savedViewApi, type ViewList } from '@regie/contract/saved-views.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { useQueryClient } from '@tanstack/react-query'
import { apiKey, useApi, useApiChange } from '../../api/use-api.ts'
import { useSession } from '../../session/use-session.ts'

/** My views of a list and those that are shared; undefined until they are there. */
export function useViews(customerID: number | null, list: ViewList) {
  const isEnabled = useSession().rights.includes(rightsOfLists[list]) && customerID !== null
  return useApi(savedViewApi.list, { query: { customerID: customerID ?? 0, list } }, { isEnabled }).data
}

export const useAddView = () => useApiChange(savedViewApi.add, { refresh: [savedViewApi.list] })
export const useChangeView = () => useApiChange(savedViewApi.change, { refresh: [savedViewApi.list, undoApi.list] })
export const useRemoveView = () => useApiChange(savedViewApi.remove, { refresh: [savedViewApi.list, undoApi.list] })

/** Asks for the views again: a colleague has changed one. */
export function useViewsAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: apiKey(savedViewApi.list) })
}
