import { GatewayBusy } from '../../gateway-errors.ts'

export type Pace = {
  /** Waits for a place in the window and for the moment; answers what gives the place back. Throws GatewayBusy where that takes longer than this. */
  turn(waitMsMax: number): Promise<() => void>
  /** The exchange takes no more for a moment; answers for how long. */
  slowDown(): number
  /** It took one. */
  taken(): void
}

const backMs = { first: 1_000, most: 60_000 }

/** How fast an exchange is asked: so many unanswered at once, so many a second, and less after it said that it is too much. */
export function openPace(window: number, perSecond: number | null): Pace {
  let free = window
  const waiting: (() => void)[] = []
  let nextAt = 0
  let quietUntil = 0
  let backOff = backMs.first

  function release() {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  async function takePlace(waitMsMax: number): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const take = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(take), 1)
        reject(new GatewayBusy('The window is full', backMs.first))
      }, waitMsMax)
      waiting.push(take)
    })
  }

  return {
    async turn(waitMsMax) {
      const due = Math.max(nextAt, quietUntil, Date.now())
      if (due - Date.now() > waitMsMax) throw new GatewayBusy('The exchange is asked to its limit', due - Date.now())
      if (perSecond !== null) nextAt = due + 1_000 / perSecond
      if (due > Date.now()) await new Promise((resolve) => setTimeout(resolve, due - Date.now()))
      await takePlace(waitMsMax)
      return release
    },
    slowDown() {
      // Those that were under way together are told so together: that counts once.
      if (quietUntil <= Date.now()) {
        quietUntil = Date.now() + backOff
        backOff = Math.min(backMs.most, backOff * 2)
      }
      return Math.max(0, quietUntil - Date.now())
    },
    taken() {
      if (quietUntil <= Date.now()) backOff = Math.max(backMs.first, backOff / 2)
    },
  }
}
