import type { Pool } from 'pg'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { fieldsOf } from '../../fields/find-fields.ts'
import { maySeePersonalData, textMaskOf } from '../../fields/masks.ts'

type Subject = { name: string; phone: string | null; mobile: string | null; email: string | null; fields: Record<string, string> }

const subjectsOf = prepared<Subject & { id: number; script_fields: unknown }>(
  'case-masks',
  `select c.id, c.name, c.phone, c.mobile, c.email, c.fields, s.fields as script_fields
  from cases c
  join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  where c.id = any($1::bigint[]) and c.customer_id = any($2::bigint[])`,
)

/** How texts about a case (messages, their addresses, what its timeline says, what staff wrote) are shown to this caller. */
export async function findTextMask(pool: Pool, caller: Caller, caseId: number): Promise<(text: string) => string> {
  const mask = await findTextMasks(pool, caller, [caseId])
  return (text) => mask(caseId, text)
}

/** The same for several cases. */
export async function findTextMasks(
  pool: Pool,
  caller: Caller,
  caseIds: readonly number[],
): Promise<(caseId: number, text: string) => string> {
  if (maySeePersonalData(caller) || caseIds.length === 0) return (_caseId, text) => text
  const found = await subjectsOf(pool, [[...new Set(caseIds)], caller.customerIds])
  const masks = new Map(found.map((subject) => [subject.id, textMaskOf(subject, fieldsOf(subject.script_fields))]))
  return (caseId, text) => masks.get(caseId)?.(text) ?? text
}

/** The same of a case that was read already, with the fields of its script. */
export function textMaskFor(caller: Caller, subject: Subject, scriptFields: unknown): (text: string) => string {
  return maySeePersonalData(caller) ? (text) => text : textMaskOf(subject, fieldsOf(scriptFields))
}
