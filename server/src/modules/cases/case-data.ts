import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { CaseRow } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { isoText } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** SQL: a case as lists show it; `c` is cases, `b` its batch. */
export const caseColumns = `
  c.id as "caseID", c.case_number as "caseNumber", c.customer_id as "customerID", c.batch_id as "batchID", b.name as "batchName", c.status, ${isoText('c.status_at')} as "statusAt",
  c.result, c.name, coalesce(c.phone, c.mobile) as phone, c.email, c.city, c.outstanding_cents as "outstandingCents", c.currency, c.attempts, c.last_answer as "lastAnswer",
  c.last_result as "lastResult", ${isoText('c.paused_until')} as "pausedUntil", ${isoText('c.updated_at')} as "updatedAt"`

export const caseTables = 'cases c join batches b on b.customer_id = c.customer_id and b.id = c.batch_id'

/** Phone numbers in full are for who holds the right to them; others see enough to recognise one (product.md 5.16). */
export function maySeePersonalData({ rights }: Caller): boolean {
  return rights.includes(Right.viewPersonalData)
}

/** +31612345678 becomes +316••••••78. */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? '•'.repeat(phone.length) : `${phone.slice(0, 4)}${'•'.repeat(phone.length - 6)}${phone.slice(-2)}`
}

/** A field as its definition shows it to who may not see personal data in full: phones always masked, others as the script says. */
export function maskField(value: string, field: Pick<FieldDefinition, 'type' | 'mask'> | undefined): string {
  if (field?.mask === 'all') return '•'.repeat(Math.min(value.length, 12))
  if (field?.mask === 'last4') return value.length <= 4 ? '•'.repeat(value.length) : `••••${value.slice(-4)}`
  return field?.type === 'phone' ? maskPhone(value) : value
}

/** Rows as this caller may see them. */
export function caseRowsFor(caller: Caller, rows: readonly CaseRow[]): CaseRow[] {
  if (maySeePersonalData(caller)) return [...rows]
  return rows.map((row) => ({ ...row, phone: row.phone === null ? null : maskPhone(row.phone) }))
}
