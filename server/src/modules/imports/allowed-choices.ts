import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import, RowFault } from '@regie/contract/files.ts'

type Mapped = Pick<Import, 'columns'> & { fields: readonly FieldDefinition[] }

/** What a cell of this column may be, in the words that a file may have, when it is refused because it is something else; otherwise none. */
function allowedChoices({ columns, fields }: Mapped, { reason, column }: Pick<RowFault, 'reason' | 'column'>): readonly string[] {
  if (reason !== 'choiceInvalid') return []
  const keys = columns.flatMap((each) => (each.name === column ? each.fields.map(({ field }) => field) : []))
  const asked = fields.filter(({ key }) => keys.includes(key))
  return [...new Set(asked.flatMap(({ type, choices = [] }) => (type === 'bool' ? ['ja', 'nee'] : choices)))]
}

/** The faults of a row, each with what may stand there instead. */
export function withChoices(mapped: Mapped, faults: readonly RowFault[]): RowFault[] {
  return faults.map((fault) => {
    const choices = allowedChoices(mapped, fault)
    return choices.length === 0 ? fault : { ...fault, choices: [...choices] }
  })
}
