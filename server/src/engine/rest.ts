import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Resolves after `ms`, or at once when stopped. Leaves no listener behind: the engine rests dozens of times a second for weeks, and each listener that
 * stays makes adding the next one slower.
 */
export function rest(ms: number, stopped: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal: stopped }).catch(() => undefined)
}
