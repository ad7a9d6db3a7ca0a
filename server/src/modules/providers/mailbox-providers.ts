import type { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../gateways/registered-provider.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { findRegistered } from './provider-queries.ts'
import { failureOf } from './test-provider.ts'

/** The mailboxes that are read, of all customers. */
export async function listMailboxes(db: Db): Promise<RegisteredProvider[]> {
  const rows = await db.selectFrom('providers').select('id').where('kind', '=', 'imap').where('state', '<>', 'off').orderBy('id').execute()
  return [
    ...(
      await findRegistered(
        db,
        rows.map(({ id }) => id),
      )
    ).values(),
  ]
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
