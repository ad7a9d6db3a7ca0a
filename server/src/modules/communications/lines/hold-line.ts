import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Services } from '../../../services.ts'
import { noteReading } from '../../providers/mailbox-providers.ts'
import { endTrouble, noteTrouble } from '../../providers/provider-troubles.ts'

type Lines = { stateOf(providerId: number): { isUp: boolean; fault: Error | null } | null }

/** Opens the connection to a provider, or keeps it, and shows how it stands. */
export async function holdLine(services: Services, provider: RegisteredProvider, lines: Lines, open: () => void): Promise<void> {
  try {
    open()
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    await noteTrouble(services.db, provider, services.clock.now())
    await noteReading(services, provider, error)
    return
  }
  const state = lines.stateOf(provider.id)
  if (!state || (!state.isUp && state.fault === null)) return
  const { fault } = state
  const failure = fault instanceof GatewayUnavailable ? fault : new GatewayUnavailable(fault?.message ?? '', { fault: 'unreachable' })
  if (!state.isUp) await noteTrouble(services.db, provider, services.clock.now())
  else if (provider.state === 'failing') await endTrouble(services.db, provider)
  await noteReading(services, provider, state.isUp ? null : failure)
}
