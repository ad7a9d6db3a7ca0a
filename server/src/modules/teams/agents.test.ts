import { agentApi } from '@regie/contract/agents.ts'
import { type ChosenStatus, cooldownSeconds, silentSeconds } from '@regie/contract/agent-status.ts'
import { loginApi } from '@regie/contract/login.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { type AgentRef, setAgentStatus } from './agent-status.ts'
import { keepAgents } from './keep-agents.ts'

let app: TestApp
let customerID: number
let anna: Staff
let bram: Staff
let leader: Staff
let queueId: number
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  customerID = (await app.build.customer()).id
  const customers = [customerID]
  anna = await app.build.staff({ rights: [Right.viewCases], customers })
  bram = await app.build.staff({ rights: [Right.viewCases], customers })
  leader = await app.build.staff({ rights: [Right.changeAgents], customers })
  queueId = (await team(customerID, [anna, bram])).queueId
})

async function team(customerId: number, members: readonly Staff[]) {
  const { id: teamId } = await app.db
    .insertInto('teams')
    .values({ customer_id: customerId, name: 'Incasso' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await app.db
    .insertInto('queues')
    .values({ customer_id: customerId, team_id: teamId, name: 'Vragen' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = members.map(({ userId }) => ({ customer_id: customerId, team_id: teamId, user_id: userId }))
  await app.db.insertInto('team_members').values(rows).execute()
  await app.db
    .insertInto('queue_members')
    .values(rows.map((row) => ({ ...row, queue_id: id })))
    .execute()
  return { queueId: id }
}

const mine = async (who: Staff) => (await app.call(agentApi.mine, { query: { customerID } }).as(who)).body.agent
const choose = (who: Staff, status: ChosenStatus, more: { userID?: number; queueIDs?: number[] } = {}) =>
  app.call(agentApi.changeStatus, { body: { customerID, status, ...more } }).as(who)
const refOf = ({ userId }: Staff): AgentRef => ({ customerId: customerID, userId })
const byCall = (who: Staff, to: 'calling' | 'cooldown') =>
  app.db.transaction().execute((tx) => setAgentStatus(tx, refOf(who), { to, cause: 'call', at: app.clock.now() }))
const log = ({ userId }: Staff) =>
  app.db.selectFrom('agent_statuses').select(['status', 'cause']).where('user_id', '=', userId).orderBy('id').execute()

test('who is in a team logs in by being available, with all queues that they may answer', async () => {
  expect(await mine(anna)).toMatchObject({ status: 'away', loginAt: null, queues: [{ name: 'Vragen', isIn: false }] })
  expect((await choose(anna, 'available')).body).toMatchObject({ status: 'available', queues: [{ name: 'Vragen', isIn: true }] })
  expect(await mine(leader)).toBeNull()
  expect((await choose(leader, 'available')).body).toMatchObject({ error: 'agent.notInTeam' })
})

test('a queue that is not theirs nobody answers', async () => {
  expect((await choose(anna, 'available', { queueIDs: [queueId + 1000] })).body).toMatchObject({ error: 'agent.notInQueue' })
  expect((await choose(anna, 'available', { queueIDs: [] })).body.queues).toMatchObject([{ isIn: false }])
})

test('during a call the choice waits until the work after it is done', async () => {
  await choose(anna, 'available')
  await byCall(anna, 'calling')
  expect((await choose(anna, 'custom1')).body).toMatchObject({ status: 'calling', afterCall: 'custom1' })
  await byCall(anna, 'cooldown')
  app.clock.advance((cooldownSeconds - 1) * 1000)
  await keepAgents(app.db, app.clock.now())
  expect(await mine(anna)).toMatchObject({ status: 'cooldown' })
  app.clock.advance(1000)
  await keepAgents(app.db, app.clock.now())
  expect(await mine(anna)).toMatchObject({ status: 'custom1', afterCall: null })
  expect(await log(anna)).toEqual([
    { status: 'available', cause: 'person' },
    { status: 'calling', cause: 'call' },
    { status: 'cooldown', cause: 'call' },
    { status: 'custom1', cause: 'time' },
  ])
})

test('a closed browser leaves its agent away; one that speaks stays, and a call is never cut off', async () => {
  await choose(anna, 'available')
  await choose(bram, 'available')
  app.clock.advance(silentSeconds * 600)
  await app.call(agentApi.stay, { body: { customerID } }).as(bram)
  app.clock.advance(silentSeconds * 600)
  await keepAgents(app.db, app.clock.now())
  expect(await mine(anna)).toMatchObject({ status: 'away', loginAt: null, queues: [{ isIn: false }] })
  expect(await mine(bram)).toMatchObject({ status: 'available' })
  await byCall(bram, 'calling')
  app.clock.advance(silentSeconds * 2000)
  await keepAgents(app.db, app.clock.now())
  expect(await mine(bram)).toMatchObject({ status: 'calling' })
})

test('whoever signs out answers no calls any more', async () => {
  await choose(anna, 'available')
  await app.call(loginApi.logOut).as(anna)
  const { status, login_at } = await app.db.selectFrom('agents').selectAll().where('user_id', '=', anna.userId).executeTakeFirstOrThrow()
  expect({ status, login_at }).toEqual({ status: 'away', login_at: null })
})

test('of a colleague only who may do so says how they stand', async () => {
  expect((await choose(anna, 'available', { userID: bram.userId })).status).toBe(403)
  expect((await choose(leader, 'dnd', { userID: bram.userId })).body).toMatchObject({ userID: bram.userId, status: 'dnd' })
  const agents = (await app.call(agentApi.list, { query: { customerID } }).as(leader)).body.agents
  expect(agents.map(({ userID, status }) => ({ userID, status }))).toContainEqual({ userID: bram.userId, status: 'dnd' })
  expect((await app.call(agentApi.list, { query: { customerID } }).as(anna)).status).toBe(403)
})

test('nobody answers for two customers at once', async () => {
  const other = (await app.build.customer()).id
  const both = await app.build.staff({ rights: [Right.viewCases], customers: [customerID, other] })
  await app.db.insertInto('teams').values({ customer_id: customerID, name: 'Avond' }).execute()
  await team(other, [both])
  const { id } = await app.db
    .selectFrom('teams')
    .select('id')
    .where('name', '=', 'Avond')
    .where('customer_id', '=', customerID)
    .executeTakeFirstOrThrow()
  await app.db.insertInto('team_members').values({ customer_id: customerID, team_id: id, user_id: both.userId }).execute()
  await choose(both, 'available')
  await app.call(agentApi.changeStatus, { body: { customerID: other, status: 'available' } }).as(both)
  expect(await mine(both)).toMatchObject({ status: 'away', loginAt: null })
})

test('the log only grows, and repeats nothing', async () => {
  await choose(anna, 'available')
  await choose(anna, 'available')
  await choose(anna, 'away')
  expect((await log(anna)).map(({ status }) => status)).toEqual(['available', 'away'])
})
