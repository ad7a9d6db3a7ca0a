import { handledFromSeconds } from '@regie/contract/call-metrics.ts'
import { dropRules } from '@regie/contract/dialing.ts'
import { shortAbandonSeconds } from '@regie/contract/service-level.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, openEngineHarness } from '../../../test/engine-harness.ts'
import { type HourLog, type HourPlan, type LoggedCall, playHour } from '../../../test/simulated-hour.ts'
import { countByAgent, countByQueue } from '../reports/calls/count-calls.ts'

// What the exchange was asked and what it said is written down beside the product; everything below is recomputed from that, by plain code.
const plan: HourPlan = process.env.WHOLE_HOUR
  ? { minutes: 60, cases: 20_000, agents: 40, lines: 200, transfers: 60 }
  : { minutes: 4, cases: 200, agents: 6, lines: 30, transfers: 10 }

let h: EngineHarness
let log: HourLog
beforeAll(async () => {
  h = await openEngineHarness({ start: '2026-06-03T09:00:00Z' })
  log = await playHour(h, plan)
}, 3_600_000)
afterAll(() => h.close())

const ended = (one: LoggedCall) => one.ended ?? Number.NaN
const seconds = (from: number, until: number) => (until - from) / 1_000
const isPerson = ({ answer }: LoggedCall) => answer === 'mens'
const dropped = () =>
  log.calls.filter((one) => isPerson(one) && one.asked !== null && one.connected.length === 0 && ended(one) > one.asked + 2_000)
const offers = () => log.calls.flatMap(({ rang }) => rang)
const missed = () => offers().filter(({ outcome }) => outcome === 'missed')
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** The most that were on at one moment; what ends makes room for what begins. */
function mostAtOnce(spans: readonly { from: number; until: number }[]) {
  const changes = spans.flatMap(({ from, until }) => [
    { at: from, by: 1 },
    { at: until, by: -1 },
  ])
  let [now, most] = [0, 0]
  for (const { by } of changes.toSorted((one, other) => one.at - other.at || one.by - other.by)) most = Math.max(most, (now += by))
  return most
}

test('the hour is one: calls were made, answered, put through and dropped', () => {
  expect(log.calls.length).toBeGreaterThan(plan.agents * plan.minutes)
  const agentMinutes = sum(log.calls.flatMap((one) => one.connected.map(({ at }) => seconds(at, ended(one))))) / 60
  // More than half of their time agents talk.
  expect(agentMinutes).toBeGreaterThan(plan.agents * plan.minutes * 0.5)
  // For whoever asks for the whole hour: it says how it went.
  const putThrough = log.calls.filter(({ connected }) => connected.length > 0).length
  const share = Math.round((100 * agentMinutes) / (plan.agents * plan.minutes))
  process.stdout.write(
    `${log.calls.length} calls, ${log.calls.filter(isPerson).length} answered, ${putThrough} put through, ` +
      `${dropped().length} lost, ${missed().length} of ${offers().length} phones rang out, ` +
      `${share} % of the agents' time is talk, most lines ${log.seen.lines}, most waiting ${log.seen.waiting}\n`,
  )
})

test('lines and transfers are never over', () => {
  expect(mostAtOnce(log.calls.map((one) => ({ from: one.placed, until: ended(one) })))).toBeLessThanOrEqual(plan.lines)
  expect(log.seen.waiting).toBeLessThanOrEqual(plan.transfers)
})

test('nobody has two calls at once, nor an agent; whoever talked is not dialled again', () => {
  for (const own of Map.groupBy(log.calls, ({ to }) => to).values()) {
    expect(mostAtOnce(own.map((one) => ({ from: one.placed, until: ended(one) })))).toBe(1)
    expect(own.slice(0, -1).filter(isPerson)).toEqual([])
  }
  const talks = log.calls.flatMap((one) => one.connected.map(({ at, agent }) => ({ agent, from: at, until: ended(one) })))
  const busy = [...talks, ...offers().map(({ agent, at, until }) => ({ agent, from: at, until }))]
  for (const own of Map.groupBy(busy, ({ agent }) => agent).values()) expect(mostAtOnce(own)).toBe(1)
})

test('of those who picked up fewer than 3 % wanted an agent and got none', () => {
  const answered = log.calls.filter(isPerson)
  expect(answered.length).toBeGreaterThan(12)
  expect(dropped().length / answered.length).toBeLessThan(dropRules.most)
})

test('a phone that nobody picks up keeps nobody from an agent: who rang on it is put through to another one, or hangs up', () => {
  expect(missed().length).toBeGreaterThan(0)
  expect(missed().length).toBeLessThan(offers().length / 5)
  const rungOut = log.calls.filter(({ rang }) => rang.some(({ outcome }) => outcome === 'missed'))
  for (const { rang, connected } of rungOut) {
    const agents = rang.map(({ agent }) => agent)
    // Whoever missed it is away: the next one is rung.
    expect(agents.slice(1).every((agent, at) => agent !== agents[at])).toBe(true)
    expect(connected.length).toBe(rang.at(-1)?.outcome === 'picked' ? 1 : 0)
  }
  expect(rungOut.some(({ connected }) => connected.length > 0)).toBe(true)
})

test('nothing is left in the air, and every case is closed with what its calls say or waits for its next attempt', async () => {
  expect(log.calls.filter((one) => one.ended === null)).toEqual([])
  const { rows: left } = await sql<{ n: number }>`
    select (select count(*) from communications where in_air)
      + (select count(*) from live_cases where state <> 'cooldown')
      + (select count(*) from queue_calls where state in ('waiting', 'answered'))
      + (select count(*) from agents where status = 'calling') as n`.execute(h.db)
  expect(Number(left[0]?.n)).toBe(0)
  const cases = await sql<{ to: string; status: string; result: string | null; state: string | null }>`
    select c.mobile as to, c.status, c.result, r.state
    from cases c
    left join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
    where c.customer_id = ${log.customerId}`.execute(h.db)
  const callsTo = Map.groupBy(log.calls, ({ to }) => to)
  for (const one of cases.rows) {
    const calls = callsTo.get(one.to) ?? []
    expect(calls.length).toBeLessThanOrEqual(3)
    const isOver = calls.some(isPerson) || calls.length === 3
    expect({ ...one, calls: calls.map(({ answer }) => answer), isOver: one.status === 'closed' }).toMatchObject({ isOver })
    if (one.status !== 'closed') expect(['ready', 'sleeping', 'waiting']).toContain(one.state)
  }
  expect(await h.counterFaults()).toEqual([])
})

test('the report of calls says what the exchange knows, in all and for each agent', async () => {
  const moments = { from: log.began, until: h.clock.now(), now: h.clock.now() }
  const scope = { customerId: log.customerId, teams: null, queues: null }
  const asked = log.calls.filter((one) => one.asked !== null)
  const talks = asked.flatMap((one) =>
    one.connected.slice(0, 1).map(({ at, agent }) => ({ agent, at, waited: seconds(one.asked ?? 0, at), talked: seconds(at, ended(one)) })),
  )
  const lost = asked.filter(({ connected }) => connected.length === 0).map((one) => seconds(one.asked ?? 0, ended(one)))
  expect((await countByQueue(h.pool, scope, moments)).get(log.queue)).toMatchObject({
    offered: asked.length,
    answered: talks.length,
    inTime: talks.filter(({ waited }) => waited <= 20).length,
    abandoned: lost.filter((waited) => waited > shortAbandonSeconds).length,
    shortAbandoned: lost.filter((waited) => waited <= shortAbandonSeconds).length,
    handled: talks.filter(({ talked }) => talked >= handledFromSeconds).length,
    waitSeconds: sum(talks.map(({ waited }) => waited)),
    talkSeconds: sum(talks.map(({ talked }) => talked)),
    longestWait: Math.max(...talks.map(({ waited }) => waited), ...lost),
    missed: missed().length,
  })
  const byAgent = await countByAgent(h.pool, scope, moments)
  for (const { id, username } of log.agents) {
    const own = talks.filter(({ agent }) => agent === username)
    const rangOut = missed().filter(({ agent }) => agent === username).length
    const { answered = 0, talkSeconds = 0, missed: notTaken = 0 } = byAgent.get(id) ?? {}
    expect([answered, talkSeconds, notTaken]).toEqual([own.length, sum(own.map(({ talked }) => talked)), rangOut])
  }
})

test('the calls by which the dialer learns are those that ended', async () => {
  const rows = await h.db.selectFrom('dialing_minutes').selectAll().where('script_id', '=', log.scriptId).execute()
  expect([sum(rows.map(({ calls }) => calls)), sum(rows.map(({ answered }) => answered))]).toEqual([
    log.calls.length,
    log.calls.filter(isPerson).length,
  ])
})
