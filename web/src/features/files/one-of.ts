import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import, RowFault } from '@regie/contract/files.ts'

type Mapped = Pick<Import, 'columns' | 'constants'>

/** Of which fields one must be filled, where a row has none of them: those of the group of the column at fault, or of the groups that no column fills. */
export function oneOfFields({ columns, constants }: Mapped, fields: readonly FieldDefinition[], { column }: Pick<RowFault, 'column'>) {
  const keysOf = (of: typeof columns) => of.flatMap((one) => one.fields.map(({ field }) => field))
  const groupsOf = (keys: readonly string[]) => new Set(fields.flatMap(({ key, group }) => (keys.includes(key) && group ? [group] : [])))
  const filled = groupsOf([...keysOf(columns), ...constants.map(({ field }) => field)])
  const asked = groupsOf(keysOf(columns.filter(({ name }) => name === column)))
  return fields.filter(({ group }) => group !== undefined && (column === null ? !filled.has(group) : asked.has(group)))
}
