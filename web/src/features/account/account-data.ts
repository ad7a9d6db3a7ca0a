import { accountApi } from '@regie/contract/account.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

export type Account = ResponseOf<typeof accountApi.get>

export function useAccount() {
  return useApi(accountApi.get, {})
}

export function useChangeContact() {
  return useApiChange(accountApi.changeContact, { refresh: [accountApi.get] })
}

export function useSessions() {
  return useApi(accountApi.listSessions, {}, { refetchMs: 60_000 })
}

export function useEndSession() {
  return useApiChange(accountApi.endSession, { refresh: [accountApi.listSessions] })
}

export function useEndOtherSessions() {
  return useApiChange(accountApi.endOtherSessions, { refresh: [accountApi.listSessions] })
}

export function useResetApiKey() {
  return useApiChange(accountApi.resetApiKey, { refresh: [accountApi.get] })
}

export function useRemoveApiKey() {
  return useApiChange(accountApi.removeApiKey, { refresh: [accountApi.get] })
}
