import type { DraftWindow } from '../times-draft.ts'
import { quarterOf } from '../quarters.ts'

/** A window on one day of the grid: from a quarter until before another, in one of the lanes that those beside it share. */
export type Block = { window: DraftWindow; weekday: number; from: number; until: number; lane: number; lanes: number }

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The quarters that the grid shows: the lawful hours, and further where a window lies outside them. */
export function shownQuarters(
  limits: { minHour: number; maxHour: number },
  windows: readonly DraftWindow[],
): { first: number; last: number } {
  const first = Math.min(limits.minHour, ...windows.map(({ start }) => Number(start.slice(0, 2))))
  const last = Math.max(limits.maxHour, ...windows.map(({ end }) => Number(end.slice(0, 2))))
  return { first: first * 4, last: (last + 1) * 4 }
}

/** The blocks of a day. Windows of several channels may cover the same hours: they stand side by side. */
export function blocksOfDay(windows: readonly DraftWindow[], weekday: number): Block[] {
  const blocks = windows
    .filter((window) => window.weekdays.includes(weekday))
    .map((window) => ({
      window,
      weekday,
      from: quarterOf(window.start),
      until: Math.max(quarterOf(window.end), quarterOf(window.start)) + 1,
      lane: 0,
      lanes: 1,
    }))
    .toSorted((a, b) => a.from - b.from || a.until - b.until)
  let group: Block[] = []
  let groupEnds = 0
  for (const block of blocks) {
    if (block.from >= groupEnds) group = []
    const taken = group.filter((other) => other.until > block.from).map((other) => other.lane)
    block.lane = [...Array(group.length + 1).keys()].find((lane) => !taken.includes(lane)) ?? 0
    group.push(block)
    groupEnds = Math.max(...group.map((other) => other.until))
    const lanes = Math.max(...group.map((other) => other.lane)) + 1
    for (const other of group) other.lanes = lanes
  }
  return blocks
}

export type Stroke = { fromDay: number; toDay: number; from: number; to: number }

/** What is drawn between two cells, whichever came first: both ends inside. */
export function strokeBetween(start: { weekday: number; quarter: number }, end: { weekday: number; quarter: number }): Stroke {
  return {
    fromDay: Math.min(start.weekday, end.weekday),
    toDay: Math.max(start.weekday, end.weekday),
    from: Math.min(start.quarter, end.quarter),
    to: Math.max(start.quarter, end.quarter),
  }
}
