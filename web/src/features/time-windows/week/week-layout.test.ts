import { expect, test } from 'vitest'
import { clockOf, endBefore, quarterOf, untilOf } from '../quarters.ts'
import type { DraftWindow } from '../times-draft.ts'
import { blocksOfDay, shownQuarters, strokeBetween } from './week-layout.ts'

const window = (key: string, start: string, end: string, weekdays = [1]): DraftWindow => ({
  key,
  id: null,
  shared: 1,
  start,
  end,
  weekdays,
  channels: ['call'],
})

test('clock times and quarters lead to each other, the end of the day too', () => {
  expect([clockOf(0), clockOf(37), clockOf(96)]).toEqual(['00:00', '09:15', '24:00'])
  expect([quarterOf('09:15'), quarterOf('16:59'), endBefore(68), untilOf('23:59')]).toEqual([37, 67, '16:59', '24:00'])
})

test('windows that cover the same hours stand side by side, and what comes after has the whole width again', () => {
  const blocks = blocksOfDay(
    [window('c', '14:00', '14:59'), window('a', '09:00', '11:59'), window('b', '10:00', '12:59'), window('d', '09:00', '09:59', [2])],
    1,
  )
  expect(blocks.map(({ window: { key }, lane, lanes }) => [key, lane, lanes])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 0, 1],
  ])
})

test('the grid shows the lawful hours, and windows that lie outside them', () => {
  expect(shownQuarters({ minHour: 7, maxHour: 19 }, [])).toEqual({ first: 28, last: 80 })
  expect(shownQuarters({ minHour: 7, maxHour: 19 }, [window('a', '06:00', '21:14')])).toEqual({ first: 24, last: 88 })
})

test('what is drawn upwards and to the left is the same as the other way round', () => {
  expect(strokeBetween({ weekday: 5, quarter: 40 }, { weekday: 2, quarter: 36 })).toEqual({ fromDay: 2, toDay: 5, from: 36, to: 40 })
})
