import type { FieldFault } from '@regie/contract/files.ts'
import { ApiFailure } from '../../../api/api-failure.ts'
import { findText } from '../../../locales/i18n.tsx'
import { errorText } from '../../../locales/error-text.ts'

export type FieldFaults = Readonly<Record<string, string>>

type Refused = { faults?: readonly { key: string; fault: FieldFault }[] }

/** What the server said of each field, in words; null for a refusal that is about no field. */
export function readFaults(refusal: unknown): FieldFaults | null {
  if (!(refusal instanceof ApiFailure)) return null
  const { faults } = (refusal.current ?? {}) as Refused
  if (faults !== undefined && refusal.code.startsWith('case.'))
    return Object.fromEntries(faults.map(({ key, fault }) => [key, findText(`files.reasons.${fault}`) ?? fault]))
  return refusal.field === undefined ? null : { [refusal.field]: errorText(refusal.code, refusal.params) }
}
