import type { TimesFault } from '@regie/contract/time-windows-check.ts'
import { checkTimes } from '@regie/contract/time-windows-check.ts'
import { type Channel, channels } from '@regie/contract/channels.ts'
import type { ExtraWindow, ScriptTimes, TimeWindow } from '@regie/contract/time-windows.ts'

/** `key` names a window on this screen; one that was never saved has no id. */
export type DraftWindow = TimeWindow & { key: string; id: number | null; shared: number }
export type DraftDate = ExtraWindow & { key: string; id: number | null }
export type TimesDraft = { alwaysOpen: boolean; windows: DraftWindow[]; extra: DraftDate[] }

let drawn = 0
/** A name for what is new on this screen. */
export const newKey = () => `new-${++drawn}`

export function draftOf({ alwaysOpen, windows, extra }: ScriptTimes): TimesDraft {
  return {
    alwaysOpen,
    windows: windows.map((window) => ({ ...window, key: `w${window.id}` })),
    extra: extra.map((window) => ({ ...window, key: `x${window.id}` })),
  }
}

/** What is sent: the windows without what only this screen knows. */
export function bodyOf({ alwaysOpen, windows, extra }: TimesDraft, version: number) {
  return {
    version,
    alwaysOpen,
    timeWindows: windows.map(({ id, start, end, weekdays, channels }) => ({ id, start, end, weekdays, channels })),
    extra: extra.map(({ id, date, closed, start, end, channels }) => ({ id, date, closed, start, end, channels })),
  }
}

export function isChanged(draft: TimesDraft, kept: ScriptTimes): boolean {
  return JSON.stringify(sorted(bodyOf(draft, 0))) !== JSON.stringify(sorted(bodyOf(draftOf(kept), 0)))
}

/** Faults by the key of what they are of. */
export function faultsOf(limits: ScriptTimes, draft: TimesDraft): Map<string, TimesFault[]> {
  const faults = checkTimes(limits, draft.windows, draft.extra)
  return Map.groupBy(faults, ({ list, at }) => (list === 'extra' ? draft.extra[at]?.key : draft.windows[at]?.key) ?? '')
}

/** What is drawn serves every way of reaching somebody that the script could take. */
export const allChannels: readonly Channel[] = channels

/** A copy with another choice: taken away if it was there. */
export function toggled<Item>(items: readonly Item[], item: Item): Item[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item]
}

// Neither the order of windows nor that of their days says anything.
function sorted({ timeWindows, extra, ...rest }: ReturnType<typeof bodyOf>) {
  const inOrder = <Part extends { channels: readonly Channel[] }>(part: Part) => ({ ...part, channels: [...part.channels].sort() })
  return {
    ...rest,
    timeWindows: timeWindows
      .map((window) => JSON.stringify({ ...inOrder(window), weekdays: window.weekdays.toSorted((a, b) => a - b) }))
      .sort(),
    extra: extra
      .map((window) => JSON.stringify(window.closed ? { id: window.id, date: window.date, closed: true } : inOrder(window)))
      .sort(),
  }
}
