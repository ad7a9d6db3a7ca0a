import { type PastHistory, resumeHistory, type Setting } from './history.ts'
import { lastOpen, later, latest, nextOpen } from './office-hours.ts'
import { appoint, complain } from './past-arrangements.ts'

type Invented = { setting: Setting; history: PastHistory }

/** What waits for somebody today in a batch that is worked on: a complaint whose time to be confirmed runs, and call-backs that were due or come soon. */
export function addCurrentMatters(cases: readonly Invented[], today: Date): void {
  const lastAt = lastOpen(today)
  const dayBefore = lastOpen(later(lastAt, { hours: -20 }))
  // Of somebody who was reached: nobody complains of a message that never came.
  const isFree = (before: Date) => (one: Invented) => {
    const { standing, messages, lines } = one.history
    return standing.status === 'open' && standing.held === null && messages.length > 0 && lines.every(({ at }) => at < before)
  }
  // After a weekend nobody may have been left alone for a day; then those without news in the last hours.
  const quietSince = cases.some(isFree(dayBefore)) ? dayBefore : later(lastAt, { hours: -1 })
  const [complaining, ...calling] = cases.filter(isFree(quietSince))
  // It stands as it came in: nobody has confirmed it yet, at whatever hour the demo begins.
  if (complaining) complain(complaining.history, complaining.setting, 'complaint', lastAt, lastAt)
  for (const [no, { history, setting }] of calling.slice(0, 6).entries()) {
    // Nobody asks to be called back about what has not come yet.
    const lastLine = history.lines.map(({ at }) => at).reduce(latest)
    const madeAt = latest(later(quietSince, { minutes: -no * 7 }), later(lastLine, { minutes: 1 }))
    if (no < 2) {
      const dueAt = later(lastAt, { minutes: -25 * no })
      appoint(history, setting, madeAt, dueAt)
      // Whoever is to call has not yet: the pause ended by itself, the script goes on tomorrow.
      history.lines.push({ event: 'pauseEnded', at: dueAt })
      resumeHistory(history, dueAt)
      history.standing.dueAt = nextOpen(later(today, { days: 1 }))
    } else appoint(history, setting, madeAt, nextOpen(later(today, { minutes: 30 * no })))
  }
}
