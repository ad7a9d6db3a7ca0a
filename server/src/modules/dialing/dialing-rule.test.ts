import { dropRules } from '@regie/contract/dialing.ts'
import { expect, test } from 'vitest'
import { openChance } from '../demo-past/chance.ts'
import { callsToBegin, firstPace, nextPace, type PacedAgent, type PacedScript } from './dialing-rule.ts'

const script: PacedScript = {
  scriptId: 1,
  queueId: 7,
  mode: 'progressive',
  priority: 5,
  dialling: 0,
  waiting: 0,
  isDue: true,
  linesFree: 200,
  agentShare: 0.25,
  handleSeconds: 120,
  pace: firstPace,
}
const agents = (free: number, busy = 0, queueIds = [7]): PacedAgent[] => [
  ...Array.from({ length: free }, () => ({ queueIds, isBusy: false })),
  ...Array.from({ length: busy }, () => ({ queueIds, isBusy: true })),
]
const begin = (changes: Partial<PacedScript>, staff: PacedAgent[]) => callsToBegin([{ ...script, ...changes }], staff).get(1)

test('progressive: one call for each agent who is free, less who waits and what is dialling', () => {
  expect(begin({}, agents(4, 3))).toBe(4)
  expect(begin({ waiting: 1, dialling: 2 }, agents(4))).toBe(1)
  expect(begin({ dialling: 6 }, agents(4))).toBe(-2)
  expect(begin({}, agents(0, 9))).toBe(0)
  expect(begin({}, agents(4, 0, [8]))).toBe(0)
})

test('predictive: so many calls that those who want an agent find one, by the share of the last hour and the pace', () => {
  expect(begin({ mode: 'predictive' }, agents(4))).toBe(12)
  // A busy one is free within the ten seconds that it rings in one of twelve times.
  expect(begin({ mode: 'predictive' }, agents(4, 12))).toBe(16)
  expect(begin({ mode: 'predictive', agentShare: 0.01 }, agents(3))).toBe(16)
  expect(begin({ mode: 'predictive', agentShare: 1 }, agents(4))).toBe(4)
  expect(begin({ mode: 'predictive', pace: { factor: 3, heldBack: true } }, agents(4, 12))).toBe(4)
})

test('an agent of two queues counts for one script, the queue with priority first; one without calls to make leaves them', () => {
  const other = { ...script, scriptId: 2, queueId: 8, priority: 1 }
  const shared = agents(3, 0, [7, 8])
  expect([...callsToBegin([script, other], shared)]).toEqual([
    [2, 3],
    [1, 0],
  ])
  expect(callsToBegin([script, { ...other, isDue: false, dialling: 1 }], shared).get(1)).toBe(2)
})

test('the pace rises while few are dropped, falls from 2.5 %, and after 3 % is held back until below 2 %', () => {
  const hour = (dropped: number) => ({ calls: 1500, answered: 1000, dropped })
  expect(nextPace(firstPace, hour(25))).toEqual({ factor: 0.82, heldBack: false })
  expect(nextPace(firstPace, hour(26))).toEqual({ factor: 0.64, heldBack: false })
  expect(nextPace(firstPace, hour(30))).toEqual({ factor: 0.64, heldBack: true })
  expect(nextPace({ factor: 0.64, heldBack: true }, hour(20)).heldBack).toBe(true)
  expect(nextPace({ factor: 0.64, heldBack: true }, hour(19)).heldBack).toBe(false)
  expect(nextPace({ factor: 2.99, heldBack: false }, hour(0)).factor).toBe(3)
})

test('an hour of few calls teaches nothing but drops, one without calls begins anew', () => {
  const few = { calls: 30, answered: 19, dropped: 0 }
  expect(nextPace({ factor: 2, heldBack: true }, few)).toEqual({ factor: 2, heldBack: true })
  expect(nextPace({ factor: 2, heldBack: false }, { ...few, dropped: 1 })).toEqual({ factor: 1.6, heldBack: true })
  expect(nextPace({ factor: 2, heldBack: false }, { calls: 3, answered: 0, dropped: 1 }).heldBack).toBe(true)
  expect(nextPace({ factor: 3, heldBack: true }, { calls: 0, answered: 0, dropped: 0 })).toEqual(firstPace)
  expect(nextPace({ factor: 0.4, heldBack: false }, { calls: 0, answered: 0, dropped: 0 }).factor).toBe(0.4)
})

test('a script keeps no more agents from the others than it has lines for', () => {
  const other = { ...script, scriptId: 2 }
  const few = { ...script, linesFree: 2 }
  expect([...callsToBegin([few, other], agents(5))]).toEqual([
    [1, 2],
    [2, 3],
  ])
})

type Call = { answersAt: number; wants: boolean; gaveUpAt: number }

/** Four hours of 40 agents and 200 lines, second by second: who wants an agent and finds none for two seconds counts as dropped. */
function simulate(mode: PacedScript['mode'], seed: number) {
  const chance = openChance(seed).share
  const ends: number[] = []
  let ringing: Call[] = []
  let queue: Call[] = []
  let pace = firstPace
  let busySeconds = 0
  let linesMost = 0
  let counts = { calls: 0, answered: 0, wanted: 0, dropped: 0 }
  const log: { at: number; answered: boolean; wanted: boolean; dropped: boolean }[] = []
  for (let now = 0; now < 4 * 3600; now++) {
    for (const call of ringing.filter(({ answersAt }) => answersAt === now))
      if (call.wants) queue.push(call)
      else log.push({ at: now, answered: chance() < 0.7, wanted: false, dropped: false })
    ringing = ringing.filter(({ answersAt }) => answersAt > now)
    for (let i = ends.length - 1; i >= 0; i--) if ((ends[i] ?? 0) <= now) ends.splice(i, 1)
    while (ends.length < 40 && queue.length > 0) {
      queue.shift()
      ends.push(now + 60 + Math.floor(120 * chance()) + 30)
      log.push({ at: now, answered: true, wanted: true, dropped: false })
    }
    for (const _ of queue.filter(({ gaveUpAt }) => gaveUpAt <= now)) log.push({ at: now, answered: true, wanted: true, dropped: true })
    queue = queue.filter(({ gaveUpAt }) => gaveUpAt > now)
    busySeconds += ends.length
    // As the engine does: every ten seconds.
    if (now % 10 === 0) {
      const hour = log.filter(({ at }) => at > now - 3600)
      const count = (which: 'answered' | 'wanted' | 'dropped') => hour.filter((call) => call[which]).length
      counts = { calls: hour.length, answered: count('answered'), wanted: count('wanted'), dropped: count('dropped') }
    }
    if (now % 60 === 59) pace = nextPace(pace, counts)
    const standing = { dialling: ringing.length, waiting: queue.length, agentShare: counts.calls < 20 ? 1 : counts.wanted / counts.calls }
    const more = begin({ mode, pace, handleSeconds: 150, ...standing }, agents(40 - ends.length, ends.length)) ?? 0
    const free = 200 - ringing.length - queue.length - ends.length
    for (let i = 0; i < Math.min(more, free); i++) {
      const answersAt = now + 4 + Math.floor(12 * chance())
      ringing.push({ answersAt, wants: chance() < 0.25, gaveUpAt: answersAt + 3 })
    }
    linesMost = Math.max(linesMost, ringing.length + queue.length + ends.length)
  }
  const last = log.filter(({ at }) => at > 3600)
  const share = last.filter(({ dropped }) => dropped).length / last.filter(({ answered }) => answered).length
  return {
    share,
    occupancy: busySeconds / (40 * 4 * 3600),
    linesMost,
    talks: last.filter(({ wanted, dropped }) => wanted && !dropped).length,
  }
}

test.each([1, 2, 3])('predictive keeps agents busier than progressive and drops less than 3 of a hundred (seed %i)', (seed) => {
  const calm = simulate('progressive', seed)
  const bold = simulate('predictive', seed)
  expect(calm.share).toBe(0)
  expect(bold.share).toBeLessThan(dropRules.most)
  expect(bold.talks).toBeGreaterThan(calm.talks * 1.05)
  expect(bold.occupancy).toBeGreaterThan(calm.occupancy)
  expect(bold.linesMost).toBeLessThanOrEqual(200)
})
