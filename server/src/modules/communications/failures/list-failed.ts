import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { failedMessageApi, FailedMessage } from '@regie/contract/failed-messages.ts'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../../platform/db/page.ts'
import { isoText, prepared } from '../../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { shownAddress } from '../../arrangements/blacklist/listed-entries.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { readFailure } from '@regie/contract/failure-codes.ts'
import { hasFailed } from '../reported/message-outcomes.ts'
import { findFailureGroups, sinceOf } from './failure-groups.ts'

type Row = Omit<FailedMessage, 'code'> & { carrier: string }

// The index of messages that did not arrive, from the newest back.
const failedOf = prepared<Row>(
  'failures-messages',
  `select m.id as "communicationID", m.case_id as "caseID", c.case_number as "caseNumber", m.channel,
    m.provider as carrier, m.recipient as address, coalesce(m.reason, '') as said, ${isoText('m.queued_at')} as at,
    case when p.id is not null then json_build_object('providerID', p.id, 'name', p.name) end as provider,
    exists (select from communications r where r.idempotency_key = 'retry:' || m.id) as "isRetried"
  from communications m
  join cases c on c.customer_id = m.customer_id and c.id = m.case_id
  left join providers p on p.customer_id = m.customer_id and p.id = m.provider_id
  where m.customer_id = $1 and m.queued_at >= $2 and ${hasFailed('m')}
    and m.state in ('sent', 'failed', 'refused')
    and m.channel = $3
    and (m.provider, coalesce(left(m.reason, 60), '')) in (
      select provider, reason from unnest($4::text[], $5::text[]) as g(provider, reason))
    and ($6::timestamptz is null or (m.queued_at, m.id) < ($6::timestamptz, $7::bigint))
  order by m.queued_at desc, m.id desc
  limit $8`,
)

const Place = z.tuple([z.iso.datetime(), z.number().int().positive()])

/** The messages behind a line of the counts: the same days, channel, and cause or code. */
export async function listFailed(
  services: Services,
  caller: Caller,
  { customerID: customerId, days, channel, cause, code, limit, cursor }: RequestOf<typeof failedMessageApi.messages>['query'],
): Promise<ResponseOf<typeof failedMessageApi.messages>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { groups } = await findFailureGroups(services, customerId, days)
  const same = groups.filter(
    (group) => group.channel === channel && (cause ? group.cause === cause : group.cause === null && group.code === code),
  )
  const [at, id] = cursor === undefined ? [null, null] : decodeCursor(Place, cursor)
  const [providers, reasons] = [same.map(({ provider }) => provider), same.map(({ reason }) => reason ?? '')]
  const rows = await failedOf(services.pool, [
    ...[customerId, sinceOf(days, services.clock.now()), channel],
    ...[providers, reasons, at, id, limit + 1],
  ])
  const page = pageFrom(rows, limit, (row) => [row.at, row.communicationID])
  const seesAll = maySeePersonalData(caller)
  return {
    ...page,
    rows: page.rows.map(({ carrier, ...row }) => ({
      ...row,
      code: readFailure(channel, row.said, carrier)?.code ?? '',
      address: shownAddress(caller, channel === 'email' ? 'email' : 'phone', row.address),
      said: seesAll ? row.said : '',
    })),
    total: { value: same.reduce((sum, { count }) => sum + count, 0), exact: true },
  }
}
