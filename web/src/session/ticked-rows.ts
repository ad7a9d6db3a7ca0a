import { useState } from 'react'

const ticked = new Map<string, ReadonlySet<string>>()
const none: ReadonlySet<string> = new Set()

/**
 * The ticked rows of a list, by its name: they are there again when one comes back from a row or another screen. Signing out and reloading forget
 * them, as nobody may act on rows that were ticked a day ago.
 */
export function useTickedRows(list: string) {
  const [, redraw] = useState(0)
  const tick = (rows: ReadonlySet<string>) => {
    if (rows.size === 0) ticked.delete(list)
    else ticked.set(list, rows)
    redraw((times) => times + 1)
  }
  return [ticked.get(list) ?? none, tick] as const
}
