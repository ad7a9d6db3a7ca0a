import { AppError } from '../app-error.ts'
import { addressGroup } from './address-group.ts'

/** Counts calls under a key, in this process. */
export type RateCounter = {
  /** Counts one call; the seconds to wait when it is one too many, else null. */
  count(key: string): number | null
}

// So many keys at most are remembered in a window: who has a million addresses cannot fill our memory with them.
const keysMax = 100_000

/** At most so many calls in each minute. */
export function openRateCounter(perMinute: number, now: () => number = Date.now): RateCounter {
  let window = 0
  let counts = new Map<string, number>()
  return {
    count(key) {
      const at = now()
      const current = Math.floor(at / 60_000)
      if (current !== window) {
        window = current
        counts = new Map()
      }
      const count = (counts.get(key) ?? 0) + 1
      if (count > 1 || counts.size < keysMax) counts.set(key, count)
      return count > perMinute ? Math.ceil(((current + 1) * 60_000 - at) / 1000) : null
    },
  }
}

/** The same for addresses; throws the refusal. */
export function mustBeWithin(counter: RateCounter, address: string): void {
  const seconds = counter.count(addressGroup(address))
  if (seconds !== null) throw new AppError('error.tooManyRequests', { params: { seconds } })
}
