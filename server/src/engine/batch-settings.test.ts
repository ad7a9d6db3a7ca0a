import type { ScriptStep } from '@regie/contract/scripts.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endStep, type EngineHarness, mailStep, openEngineHarness } from '../../test/engine-harness.ts'
import { evaluateTrials } from '../modules/batches/trial/evaluate-trials.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

const callStep = (attemptsMax = 1) =>
  ({ kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax, retryMinutes: 10 } }) satisfies ScriptStep
const smsStep: ScriptStep = { kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } }
const after = (minutes: number) => new Date(h.clock.now().getTime() + minutes * 60_000)
const set = (batchId: number, change: object) => h.db.updateTable('batches').set(change).where('id', '=', batchId).execute()
const batchOf = (batchId: number) => h.db.selectFrom('batches').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow()
const sentTo = async (batchId: number) =>
  (
    await h.db
      .selectFrom('communications')
      .select('recipient')
      .where('batch_id', '=', batchId)
      .where('state', '=', 'sent')
      .orderBy('id')
      .execute()
  ).map((row) => row.recipient)
/** Lines in use: by script, and by batch. */
async function linesInUse() {
  const { rows } = await sql<{ script_id: number; batch_id: number; used: number }>`
    select b.script_id, b.id as batch_id, count(*)::int as used
    from (select batch_id
      from outbox
      where channel = 'call' and state <> 'queued'
      union all
      select batch_id
      from communications
      where in_air) u
    join batches b on b.id = u.batch_id group by 1, 2`.execute(h.db)
  return rows
}

test('a batch whose dialer is off calls nobody, and goes on when it is on again', async () => {
  const { batchId } = await h.buildBatch(await h.buildScript({ steps: [callStep(), endStep] }), 3)
  await set(batchId, { dialer_on: false })
  await h.runUntil(after(30))
  expect(await sentTo(batchId)).toEqual([])
  await set(batchId, { dialer_on: true })
  await h.runUntil(after(30))
  expect(await sentTo(batchId)).toHaveLength(3)
})

test('a batch that redials nobody calls once, and who slept until the next call is not called either', async () => {
  const script = await h.buildScript({ steps: [callStep(3), endStep] })
  const { batchId } = await h.buildBatch(script, [{ mobile: '+31612345600' }])
  await set(batchId, { redial_on: false })
  const changed = await h.buildBatch(script, [{ mobile: '+31612345700' }])
  await h.runUntil(after(5))
  await set(changed.batchId, { redial_on: false })
  await h.runUntil(after(60))
  expect([await sentTo(batchId), await sentTo(changed.batchId)]).toEqual([['+31612345600'], ['+31612345700']])
  expect(await h.caseOf(changed.caseIds[0] ?? 0)).toMatchObject({ status: 'closed', attempts: 1 })
})

test('an SMS goes to a mobile, whatever column it came in; without recognition to the column as given', async () => {
  const script = await h.buildScript({ steps: [smsStep, endStep] })
  const cases = [
    { mobile: '+31201234567', phone: null },
    { mobile: null, phone: '+31612345601' },
  ]
  const recognised = await h.buildBatch(script, cases)
  const asGiven = await h.buildBatch(script, cases)
  await set(asGiven.batchId, { number_recognition: false })
  await h.runUntil(after(10))
  expect([await sentTo(recognised.batchId), await sentTo(asGiven.batchId)]).toEqual([['+31612345601'], ['+31201234567']])
})

test('a trial tries its cases and no others, waits, and lets all go when it passes', async () => {
  const { batchId, caseIds } = await h.buildBatch(await h.buildScript({ steps: [mailStep, endStep] }), 8)
  await beginTrial(batchId, caseIds[2] ?? 0)
  await h.runUntil(after(5))
  expect(await sentTo(batchId)).toHaveLength(3)
  await evaluateTrials(h.db, h.clock.now())
  expect((await batchOf(batchId)).trial).toMatchObject({ state: 'waiting', measured: { tried: 3 } })
  await h.runUntil(after(61))
  expect(await sentTo(batchId)).toHaveLength(3)
  expect(await evaluateTrials(h.db, h.clock.now())).toBe(1)
  await h.runUntil(after(5))
  expect(await sentTo(batchId)).toHaveLength(8)
  expect((await batchOf(batchId)).trial).toMatchObject({ state: 'passed' })
})

test('a trial that bounces more than it may stops its batch and says why; none of the others is contacted', async () => {
  const mails = ['bounce1', 'bounce2', 'jan', 'piet', 'els'].map((name) => ({ email: `${name}@example.nl` }))
  const { batchId, caseIds } = await h.buildBatch(await h.buildScript({ steps: [mailStep, endStep] }), mails)
  await beginTrial(batchId, caseIds[2] ?? 0)
  await h.runUntil(after(5))
  expect(await evaluateTrials(h.db, h.clock.now())).toBe(1)
  expect(await batchOf(batchId)).toMatchObject({
    status: 'paused',
    paused_until: null,
    trial: { state: 'stopped', exceeded: ['bounced'], measured: { tried: 3, bounced: 66.7 } },
  })
  expect(await sentTo(batchId)).toHaveLength(3)
})

test('there are never more lines in use than a script has and a batch may, whatever is set meanwhile and however many engines work', async () => {
  const other = await h.newEngine()
  const lines = fc.integer({ min: 0, max: 4 })
  const anyBatch = fc.record({ own: fc.option(lines), priority: fc.integer({ min: 1, max: 9 }) })
  const world = fc.record({
    max: fc.integer({ min: 1, max: 4 }),
    batches: fc.array(anyBatch, { minLength: 2, maxLength: 3 }),
    engines: fc.array(fc.constantFrom('one', 'other', 'both'), { minLength: 4, maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(world, async ({ max, batches, engines }) => {
      const script = await h.buildScript({ steps: [callStep(), endStep], maxLines: max })
      const built = []
      for (const { own, priority } of batches) {
        const { batchId } = await h.buildBatch(script, 4)
        await set(batchId, { own_lines: own, priority })
        built.push({ batchId, own: own ?? max })
      }
      while ((await h.turn()) > 0);
      for (const who of engines) {
        await Promise.all([...(who !== 'other' ? [h.sendDue()] : []), ...(who !== 'one' ? [h.sendDue(other)] : [])])
        const used = (await linesInUse()).filter((row) => row.script_id === script.scriptId)
        expect(used.reduce((sum, row) => sum + row.used, 0)).toBeLessThanOrEqual(max)
        for (const { batchId, own } of built) expect(used.find((row) => row.batch_id === batchId)?.used ?? 0).toBeLessThanOrEqual(own)
        h.clock.set(new Date(h.clock.now().getTime() + 7_000))
        await h.gateways.simulatedEvents.sendDue(h.post)
      }
      await h.db.updateTable('scripts').set({ active: false }).where('id', '=', script.scriptId).execute()
    }),
    { numRuns: 6, seed: 4 },
  )
}, 120_000)

async function beginTrial(batchId: number, lastCase: number) {
  const trial = {
    state: 'running',
    size: 3,
    waitMinutes: 60,
    limits: { failed: 10, bounced: 10, blacklisted: 10, complaints: 0 },
    measured: null,
    exceeded: [],
    startedAt: h.clock.now().toISOString(),
    evaluateAt: null,
    evaluatedAt: null,
  }
  await set(batchId, { trial: JSON.stringify(trial), trial_until_case: lastCase })
}
