import { nextAttemptsApi } from '@regie/contract/next-attempts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EngineHarness, endStep, mailStep, openEngineHarness } from '../../../test/engine-harness.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { planAndRun } from '../../../test/play-and-engine.ts'
import { anyWorld } from '../../../test/random-scripts.ts'
import { planAttempts } from './next-attempts.ts'

const worlds = Number(process.env['PLANS'] ?? 25)

let h: EngineHarness
let app: TestApp
beforeAll(async () => {
  h = await openEngineHarness({ env: { SIMULATION_SECONDS: '60' } })
  app = await openTestApp()
})
afterAll(async () => {
  await h.close()
  await app.close()
})

const steps: ScriptStep[] = [
  { ...mailStep, next: 'wacht' } as ScriptStep,
  { kind: 'wait', key: 'wacht', next: 'bel', settings: { minutes: 60 } },
  { kind: 'call', key: 'bel', next: 'end', settings: { template: 'call', attemptsMax: 2, retryMinutes: 30 } },
  endStep,
]

test(`the plan from where a case stands is what the engine then does, for ${worlds} random scripts`, {
  timeout: 60_000 + worlds * 4_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, fc.nat(8), async (world, hops) => {
      // The plan takes for granted that nobody answers or pays.
      const { planned, came } = await planAndRun(h, { ...world, calls: ['niet_opgenomen'], paysOnDay: null }, hops)
      expect(planned).toEqual(came)
    }),
    { seed: 28, numRuns: worlds, endOnFailure: true },
  )
})

test('each attempt says what its moment comes from, and what is taken for granted', async () => {
  h.clock.set(new Date('2026-06-03T08:00:00Z'))
  const { customerId, caseIds, batchId } = await h.buildBatch(await h.buildScript({ steps }), 1)
  const caseId = caseIds[0] ?? 0
  expect(await planAttempts(h.services, customerId, caseId)).toEqual({
    attempts: [
      { at: '2026-06-03T08:00:00.000Z', channel: 'email', step: 'mail', stepName: 'Mail', cause: 'turn', reason: null },
      { at: '2026-06-03T09:00:00.000Z', channel: 'call', step: 'bel', stepName: 'Bel', cause: 'wait', reason: null },
      { at: '2026-06-03T09:30:30.000Z', channel: 'call', step: 'bel', stepName: 'Bel', cause: 'again', reason: null },
    ],
    end: 'finished',
    reason: null,
    assumes: ['notAnswered', 'notPaid'],
  })
  await h.db.updateTable('batches').set({ status: 'paused' }).where('id', '=', batchId).execute()
  expect(await planAttempts(h.services, customerId, caseId)).toMatchObject({ attempts: [], end: 'stuck', reason: 'batchPaused' })
  const until = new Date('2026-06-04T08:00:00Z')
  await h.db.updateTable('batches').set({ paused_until: until }).where('id', '=', batchId).execute()
  expect((await planAttempts(h.services, customerId, caseId)).attempts[0]).toMatchObject({ at: until.toISOString() })
})

test('where the server is too busy to look to the end, the plan has what is known by then', async () => {
  h.clock.set(new Date('2026-06-03T08:00:00Z'))
  const { customerId, caseIds } = await h.buildBatch(await h.buildScript({ steps }), 1)
  const caseId = caseIds[0] ?? 0
  const whole = await planAttempts(h.services, customerId, caseId)
  const found = new Set<number>()
  const now = performance.now.bind(performance)
  // Each look at the watch is a second.
  for (let seconds = 0; seconds < 40; seconds += 4) {
    let looks = 0
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_000 * looks++)
    const services = { ...h.services, config: { ...h.services.config, simulationSeconds: seconds } }
    const plan = await planAttempts(services, customerId, caseId)
    watch.mockRestore()
    expect(plan.attempts).toEqual(whole.attempts.slice(0, plan.attempts.length))
    if (plan.attempts.length < whole.attempts.length) expect(plan.end).toBe('notYetKnown')
    found.add(plan.attempts.length)
  }
  expect(found.size).toBeGreaterThan(2)
})

test('a statement that takes too long leaves the plan unknown, and is no fault', async () => {
  const { customerId, caseIds } = await h.buildBatch(await h.buildScript({ steps }), 1)
  const slow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  const query = vi.spyOn(pg.Client.prototype, 'query').mockRejectedValueOnce(slow as never)
  expect(await planAttempts(h.services, customerId, caseIds[0] ?? 0)).toEqual({
    attempts: [],
    end: 'notYetKnown',
    reason: null,
    assumes: [],
  })
  query.mockRestore()
})

test('a filter that counts days is not asked day by day', async () => {
  h.clock.set(new Date('2026-06-03T08:00:00Z'))
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const countFor = async (dueOn: string) => {
    const { customerId, scriptId, ...script } = await h.buildScript({ steps })
    const [caseId = 0] = (await h.buildBatch({ customerId, scriptId, ...script }, 1)).caseIds
    const rules = JSON.stringify([{ field: 'vervaldatum', op: 'daysAgo', value: '5', type: 'date' }])
    await sql`
      insert into script_filters (customer_id, script_id, name, rules, combine)
      values (${customerId}, ${scriptId}, 'F', ${rules}, 'and')`.execute(h.db)
    const fields = JSON.stringify({ vervaldatum: dueOn })
    await sql`update cases set fields = ${fields} where id = ${caseId}`.execute(h.db)
    statements.mockClear()
    const { attempts } = await planAttempts(h.services, customerId, caseId)
    return { first: attempts[0]?.at, statements: statements.mock.calls.length }
  }
  const tomorrow = await countFor('2026-05-30')
  const inThreeWeeks = await countFor('2026-06-19')
  expect(tomorrow.first).toBe('2026-06-03T22:00:00.000Z')
  expect(inThreeWeeks.first).toBe('2026-06-23T22:00:00.000Z')
  // Twenty days more would be twenty questions more; a connection that is opened meanwhile costs two.
  expect(Math.abs(inThreeWeeks.statements - tomorrow.statements)).toBeLessThan(10)
  statements.mockRestore()
})

test('a case of another customer has no plan, and a look at one leaves nothing behind', async () => {
  const { id, customerId } = await app.build.case({ batch: await app.build.batch() })
  const other = await app.build.batch()
  const params = { caseID: id }
  const stranger = await app.build.staff({ rights: [Right.viewCases], customers: [other.customerId] })
  expect((await app.call(nextAttemptsApi.get, { params }).as(stranger)).body).toMatchObject({ error: 'case.notFound' })
  const staff = await app.build.staff({ rights: [Right.viewCases], customers: [customerId] })
  expect((await app.call(nextAttemptsApi.get, { params }).as(staff)).status).toBe(200)
  expect(await app.db.selectFrom('cases').select('id').where('customer_id', '=', customerId).execute()).toEqual([{ id }])
})
