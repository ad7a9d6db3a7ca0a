import { AppError } from '../app-error.ts'
import type { Budget } from '../budgets.ts'
import type { ErrorCode } from '@regie/contract/error-codes.ts'

type Limits = Pick<Budget, 'atOnce' | 'perUser' | 'waitingPerUser' | 'waitMs' | 'rest'>
type GateKey = number | string
type Waiting = { key: GateKey; start(leave: Leave): void }

type Leave = () => void
export type WorkGate = {
  /** Resolves when this user (or address) may begin, with how to end. `onGone` receives what to call when the client leaves while it waits. Refuses when too many of theirs wait already or the wait is too long. */
  enter(key: GateKey, onGone?: (giveUp: () => void) => void): Promise<Leave>
}

/**
 * Lets requests begin so many at once, and of one user never more than their share. First come, first served among those who have something left of
 * their share, so that one user's hundred requests wait for each other and not others for them. Where the budget has a rest, a user who asks without
 * pause keeps their place a while longer after each request: a program that asks on and on leaves the processor to others in between.
 */
export function openWorkGate(
  { atOnce, perUser, waitingPerUser, waitMs, rest }: Limits,
  refusal: ErrorCode = 'error.tooManyRequests',
): WorkGate {
  const running = new Map<GateKey, number>()
  const line = new Set<Waiting>()
  const busy = new Map<GateKey, { since: number; requests: number }>()
  let total = 0

  const mayBegin = (key: GateKey) => total < atOnce && (running.get(key) ?? 0) < perUser
  const refused = () => new AppError(refusal, { params: { seconds: Math.ceil(waitMs / 1000) } })

  function begin(key: GateKey): Leave {
    total++
    running.set(key, (running.get(key) ?? 0) + 1)
    const began = performance.now()
    if (rest) countRequest(key, began)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      total--
      const restMs = restOf(key, performance.now() - began)
      if (restMs > 0) setTimeout(() => giveUpPlace(key), restMs).unref()
      else giveUpPlace(key)
      beginNext()
    }
  }

  function countRequest(key: GateKey, now: number) {
    const { since, requests } = busy.get(key) ?? { since: now, requests: 0 }
    busy.set(key, { since, requests: requests + 1 })
  }

  function restOf(key: GateKey, tookMs: number): number {
    const asked = busy.get(key)
    if (!rest || !asked || asked.requests <= rest.afterRequests || performance.now() - asked.since < rest.afterMs) return 0
    return Math.max(tookMs * rest.share, rest.msMin ?? 0)
  }

  function giveUpPlace(key: GateKey) {
    const left = (running.get(key) ?? 1) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
    if (rest && left === 0)
      setTimeout(() => {
        if (!running.has(key)) busy.delete(key)
      }, rest.pauseMs).unref()
    beginNext()
  }

  function beginNext() {
    for (const waiting of line) {
      if (total >= atOnce) return
      if (!mayBegin(waiting.key)) continue
      line.delete(waiting)
      waiting.start(begin(waiting.key))
    }
  }

  return {
    async enter(key, onGone) {
      if (mayBegin(key)) return begin(key)
      let theirs = 0
      for (const waiting of line) if (waiting.key === key) theirs++
      if (theirs >= waitingPerUser) throw refused()
      return new Promise<Leave>((resolve, reject) => {
        const stopWaiting = () => {
          clearTimeout(timer)
          line.delete(waiting)
        }
        const give = () => {
          stopWaiting()
          reject(refused())
        }
        const waiting: Waiting = {
          key,
          start(leave) {
            stopWaiting()
            resolve(leave)
          },
        }
        const timer = setTimeout(give, waitMs)
        timer.unref()
        onGone?.(give)
        line.add(waiting)
      })
    },
  }
}
