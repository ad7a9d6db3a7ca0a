import type { FieldDefinition } from '@regie/contract/fields.ts'
import { headingKey } from '../../fields/default-fields.ts'

/** The columns that a script's last confirmed import chose, by heading. */
export type SavedColumns = Record<string, string | null>

/** The field of each heading: what was saved for it, else its key, else its label in any language, else an alias. A field is given to one column only. */
export function recogniseColumns(
  headings: readonly string[],
  fields: readonly FieldDefinition[],
  saved: SavedColumns = {},
): (string | null)[] {
  const targets: (string | null)[] = headings.map(() => null)
  const taken = new Set<string>()
  const known = new Set(fields.map((field) => field.key))
  const settled = new Set<number>()
  const give = (index: number, target: string | null | undefined) => {
    if (target === undefined || settled.has(index) || (target !== null && (taken.has(target) || !known.has(target)))) return
    targets[index] = target
    settled.add(index)
    if (target !== null) taken.add(target)
  }
  const ways = [
    (heading: string) => saved[headingKey(heading)],
    ...namesOf(fields).map((names) => (heading: string) => names.get(headingKey(heading))),
  ]
  // Way by way over all headings, so that a heading that is a field's own key comes before one that merely resembles it.
  for (const way of ways) headings.forEach((heading, index) => give(index, way(heading)))
  return targets
}

function namesOf(fields: readonly FieldDefinition[]): Map<string, string>[] {
  const index = (names: (field: FieldDefinition) => readonly string[]) =>
    new Map(fields.flatMap((field) => names(field).map((name) => [headingKey(name), field.key] as const)).reverse())
  return [index((field) => [field.key]), index((field) => Object.values(field.label)), index((field) => field.aliases)]
}
