/** When the next mail may leave, and until when moments are given out to mails that wait. */
export type Pace = { dueAt: Date; givenUntil: Date }

// Who waits is looked at again after a minute at the latest: a batch that is closed meanwhile gives its moments back so.
const lookAgainMs = 60_000

/** Keeps to so many mails a minute, evenly; of a fast one those of a second may leave together. */
export function takePace(pace: Pace | null, perMinute: number, now: Date): { pace: Pace; waitUntil: Date | null } {
  const apartMs = 60_000 / perMinute
  const together = Math.max(1, Math.round(perMinute / 60))
  const due = Math.max(pace?.dueAt.getTime() ?? 0, now.getTime())
  const given = Math.max(pace?.givenUntil.getTime() ?? 0, due)
  if (due - now.getTime() <= (together - 1) * apartMs)
    return { pace: { dueAt: new Date(due + apartMs), givenUntil: new Date(Math.max(given, due + apartMs)) }, waitUntil: null }
  const wait = Math.min(given, now.getTime() + lookAgainMs)
  return {
    pace: { dueAt: new Date(due), givenUntil: new Date(Math.min(given + apartMs, now.getTime() + lookAgainMs)) },
    waitUntil: new Date(wait),
  }
}
