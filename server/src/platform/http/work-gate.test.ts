import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { budgets } from '../budgets.ts'
import { openWorkGate } from './work-gate.ts'

const limits = { atOnce: 3, perUser: 2, waitingPerUser: 2, waitMs: 200 }

test('one user has their share at once; a colleague who comes later does not wait for it', async () => {
  const gate = openWorkGate(limits)
  const [one] = [await gate.enter(1), await gate.enter(1)]
  let third = false
  const waiting = gate.enter(1).then((leave) => {
    third = true
    return leave
  })
  const colleague = await gate.enter(2)
  expect(third).toBe(false)
  one()
  expect(await waiting).toBeTypeOf('function')
  colleague()
})

test('whoever lets too many wait is refused at once, with seconds to wait', async () => {
  const gate = openWorkGate(limits)
  const leaves = [await gate.enter(1), await gate.enter(1)]
  const waiting = [gate.enter(1), gate.enter(1)]
  await expect(gate.enter(1)).rejects.toMatchObject({ code: 'error.tooManyRequests', params: { seconds: 1 } })
  for (const leave of leaves) leave()
  expect(await Promise.all(waiting)).toHaveLength(2)
})

test('a wait that is too long is refused, and a client that has gone waits no more', async () => {
  const gate = openWorkGate(limits, 'simulation.underWay')
  const leaves = [await gate.enter(1), await gate.enter(1)]
  await expect(gate.enter(1)).rejects.toMatchObject({ code: 'simulation.underWay' })
  let goAway = () => undefined as void
  const waiting = gate.enter(1, (giveUp) => {
    goAway = giveUp
  })
  goAway()
  await expect(waiting).rejects.toThrow()
  // Its place is free: leaving twice frees one place, not two.
  leaves[0]?.()
  leaves[0]?.()
  await gate.enter(1)
  const fourth = gate.enter(1)
  fourth.catch(() => undefined)
  expect(await Promise.race([fourth.then(() => 'began'), sleep(20, 'waits')])).toBe('waits')
})

test('who asks on and on rests after each request; a pause ends that, and nobody else waits for it', async () => {
  vi.useFakeTimers()
  try {
    const gate = openWorkGate({ ...limits, perUser: 1, waitMs: 60_000, rest: { afterMs: 1_000, afterRequests: 1, pauseMs: 50, share: 1 } })
    const began = (key: number) => {
      const seen = { at: Number.NaN, leave: () => undefined as void }
      void gate.enter(key).then((leave) => Object.assign(seen, { at: performance.now(), leave }))
      return seen
    }
    const settled = () => vi.advanceTimersByTimeAsync(0)
    const start = performance.now()
    const first = began(1)
    await settled()
    await vi.advanceTimersByTimeAsync(800)
    const second = began(1)
    first.leave()
    await settled()
    // Not yet for so long: the next begins at once.
    expect(second.at - start).toBe(800)
    await vi.advanceTimersByTimeAsync(400)
    const [third, colleague] = [began(1), began(2)]
    second.leave()
    await settled()
    expect(colleague.at - start).toBe(1_200)
    expect(third.at).toBeNaN()
    await vi.advanceTimersByTimeAsync(400)
    expect(third.at - start).toBe(1_600)
    third.leave()
    // The rest after it is over, and a pause besides.
    await vi.advanceTimersByTimeAsync(100)
    const fourth = began(1)
    await settled()
    await vi.advanceTimersByTimeAsync(900)
    const fifth = began(1)
    fourth.leave()
    await settled()
    expect(fifth.at).toBe(performance.now())
  } finally {
    vi.useRealTimers()
  }
})

test('a screen that asks for a few slow analyses at once has them all: a slow answer makes nobody a program', async () => {
  vi.useFakeTimers()
  try {
    const gate = openWorkGate(budgets.analysis)
    const start = performance.now()
    const began: number[] = []
    const refused: unknown[] = []
    const ask = async () => {
      const leave = await gate.enter(1)
      began.push(performance.now() - start)
      setTimeout(leave, 6_000)
    }
    for (let asked = 0; asked < 3; asked++) void ask().catch((reason: unknown) => refused.push(reason))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(refused).toEqual([])
    expect(began).toEqual([0, 6_000, 12_000])
  } finally {
    vi.useRealTimers()
  }
})

test('who is refused and asks again at once is let in twice a second for each of their places, after as many as a person asks at once', async () => {
  vi.useFakeTimers()
  try {
    const gate = openWorkGate(budgets.upload)
    const { perUser, rest } = budgets.upload
    let answered = 0
    const askOn = async () => {
      for (;;) {
        const leave = await gate.enter(1)
        answered++
        leave()
        // As soon as the refusal is read.
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    for (let asker = 0; asker < 4; asker++) void askOn().catch(() => undefined)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(answered).toBeGreaterThan(rest.afterRequests)
    expect(answered).toBeLessThanOrEqual(rest.afterRequests + 21 * perUser)
  } finally {
    vi.useRealTimers()
  }
})
