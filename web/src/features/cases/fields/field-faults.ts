import type { FieldDefinition } from '@regie/contract/fields.ts'
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

/** The groups of which one field must be filled, with their fields; the others each by themselves. */
export function groupFields(fields: readonly FieldDefinition[]) {
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))]
  return {
    required: fields.filter((field) => field.required && field.group === undefined),
    oneOf: groups.map((group) => ({ group, fields: fields.filter((field) => field.group === group) })),
    optional: fields.filter((field) => !field.required && field.group === undefined),
  }
}
