import type { ReportedChannel, ReportedMessage } from '@regie/contract/message-report.ts'
import { isoText, prepared } from '../../../platform/db/prepared.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { shownAddress } from '../../arrangements/blacklist/listed-entries.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { shownState } from '../../communications/delivery-status.ts'
import { explainFailures } from '../../communications/failures/failure-groups.ts'

type Row = Omit<ReportedMessage, 'state' | 'cause' | 'code'> & {
  channel: ReportedChannel
  provider: string
  reason: string | null
  state: string
  delivery: string | null
}

// Far more than one case ever gets.
const messagesMax = 500

const messagesOf = prepared<Row>(
  'message-report-case',
  `select m.id as "communicationID", m.channel, m.provider, left(m.reason, 60) as reason, m.recipient as "to", m.state,
    m.delivery, ${isoText('m.queued_at')} as "queuedAt", ${isoText('m.sent_at')} as "sentAt",
    case when m.delivery in ('delivered', 'read') then ${isoText('m.delivered_at')} end as "deliveredAt",
    ${isoText('r.opened_at')} as "openedAt", ${isoText('r.clicked_at')} as "clickedAt", (
      select ${isoText('min(i.came_at)')}
      from incoming_messages i
      where i.customer_id = m.customer_id and i.communication_id = m.id and i.kind = 'message') as "answeredAt", (
      select coalesce(nullif(x.name, ''), x.key)
      from communication_contents t
      join template_revisions v on v.customer_id = t.customer_id and v.id = t.template_revision_id
      join templates x on x.customer_id = v.customer_id and x.id = v.template_id
      where t.customer_id = m.customer_id and t.communication_id = m.id and t.queued_at = m.queued_at) as template
  from communications m
  left join mail_readings r on r.customer_id = m.customer_id and r.communication_id = m.id
  where m.customer_id = $1 and m.case_id = $2 and m.channel = $3
  order by m.id desc
  limit ${messagesMax}`,
)

/** The messages of one case by one channel with what became of each, the newest first. */
export async function findMessagesOfCase(
  { pool, db }: Services,
  caller: Caller,
  channel: ReportedChannel,
  caseId: number,
): Promise<ReportedMessage[]> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const rows = await explainFailures(db, customerId, await messagesOf(pool, [customerId, caseId, channel]))
  return rows.map(({ channel: _channel, provider: _provider, reason: _reason, delivery, state: kept, to, cause, code, ...row }) => {
    const state = shownState(kept, delivery) as ReportedMessage['state']
    const why = state === 'failed' ? { cause, code } : { cause: null, code: '' }
    return { ...row, ...why, state, to: shownAddress(caller, channel === 'email' ? 'email' : 'phone', to) }
  })
}
