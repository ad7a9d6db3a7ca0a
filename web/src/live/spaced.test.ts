import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spaced } from './spaced.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first wish is granted at once, many more become one a second', () => {
  const deed = vi.fn<() => void>()
  const { ask } = spaced(deed, 1000)
  ask()
  expect(deed).toHaveBeenCalledTimes(1)
  for (let i = 0; i < 50; i += 1) ask()
  expect(deed).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(deed).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(deed).toHaveBeenCalledTimes(2)
  ask()
  expect(deed).toHaveBeenCalledTimes(3)
})

test('an open wish is granted on leaving, and nothing comes after it', () => {
  const deed = vi.fn<() => void>()
  const { ask, stop } = spaced(deed, 1000)
  ask()
  ask()
  stop()
  expect(deed).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(deed).toHaveBeenCalledTimes(2)
})
