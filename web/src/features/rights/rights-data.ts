import type { Locale } from '@regie/contract/locale.ts'
import { rightsApi, type RightGroup, type RightObject, type RightType } from '@regie/contract/rights.ts'
import { userApi } from '@regie/contract/users.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

export type RightsOfType = { type: RightType; objects: readonly RightObject[] }

/** What the matrix is made of: the kinds with their rights, and the groups that hold them. */
export function useRights(customerID: number | null) {
  const types = useApi(rightsApi.listTypes, {}, { staleMs: 60_000 })
  const objects = useApi(rightsApi.listObjects, {}, { staleMs: 60_000 })
  const groups = useApi(rightsApi.listGroups, { query: customerID === null ? {} : { customerID } })
  const failure = types.error ?? objects.error ?? groups.error
  const retry = () => void Promise.all([types.refetch(), objects.refetch(), groups.refetch()])
  return { types: types.data, objects: objects.data, groups: groups.data, failure, retry }
}

export function rightsByType(types: readonly RightType[], objects: readonly RightObject[]): RightsOfType[] {
  return types
    .map((type) => ({ type, objects: objects.filter(({ typeId }) => typeId === type.id) }))
    .filter((part) => part.objects.length > 0)
}

/** The rights whose code begins with the words, or whose name holds them. */
export function partsWith(parts: readonly RightsOfType[], words: string, locale: Locale): RightsOfType[] {
  const wanted = words.trim().toLowerCase()
  return parts
    .map(({ type, objects }) => ({ type, objects: objects.filter((object) => isFound(object, wanted, locale)) }))
    .filter(({ objects }) => objects.length > 0)
}

export function isFound({ code, name }: RightObject, words: string, locale: Locale): boolean {
  return String(code).startsWith(words) || name[locale].toLowerCase().includes(words)
}

export function useGroup(groupID: number) {
  return useApi(rightsApi.getGroup, { params: { groupID } })
}

export function useWho(code: number | null, customerID: number | null) {
  return useApi(
    rightsApi.who,
    { params: { code: code ?? 0 }, query: customerID === null ? {} : { customerID } },
    { isEnabled: code !== null, staleMs: 0 },
  )
}

/** Users by a part of their name, to make them members. */
export function useFoundUsers(q: string, customerID: number | null) {
  return useApi(
    userApi.list,
    { query: { q, limit: 10, ...(customerID === null ? {} : { customerID }) } },
    { isEnabled: q.trim().length >= 2, keepsPrevious: true },
  )
}

const refresh = [rightsApi.listGroups, rightsApi.getGroup, rightsApi.who, userApi.list, userApi.get]
export const useGiveRight = () => useApiChange(rightsApi.addObject, { refresh })
export const useTakeRight = () => useApiChange(rightsApi.removeObject, { refresh })
export const useAddGroup = () => useApiChange(rightsApi.addGroup, { refresh })
export const useChangeGroup = () => useApiChange(rightsApi.changeGroup, { refresh })
export const useRemoveGroup = () => useApiChange(rightsApi.removeGroup, { refresh })
export const useAddMembers = () => useApiChange(rightsApi.addMembers, { refresh })
export const useRemoveMembers = () => useApiChange(rightsApi.removeMembers, { refresh })

const refreshKinds = [rightsApi.listTypes, rightsApi.listObjects, rightsApi.listGroups]
export const useAddType = () => useApiChange(rightsApi.addType, { refresh: refreshKinds })
export const useChangeType = () => useApiChange(rightsApi.changeType, { refresh: refreshKinds })
export const useRemoveType = () => useApiChange(rightsApi.removeType, { refresh: refreshKinds })
export const useAddObject = () => useApiChange(rightsApi.addObjectKind, { refresh: refreshKinds })
export const useChangeObject = () => useApiChange(rightsApi.changeObject, { refresh: refreshKinds })
export const useRemoveObject = () => useApiChange(rightsApi.removeObjectKind, { refresh: refreshKinds })

/** The server asks whether it is meant: one would lose a right of one's own that one cannot give back to oneself. */
export function wouldLockOut(refusal: unknown): boolean {
  return refusal instanceof ApiFailure && refusal.code === 'right.wouldLockYouOut'
}

/** Why this person may not change what the group holds, in a word of the locale files; null when he may. */
export function groupRefusal({ customerID, everyRight }: RightGroup, mayChangeInstallation: boolean): 'everyRight' | 'installation' | null {
  if (everyRight) return 'everyRight'
  return customerID === null && !mayChangeInstallation ? 'installation' : null
}
