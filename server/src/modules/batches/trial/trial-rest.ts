import type { TrialRest } from '@regie/contract/batches.ts'
import { graceSeconds } from '@regie/contract/messages.ts'
import { ScriptSteps } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { firstContact } from '../../case-runs/first-contact.ts'
import { waitsForTrial } from '../../case-runs/run-selection.ts'
import { openingOf } from '../../contact-permission/time-window.ts'
import { type OpeningJson, openingJson, readOpening } from '../../hours/opening-json.ts'
import { findBatchStatus } from '../batch-queries.ts'

type Ref = { customerId: number; batchId: number }
type First = {
  status: string
  pausedUntil: Date | null
  active: boolean
  opening: OpeningJson
  steps: unknown
  step: string
  dueAt: Date
}

/** What goes when the trial run of a batch ends now. */
export async function findTrialRest({ db, pool, clock }: Services, caller: Caller, batchId: number): Promise<TrialRest> {
  const { customerId } = await findBatchStatus(pool, caller, batchId)
  const ref = { customerId, batchId }
  const { rows } = await sql<{ currency: string; cases: number; openCents: number }>`
    select c.currency, count(*)::int as cases,
      coalesce(sum(c.outstanding_cents - least(c.paid_cents, c.outstanding_cents)), 0)::bigint as "openCents"
    from batches b
    join cases c on c.customer_id = b.customer_id and c.batch_id = b.id and ${waitsForTrial}
    where b.customer_id = ${customerId} and b.id = ${batchId} and c.status = 'open'
    group by 1
    order by 3 desc`.execute(db)
  const firstAt = rows.length === 0 ? null : await findFirstContact(db, ref, clock.now())
  return {
    cases: rows.reduce((sum, { cases }) => sum + cases, 0),
    money: rows.map(({ currency, openCents }) => ({ currency, openCents })),
    firstAt: firstAt?.toISOString() ?? null,
  }
}

/** By the steps from where the first of them stands, and the hours of the first channel that is used. */
async function findFirstContact(db: Db, { customerId, batchId }: Ref, now: Date): Promise<Date | null> {
  const { rows } = await sql<First>`
    select b.status, b.paused_until as "pausedUntil", s.active, ${sql.raw(openingJson('s', 'k'))} as opening, v.steps,
      r.step, r.due_at as "dueAt"
    from batches b
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    join customers k on k.id = b.customer_id
    join case_runs r on r.customer_id = b.customer_id and r.batch_id = b.id and r.case_id > b.trial_until_case
      and not r.passes_trial
    join script_versions v on v.customer_id = r.customer_id and v.id = r.script_version_id
    where b.customer_id = ${customerId} and b.id = ${batchId} and r.state in ('ready', 'sleeping')
    order by r.due_at
    limit 1`.execute(db)
  const [first] = rows
  if (!first?.active || (first.status === 'paused' && first.pausedUntil === null)) return null
  const from = Math.max(now.getTime() + graceSeconds * 1_000, first.dueAt.getTime(), first.pausedUntil?.getTime() ?? 0)
  const contact = firstContact(ScriptSteps.parse(first.steps), first.step)
  if (contact === null) return null
  const at = new Date(from + contact.afterMinutes * 60_000)
  const opening = openingOf(readOpening(first.opening), contact.channel, at)
  return opening.open ? at : opening.nextAt
}
