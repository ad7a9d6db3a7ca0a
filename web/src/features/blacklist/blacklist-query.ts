import { addressCauses, blacklistApi, listingReasons } from '@regie/contract/blacklist.ts'
import { hasFlag, isResultCode, resultCodes } from '@regie/contract/result-codes.ts'
import { useApiChange } from '../../api/use-api.ts'

export const blacklistFilterNames = ['q', 'kind', 'reason', 'show'] as const
export type BlacklistFilters = Record<(typeof blacklistFilterNames)[number], string>

export const shows = ['standing', 'unsubscribed', 'ended'] as const
export const kinds = ['phone', 'email'] as const

/** Every reason by which an address may stand there: what staff choose, what comes by itself, and the results that stop contact. */
export const reasons: readonly string[] = [
  ...listingReasons,
  ...addressCauses,
  ...Object.keys(resultCodes).filter((code) => isResultCode(code) && hasFlag(code, 'X')),
]

/** What the list and its file are asked for. */
export function blacklistQuery(customerID: number, { q, kind, reason, show }: BlacklistFilters) {
  const [known] = kinds.filter((one) => one === kind)
  return {
    customerID,
    show: shows.find((one) => one === show) ?? 'standing',
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(known !== undefined && { kind: known }),
    ...(reason !== '' && { reason }),
  }
}

const refresh = [blacklistApi.list, blacklistApi.ofCase]
export const useAddEntry = () => useApiChange(blacklistApi.add, { refresh })
export const useTakeOff = () => useApiChange(blacklistApi.takeOff, { refresh })
