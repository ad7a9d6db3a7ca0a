import { sql } from 'kysely'
import type { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../gateways/registered-provider.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { findRegistered } from './provider-queries.ts'
import { failureOf } from './test-provider.ts'

/** The mailboxes of all customers to which no living engine listens. */
export async function listMailboxes(db: Db): Promise<RegisteredProvider[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id
    from providers p
    where p.kind = 'imap' and p.state <> 'off' and not exists (
      select from mailboxes m
      join engines e on e.id = m.engine_id and e.lease_until > now()
      where m.customer_id = p.customer_id and m.provider_id = p.id and m.listens_since is not null)
    order by p.id`.execute(db)
  const ids = rows.map(({ id }) => id)
  return [...(await findRegistered(db, ids)).values()]
}

/** Shows how the last reading of a mailbox went, when that is not what stands there. */
export async function noteReading(
  { db, clock }: Services,
  provider: RegisteredProvider,
  failure: GatewayUnavailable | null,
): Promise<void> {
  if (failure === null && provider.state === 'active') return
  const { fault, text } = failure === null ? { fault: null, text: '' } : failureOf(failure)
  await db
    .updateTable('providers')
    .set({ tested_at: clock.now(), test_fault: fault, test_text: text, state: failure === null ? 'active' : 'failing' })
    .where('customer_id', '=', provider.customerId)
    .where('id', '=', provider.id)
    .where('version', '=', provider.version)
    .where('state', '<>', 'off')
    .execute()
}
