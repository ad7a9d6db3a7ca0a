import type { AddressCause } from '@regie/contract/blacklist.ts'
import type { Retention } from '@regie/contract/case-actions.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { KeptAddress } from '../../cases/search/list-cases-with.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { addressesListed } from './blacklist-changed.ts'
import { retentionMonths } from './blacklist-person.ts'

type Cause = AddressCause | 'request' | 'otherPerson'
/** `caseId` null: nobody knows whose it is. */
type Listing = { customerId: number; caseId: number | null; kind: 'email' | 'phone'; value: string; cause: Cause; at: Date }

// An address that is dead today, or somebody else's, may be given to somebody else some day; who complained or left has said so for good.
const retentions: Record<Cause, Retention> = {
  bounce: '1y',
  complaint: 'forever',
  unsubscribed: 'forever',
  request: '2y',
  otherPerson: '1y',
}

/** Puts one address on the blacklist for what was heard of it. While it stands there for the same cause, that changes nothing but when the person asked for it last. */
export async function listAddress(tx: Transaction, { customerId, caseId, kind, value, cause, at }: Listing): Promise<boolean> {
  const retention = retentions[cause]
  const kept = value.toLowerCase()
  const { rows } = await sql<KeptAddress>`
    insert into blacklist (customer_id, kind, value, reason, retention, added_at, added_by, case_id, expires_at)
    select ${customerId}, ${kind}, ${kept}, ${cause}, ${retention}, ${at}, '', ${caseId}::bigint,
      ${at}::timestamptz + make_interval(months => ${retentionMonths[retention]}::int)
    where not exists (
      select from blacklist l
      where l.customer_id = ${customerId} and l.kind = ${kind} and l.value = ${kept} and l.reason = ${cause}
        and l.removed_at is null
        and (l.expires_at is null or l.expires_at > ${at}))
    returning kind, value`.execute(tx)
  if (rows.length === 0) {
    if (cause === 'request') await askedAgain(tx, { customerId, kind, value: kept, at })
    return false
  }
  await addressesListed(tx, customerId, rows, at)
  if (caseId !== null) await recordTimeline(tx, [{ customerId, caseId, event: 'addressBlacklisted', params: { cause }, at }])
  return true
}

async function askedAgain(tx: Transaction, { customerId, kind, value, at }: Pick<Listing, 'customerId' | 'kind' | 'value' | 'at'>) {
  await sql`
    update blacklist
    set added_at = greatest(added_at, ${at})
    where customer_id = ${customerId} and kind = ${kind} and value = ${value} and reason = 'request' and added_by = ''
      and script_id is null and system_key is null and removed_at is null`.execute(tx)
}
