import { addressCauses, listingReasons } from '@regie/contract/blacklist.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import type { useText } from './i18n.tsx'

/** Why an address stands on the blacklist, in words: a result of a case, what staff chose, or what came back by itself. */
export function listingReason(t: ReturnType<typeof useText>, reason: string): string {
  const known = [...addressCauses, ...listingReasons].find((one) => one === reason)
  if (known !== undefined) return t(`cases.blacklist.causes.${known}`)
  return isResultCode(reason) ? t(`cases.results.${reason}`) : reason
}
