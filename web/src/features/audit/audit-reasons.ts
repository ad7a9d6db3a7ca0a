import type { AuditRow } from '@regie/contract/audit.ts'
import { allChangesOf } from './audit-values.ts'

// Where somebody had to say why.
const reasonFields = ['reason', 'lock_reason', 'removed_reason', 'withdrawn_reason', 'compliance_reason', 'error']

/** Why an act was done, as whoever did it said; the note of a revision is why it was activated. */
export function reasonsOf(lines: readonly AuditRow[]): string[] {
  const given = lines.flatMap((line) => allChangesOf(line).flatMap(({ field, is }) => (isReason(line, field) && is !== null ? [is] : [])))
  return [...new Set(given)]
}

const isReason = ({ entity }: AuditRow, field: string) =>
  reasonFields.includes(field) || (entity === 'templateRevision' && field === 'note')
