import { rightsApi } from '@regie/contract/rights.ts'
import { userApi, userSorts, userStates, type UserRow } from '@regie/contract/users.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

export type UserFilters = { q: string; state: string; group: string; sort: string }
export const userFilterNames = ['q', 'state', 'group', 'sort'] as const

/** The request for the users of a customer as the filters in the address say; words that nobody knows are left out. */
function usersQuery(customerID: number | null, { q, state, group, sort }: UserFilters) {
  const wantedState = userStates.find((known) => known === state)
  const wantedSort = userSorts.find((known) => known === sort.replace(/^-/, ''))
  return {
    ...(customerID === null ? {} : { customerID }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(wantedState === undefined ? {} : { state: wantedState }),
    ...(/^\d+$/.test(group) ? { groupID: Number(group) } : {}),
    ...(wantedSort === undefined ? {} : { sort: wantedSort, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }),
  }
}

export function useUsers(customerID: number | null, filters: UserFilters) {
  return useRows(userApi.list, { query: usersQuery(customerID, filters) })
}

export function useUser(userID: number) {
  return useApi(userApi.get, { params: { userID } }, { staleMs: 0 })
}

export function useOwned(userID: number) {
  return useApi(userApi.owned, { params: { userID } }, { staleMs: 0 })
}

export function useGroups(customerID: number | null) {
  return useApi(rightsApi.listGroups, { query: customerID === null ? {} : { customerID } }, { staleMs: 30_000 })
}

const refresh = [userApi.list, userApi.get, rightsApi.listGroups, rightsApi.getGroup]

export const useCreateUser = () => useApiChange(userApi.create, { refresh })
export const useChangeUser = () => useApiChange(userApi.change, { refresh })
export const useRemoveUser = () => useApiChange(userApi.remove, { refresh: [userApi.list, rightsApi.listGroups, rightsApi.getGroup] })
export const useLockUser = () => useApiChange(userApi.lock, { refresh })
export const useUnlockUser = () => useApiChange(userApi.unlock, { refresh })
export const useInviteUser = () => useApiChange(userApi.invite, { refresh })
export const useSendReset = () => useApiChange(userApi.sendReset, { refresh })
export const useResetKey = () => useApiChange(userApi.resetApiKey, { refresh })
export const useRemoveKey = () => useApiChange(userApi.removeApiKey, { refresh })
export const useResetTwoFactor = () => useApiChange(userApi.resetTwoFactor, { refresh })
export const useAddGroups = () => useApiChange(userApi.addGroups, { refresh })
export const useRemoveGroups = () => useApiChange(userApi.removeGroups, { refresh })

/** Initials, first name, middle name and surname as one writes them. */
export function fullName({
  firstName,
  initials,
  middleName,
  lastName,
}: Pick<UserRow, 'firstName' | 'initials' | 'middleName' | 'lastName'>) {
  return [firstName || initials, middleName, lastName].filter((part) => part !== '').join(' ')
}
