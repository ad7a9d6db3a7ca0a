import type { ImportMapping } from '@regie/contract/files.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { AppError } from '../../../platform/app-error.ts'
import { readField } from '../../fields/field-value.ts'

// As a person types: day first, a comma before the cents.
const typed = { dateOrder: 'dmy', decimalMark: ',' } as const

/** The values that every row gets, in our own notation; a wrong one is refused with its field. */
export function readConstants(fields: readonly FieldDefinition[], constants: ImportMapping['constants']): Record<string, string> {
  return Object.fromEntries(
    constants.map(({ field: key, value }, at) => {
      const field = fields.find((known) => known.key === key)
      const reading = field && readField(field, value, typed, '')
      // A number that every case has stands for none of them.
      if (!reading || 'reason' in reading || key === 'dossiernummer')
        throw new AppError('import.constantInvalid', { field: `constants.${at}.value` })
      return [key, reading.value]
    }),
  )
}
