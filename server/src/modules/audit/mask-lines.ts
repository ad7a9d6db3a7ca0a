import type { AuditRow } from '@regie/contract/audit.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { maskColumns, maskField, maskFields, maySeePersonalData } from '../fields/masks.ts'

type Line = Pick<AuditRow, 'entity' | 'entityID' | 'before' | 'after'>
type Values = Record<string, unknown>

const hidden = '***'
/** What a line says of a person beside the columns of a case. */
const texts: Partial<Record<string, readonly string[]>> = {
  callback: ['note'],
  blacklist: ['value', 'reason', 'removed_reason', 'note'],
}
const ofPerson = ['name', 'phone', 'mobile', 'email', 'city', 'postcode', 'invoice_number', 'fields']

/** The lines as this caller may see them: values of a case are for who may see cases, and masked as its script masks them everywhere else. */
export async function maskLines<Row extends Line>(db: Db, caller: Caller, lines: readonly Row[]): Promise<Row[]> {
  if (maySeePersonalData(caller) && caller.rights.includes(Right.viewCases)) return [...lines]
  const seesCases = caller.rights.includes(Right.viewCases)
  const fields = seesCases ? await findFieldsOfCases(db, lines) : new Map<string, readonly FieldDefinition[]>()
  return lines.map((line) => {
    const mask = (values: Values | null) => values && maskValues(line, values, fields)
    return { ...line, before: mask(line.before), after: mask(line.after) }
  })
}

function maskValues({ entity, entityID }: Line, values: Values, fields: ReadonlyMap<string, readonly FieldDefinition[]>): Values {
  if (entity !== 'case') return hide(values, texts[entity ?? ''] ?? [])
  const defs = fields.get(entityID ?? '')
  // Of a case that is gone, or that this caller may not open, nobody knows what its script masks.
  return defs ? maskCase(values, defs) : hide(values, ofPerson)
}

const hide = (values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, keys.includes(key) && value !== null ? hidden : value]))

function maskCase(values: Values, defs: readonly FieldDefinition[]): Values {
  const { name, phone, mobile, email, city, postcode, invoice_number: invoiceNumber, fields } = values
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const shown = maskColumns({ name: text(name) ?? '', phone: text(phone), email: text(email), city: text(city) }, defs)
  const byField = (value: unknown, key: string) =>
    maskField(
      text(value) ?? '',
      defs.find((field) => field.key === key),
    )
  const masked: Values = {
    name: shown.name,
    phone: shown.phone,
    mobile: maskField(text(mobile) ?? '', { type: 'phone' }),
    email: shown.email,
    city: shown.city,
    postcode: byField(postcode, 'postcode'),
    invoice_number: byField(invoiceNumber, 'factuurnummer'),
    fields: typeof fields === 'object' ? maskFields((fields ?? {}) as Record<string, string>, defs) : fields,
  }
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value !== null && ofPerson.includes(key) ? masked[key] : value]),
  )
}

async function findFieldsOfCases(db: Db, lines: readonly Line[]): Promise<Map<string, readonly FieldDefinition[]>> {
  const ids = [
    ...new Set(lines.flatMap(({ entity, entityID }) => (entity === 'case' && /^\d+$/.test(entityID ?? '') ? Number(entityID) : []))),
  ]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; fields: unknown }>`
    select c.id, s.fields
    from cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    where c.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, fields }) => [String(id), fieldsOf(fields)]))
}
