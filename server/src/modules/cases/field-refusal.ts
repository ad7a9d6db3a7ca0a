import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { ErrorCode } from '@regie/contract/error-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import type { FieldFaultAt } from '../fields/check-field-values.ts'

const codeOf: Partial<Record<FieldFaultAt['fault'], ErrorCode>> = {
  required: 'case.fieldRequired',
  amountMissing: 'case.fieldRequired',
  oneOfMissing: 'case.groupRequired',
  fieldUnknown: 'case.fieldUnknown',
}

/** Throws the first fault as a refusal; `current` has them all, so that a form marks every field at once. */
export function mustBeFaultless(fields: readonly FieldDefinition[], faults: readonly FieldFaultAt[]): void {
  const [first] = faults
  if (!first) return
  const field = fields.find(({ key }) => key === first.key)
  const labels = fields.filter(({ group }) => group !== undefined && group === field?.group).map(({ label }) => label.nl)
  throw new AppError(codeOf[first.fault] ?? 'case.fieldInvalid', {
    field: first.key,
    params: { label: field?.label.nl ?? first.key, labels: labels.join(', '), fault: first.fault },
    current: { faults },
  })
}
