import type { Import } from '@regie/contract/files.ts'
import { errorText } from '../../locales/error-text.ts'
import { findText } from '../../locales/i18n.tsx'

/** Why the file as a whole was refused, in words, with the line where it went wrong; a column is named by the words themselves. */
export function importFailure({ failure, fileName }: Pick<Import, 'failure' | 'fileName'>): string {
  if (failure === null) return errorText('error.unexpected')
  const words = errorText(failure.error, { fileName, ...failure.params })
  const { line } = failure.params
  return line === undefined ? words : (findText('files.failedAtLine', { words, line }) ?? words)
}
