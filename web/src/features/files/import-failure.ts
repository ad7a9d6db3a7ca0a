import type { Import } from '@regie/contract/files.ts'
import { errorText } from '../../locales/error-text.ts'
import { findText } from '../../locales/i18n.tsx'

/** Why the file as a whole was refused, in words, with the line or the column where it went wrong. */
export function importFailure({ failure, fileName }: Pick<Import, 'failure' | 'fileName'>): string {
  if (failure === null) return errorText('error.unexpected')
  const words = errorText(failure.error, { fileName, ...failure.params })
  const { line, column, heading } = failure.params
  if (line !== undefined) return findText('files.failedAtLine', { words, line }) ?? words
  const place = heading ?? column
  return place === undefined ? words : (findText('files.failedAtColumn', { words, column: place }) ?? words)
}
