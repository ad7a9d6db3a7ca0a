import type { AddressCause } from '@regie/contract/blacklist.ts'
import type { Retention } from '@regie/contract/case-actions.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { KeptAddress } from '../../cases/search/list-cases-with.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { addressesListed } from './blacklist-changed.ts'
import { retentionMonths } from './blacklist-person.ts'

type Listing = { customerId: number; caseId: number; kind: 'email'; value: string; cause: AddressCause; at: Date }

// An address that is dead today may be given to somebody else some day; who complained or left has said so for good.
const retentions: Record<AddressCause, Retention> = { bounce: '1y', complaint: 'forever', unsubscribed: 'forever' }

/** Puts one address on the blacklist for what was heard of it. While it stands there for the same cause, that changes nothing. */
export async function listAddress(tx: Transaction, { customerId, caseId, kind, value, cause, at }: Listing): Promise<boolean> {
  const retention = retentions[cause]
  const kept = value.toLowerCase()
  const { rows } = await sql<KeptAddress>`
    insert into blacklist (customer_id, kind, value, reason, retention, added_at, added_by, case_id, expires_at)
    select ${customerId}, ${kind}, ${kept}, ${cause}, ${retention}, ${at}, '', ${caseId},
      ${at}::timestamptz + make_interval(months => ${retentionMonths[retention]}::int)
    where not exists (
      select from blacklist l
      where l.customer_id = ${customerId} and l.kind = ${kind} and l.value = ${kept} and l.reason = ${cause}
        and l.removed_at is null
        and (l.expires_at is null or l.expires_at > ${at}))
    returning kind, value`.execute(tx)
  if (rows.length === 0) return false
  await addressesListed(tx, customerId, rows, at)
  await recordTimeline(tx, [{ customerId, caseId, event: 'addressBlacklisted', params: { cause }, at }])
  return true
}
