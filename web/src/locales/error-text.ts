import { findText, type TextParams } from './i18n.tsx'

/** The user's words for a refusal; an unknown code reads as the general one rather than as a code. */
export function errorText(code: string, params: TextParams = {}): string {
  return findText(`errors.${code}`, params) ?? findText('errors.error.unexpected') ?? code
}
