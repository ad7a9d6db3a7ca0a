import { callReportApi } from '@regie/contract/call-report.ts'
import { type CallOutcome, figureApi } from '@regie/contract/figures.ts'
import { queueApi } from '@regie/contract/teams.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallStory, openCallStory } from '../../../../test/call-story.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { bucketStarts, daysBefore } from '../report-period.ts'

let app: TestApp
let story: CallStory
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  story = await openCallStory(app)
})
afterAll(() => app.close())

/** A call that came in at a moment and was answered after some seconds by an agent, who talked as long. */
async function callAt(moment: string, { waits = 10, talks = 60, place = 0 } = {}) {
  const [agent] = story.agents
  if (!agent) throw new Error('the story has no agent')
  app.clock.set(moment)
  const { id } = await story.enter(place)
  app.clock.advance(waits * 1000)
  await story.stand(agent, 'available')
  await story.turn()
  app.clock.advance(talks * 1000)
  await story.hangUp(id)
  await story.turn()
  app.clock.advance(45_000)
  await story.stand(agent, 'away', null)
}

const buckets = async (query: object, as?: Awaited<ReturnType<CallStory['reader']>>) =>
  app.call(callReportApi.buckets, { query: { customerID: story.customerId, ...query } }).as(as ?? (await story.reader()))

test('the hour that comes twice when the clock goes back is two hours, and the day has twenty-five', async () => {
  await callAt('2025-10-26T00:30:00Z')
  await callAt('2025-10-26T01:30:00Z', { talks: 30 })
  await callAt('2025-10-26T22:59:00Z')
  await callAt('2025-10-26T23:00:00Z')
  const day = { from: '2025-10-26', to: '2025-10-26' }
  const { body } = await buckets({ ...day, granularity: 'hour' })
  expect(body.rows).toHaveLength(25)
  expect(body.rows.filter(({ offered }) => offered > 0).map(({ bucket, att }) => [bucket, att])).toEqual([
    ['2025-10-26T00:00:00.000Z', 60],
    ['2025-10-26T01:00:00.000Z', 30],
    ['2025-10-26T22:00:00.000Z', 60],
  ])
  const { body: byDay } = await buckets({ from: '2025-10-25', to: '2025-10-27', granularity: 'day' })
  expect(byDay.rows.map(({ bucket, offered }) => [bucket, offered])).toEqual([
    ['2025-10-24T22:00:00.000Z', 0],
    ['2025-10-25T22:00:00.000Z', 3],
    ['2025-10-26T23:00:00.000Z', 1],
  ])
})

test('the day on which an hour is skipped has twenty-three hours and 92 quarters', async () => {
  await callAt('2026-03-29T00:59:00Z')
  await callAt('2026-03-29T01:00:00Z')
  const day = { from: '2026-03-29', to: '2026-03-29' }
  const { body } = await buckets({ ...day, granularity: 'hour' })
  expect(body.rows).toHaveLength(23)
  expect(body.rows.slice(1, 3).map(({ offered }) => offered)).toEqual([1, 1])
  expect((await buckets({ ...day, granularity: 'quarter' })).body.rows).toHaveLength(92)
})

test('weeks begin on Monday and months on the first; the first bucket begins with the period', () => {
  const dayOf = (starts: Date[]) => starts.map((start) => new Date(start.getTime() + 12 * 3_600_000).toISOString().slice(0, 10))
  expect(dayOf(bucketStarts({ from: '2026-06-03', to: '2026-06-15' }, 'week'))).toEqual(['2026-06-03', '2026-06-08', '2026-06-15'])
  expect(dayOf(bucketStarts({ from: '2026-01-31', to: '2026-03-01' }, 'month'))).toEqual(['2026-01-31', '2026-02-01', '2026-03-01'])
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-07' })).toEqual({ from: '2026-02-22', to: '2026-02-28' })
})

test('a period that is reversed, ten years long, or too long for its buckets is refused', async () => {
  expect((await buckets({ from: '2026-06-02', to: '2026-06-01' })).body).toMatchObject({ error: 'report.periodReversed' })
  expect((await buckets({ from: '2016-06-02', to: '2026-06-01' })).body).toMatchObject({ error: 'report.periodTooLong' })
  expect((await buckets({ from: '2026-01-01', to: '2026-06-01', granularity: 'quarter' })).body).toMatchObject({
    error: 'report.granularityTooFine',
    params: { count: 31 },
  })
  expect((await buckets({ from: '2026-02-30' })).status).toBe(400)
  expect((await buckets({ queues: 'alle' })).status).toBe(400)
})

test('the figures of a period stand beside those before it and the goals of its queues', async () => {
  await callAt('2026-05-04T08:00:00Z', { waits: 40 })
  await callAt('2026-05-05T08:00:00Z', { waits: 10 })
  await callAt('2026-05-05T09:00:00Z', { waits: 30, place: 1 })
  const reader = await story.reader()
  const ask = (query: object) =>
    app
      .call(callReportApi.performance, { query: { customerID: story.customerId, from: '2026-05-05', to: '2026-05-05', ...query } })
      .as(reader)
  const { body } = await ask({})
  expect(body).toMatchObject({
    total: { offered: 2, serviceLevel: 0.5, averageWait: 20, longestWait: 30, dropShare: 0 },
    before: { from: '2026-05-04', to: '2026-05-04', offered: 1, serviceLevel: 0, averageWait: 40 },
    goals: { serviceLevelPercent: 80, averageWaitSeconds: 20, longestWaitSeconds: 60, abandonedPercent: 3, dropPercent: 3 },
  })
  const [first, second] = story.places
  expect((await ask({ queues: JSON.stringify([second?.queueId]) })).body).toMatchObject({ total: { offered: 1 }, queues: [{ offered: 1 }] })
  expect((await ask({ teams: JSON.stringify([first?.teamId]) })).body.queues.map(({ queueID }) => queueID)).toEqual([first?.queueId])
  expect((await ask({ queues: '[]' })).body).toMatchObject({ total: { offered: 0, serviceLevel: null }, goals: null, queues: [] })
})

test('a queue of another customer counts nowhere, and the other customer is not found', async () => {
  const other = await openCallStory(app)
  app.clock.set('2026-04-01T08:00:00Z')
  const { id } = await other.enter()
  app.clock.advance(30_000)
  await other.hangUp(id)
  const days = { from: '2026-04-01', to: '2026-04-01' }
  expect((await buckets({ ...days, queues: JSON.stringify(other.queueIds) })).body.total).toMatchObject({ offered: 0 })
  expect((await buckets(days)).body.total).toMatchObject({ offered: 0 })
  const own = await app.call(callReportApi.buckets, { query: { customerID: other.customerId, ...days } }).as(await other.reader())
  expect(own.body.total).toMatchObject({ offered: 1, abandoned: 1, abandonedShare: 1, dropShare: 1 })
  expect((await buckets(days, await other.reader())).status).toBe(404)
})

test('without the right nobody reads it, and without right 610 no single agent is in it', async () => {
  await callAt('2026-05-12T08:00:00Z')
  expect((await buckets({}, await story.reader([Right.viewCases]))).status).toBe(403)
  const query = { customerID: story.customerId, from: '2026-05-12', to: '2026-05-12' }
  const agents = async (rights: number[]) => (await app.call(callReportApi.agents, { query }).as(await story.reader(rights))).body
  expect(await agents([Right.reportCalls])).toMatchObject({ seesAgents: false, rows: [], total: { handled: 1, acw: 45 } })
  const { rows } = await agents([Right.reportCalls, Right.reportAgents])
  expect(rows).toHaveLength(3)
  expect(rows.filter(({ handled }) => handled === 1)).toMatchObject([{ att: 60, aht: 105, times: { calling: 60, afterCall: 45 } }])
})

test('how somebody stands over midnight belongs to both days', async () => {
  const [, agent] = story.agents
  if (!agent) throw new Error('the story has no second agent')
  app.clock.set('2026-05-20T21:30:00Z')
  await story.stand(agent, 'available')
  app.clock.set('2026-05-20T23:00:00Z')
  const reader = await story.reader()
  const seconds = async (day: string) => {
    const query = { customerID: story.customerId, from: day, to: day }
    const { rows } = (await app.call(callReportApi.agents, { query }).as(reader)).body
    return rows.find(({ userID }) => userID === agent.userId)?.times.available
  }
  // It is in no sum yet, and afterwards it is.
  expect([await seconds('2026-05-20'), await seconds('2026-05-21')]).toEqual([1_800, 3_600])
  await story.stand(agent, 'away', null)
  expect([await seconds('2026-05-20'), await seconds('2026-05-21')]).toEqual([1_800, 3_600])
})

test('the calls of a colleague whose account was deleted stay, without a name', async () => {
  await callAt('2026-05-26T08:00:00Z')
  const [agent] = story.agents
  await app.db
    .updateTable('queue_calls')
    .set({ user_id: null })
    .where('user_id', '=', agent?.userId ?? 0)
    .execute()
  const query = { customerID: story.customerId, from: '2026-05-26', to: '2026-05-26' }
  const { rows } = (await app.call(callReportApi.agents, { query }).as(await story.reader())).body
  expect(rows.find(({ userID }) => userID === null)).toMatchObject({ name: null, handled: 1 })
})

test('a file lists what its tab shows, by the same buckets, for who may export', async () => {
  await callAt('2026-05-27T08:00:00Z')
  const query = { customerID: story.customerId, from: '2026-05-27', to: '2026-05-28', locale: 'nl' as const }
  const file = async (view: 'performance' | 'agents' | 'queues' | 'teams', more: object = {}, rights?: number[]) =>
    app.call(callReportApi.file, { query: { ...query, view, ...more } }).as(await story.reader(rights))
  const lines = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n')
  const byDay = lines((await file('performance', { granularity: 'day' })).text)
  expect(byDay.map((line) => line.split(';')[0])).toEqual(['Vanaf', '27-05-2026 00:00', '28-05-2026 00:00', 'Samen'])
  expect(byDay[3]).toMatch(/^Samen;1;0;1;1;0;0;1;100,0;0,0;0,0;10;10;60;0;;45;105;0;0,0$/)
  expect(lines((await file('queues')).text).map((line) => line.split(';')[0])).toEqual([
    ...['Wachtrij', 'Wachtrij Incasso', 'Wachtrij Regelingen', 'Samen'],
  ])
  expect(lines((await file('teams')).text).map((line) => line.split(';')[0])).toEqual(['Team', 'Incasso', 'Regelingen', 'Samen'])
  expect(lines((await file('agents')).text)).toHaveLength(5)
  expect(lines((await file('agents', {}, [Right.exportReports, Right.reportCalls])).text)).toHaveLength(2)
  expect((await file('agents', {}, [Right.exportReports])).status).toBe(403)
})

test('while the phone of an agent rings nobody answered, in the figures and in the cases behind them', async () => {
  const [agent] = story.agents
  if (!agent) throw new Error('the story has no agent')
  app.clock.set('2026-04-15T09:00:00Z')
  const { id } = await story.enter()
  await story.stand(agent, 'available')
  await story.turn()
  const ring = { rings_until: new Date('2026-04-15T09:00:20Z') }
  await app.db.updateTable('queue_calls').set(ring).where('communication_id', '=', id).where('state', '=', 'answered').execute()
  const day = { from: '2026-04-15', to: '2026-04-15' }
  const { body } = await buckets({ ...day, granularity: 'day' })
  expect(body.rows).toMatchObject([{ offered: 1, answered: 0 }])
  const query = { customerID: story.customerId, figure: 'queueCalls' as const, outcome: 'answered' as const, from: day.from, until: day.to }
  const reader = await story.reader()
  expect((await app.call(figureApi.cases, { query }).as(reader)).body.total.value).toBe(0)
  await app.db.updateTable('queue_calls').set({ rings_until: null }).where('communication_id', '=', id).execute()
  expect((await buckets({ ...day, granularity: 'day' })).body.rows).toMatchObject([{ offered: 1, answered: 1 }])
  expect((await app.call(figureApi.cases, { query }).as(reader)).body.total.value).toBe(1)
  app.clock.advance(60_000)
  await story.hangUp(id)
  await story.turn()
  app.clock.advance(45_000)
  await story.stand(agent, 'away', null)
})

test('the queues to choose from are those of the chosen teams alone', async () => {
  const teams = JSON.stringify([story.places[1]?.teamId])
  const { body } = await app.call(queueApi.choice, { query: { customerID: story.customerId, teams } }).as(await story.reader())
  expect(body).toMatchObject([{ queue_id: story.places[1]?.queueId }])
})

test('behind a number of calls stand its cases, of these queues and moments alone', async () => {
  await callAt('2026-02-10T08:05:00Z', { waits: 10 })
  await callAt('2026-02-10T09:05:00Z', { waits: 40 })
  app.clock.set('2026-02-10T09:10:00Z')
  const { id } = await story.enter(1)
  app.clock.advance(30_000)
  await story.hangUp(id)
  const reader = await story.reader([Right.viewCases])
  const day = { customerID: story.customerId, figure: 'queueCalls' as const, from: '2026-02-10', until: '2026-02-10', limit: 25 }
  const count = async (more: object, outcome: CallOutcome = 'all') =>
    (await app.call(figureApi.cases, { query: { ...day, outcome, ...more } }).as(reader)).body.total.value
  expect(await count({})).toBe(3)
  expect([await count({}, 'answered'), await count({}, 'late'), await count({}, 'abandoned')]).toEqual([2, 1, 1])
  expect(await count({ queues: JSON.stringify([story.places[1]?.queueId]) })).toBe(1)
  expect(await count({ fromAt: '2026-02-10T09:00:00Z', untilAt: '2026-02-10T09:10:00Z' })).toBe(1)
  expect(await count({ until: '2026-02-09', from: '2026-02-09' })).toBe(0)
})
