import type { FieldDefinition } from '@regie/contract/fields.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { defaultFields } from './default-fields.ts'
import { readField } from './field-value.ts'

const ofProduct = new Set(defaultFields.map(({ key }) => key).filter((key) => !/^vrij\d+$/.test(key)))

/** May the time of a message's state be written into this field? Into a free one or one that staff added: never over what the product itself reads. */
export function mayHoldStatus({ key, type, required, pii }: FieldDefinition): boolean {
  return (type === 'text' || type === 'date') && !required && !pii && !ofProduct.has(key)
}

/** A moment as this field keeps it, by the wall clock: its day, or in a text its day and time; null: it takes neither. */
export function statusValue(field: FieldDefinition, at: Date): string | null {
  if (!mayHoldStatus(field)) return null
  const { date, minute } = toLocalTime(at)
  const [year, month, day] = date.split('-')
  const two = (count: number) => String(count).padStart(2, '0')
  const written = field.type === 'date' ? date : `${day}-${month}-${year} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  const read = readField(field, written, { dateOrder: 'dmy', decimalMark: null }, 'NL')
  return 'value' in read ? read.value : null
}
