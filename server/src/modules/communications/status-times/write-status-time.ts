import { sql } from 'kysely'
import type { JobPayload } from '../../../jobs/job-catalogue.ts'
import { publish } from '../../../live/publish.ts'
import type { Services } from '../../../services.ts'
import { noteInField } from '../../cases/case-changes.ts'
import { fieldsOf } from '../../fields/find-fields.ts'
import { statusValue } from '../../fields/status-fields.ts'

type Known = {
  caseId: number
  batchId: number
  scriptFields: unknown
  fields: Record<string, string>
  statusField: string | null
  /** Since when it has the newest state of those that the receiver's side tells or, before any, that it left. */
  at: Date | null
  isLeaving: boolean
}

/**
 * Writes since when a message has its newest state into the field of its case that its template names, also where the case is closed. Twice, or late, it
 * writes what is true by then. The timeline has a line for each state already, and gets none more.
 */
export async function writeStatusTime(
  { db, clock }: Services,
  { customerId, communicationId }: JobPayload<'writeStatusTime'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      select
      from cases c
      join communications m on m.customer_id = c.customer_id and m.case_id = c.id
      where m.customer_id = ${customerId} and m.id = ${communicationId}
      for no key update of c`.execute(tx)
    const { rows } = await sql<Known>`
      select c.id as "caseId", c.batch_id as "batchId", s.fields as "scriptFields", c.fields,
        t.mail ->> 'statusField' as "statusField",
        case when m.delivery is null then m.sent_at else m.delivered_at end as at,
        coalesce(o.state in ('claimed', 'started'), false) as "isLeaving"
      from communications m
      join communication_contents t on t.customer_id = m.customer_id
        and t.communication_id = m.id
        and t.queued_at = m.queued_at
      join cases c on c.customer_id = m.customer_id and c.id = m.case_id
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
      join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
      left join outbox o on o.customer_id = m.customer_id and o.communication_id = m.id
      where m.customer_id = ${customerId} and m.id = ${communicationId}`.execute(tx)
    const [known] = rows
    // Forgotten with its case.
    if (!known) return
    const { caseId, batchId, statusField, at, fields } = known
    if (at === null) {
      // Tried again in a while: what became of it is known when it has left.
      if (known.isLeaving) throw new Error(`message ${communicationId} is still leaving`)
      return
    }
    const field = fieldsOf(known.scriptFields).find(({ key }) => key === statusField)
    const value = field ? statusValue(field, at) : null
    if (!field || value === null || fields[field.key] === value) return
    await noteInField(tx, { customerId, caseId }, clock.now(), { [field.key]: value })
    await publish(tx, { kind: 'case.changed', customerId, caseId, batchId })
  })
}
