import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import, RowReason } from '@regie/contract/files.ts'

type Mapped = Pick<Import, 'columns'> & { fields: readonly FieldDefinition[] }

/** What a cell of this column may be, in the words that a file may have, when its row is refused because it is something else; otherwise none. */
export function allowedChoices({ columns, fields }: Mapped, reason: RowReason, column: string | null) {
  if (reason !== 'choiceInvalid') return []
  const keys = columns.flatMap((each) => (each.name === column ? each.fields.map(({ field }) => field) : []))
  const asked = fields.filter(({ key }) => keys.includes(key))
  return [...new Set(asked.flatMap(({ type, choices = [] }) => (type === 'bool' ? ['ja', 'nee'] : choices)))]
}
