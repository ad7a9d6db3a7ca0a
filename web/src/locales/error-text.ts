import { findText, type TextParams } from './i18n.tsx'
import { formatNextMoment } from './next-moment.ts'

/**
 * The user's words for a refusal; an unknown code reads as the general one rather than as a code. What one may be refused while signing in stands in
 * `errors`, which comes with the sign-in screens; all else in `refusals`.
 */
export function errorText(code: string, params: TextParams = {}): string {
  const words = spoken(params)
  return findText(`errors.${code}`, words) ?? findText(`refusals.${code}`, words) ?? findText('errors.error.unexpected') ?? code
}

// A moment comes as an instant; a sentence needs words.
function spoken(params: TextParams): TextParams {
  const words = ([name, value]: [string, string | number]) => [
    name,
    /^\d{4}-\d{2}-\d{2}T/.test(String(value)) ? formatNextMoment(String(value)) : value,
  ]
  return Object.fromEntries(Object.entries(params).map(words))
}
