import type { BatchRow } from '@regie/contract/batches.ts'
import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import type { TimeWindow } from '@regie/contract/time-windows.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { windowsJson } from '../scripts/windows-json.ts'

/** A batch as the database tells it: the row of the contract without what is worked out here, and what that is worked out from. */
export type BatchData = Omit<BatchRow, 'standstill' | 'progress'> & {
  scriptActive: boolean
  alwaysOpen: boolean
  profile: ComplianceProfileName
  windows: TimeWindow[]
  /** When the first case may take its next step; null when none waits for time. */
  nextDueAt: string | null
}

/** SQL: the columns of BatchData, from `batchTables`. Numbers come from the kept counters, never from the cases. */
export const batchColumns = `
  b.id as "batchID", b.customer_id as "customerID", b.script_id as "scriptID", s.name as "scriptName", b.name, b.status, b.priority, b.comments, b.version,
  ${isoText('b.imported_at')} as "importedAt", ${isoText('b.paused_until')} as "pausedUntil", b.status = 'paused' and b.paused_until is null as "pausedForever",
  json_build_object('total', k.total, 'open', k.open, 'closed', k.closed, 'busy', k.busy, 'paused', k.paused, 'notCalled', k.not_called, 'human', k.human, 'voicemail', k.voicemail,
    'other', k.other, 'transfers', k.transfers, 'emails', k.emails, 'sms', k.sms, 'whatsapp', k.whatsapp, 'paymentLinks', k.payment_links, 'paid', k.paid, 'unknown', k.unknown) as counts,
  json_build_object('current', k.busy, 'max', s.max_lines, 'transfer', s.max_transfers) as lines,
  s.active as "scriptActive", s.always_open as "alwaysOpen", s.profile, s.windows,
  case when b.status = 'open' then ${isoText(`(select min(due_at) from case_runs r
    where r.customer_id = b.customer_id and r.batch_id = b.id and r.state in ('ready', 'sleeping') and r.owner is null)`)} end as "nextDueAt"`

/** SQL: scripts with what a batch takes from them and from their customer. */
export const scriptRules = `select s.*, c.compliance_profile as profile, ${windowsJson('s')} as windows from scripts s join customers c on c.id = s.customer_id`

/** SQL: the tables of `batchColumns`; a list gives its own page of batches, and its rules worked out once per script instead of once per batch. */
export const batchTables = ({ batches = 'batches', rules = `(${scriptRules})` } = {}) => `
  ${batches} b
  join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
  join ${rules} s on s.customer_id = b.customer_id and s.id = b.script_id`
