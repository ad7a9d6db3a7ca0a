import type { Services } from '../../../services.ts'
import { type OpenedProvider, openProvider, type ProviderRow } from './provider.ts'

// So that a crowd before the door asks a provider for its description once; its keys are looked after by the library.
const keptMs = 5 * 60_000
const keptMax = 1_000
const known = new Map<string, { since: number; opened: Promise<OpenedProvider> }>()

/** The provider of a customer, as it described itself some minutes ago at most; one that did not answer is asked again. */
export function knownProvider({ config, clock }: Pick<Services, 'config' | 'clock'>, row: ProviderRow): Promise<OpenedProvider> {
  const name = [row.customer_id, row.issuer, row.client_id, row.client_secret?.toString('base64') ?? ''].join(' ')
  const now = clock.now().getTime()
  const kept = known.get(name)
  if (kept && now - kept.since < keptMs) return kept.opened
  if (known.size >= keptMax) known.clear()
  const opened = openProvider(config, row)
  known.set(name, { since: now, opened })
  opened.catch(() => known.delete(name))
  return opened
}
