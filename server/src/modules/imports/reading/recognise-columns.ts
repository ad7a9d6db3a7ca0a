import { type ColumnField, importColumns } from '@regie/contract/import-columns.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { headingKey } from '../../fields/default-fields.ts'
import { headingPhrases, headingWords } from './heading-words.ts'

/** The columns that a script's earlier imports chose, by heading. */
export type SavedColumns = Readonly<Record<string, readonly ColumnField[]>>

/**
 * What each heading fills: what was saved for it, else the field with its key, its label in any language, an alias, or the same words in another
 * order, abbreviated or with a unit. A field is given to one column only.
 */
export function recogniseColumns(
  headings: readonly string[],
  fields: readonly FieldDefinition[],
  saved: SavedColumns = {},
): readonly (readonly ColumnField[])[] {
  const chosen: (readonly ColumnField[])[] = headings.map(() => [])
  const taken = new Set<string>()
  const settled = new Set<number>()
  const known = new Set([...fields, ...importColumns].map(({ key }) => key))
  const give = (index: number, found: readonly ColumnField[] | undefined) => {
    if (found === undefined || settled.has(index)) return
    const free = found.filter(({ field }) => known.has(field) && !taken.has(field))
    if (found.length > 0 && free.length === 0) return
    chosen[index] = free
    settled.add(index)
    for (const { field } of free) taken.add(field)
  }
  const one = (field: string | undefined) => (field === undefined ? undefined : [{ field, transform: null }])
  const [keys, labels, aliases, words] = namesOf(fields)
  const ways = [
    (heading: string) => saved[headingKey(heading)],
    (heading: string) => one(keys.get(headingKey(heading))),
    (heading: string) => one(labels.get(headingKey(heading))),
    (heading: string) => one(aliases.get(headingKey(heading))),
    (heading: string) => one(words.get(headingWords(heading))),
  ]
  // Way by way over all headings, so that a heading that is a field's own key comes before one that merely resembles it.
  for (const way of ways) headings.forEach((heading, index) => give(index, way(heading)))
  return chosen
}

type Named = Pick<FieldDefinition, 'key' | 'label'> & { aliases: readonly string[] }

function namesOf(fields: readonly FieldDefinition[]) {
  const own = new Set(fields.map(({ key }) => key))
  // A script's own field of the same key goes before ours.
  const all: Named[] = [...fields, ...importColumns.filter(({ key }) => !own.has(key))]
  const index = (names: (field: Named) => readonly string[], by: (name: string) => string) =>
    new Map(all.flatMap((field) => names(field).map((name) => [by(name), field.key] as const)).reverse())
  const everyName = ({ key, label, aliases }: Named) => [key, ...Object.values(label), ...aliases, ...(headingPhrases[key] ?? [])]
  return [
    index(({ key }) => [key], headingKey),
    index(({ label }) => Object.values(label), headingKey),
    index(({ aliases }) => aliases, headingKey),
    index(everyName, headingWords),
  ] as const
}
