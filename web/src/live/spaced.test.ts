import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spaced } from './spaced.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first wish is granted at once, many more become one a second', () => {
  const action = vi.fn<() => void>()
  const { ask } = spaced(action, 1000)
  ask()
  expect(action).toHaveBeenCalledTimes(1)
  for (let i = 0; i < 50; i += 1) ask()
  expect(action).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(action).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(action).toHaveBeenCalledTimes(2)
  ask()
  expect(action).toHaveBeenCalledTimes(3)
})

test('an open wish is granted on leaving, and nothing comes after it', () => {
  const action = vi.fn<() => void>()
  const { ask, stop } = spaced(action, 1000)
  ask()
  ask()
  stop()
  expect(action).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(action).toHaveBeenCalledTimes(2)
})
