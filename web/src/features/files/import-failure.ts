import type { Import } from '@regie/contract/files.ts'
import { errorText } from '../../locales/error-text.ts'

/** Why the file as a whole was refused, in words, which name the line or the column where it went wrong. */
export function importFailure({ failure, fileName }: Pick<Import, 'failure' | 'fileName'>): string {
  return failure === null ? errorText('error.unexpected') : errorText(failure.error, { fileName, ...failure.params })
}
