const minutes = [1, 2, 5, 15, 30, 60, 180, 360] as const

/** When to try again after so many attempts that are known not to have left; null when it is enough. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const wait = minutes[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait * 60_000)
}
