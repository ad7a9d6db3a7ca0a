import type { GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../gateways/registered-provider.ts'
import type { Services } from '../../services.ts'
import { failureOf } from './test-provider.ts'

/** Switches a provider off that does not let us in any more, so that what waits for it is held with that reason until somebody mends it. */
export async function pauseProvider({ db, clock }: Services, provider: RegisteredProvider, failure: GatewayUnavailable): Promise<void> {
  const { fault, text } = failureOf(failure)
  await db
    .updateTable('providers')
    .set((eb) => ({ tested_at: clock.now(), test_fault: fault, test_text: text, state: 'off', version: eb('version', '+', 1) }))
    .where('customer_id', '=', provider.customerId)
    .where('id', '=', provider.id)
    .where('version', '=', provider.version)
    .execute()
}
