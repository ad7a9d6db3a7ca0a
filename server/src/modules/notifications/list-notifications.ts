import { type NotificationKind, type NotificationRow, type notificationApi, notificationRights } from '@regie/contract/notifications.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { Pool } from 'pg'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMasks } from '../cases/masks/case-mask.ts'

type Query = RequestOf<typeof notificationApi.list>['query']
type Row = Omit<NotificationRow, 'about'> & { caseNumber: string | null; caseName: string | null; named: string }

const pageSize = 30

const pageOfUser = prepared<Row>(
  'notifications-of-user',
  `select n.id as "notificationID", n.kind, ${isoText('n.at')} as at, n.read_at is not null as "isRead",
    n.case_id as "caseID", n.batch_id as "batchID", n.import_id as "importID",
    n.file_id as "fileID", m.kind as "fileTab",
    case when n.file_id is not null then (
      select o.id from hand_overs o where o.customer_id = n.customer_id and o.file_id = n.file_id) end as "handOverID",
    n.channel_id as "channelID", n.provider_id as "providerID", n.delivery_id as "deliveryID",
    n.by_user as "by",
    ${isoText('n.moment')} as moment,
    c.case_number as "caseNumber", c.name as "caseName",
    coalesce(f.name, m.name, b.name, h.name, v.name, d.name, '') as named
  from notifications n
  left join cases c on c.customer_id = n.customer_id and c.id = n.case_id
  left join batches b on b.customer_id = n.customer_id and b.id = n.batch_id
  left join imports i on i.customer_id = n.customer_id and i.id = n.import_id
  left join chat_channels h on h.customer_id = n.customer_id and h.id = n.channel_id
  left join providers v on v.customer_id = n.customer_id and v.id = n.provider_id
  left join file_deliveries d on d.customer_id = n.customer_id and d.id = n.delivery_id
  left join files m on m.customer_id = n.customer_id and m.id = n.file_id
  left join files f on f.customer_id = i.customer_id and f.id = i.file_id
  where n.customer_id = $1 and n.user_id = $2 and n.kind = any($3::text[]) and ($4::bigint is null or n.id < $4)
  order by n.id desc
  limit ${pageSize + 1}`,
)

/** What the caller was notified of at a customer, as far as their rights reach now; names are masked as their case is. */
export async function listNotifications(
  { pool }: Services,
  caller: Caller,
  { customerID, before }: Query,
): Promise<ResponseOf<typeof notificationApi.list>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const [found, unread] = await Promise.all([
    pageOfUser(pool, [customerID, caller.userId, shownKinds(caller), before ?? null]),
    countUnread(pool, caller, customerID),
  ])
  const page = found.slice(0, pageSize)
  const mask = await findTextMasks(
    pool,
    caller,
    page.flatMap(({ caseID }) => (caseID === null ? [] : [caseID])),
  )
  const rows = page.map(({ caseNumber, caseName, named, ...row }) => ({
    ...row,
    about: row.caseID === null ? named : mask(row.caseID, caseName ?? '') || (caseNumber ?? ''),
  }))
  return { rows, hasMore: found.length > pageSize, unread }
}

const unreadOf = prepared<{ unread: number }>(
  'notifications-unread',
  `select coalesce(sum(unread), 0)::int as unread
  from notification_counts
  where customer_id = $1 and user_id = $2 and kind = any($3::text[])`,
)

/** How many of them are not read: kept, not counted. */
export async function countUnread(pool: Pool, caller: Caller, customerId: number): Promise<number> {
  const [found] = await unreadOf(pool, [customerId, caller.userId, shownKinds(caller)])
  return found?.unread ?? 0
}

/** The kinds that these rights let somebody see. */
export function shownKinds({ rights }: Pick<Caller, 'rights'>): NotificationKind[] {
  return (Object.entries(notificationRights) as [NotificationKind, number][]).flatMap(([kind, right]) =>
    rights.includes(right) ? [kind] : [],
  )
}
