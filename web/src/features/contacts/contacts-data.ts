import type { Contact } from '@regie/contract/contact.ts'
import { contactApi, contactListApi, contactSorts } from '@regie/contract/contacts.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { userApi } from '@regie/contract/users.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

export const contactFilterNames = ['q', 'list', 'state', 'sort'] as const
export type ContactFilters = Record<(typeof contactFilterNames)[number], string>
export const noContactFilters: ContactFilters = { q: '', list: '', state: '', sort: '' }

/** What a list is asked for by the state that somebody chooses. */
const ofState = { active: { active: 'yes' }, inactive: { active: 'no' }, login: { login: 'yes' }, noLogin: { login: 'no' } } as const
export const contactStates = Object.keys(ofState) as (keyof typeof ofState)[]

const stateOf = (value: string) => contactStates.find((one) => one === value)

/** Does the list still know this value of a filter? */
export function knowsContactFilter(name: string, value: string): boolean {
  if (value === '' || name === 'q') return true
  if (name === 'list') return /^\d+$/.test(value)
  if (name === 'sort') return contactSorts.some((sort) => sort === value.replace(/^-/, ''))
  return stateOf(value) !== undefined
}

/** What the list and its file are asked for, as the filters in the address say; words that nobody knows are left out. */
export function contactsQuery(customerID: number, { q, list, state, sort }: ContactFilters) {
  const wantedSort = contactSorts.find((known) => known === sort.replace(/^-/, ''))
  const wantedState = stateOf(state)
  return {
    customerID,
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(/^\d+$/.test(list) ? { listID: Number(list) } : {}),
    ...(wantedState === undefined ? {} : ofState[wantedState]),
    ...(wantedSort === undefined ? {} : { sort: wantedSort, direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) }),
  }
}

export function useContacts(customerID: number, filters: ContactFilters) {
  return useRows(contactApi.list, { query: contactsQuery(customerID, filters) })
}

export function useContact(customerID: number, contactID: number) {
  return useApi(contactApi.get, { params: { contactID }, query: { customerID } }, { staleMs: 0 })
}

export function useContactLists(customerID: number, isEnabled = true) {
  return useApi(contactListApi.list, { query: { customerID } }, { staleMs: 30_000, isEnabled })
}

/** Everybody to choose from, also for the names of members. */
export function useSelectable(customerID: number) {
  return useApi(contactApi.select, { query: { customerID } }, { staleMs: 30_000 })
}

export function useDuplicates(customerID: number) {
  return useApi(contactApi.duplicates, { query: { customerID } }, { staleMs: 0 })
}

export function useSubscriptions(customerID: number, contactID: number) {
  return useApi(contactApi.subscriptions, { params: { contactID }, query: { customerID } }, { staleMs: 0 })
}
export const useSubscribe = () => useApiChange(contactApi.subscribe, { refresh: [contactApi.subscriptions] })

export const contactsRefresh = [contactApi.list, contactApi.get, contactApi.select, contactApi.duplicates, contactListApi.list]

export const useAddContact = () => useApiChange(contactApi.add, { refresh: contactsRefresh })
export const useChangeContact = () => useApiChange(contactApi.change, { refresh: [...contactsRefresh, userApi.list, userApi.get] })
export const useRemoveContact = () =>
  useApiChange(contactApi.remove, { refresh: contactsRefresh.filter((endpoint) => endpoint !== contactApi.get) })
export const useSetActive = () => useApiChange(contactApi.setActive, { refresh: contactsRefresh })
export const useMerge = () => useApiChange(contactApi.merge, { refresh: [...contactsRefresh, undoApi.list] })

const listsRefresh = [contactListApi.list, contactApi.list]
export const useAddList = () => useApiChange(contactListApi.add, { refresh: listsRefresh })
export const useChangeList = () => useApiChange(contactListApi.change, { refresh: listsRefresh })
export const useRemoveList = () => useApiChange(contactListApi.remove, { refresh: listsRefresh })
export const useAddMembers = () => useApiChange(contactListApi.addMembers, { refresh: listsRefresh })
export const useRemoveMembers = () => useApiChange(contactListApi.removeMembers, { refresh: listsRefresh })

/** First name, or what stands for it, and surname as one writes them. */
export function contactName({
  firstName,
  initials,
  middleName,
  lastName,
}: Pick<Contact, 'firstName' | 'initials' | 'middleName' | 'lastName'>) {
  return [firstName || initials, middleName, lastName].filter((part) => part !== '').join(' ')
}
