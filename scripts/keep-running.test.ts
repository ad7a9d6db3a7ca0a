import { spawn } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { keepRunning } from './keep-running.ts'

test('a server that ends before it was ready is not started again, and how it ended is said', async () => {
  const start = vi.fn(() => spawn(process.execPath, ['-e', 'process.exit(3)'], { stdio: 'ignore' }))
  const lines: string[] = []
  const { firstReady } = keepRunning({
    name: 'the api',
    start,
    say: (line) => lines.push(line),
    isReady: () => new Promise(() => undefined),
  })
  expect(await firstReady).toBe(false)
  await expect.poll(() => lines).toEqual([expect.stringMatching(/ the api ended before it was ready \(exit code 3\)\.$/)])
  expect(start).toHaveBeenCalledTimes(1)
})
