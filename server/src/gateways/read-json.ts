/** Text that PostgreSQL takes, as text and within JSON: no NUL, no half of a character. */
export const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** What a provider sends us as JSON, with texts that can be stored; null: it is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? storableText(value) : value))
  } catch {
    return null
  }
}
