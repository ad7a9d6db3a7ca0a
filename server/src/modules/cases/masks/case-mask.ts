import type { Pool } from 'pg'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { fieldsOf } from '../../fields/find-fields.ts'
import { maySeePersonalData, textMaskOf } from '../../fields/masks.ts'

type Subject = { name: string; phone: string | null; mobile: string | null; email: string | null; fields: Record<string, string> }

const subjectOf = prepared<Subject & { script_fields: unknown }>(
  'case-mask',
  `select c.name, c.phone, c.mobile, c.email, c.fields, s.fields as script_fields
  from cases c
  join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  where c.id = $1 and c.customer_id = any($2::bigint[])`,
)

/** How texts about a case (messages, their addresses, what its timeline says) are shown to this caller. */
export async function findTextMask(pool: Pool, caller: Caller, caseId: number): Promise<(text: string) => string> {
  const asIs = (text: string) => text
  if (maySeePersonalData(caller)) return asIs
  const [found] = await subjectOf(pool, [caseId, caller.customerIds])
  return found ? textMaskOf(found, fieldsOf(found.script_fields)) : asIs
}
