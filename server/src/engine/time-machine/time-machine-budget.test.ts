import { batchApi } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { timeMachineApi } from '@regie/contract/time-machine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltCase, BuiltScript, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { budgets } from '../../platform/budgets.ts'

// Looks at the case every minute for as long as it is played.
const restless: ScriptStep[] = [
  { kind: 'wait', key: 'even', next: 'weer', settings: { minutes: 1 } },
  { kind: 'wait', key: 'weer', next: 'even', settings: { minutes: 1 } },
]

let app: TestApp
let script: BuiltScript
let one: BuiltCase
beforeAll(async () => {
  app = await openTestApp()
  script = await app.build.script({ steps: restless })
  one = await app.build.case({ batch: await app.build.batch({ script }) })
})
afterAll(() => app.close())

const player = () => app.build.staff({ rights: [Right.viewScripts, Right.viewCases], customers: [script.customerId] })
const simulation = (staff: Staff) =>
  app
    .call(timeMachineApi.simulate, {
      params: { scriptID: script.id },
      body: { caseID: one.id, from: '2026-06-03T09:00:00Z', days: 30, answers: { calls: ['mens'], paysOnDay: null } },
    })
    .as(staff)

test('a simulation that takes too long is stopped after two seconds, and says so', async () => {
  const began = performance.now()
  const { status, body } = await simulation(await player())
  expect(performance.now() - began).toBeLessThan(4_000)
  // On a machine that is busy with other tests it says that instead (play-deadline.test.ts).
  expect([
    [422, 'simulation.tooLong'],
    [422, 'simulation.machineBusy'],
  ]).toContainEqual([status, (body as unknown as { error: string }).error])
})

test('twelve plays of one user wait for each other or are refused; a colleague of another customer is answered at once', async () => {
  const staff = await player()
  const plays = Array.from({ length: 12 }, () => simulation(staff))
  const other = await app.build.batch()
  const colleague = await app.build.staff({ rights: [Right.viewBatches], customers: [other.customerId] })
  const began = performance.now()
  expect((await app.call(batchApi.list, { query: { customerID: other.customerId } }).as(colleague)).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(1_500)
  const answers = await Promise.all(plays)
  const refused = answers.filter(({ status }) => status === 429)
  // One plays and some wait for their turn.
  const { perUser, waitingPerUser } = budgets.simulation
  expect(refused.length).toBeGreaterThanOrEqual(12 - perUser - waitingPerUser)
  expect(refused[0]).toMatchObject({ body: { error: 'simulation.underWay' }, headers: { 'retry-after': expect.any(String) } })
  expect(answers.filter(({ status }) => status === 503)).toEqual([])
})

test('nothing of a simulation that was stopped stays', async () => {
  await simulation(await player())
  expect(await app.db.selectFrom('cases').select('id').where('customer_id', '=', script.customerId).execute()).toEqual([{ id: one.id }])
})
