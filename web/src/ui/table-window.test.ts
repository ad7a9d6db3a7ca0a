import { describe, expect, test } from 'vitest'
import { bodyHeight, rowHeight, scrollTopFor, tableWindow } from './table-window.ts'

const viewport = 720

describe.each([10, 50, 10_000, 1_000_000])('%i rows', (count) => {
  const end = Math.max(0, bodyHeight(count) - viewport)

  test('at the top the first row stands at 0', () => {
    const window = tableWindow({ count, scrollTop: 0, viewport })
    expect(window.first).toBe(0)
    expect(window.topOf(0)).toBe(0)
  })

  test('at the end the last row stands at the bottom of the view', () => {
    const window = tableWindow({ count, scrollTop: end, viewport })
    expect(window.last).toBe(count - 1)
    if (count * rowHeight > viewport) expect(Math.abs(window.topOf(count - 1) + rowHeight - (end + viewport))).toBeLessThanOrEqual(1)
  })

  test('scrolling to any row brings it wholly into view', () => {
    for (const index of [0, 3, Math.floor(count / 2), count - 1]) {
      const scrollTop = scrollTopFor(index, { count, scrollTop: 0, viewport }) ?? 0
      const top = tableWindow({ count, scrollTop, viewport }).topOf(index)
      expect(top).toBeGreaterThanOrEqual(scrollTop - 1)
      expect(top + rowHeight).toBeLessThanOrEqual(scrollTop + viewport + 1)
    }
  })

  test('never more rows are drawn than are near the view', () => {
    const window = tableWindow({ count, scrollTop: end / 2, viewport })
    expect(window.last - window.first).toBeLessThanOrEqual(viewport / rowHeight + 14)
  })
})

test('the body never grows past what a browser can scroll', () => {
  expect(bodyHeight(1_000_000)).toBeLessThanOrEqual(15_000_000)
})
