/** A row of a list on paper: what stands before it (a moment), its sentence, and what else is said of it. */
export type PaperEntry = { label: string; title: string; details: readonly string[]; text: string | null }

export type PaperBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; isQuiet?: boolean }
  | { kind: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** `widths`: shares of the line; a column of amounts stands to the right. */
  | { kind: 'table'; columns: readonly { heading: string; width: number; isAmount?: boolean }[]; rows: readonly (readonly string[])[] }
  | { kind: 'entries'; entries: readonly PaperEntry[] }

/** What a paper says, in the language in which it is read aloud (`nl-NL`). */
export type Paper = {
  title: string
  subtitle: string
  author: string
  language: string
  madeAt: string
  /** Above each page, and below it beside its number. */
  head: string
  foot: string
  /** Between the number of a page and how many there are. */
  pageOf: string
  /** Said at the end of a paper with a sign that the typeface does not have (`missingSign`). */
  missing: string
  blocks: readonly PaperBlock[]
}
