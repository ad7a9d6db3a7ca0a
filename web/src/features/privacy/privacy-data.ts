import { caseApi } from '@regie/contract/cases.ts'
import { personApi } from '@regie/contract/person.ts'
import { privacyApi } from '@regie/contract/privacy.ts'
import { download } from '../../api/download.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

const lettersMin = 3
// A file is made in seconds; while one is, the screen asks again.
const workingMs = 2_000

export const usePrivacyRequests = (customerID: number, isOpenOnly: boolean) =>
  useRows(privacyApi.list, { query: { customerID, ...(isOpenOnly && { open: 'true' as const }) } })
export const usePrivacyRequest = (requestID: number) =>
  useApi(
    privacyApi.get,
    { params: { requestID } },
    {
      staleMs: 0,
      refetchMs: ({ request, file }) => (request.state === 'working' || file?.state === 'making' ? workingMs : false),
    },
  )

/** The cases that a search finds, as any search: by name, number, address or the number of the case. */
export function useSubjectSearch(customerID: number, q: string) {
  const isSearching = q.trim().length >= lettersMin
  return { isSearching, ...useRows(caseApi.search, { query: { customerID, q: q.trim() } }, { isEnabled: isSearching, pageSize: 6 }) }
}
/** The other cases that share a number, an address or an account with this one. */
export const usePersonOf = (caseID: number | null) =>
  useApi(personApi.get, { params: { caseID: caseID ?? 0 } }, { isEnabled: caseID !== null })

const refresh = [privacyApi.list, privacyApi.get]
export const useAddRequest = () => useApiChange(privacyApi.add, { refresh })
export const useExtendRequest = () => useApiChange(privacyApi.extend, { refresh })
export const useMakePrivacyFile = () => useApiChange(privacyApi.makeFile, { refresh })
export const useErasePerson = () => useApiChange(privacyApi.erase, { refresh })
export const useFinishRequest = () => useApiChange(privacyApi.finish, { refresh })
export const useRefuseRequest = () => useApiChange(privacyApi.refuse, { refresh })
export const fetchPrivacyFile = (requestID: number) => download(privacyApi.download, { params: { requestID } }, `inzage-${requestID}.zip`)
