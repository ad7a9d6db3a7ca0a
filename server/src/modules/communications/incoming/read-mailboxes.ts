import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { Services } from '../../../services.ts'
import { listMailboxes, noteReading } from '../../providers/mailbox-providers.ts'
import { noteFailed, noteWorked } from '../provider-health/note-health.ts'
import { type ReadingTimes, readMailbox } from './read-mailbox.ts'

// One that hangs keeps one of these busy, not the others.
const atOnce = 4

/** Every minute: reads the mailboxes of all customers to which no engine listens. One that does not answer is shown as failing and asked again the next time. */
export async function readMailboxes(services: Services, signal: AbortSignal, times?: ReadingTimes): Promise<void> {
  const waiting = await listMailboxes(services.db)
  async function lane() {
    const reader = services.gateways.openMailReader()
    try {
      for (let provider = waiting.shift(); provider && !signal.aborted; provider = waiting.shift()) {
        try {
          await readMailbox(services, { provider, reader }, signal, times)
          await noteReading(services, provider, null)
          noteWorked(services, ofMailbox(provider))
        } catch (error) {
          // That we end is no failure of the mailbox.
          if (!signal.aborted) noteFailed(services, ofMailbox(provider), error)
          if (error instanceof GatewayUnavailable && !signal.aborted) await noteReading(services, provider, error)
          services.log.warn({ err: error, providerId: provider.id }, 'a mailbox was not read to its end')
        }
      }
    } finally {
      reader.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, lane))
}

const ofMailbox = (provider: RegisteredProvider) => ({ customerId: provider.customerId, channel: 'email', provider }) as const
