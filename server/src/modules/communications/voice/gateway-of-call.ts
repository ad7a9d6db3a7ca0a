import { CallUnknown } from '../../../gateways/gateway-errors.ts'
import type { VoiceGateway } from '../../../gateways/voice/voice-gateway.ts'
import type { Services } from '../../../services.ts'
import { findRegistered } from '../../providers/provider-queries.ts'

/** Who carries a call that is on, and under which name. Throws CallUnknown when it is over, or when its provider is gone. */
export async function gatewayOfCall(
  { db, gateways }: Services,
  { customerId, id }: { customerId: number; id: number },
): Promise<{ gateway: VoiceGateway; providerRef: string }> {
  const sent = await db
    .selectFrom('communications')
    .select(['provider_ref', 'provider_id'])
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('in_air', '=', true)
    .executeTakeFirst()
  if (!sent || sent.provider_ref === null) throw new CallUnknown('The call is over')
  if (sent.provider_id === null) return { gateway: gateways.gatewayOf('call', null), providerRef: sent.provider_ref }
  const provider = (await findRegistered(db, [sent.provider_id])).get(sent.provider_id)
  if (!provider) throw new CallUnknown('Its provider is gone')
  return { gateway: gateways.gatewayOf('call', provider), providerRef: sent.provider_ref }
}
