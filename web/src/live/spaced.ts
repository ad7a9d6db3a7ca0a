export type Spaced = { ask: () => void; stop: () => void }

/** Does the action at once when it was not done lately, and otherwise as soon as the time is over: many wishes become one. */
export function spaced(action: () => void, apartMs: number): Spaced {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isWished = false
  const rest = () => {
    waiting = isWished ? setTimeout(rest, apartMs) : undefined
    if (!isWished) return
    isWished = false
    action()
  }
  return {
    ask: () => {
      isWished = true
      if (waiting === undefined) rest()
    },
    // A wish that is still open is granted: what is cached would otherwise pass for fresh.
    stop: () => {
      clearTimeout(waiting)
      waiting = undefined
      if (isWished) action()
      isWished = false
    },
  }
}
