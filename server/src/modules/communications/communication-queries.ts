import type { Communication, ContactDecision } from '@regie/contract/cases.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMask } from '../cases/masks/case-mask.ts'
import { shownState } from './delivery-status.ts'

/** A message of a case as it was (or will be) sent; another customer's is answered as not found. */
export async function findCommunication(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  caller: Caller,
  caseId: number,
  communicationId: number,
): Promise<Communication> {
  const row = await db
    .selectFrom('communications as c')
    .innerJoin('communication_contents as t', (join) =>
      join.onRef('t.customer_id', '=', 'c.customer_id').onRef('t.communication_id', '=', 'c.id').onRef('t.queued_at', '=', 'c.queued_at'),
    )
    .selectAll('c')
    .leftJoin('providers as p', (join) => join.onRef('p.customer_id', '=', 'c.customer_id').onRef('p.id', '=', 'c.provider_id'))
    .select(['t.sender', 't.subject', 't.text', 't.html', 't.voice', 't.language', 'p.name as provider_name'])
    .where('c.customer_id', 'in', [0, ...caller.customerIds])
    .where('c.id', '=', communicationId)
    .where('c.case_id', '=', caseId)
    .executeTakeFirst()
  if (!row) throw new AppError('case.notFound')
  const masked = await findTextMask(pool, caller, caseId)
  return {
    communicationID: row.id,
    channel: row.channel as Communication['channel'],
    state: shownState(row.state, row.delivery),
    to: masked(row.recipient),
    from: row.sender,
    subject: masked(row.subject),
    text: masked(row.text),
    html: row.html === null ? null : masked(row.html),
    simulated: row.simulated,
    provider: row.provider,
    providerName: row.provider_name,
    voice: row.voice,
    language: row.language,
    queuedAt: row.queued_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    reason: row.reason,
    decisions: (row.permission ?? []) as ContactDecision[],
  }
}
