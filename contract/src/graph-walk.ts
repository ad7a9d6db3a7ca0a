/** Where each step of a drawn graph leads, by its key. */
export type LeadsTo = (key: string) => readonly string[]

/** All that can be reached from these starts, the starts themselves among them. */
export function reachedFrom(starts: readonly string[], next: LeadsTo): Set<string> {
  const reached = new Set(starts)
  // A set hands out what is added while it is walked.
  for (const key of reached) for (const to of next(key)) reached.add(to)
  return reached
}

/** Of steps with the same fault, those that have it by themselves: the others only follow from them. Of a round of steps, the first. */
export function causesOf(keys: readonly string[], next: LeadsTo): Set<string> {
  const order = [...new Set(keys)]
  const follows = new Map(order.map((key) => [key, reachedFrom(next(key), next)]))
  const isCause = (key: string, at: number) =>
    order.every((other, otherAt) => other === key || !follows.get(other)?.has(key) || (follows.get(key)?.has(other) && at < otherAt))
  return new Set(order.filter(isCause))
}

/** The same ways, walked back. */
export function comesFrom(keys: readonly string[], leadsTo: LeadsTo): LeadsTo {
  const before = new Map<string, string[]>()
  for (const key of keys) for (const to of leadsTo(key)) before.set(to, [...(before.get(to) ?? []), key])
  return (key) => before.get(key) ?? []
}
