type Waiting<Item> = { item: Item; resolve(): void; reject(error: unknown): void }

/**
 * Lets many share one write: whatever is given while one is under way goes into the next, at most so many at once. The promise of an item resolves when it
 * is written. When a group cannot be written, each of its items is written alone, so that a bad one fails by itself.
 */
export function inGroups<Item>(most: number, write: (group: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = []
  let isBusy = false

  async function work() {
    isBusy = true
    while (waiting.length > 0) {
      const group = waiting.splice(0, most)
      if (!(await end(group)) && group.length > 1) for (const one of group) await end([one], true)
    }
    isBusy = false
  }

  /** False: nothing was written, and nobody knows yet. */
  async function end(group: readonly Waiting<Item>[], isLast = group.length === 1): Promise<boolean> {
    try {
      await write(group.map(({ item }) => item))
    } catch (error) {
      if (isLast) for (const { reject } of group) reject(error)
      return false
    }
    for (const { resolve } of group) resolve()
    return true
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isBusy) void work()
    })
}
