import type { OpeningHours } from '@regie/contract/time-windows.ts'
import { noTexts, type Queue, queueApi, queuesMax, type Team, teamApi } from '@regie/contract/teams.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let customerID: number
let leader: Staff
let anna: Staff
let bram: Staff
let stranger: Staff
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function office() {
  customerID = (await app.build.customer()).id
  const customers = [customerID]
  leader = await app.build.staff({ rights: [Right.changeTeams], customers })
  anna = await app.build.staff({ rights: [Right.viewCases], customers })
  bram = await app.build.staff({ rights: [Right.viewCases], customers })
  stranger = await app.build.staff({ rights: [Right.changeTeams, Right.viewCases], customers: [(await app.build.customer()).id] })
}

const makeTeam = (members: Staff[], name = 'Incasso', by = leader) =>
  app.call(teamApi.create, { body: { customerID, name, memberIDs: members.map(({ userId }) => userId) } }).as(by)
const queueParts = {
  number: '201',
  priority: 5,
  targetSeconds: 20,
  targetPercent: 80,
  ...{ limitSeconds: 60, limitPercent: 70, waitingWarn: 5, waitingLimit: 10, alertMinutes: 5 },
  ringSeconds: 20,
  scriptIDs: [] as number[],
  ...{ callerIDs: [] as string[], opening: [] as OpeningHours[], texts: noTexts },
}
const makeQueue = ({ teamID }: Team, members: Staff[], parts: Partial<typeof queueParts> & { name?: string } = {}) =>
  app
    .call(queueApi.create, {
      body: { customerID, teamID, name: 'Vragen', ...queueParts, ...parts, memberIDs: members.map(({ userId }) => userId) },
    })
    .as(leader)
const teams = async () => (await app.call(teamApi.list, { query: { customerID } }).as(leader)).body.teams
const queues = async () => (await app.call(queueApi.list, { query: { customerID } }).as(leader)).body.queues
const change = (team: Team, changed: Partial<Team>, by = leader) => {
  const { name, memberIDs, version } = { ...team, ...changed }
  return app.call(teamApi.change, { params: { teamID: team.teamID }, body: { name, memberIDs, version } }).as(by)
}

test('a team has its people and its queues; who leaves the team leaves the queue', async () => {
  await office()
  const team = (await makeTeam([anna, bram])).body
  const queue = (await makeQueue(team, [anna, bram])).body
  expect(queue.memberIDs).toEqual([anna.userId, bram.userId])
  const smaller = (await change(team, { memberIDs: [bram.userId] })).body
  expect(smaller).toMatchObject({ memberIDs: [bram.userId], version: 2 })
  expect((await queues())[0]).toMatchObject({ queueID: queue.queueID, memberIDs: [bram.userId] })
})

test('who may be in a team sees cases of the customer; anybody else is refused', async () => {
  await office()
  expect((await makeTeam([leader])).body).toMatchObject({ error: 'team.personUnknown', field: 'memberIDs' })
  expect((await makeTeam([stranger])).body).toMatchObject({ error: 'team.personUnknown' })
  const team = (await makeTeam([anna])).body
  expect((await makeQueue(team, [bram])).body).toMatchObject({ error: 'queue.notInTeam', field: 'memberIDs' })
  expect(await teams()).toHaveLength(1)
  expect(await queues()).toEqual([])
})

test('a team or a queue of another customer is answered as one that is not there', async () => {
  await office()
  const team = (await makeTeam([anna])).body
  const queue = (await makeQueue(team, [anna])).body
  expect((await change(team, { name: 'Anders' }, stranger)).body).toMatchObject({ error: 'team.notFound' })
  expect((await app.call(teamApi.remove, { params: { teamID: team.teamID } }).as(stranger)).status).toBe(404)
  expect((await app.call(queueApi.remove, { params: { queueID: queue.queueID } }).as(stranger)).status).toBe(404)
  expect((await app.call(teamApi.list, { query: { customerID } }).as(stranger)).status).toBe(404)
  expect((await makeTeam([], 'Insluiper', stranger)).status).toBe(404)
})

test('a script puts through to one queue, the one that was saved last, and only to one of its customer', async () => {
  await office()
  const { script } = await app.build.batch({ customerId: customerID })
  const elsewhere = await app.build.batch()
  const team = (await makeTeam([anna])).body
  const first = (await makeQueue(team, [anna], { scriptIDs: [script.id] })).body
  const second = (await makeQueue(team, [anna], { name: 'Regelingen', number: '202', scriptIDs: [script.id] })).body
  const scripts = async ({ queueID }: Queue) => (await queues()).find((one) => one.queueID === queueID)?.scriptIDs
  expect(await scripts(first)).toEqual([])
  expect(await scripts(second)).toEqual([script.id])
  const foreign = await makeQueue(team, [], { name: 'Vreemd', number: '', scriptIDs: [elsewhere.script.id] })
  expect(foreign.body).toMatchObject({ error: 'script.notFound' })
})

test('names and numbers are taken once, and a queue keeps its team from being deleted', async () => {
  await office()
  const team = (await makeTeam([])).body
  expect((await makeTeam([], 'INCASSO')).body).toMatchObject({ error: 'team.nameTaken', field: 'name' })
  const queue = (await makeQueue(team, [])).body
  expect((await makeQueue(team, [], { name: 'vragen', number: '' })).body).toMatchObject({ error: 'queue.nameTaken' })
  expect((await makeQueue(team, [], { name: 'Ander' })).body).toMatchObject({ error: 'queue.numberTaken' })
  const remove = () => app.call(teamApi.remove, { params: { teamID: team.teamID } }).as(leader)
  expect((await remove()).body).toMatchObject({ error: 'team.hasQueues', params: { name: 'Vragen' } })
  await app.call(queueApi.remove, { params: { queueID: queue.queueID } }).as(leader)
  expect((await remove()).status).toBe(204)
})

test('a colleague who saved first is not overwritten', async () => {
  await office()
  const team = (await makeTeam([anna])).body
  await change(team, { name: 'Eerst' })
  const late = await change(team, { name: 'Laat' })
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({ error: 'error.conflict', current: { name: 'Eerst', version: 2 } })
})

test('more queues than fit on a wall are refused, however fast they are asked for', async () => {
  await office()
  const team = (await makeTeam([])).body
  const asked = Array.from({ length: queuesMax + 3 }, (_, at) => makeQueue(team, [], { name: `Rij ${at}`, number: '' }))
  const refused = (await Promise.all(asked)).filter(({ status }) => status === 409)
  expect(refused).toHaveLength(3)
  expect(await queues()).toHaveLength(queuesMax)
})

test('whoever looks at calls chooses among the queues of the chosen teams alone', async () => {
  await office()
  const one = (await makeTeam([], 'Een')).body
  const other = (await makeTeam([], 'Twee')).body
  await makeQueue(one, [])
  const second = (await makeQueue(other, [], { name: 'Regelingen', number: '' })).body
  const watcher = await app.build.staff({ rights: [Right.viewWallboard], customers: [customerID] })
  const choice = async (teamIDs?: string) => {
    const query = { customerID, ...(teamIDs !== undefined && { teams: teamIDs }) }
    return (await app.call(queueApi.choice, { query }).as(watcher)).body
  }
  expect((await app.call(teamApi.choice, { query: { customerID } }).as(watcher)).body).toEqual([
    { team_id: one.teamID, team_name: 'Een' },
    { team_id: other.teamID, team_name: 'Twee' },
  ])
  expect(await choice(`[${other.teamID}]`)).toEqual([{ queue_id: second.queueID, queue_name: 'Regelingen', team_id: other.teamID }])
  expect(await choice('[]')).toEqual([])
  expect(await choice()).toHaveLength(2)
  expect((await app.call(queueApi.choice, { query: { customerID, teams: '[1;2]' } }).as(watcher)).status).toBe(400)
})

test('what a queue does with whoever calls: numbers of the own scripts, hours and texts; bad ones are refused', async () => {
  await office()
  const script = await app.build.batch({ customerId: customerID })
  const number = '+31205550123'
  await app.db.updateTable('scripts').set({ caller_id: number }).where('id', '=', script.script.id).execute()
  const team = (await makeTeam([anna, bram])).body
  const opening = [{ weekdays: [1, 2], start: '09:00', end: '17:00' }]
  const texts = { ...noTexts, fr: { greeting: 'Bonjour, ici {customer}.', away: '' } }
  const made = await makeQueue(team, [anna], { callerIDs: [number], opening, texts, ringSeconds: 15 })
  expect(made.body).toMatchObject({ callerIDs: [number], opening: [{ end: '16:59' }], texts, ringSeconds: 15 })
  const { body } = await app.call(queueApi.list, { query: { customerID } }).as(leader)
  expect(body).toMatchObject({ callerIDs: [number], queues: [{ callerIDs: [number] }] })
  const second = { name: 'Tweede', number: '202' }
  expect((await makeQueue(team, [], { ...second, callerIDs: [number] })).body).toMatchObject({ error: 'queue.callerIdTaken' })
  expect((await makeQueue(team, [], { ...second, callerIDs: ['+31205559999'] })).body).toMatchObject({ error: 'queue.callerIdUnknown' })
  expect((await makeQueue(team, [], { ...second, opening: [{ weekdays: [1], start: '17:00', end: '09:00' }] })).status).toBe(422)
  expect((await makeQueue(team, [], { ...second, opening: [{ weekdays: [], start: '09:00', end: '17:00' }] })).status).toBe(400)
  const unknownWord = { ...noTexts, nl: { greeting: 'Hallo {naam}', away: '' } }
  expect((await makeQueue(team, [], { ...second, texts: unknownWord })).status).toBe(422)
  for (const [field, wrong] of [
    ['limitSeconds', { limitSeconds: 19 }],
    ['limitPercent', { limitPercent: 81 }],
    ['waitingLimit', { waitingWarn: 6, waitingLimit: 5 }],
  ] as const)
    expect((await makeQueue(team, [], { ...second, ...wrong })).body).toMatchObject({ error: 'queue.limitOrder', field })
  expect((await makeQueue(team, [], { ...second, ringSeconds: 4 })).status).toBe(400)
})
