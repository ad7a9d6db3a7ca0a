import type { Locale } from '@regie/contract/locale.ts'
import { isReservedKey } from '@regie/contract/variables.ts'
import type { Db } from '../../platform/db/database.ts'
import { batchVariables } from '../scripts/variable-queries.ts'
import { type RenderedText, type TemplateTexts, tryRendering } from '../templates/render-template.ts'

type Place = { customerId: number; batchId: number; locale: Locale }

/** The text, or the names that it lacks. What the case does not have, a variable of its script may be; most texts ask for none, and spare themselves the question. */
export async function renderWithVariables(
  db: Db,
  { customerId, batchId, locale }: Place,
  texts: TemplateTexts,
  values: Readonly<Record<string, string>>,
): Promise<RenderedText | string[]> {
  const missing = tryRendering(texts, values, locale)
  if (!Array.isArray(missing)) return missing
  return renderKnowing(await batchVariables(db, customerId, batchId), locale, texts, values)
}

/** The same with the variables of the script at hand. */
export function renderKnowing(
  variables: Readonly<Record<string, string>>,
  locale: Locale,
  texts: TemplateTexts,
  values: Readonly<Record<string, string>>,
): RenderedText | string[] {
  const missing = tryRendering(texts, values, locale)
  if (!Array.isArray(missing)) return missing
  const known = missing.filter((name) => Object.hasOwn(variables, name) && !isReservedKey(name))
  return tryRendering(texts, { ...values, ...Object.fromEntries(known.map((name) => [name, variables[name] ?? ''])) }, locale)
}
