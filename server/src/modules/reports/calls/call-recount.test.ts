import { type CallFigures, callReportApi } from '@regie/contract/call-report.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { type CallStory, openCallStory } from '../../../../test/call-story.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'

// Everything is counted here a second time, from what was logged and by plain code: no SQL, and none of the product's formulas.
let app: TestApp
let story: CallStory
let reader: Staff
let calls: Logged[]
let log: Status[]

// What the story itself did, by call: how long somebody was held, and with which agent the phone rang out.
const holds = new Map<number, number>()
const misses = new Map<number, number>()

type Logged = {
  id: number
  queueId: number
  state: string
  entered: number
  answered: number | null
  ended: number | null
  userId: number | null
}
type Status = { userId: number; status: string; at: number; isIn: boolean }

const start = Date.parse('2026-06-03T08:50:00.500Z')

beforeAll(async () => {
  app = await openTestApp({ start: new Date(start).toISOString() })
  story = await openCallStory(app)
  reader = await story.reader()
  await playMorning()
  calls = (await app.db.selectFrom('queue_calls').selectAll().where('customer_id', '=', story.customerId).execute()).map((row) => ({
    ...{ id: row.communication_id, queueId: row.queue_id, state: row.state, userId: row.user_id, entered: row.entered_at.getTime() },
    ...{ answered: row.answered_at?.getTime() ?? null, ended: row.ended_at?.getTime() ?? null },
  }))
  const lines = app.db.selectFrom('agent_statuses').selectAll().where('customer_id', '=', story.customerId).orderBy('id')
  log = (await lines.execute()).map((row) => ({
    ...{ userId: row.user_id, status: row.status, at: row.at.getTime(), isIn: row.login_at !== null },
  }))
}, 120_000)
afterAll(() => app.close())

/** Forty calls in forty minutes for three agents who take breaks, log out and come back. */
async function playMorning() {
  const comes = Array.from({ length: 40 }, (_, at) => ({
    ...{ at: at * 47 + ((at * 31) % 23), talk: 3 + ((at * 71) % 160) },
    givesUpAfter: at % 3 === 1 ? 1 : 4 + ((at * 53) % 140),
  }))
  const heldAt = new Map<number, number>()
  const returns = new Map<number, Staff>()
  const waiting: { id: number; since: number; givesUpAfter: number; talk: number }[] = []
  for (const agent of story.agents) await story.stand(agent, 'available')
  const [first, second, third] = story.agents as [Staff, Staff, Staff]
  const plan: Record<number, () => Promise<unknown>> = {
    300: () => story.stand(first, 'custom1'),
    620: () => story.stand(first, 'available'),
    900: () => story.stand(second, 'custom2'),
    1_100: () => story.stand(third, 'away', null),
    1_300: () => story.stand(second, 'available'),
    1_700: () => story.stand(third, 'available'),
  }
  for (let second = 0; second <= 2_400; second += 4) {
    app.clock.set(new Date(start + second * 1000 + ((second * 37) % 900)))
    for (const [at, agent] of returns) if (Math.abs(at - second) < 2) await story.stand(agent, 'available')
    for (const [at, act] of Object.entries(plan)) if (Math.abs(Number(at) - second) < 2) await act()
    while (comes[0] !== undefined && comes[0].at <= second) {
      const next = comes.shift()
      if (next) waiting.push({ ...next, ...(await story.enter(waiting.length % 2)), since: app.clock.now().getTime() })
    }
    const stood = await app.db.selectFrom('queue_calls').select(['communication_id', 'state', 'answered_at']).execute()
    for (const { id, since, givesUpAfter, talk } of waiting) {
      const row = stood.find((one) => one.communication_id === id)
      const now = app.clock.now().getTime()
      if (row?.state === 'waiting' && now >= since + givesUpAfter * 1000) await story.hangUp(id)
      const talked = row?.state === 'answered' ? now - (row.answered_at?.getTime() ?? 0) : -1
      if (talked >= 20_000 && talk % 3 === 0 && !heldAt.has(id)) {
        heldAt.set(id, now)
        await app.db.updateTable('desk_calls').set({ held_at: app.clock.now() }).where('communication_id', '=', id).execute()
      }
      if (talked >= 15_000 && talk % 7 === 1) {
        const { user_id } = await app.db
          .selectFrom('queue_calls')
          .select('user_id')
          .where('communication_id', '=', id)
          .executeTakeFirstOrThrow()
        misses.set(id, user_id ?? 0)
        await story.hangUp(id, true)
        const agent = story.agents.find(({ userId }) => userId === user_id)
        if (agent) returns.set(second + 160, agent)
      } else if (talked >= talk * 1000) {
        if (heldAt.has(id)) holds.set(id, Math.round((now - (heldAt.get(id) ?? 0)) / 1000))
        await story.hangUp(id)
      }
    }
    await story.turn()
  }
}

/** What of a call of an agent comes after it: from the cooldown after it until they stand otherwise. */
function afterOf({ userId, answered, ended }: Logged, now: number): number {
  if (userId === null || answered === null || ended === null) return 0
  const own = log.filter((line) => line.userId === userId)
  const next = own.findIndex((line) => line.at >= ended && line.status !== 'calling')
  const began = own[next]
  if (began?.status !== 'cooldown') return 0
  const over = own.slice(next).find((line) => line.status !== 'cooldown' && line.status !== 'custom2')
  return ((over?.at ?? now) - began.at) / 1000
}

function recount(some: readonly Logged[], now: number): Partial<CallFigures> {
  const answered = some.flatMap((call) => (call.answered === null ? [] : [{ ...call, wait: (call.answered - call.entered) / 1000 }]))
  const gaveUp = some.filter(({ state }) => state === 'abandoned').map(({ ended, entered }) => ((ended ?? 0) - entered) / 1000)
  const abandoned = gaveUp.filter((wait) => wait > 5).length
  const handled = answered.filter((call) => call.ended !== null && call.ended - (call.answered ?? 0) >= 1000)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const hold = sum(handled.map(({ id }) => holds.get(id) ?? 0))
  const held = handled.filter(({ id }) => (holds.get(id) ?? 0) > 0).length
  const missed = some.filter(({ id }) => misses.has(id)).length
  const talk = sum(handled.map((call) => ((call.ended ?? 0) - (call.answered ?? 0)) / 1000)) - hold
  const after = sum(handled.map((call) => afterOf(call, now)))
  const inTime = answered.filter(({ wait }) => wait <= 20).length
  return {
    ...{ offered: some.length, answered: answered.length, inTime, abandoned, shortAbandoned: gaveUp.length - abandoned },
    ...{ handled: handled.length, longestWait: Math.max(0, ...gaveUp, ...answered.map(({ wait }) => wait)) },
    ...{ waitSeconds: sum(answered.map(({ wait }) => wait)), talkSeconds: talk, afterSeconds: after },
    ...{ holdSeconds: hold, held, missed, missedShare: missed === 0 && answered.length === 0 ? null : missed / (answered.length + missed) },
    holdOfHeld: held === 0 ? null : hold / held,
    serviceLevel: answered.length + abandoned === 0 ? null : inTime / (answered.length + abandoned),
    averageWait: answered.length === 0 ? null : sum(answered.map(({ wait }) => wait)) / answered.length,
    ...(handled.length > 0 && { att: talk / handled.length, acw: after / handled.length }),
    ...(handled.length > 0 && { hold: hold / handled.length, aht: (talk + hold + after) / handled.length }),
  }
}

/** Equal to a thousandth of a second. */
function expectFigures(given: Partial<CallFigures>, wanted: Partial<CallFigures>) {
  for (const [key, value] of Object.entries(wanted) as [keyof CallFigures, number | null][])
    if (value === null) expect(given[key], key).toBeNull()
    else expect(given[key], key).toBeCloseTo(value, 3)
}

const query = () => ({ customerID: story.customerId, from: '2026-06-03', to: '2026-06-03' })

test('the morning has all that a report counts, or the recount would prove little', () => {
  const figures = recount(calls, app.clock.now().getTime())
  for (const key of ['abandoned', 'shortAbandoned', 'inTime', 'afterSeconds', 'held', 'missed'] as const)
    expect(figures[key], key).toBeGreaterThan(0)
  expect(figures.inTime).toBeLessThan(figures.answered ?? 0)
  expect(log.some(({ status, isIn }) => status === 'away' && !isIn)).toBe(true)
})

test('the figures of the day and of each quarter are those of the log', async () => {
  const { body } = await app.call(callReportApi.buckets, { query: { ...query(), granularity: 'quarter' } }).as(reader)
  const now = app.clock.now().getTime()
  expect(body.rows).toHaveLength(96)
  expectFigures(body.total, recount(calls, now))
  for (const { bucket, ...figures } of body.rows) {
    const from = Date.parse(bucket)
    expectFigures(
      figures,
      recount(
        calls.filter(({ entered }) => entered >= from && entered < from + 900_000),
        now,
      ),
    )
  }
})

test('the figures of each queue are those of its calls', async () => {
  const { body } = await app.call(callReportApi.performance, { query: query() }).as(reader)
  expect(body.queues).toHaveLength(2)
  for (const queue of body.queues)
    expectFigures(
      queue,
      recount(
        calls.filter(({ queueId }) => queueId === queue.queueID),
        app.clock.now().getTime(),
      ),
    )
})

test('the figures of each agent are those of their calls and of how they stood', async () => {
  const { body } = await app.call(callReportApi.agents, { query: query() }).as(reader)
  const now = app.clock.now().getTime()
  expect(new Set(body.rows.map(({ userID }) => userID))).toEqual(new Set(story.agents.map(({ userId }) => userId)))
  for (const row of body.rows) {
    const { handled, talkSeconds, holdSeconds, afterSeconds } = recount(
      calls.filter(({ userId }) => userId === row.userID),
      now,
    )
    expect(row.handled).toBe(handled)
    expect(row.talkSeconds).toBeCloseTo(talkSeconds ?? 0, 3)
    expect(row.holdSeconds).toBe(holdSeconds)
    expect(row.missed).toBe([...misses.values()].filter((userId) => userId === row.userID).length)
    expect(row.afterSeconds).toBeCloseTo(afterSeconds ?? 0, 3)
    const own = log.filter(({ userId }) => userId === row.userID)
    const stood = (...statuses: string[]) =>
      own.reduce((sum, { status, at, isIn }, no) => (isIn && statuses.includes(status) ? sum + (own[no + 1]?.at ?? now) - at : sum), 0) /
      1000
    const busy = stood('calling', 'cooldown', 'custom2')
    const free = stood('available')
    const all = busy + free + stood('custom1', 'dnd', 'away')
    expect(row.loggedInSeconds).toBeCloseTo(all, 3)
    expect(row.times.pause).toBeCloseTo(stood('custom1'), 3)
    expect(row.availability).toBeCloseTo((busy + free) / all, 6)
    expect(row.occupancy).toBeCloseTo(busy / (busy + free), 6)
    expect(row.cpu).toBeCloseTo((handled ?? 0) / ((busy + free) / 3600), 6)
  }
})
