/** How a figure stood when it was last looked at. */
export type AlertState = {
  /** Since when it is over its limit without a break; null: it is not. */
  overSince: Date | null
  /** Since when it is within it. */
  underSince: Date | null
  /** False: of this crossing a mail was sent; the next one counts when the figure has been back for a while. */
  isArmed: boolean
  mailedAt: Date | null
  lookedAt: Date
}

const minuteMs = 60_000
/** So long a figure is back within its limit before the next crossing counts as one. */
const backMinutes = 10
/** However often it crosses, a figure is mailed about once in so long. */
const quietMinutes = 60
// After a stop nobody knows how it stood meanwhile: how long it lasts is counted anew.
const unseenMinutes = 5

/** How a figure stands that nobody watched until now. */
export const firstState = (now: Date): AlertState => ({ overSince: null, underSince: null, isArmed: true, mailedAt: null, lookedAt: now })

/**
 * What becomes of a figure that is looked at now, and whether a mail leaves: once for each time that it crosses its limit and stays there, and once an
 * hour at most. A crossing within that hour is mailed when the hour is over, if it lasts.
 */
export function nextState(state: AlertState, isOver: boolean, stayMinutes: number, now: Date): { state: AlertState; mails: boolean } {
  const passed = (since: Date, minutes: number) => now.getTime() - since.getTime() >= minutes * minuteMs
  const wasSeen = !passed(state.lookedAt, unseenMinutes)
  if (!isOver) {
    const underSince = (wasSeen ? state.underSince : null) ?? now
    const isArmed = state.isArmed || passed(underSince, backMinutes)
    return { state: { ...state, overSince: null, underSince, isArmed, lookedAt: now }, mails: false }
  }
  const overSince = (wasSeen ? state.overSince : null) ?? now
  const isQuiet = state.mailedAt !== null && !passed(state.mailedAt, quietMinutes)
  const mails = state.isArmed && !isQuiet && passed(overSince, stayMinutes)
  return {
    state: { overSince, underSince: null, isArmed: state.isArmed && !mails, mailedAt: mails ? now : state.mailedAt, lookedAt: now },
    mails,
  }
}
