import type { LiveEvent } from '@regie/contract/live-events.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from '../platform/http/caller.ts'
import { openLiveCallers } from './live-callers.ts'
import type { LiveHub, LiveSubscriber } from './live-hub.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const caller: Caller = { userId: 1, username: 'jan', rights: [101], stage: 'full', sessionId: 1, customerIds: [] }

function openStage({ pauseMs = 100 } = {}) {
  const subscribers: LiveSubscriber[] = []
  const hub: LiveHub = {
    subscribe: (subscriber) => (subscribers.push(subscriber), () => undefined),
    countSubscribers: () => subscribers.length,
    close: () => undefined,
  }
  const findCallers = vi.fn((secrets: readonly string[]) => Promise.resolve(new Map(secrets.map((secret) => [secret, caller]))))
  const callers = openLiveCallers({ hub, findCallers, log: { warn: () => undefined }, gatherMs: 10, pauseMs, everyMs: 60_000 })
  const say = (event: LiveEvent) => subscribers.forEach((subscriber) => subscriber.onEvent(event))
  return { callers, findCallers, say }
}

test('a thousand screens and a hundred changes are a few questions, and every screen hears the last answer', async () => {
  const { callers, findCallers, say } = openStage()
  const heard = new Map<string, number>()
  for (let i = 0; i < 1_000; i++) callers.watch(`s${i}`, callers.changes(), () => void heard.set(`s${i}`, (heard.get(`s${i}`) ?? 0) + 1))
  for (let i = 0; i < 100; i++) {
    say({ kind: 'callers.changed' })
    if (i % 10 === 0) await vi.advanceTimersByTimeAsync(5)
  }
  expect(heard.size).toBe(1_000)
  await vi.advanceTimersByTimeAsync(250)
  expect(findCallers).toHaveBeenCalledTimes(2)
  expect(findCallers.mock.calls[0]?.[0].length).toBe(1_000)
  callers.close()
})

test('a change between looking somebody up and watching him is not missed', async () => {
  const { callers, findCallers, say } = openStage()
  const seen = callers.changes()
  say({ kind: 'callers.changed' })
  await vi.advanceTimersByTimeAsync(30)
  const listener = vi.fn()
  callers.watch('s', seen, listener)
  await vi.advanceTimersByTimeAsync(10)
  expect(listener).toHaveBeenCalledWith(caller)
  expect(findCallers).toHaveBeenCalledOnce()
  callers.close()
})

test('a database that is away for a moment is asked again', async () => {
  const { callers, findCallers, say } = openStage({ pauseMs: 20 })
  findCallers.mockRejectedValueOnce(new Error('away'))
  const listener = vi.fn()
  callers.watch('s', callers.changes(), listener)
  say({ kind: 'session.ended', userId: 1 })
  await vi.advanceTimersByTimeAsync(100)
  expect(listener).toHaveBeenCalledWith(caller)
  expect(findCallers).toHaveBeenCalledTimes(2)
  callers.close()
})
