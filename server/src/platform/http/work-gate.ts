import { AppError } from '../app-error.ts'
import type { Budget } from '../budgets.ts'
import type { ErrorCode } from '@regie/contract/error-codes.ts'

type Limits = Pick<Budget, 'atOnce' | 'perUser' | 'waitingPerUser' | 'waitMs'>
type Waiting = { userId: number; start(leave: Leave): void }

export type Leave = () => void
export type WorkGate = {
  /** Resolves when the user may begin, with how to end. `onGone` hears what to call when the client leaves while it waits. Refuses when too many of theirs wait already or the wait is too long. */
  enter(userId: number, onGone?: (giveUp: () => void) => void): Promise<Leave>
}

/**
 * Lets requests begin so many at once, and of one user never more than their share. First come, first served among those who have something left of
 * their share, so that one user's hundred requests wait for each other and not others for them.
 */
export function openWorkGate({ atOnce, perUser, waitingPerUser, waitMs }: Limits, refusal: ErrorCode = 'error.tooManyRequests'): WorkGate {
  const running = new Map<number, number>()
  const line = new Set<Waiting>()
  let total = 0

  const mayBegin = (userId: number) => total < atOnce && (running.get(userId) ?? 0) < perUser
  const refused = () => new AppError(refusal, { params: { seconds: Math.ceil(waitMs / 1000) } })

  function begin(userId: number): Leave {
    total++
    running.set(userId, (running.get(userId) ?? 0) + 1)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      total--
      const left = (running.get(userId) ?? 1) - 1
      if (left > 0) running.set(userId, left)
      else running.delete(userId)
      beginNext()
    }
  }

  function beginNext() {
    for (const waiting of line) {
      if (total >= atOnce) return
      if (!mayBegin(waiting.userId)) continue
      line.delete(waiting)
      waiting.start(begin(waiting.userId))
    }
  }

  return {
    async enter(userId, onGone) {
      if (mayBegin(userId)) return begin(userId)
      let theirs = 0
      for (const waiting of line) if (waiting.userId === userId) theirs++
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
          userId,
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
