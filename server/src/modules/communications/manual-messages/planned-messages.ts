import type { CaseDetail } from '@regie/contract/cases.ts'
import { type PlannedMessage, rightOfWritten } from '@regie/contract/manual-messages.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { mustHold, workOnCase } from '../../cases/case-work.ts'
import { findTextMask } from '../../cases/masks/case-mask.ts'
import { cancelMessages } from './cancel-messages.ts'

/** The messages by hand of a case that wait for their moment. */
export async function listPlanned({ db, pool, clock }: Services, caller: Caller, caseId: number): Promise<PlannedMessage[]> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const { rows } = await sql<Omit<PlannedMessage, 'at'> & { at: Date }>`
    select m.id as "communicationID", m.channel, o.next_at as at, coalesce(nullif(t.name, ''), t.key) as template,
      m.reason
    from communications m
    join outbox o on o.customer_id = m.customer_id and o.communication_id = m.id
    join communication_contents c
      on c.customer_id = m.customer_id and c.communication_id = m.id and c.queued_at = m.queued_at
    left join template_revisions r on r.customer_id = c.customer_id and r.id = c.template_revision_id
    left join templates t on t.customer_id = r.customer_id and t.id = r.template_id
    where m.customer_id = ${customerId} and m.case_id = ${caseId} and m.state = 'queued' and m.by_hand
      and m.channel <> 'call' and o.state = 'queued' and o.next_at > ${clock.now()}
    order by o.next_at, m.id
    limit 50`.execute(db)
  const masked = await findTextMask(pool, caller, caseId)
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), reason: row.reason === null ? null : masked(row.reason) }))
}

/** Takes a message by hand back that has not left. */
export function cancelPlanned(services: Services, caller: Caller, caseId: number, communicationId: number): Promise<CaseDetail> {
  return workOnCase(services, caller, { caseId, version: null }, async (tx, { customerId }, now) => {
    const message = await tx
      .selectFrom('communications')
      .select('channel')
      .where('customer_id', '=', customerId)
      .where('case_id', '=', caseId)
      .where('id', '=', communicationId)
      .where('by_hand', '=', true)
      .where('channel', '<>', 'call')
      .executeTakeFirst()
    if (!message) throw new AppError('case.notFound')
    mustHold(caller, rightOfWritten[message.channel as keyof typeof rightOfWritten])
    const cancelled = await cancelMessages(tx, { customerId, byUser: caller.username, at: now }, [communicationId])
    if (cancelled.length === 0) throw new AppError('message.hasLeft')
  })
}
