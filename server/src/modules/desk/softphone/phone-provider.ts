import { sql } from 'kysely'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withCustomers } from '../../../platform/db/scope.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'

const withPhones = sql`channel = 'call' and kind = 'asterisk' and state <> 'off'
  and coalesce(settings ->> 'webPhoneUrl', '') <> ''`

/** By which exchange browsers of a customer are telephones: the standard one of those that offer it. `simulated`: nobody is really called. */
export async function findPhoneProvider(
  { db, gateways }: Pick<Services, 'db' | 'gateways'>,
  customerId: number,
): Promise<RegisteredProvider | 'simulated' | null> {
  const { rows } = await sql<{ id: number; offers: boolean; kind: string }>`
    select id, kind, ${withPhones} as offers
    from providers
    where customer_id = ${customerId} and channel = 'call' and state <> 'off'
    order by ${withPhones} desc, is_default desc, id
    limit 1`.execute(db)
  const [row] = rows
  if (!row) return gateways.gatewayOf('call', null).simulated ? 'simulated' : null
  if (!row.offers) return row.kind === 'simulated' ? 'simulated' : null
  return (await findRegistered(db, [row.id])).get(row.id) ?? null
}

/** Which exchanges the browser of this caller may reach, as origins. */
export async function listPhoneOrigins({ db }: { db: Db }, caller: Caller | null): Promise<string[]> {
  if (!caller || caller.stage !== 'full') return []
  // A page of the app is no route: nothing has limited its connection to these customers yet.
  const find = sql<{ url: string }>`
    select distinct settings ->> 'webPhoneUrl' as url
    from providers
    where customer_id = any(${caller.customerIds}::bigint[]) and ${withPhones}
    order by 1`
  const { rows } = await withCustomers(caller.customerIds, () => find.execute(db), { onlyReads: true })
  return [...new Set(rows.map(({ url }) => new URL(url).origin))]
}
