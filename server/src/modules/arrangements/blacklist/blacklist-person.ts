import type { Retention } from '@regie/contract/case-actions.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { phoneKeys } from '../../cases/case-from-fields.ts'
import type { KeptAddress } from '../../cases/search/list-cases-with.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import type { Arranging } from '../arranging.ts'
import { addressesListed } from './blacklist-changed.ts'

/** How long an entry stands; null: for ever. */
export const retentionMonths: Record<Retention, number | null> = { '3m': 3, '6m': 6, '1y': 12, '2y': 24, forever: null }

/** SQL: every number and address of a case, also numbers that stand in its fields alone, as the blacklist keeps them. */
export const addressesOfCase = (one: string) => `(
  select distinct 'phone' as kind, phone as value
  from unnest(array[${one}.phone, ${one}.mobile, ${phoneKeys.map((key) => `${one}.fields ->> '${key}'`).join(', ')}]) phone
  where phone ~ '^\\+[1-9][0-9]{6,14}$'
  union all
  select 'email', lower(${one}.email) where ${one}.email is not null)`

/** Puts every number and address of a case on its customer's blacklist. What stands there already stays beside it: each reason has its own end. */
export async function blacklistPerson(
  tx: Transaction,
  { customerId, caseId, by, now }: Arranging,
  { retention, reason }: { retention: Retention; reason: string },
): Promise<void> {
  const { rows } = await sql<KeptAddress>`
    insert into blacklist (customer_id, kind, value, reason, retention, added_at, added_by, case_id, expires_at)
    select c.customer_id, v.kind, v.value, ${reason}, ${retention}, ${now}, ${by.username}, c.id,
      ${now}::timestamptz + make_interval(months => ${retentionMonths[retention]}::int)
    from cases c cross join lateral ${sql.raw(addressesOfCase('c'))} v
    where c.customer_id = ${customerId} and c.id = ${caseId}
    returning kind, value`.execute(tx)
  await addressesListed(tx, customerId, rows, now)
  await recordTimeline(tx, [{ customerId, caseId, event: 'personBlacklisted', params: { retention }, byUser: by.username, at: now }])
}
