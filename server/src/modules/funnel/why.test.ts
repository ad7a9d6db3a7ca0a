import { caseApi } from '@regie/contract/cases.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { Why, WhyLine } from '@regie/contract/why.ts'
import { whyApi } from '@regie/contract/why.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltScript, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { pickBatches } from '../../engine/pick-batches.ts'
import { claimNextCases } from '../case-runs/claim-next-cases.ts'
import { registerEngine } from '../case-runs/engine-lease.ts'
import { listOpenBatches } from '../case-runs/open-batches.ts'
import { releaseClaims } from '../case-runs/release-claims.ts'

const steps: ScriptStep[] = [
  { kind: 'call', key: 'bel', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 60 } },
  { kind: 'finish', key: 'end', settings: { result: 'RET' } },
]
let app: TestApp
let staff: Staff
let script: BuiltScript
let batches: BuiltBatch[]
let engineId: number
beforeAll(async () => {
  app = await openTestApp()
  script = await app.build.script({ profile: 'incasso_wki', steps })
  batches = []
  for (let n = 0; n < 3; n++) batches.push(await app.build.batch({ script, cases: 14 }))
  staff = await app.build.staff({ rights: [Right.viewCases, Right.viewBatches, Right.viewScripts], customers: [script.customerId] })
  engineId = await registerEngine(app.db)
})
afterAll(() => app.close())

const noon = '2026-06-03T10:00:00Z'
const whyOf = async (batch: BuiltBatch | null): Promise<Why> =>
  batch === null
    ? (await app.call(whyApi.script, { params: { scriptID: script.id } }).as(staff)).body
    : (await app.call(whyApi.batch, { params: { batchID: batch.id } }).as(staff)).body
const placeQuery = (batch: BuiltBatch | null, { place, reason }: Pick<WhyLine, 'place' | 'reason'>) => {
  const which = batch === null ? { scriptID: script.id } : { batchID: batch.id }
  return { customerID: script.customerId, ...which, place, ...(reason !== null && { reason }) }
}
const caseIdsAt = async (batch: BuiltBatch | null, { place, reason }: Pick<WhyLine, 'place' | 'reason'>) => {
  const query = { ...placeQuery(batch, { place, reason }), limit: 200 }
  return (await app.call(caseApi.list, { query }).as(staff)).body
}

// A case as it may stand at any moment, and what an engine would have left with it.
const anyCase = fc.record({
  status: fc.constantFrom('open', 'open', 'open', 'open', 'paused', 'closed'),
  run: fc.constantFrom('due', 'due', 'asleep', 'held', 'heldBefore', 'news', 'call', 'callQueued', 'callHeld', 'claimed', 'finished'),
  reason: fc.constantFrom('outsideWindow', 'personCallCap', 'noMobile', 'textIncomplete'),
})
const anyBatch = fc.record({
  status: fc.constantFrom('open', 'open', 'open', 'paused', 'closed', 'preparing'),
  trialCases: fc.constantFrom(null, null, 3),
  dialerOn: fc.constantFrom(true, true, false),
  ownLines: fc.constantFrom(null, null, 1),
  cases: fc.array(anyCase, { minLength: 14, maxLength: 14 }),
})
const anyWorld = fc.record({
  active: fc.constantFrom(true, true, true, false),
  maxLines: fc.constantFrom(1, 50),
  at: fc.constantFrom(noon, noon, '2026-06-03T21:00:00Z'),
  batches: fc.array(anyBatch, { minLength: 3, maxLength: 3 }),
  looksAt: fc.nat(2),
})
type AnyWorld = typeof anyWorld extends fc.Arbitrary<infer World> ? World : never

/** Puts the batches and cases of the test into that state. */
async function make(world: AnyWorld) {
  app.clock.set(world.at)
  // A session does not outlast the hours between two worlds.
  staff = { ...staff, secret: await app.build.session(staff.userId) }
  const { db } = app
  const now = app.clock.now()
  const later = new Date(now.getTime() + 3_600_000)
  await db.deleteFrom('outbox').execute()
  await db.deleteFrom('communications').execute()
  await db
    .updateTable('scripts')
    .set({ active: world.active, max_lines: world.maxLines, max_transfers: 0 })
    .where('id', '=', script.id)
    .execute()
  for (const [at, state] of world.batches.entries()) {
    const batch = batches[at]
    if (!batch) throw new Error('no such batch')
    const rows = await db.selectFrom('cases').select('id').where('batch_id', '=', batch.id).orderBy('id').execute()
    const trialUntil = state.trialCases === null ? null : (rows[state.trialCases - 1]?.id ?? null)
    await db
      .updateTable('batches')
      .set({ status: state.status, dialer_on: state.dialerOn, own_lines: state.ownLines, trial_until_case: trialUntil })
      .where('id', '=', batch.id)
      .execute()
    for (const [place, { id }] of rows.entries()) {
      const one = state.cases[place]
      if (!one) continue
      const run = one.status === 'closed' ? 'finished' : one.run
      await db.updateTable('cases').set({ status: one.status }).where('id', '=', id).execute()
      const isHeld = run === 'held' || run === 'heldBefore'
      const waits = ['news', 'call', 'callQueued', 'callHeld'].includes(run)
      await db
        .updateTable('case_runs')
        .set({
          state: run === 'finished' ? 'finished' : waits ? 'waiting' : run === 'due' ? 'ready' : 'sleeping',
          waiting_for: waits ? (run === 'news' ? 'payment' : 'call') : null,
          due_at: run === 'asleep' || run === 'held' ? later : now,
          held: isHeld ? one.reason : null,
          owner: run === 'claimed' ? engineId : null,
        })
        .where('case_id', '=', id)
        .execute()
      if (run === 'call' || run === 'callQueued' || run === 'callHeld')
        await call(batch, id, run, one.reason, run === 'callHeld' ? later : now)
    }
  }
}

async function call(batch: BuiltBatch, caseId: number, run: string, reason: string, nextAt: Date) {
  const state = run === 'call' ? 'sent' : 'queued'
  const { rows } = await sql<{ id: number }>`
    insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, state, recipient, provider,
      simulated, reason)
    values (${batch.customerId}, ${caseId}, ${batch.id}, 'call', ${`c${caseId}`}, ${state}, '+31612345678', 'sim',
      true, ${reason})
    returning id`.execute(app.db)
  if (run === 'call') return
  await sql`insert into outbox (customer_id, communication_id, case_id, batch_id, channel, next_at)
    values (${batch.customerId}, ${rows[0]?.id}, ${caseId}, ${batch.id}, 'call', ${nextAt})`.execute(app.db)
}

async function numbersInOrder(batch: BuiltBatch | null, line: Pick<WhyLine, 'place' | 'reason'>): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null | undefined
  do {
    const query = { ...placeQuery(batch, line), sort: 'caseNumber' as const, direction: 'asc' as const, limit: 5 }
    const { body }: { body: ResponseOf<typeof caseApi.list> } = await app
      .call(caseApi.list, { query: { ...query, ...(cursor && { cursor }) } })
      .as(staff)
    found.push(...body.rows.map((row) => row.caseNumber))
    cursor = body.nextCursor
  } while (cursor)
  return found
}

test('each case stands in one place: counts, lists and the case itself agree, and sum to the total', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      await make(world)
      const wholes = await Promise.all([null, batches[world.looksAt] ?? null].map(async (batch) => ({ batch, why: await whyOf(batch) })))
      for (const { batch, why } of wholes) {
        expect(why.lines.reduce((sum, line) => sum + line.count, 0)).toBe(why.total)
        const seen: number[] = []
        for (const line of why.lines) {
          const list = await caseIdsAt(batch, line)
          expect({ ...line, listed: list.rows.length, total: list.total.value }).toEqual({ ...line, listed: line.count, total: line.count })
          seen.push(...list.rows.map((row) => row.caseID))
          expect(await numbersInOrder(batch, line)).toEqual(list.rows.map((row) => row.caseNumber).toSorted())
          const [one] = list.rows
          const { body } = await app.call(whyApi.case, { params: { caseID: one?.caseID ?? 0 } }).as(staff)
          expect(body.line).toMatchObject({ place: line.place, reason: line.reason, fix: line.fix })
        }
        expect(new Set(seen).size).toBe(why.total)
      }
      expect(wholes[0]?.why.total).toBe(42)
    }),
    { seed: 4, numRuns: 10, endOnFailure: true },
  )
})

test('what the funnel calls contactable is what the engine takes', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (world) => {
      // Calls are the outbox's to take; the cases are the engine's.
      for (const batch of world.batches) for (const one of batch.cases) if (one.run.startsWith('call')) one.run = 'due'
      await make(world)
      const now = app.clock.now()
      const listed = (await caseIdsAt(null, { place: 'contactable', reason: null })).rows.map((row) => row.caseID)
      const open = pickBatches(await listOpenBatches(app.db, now), now)
      const before = await app.db.selectFrom('case_runs').select('case_id').where('owner', '=', engineId).execute()
      const claimed = await claimNextCases(
        app.db,
        engineId,
        open.map((batch) => ({ ...batch, limit: 100 })),
        now,
      )
      await releaseClaims(app.db, engineId)
      const mine = new Set(before.map((run) => run.case_id))
      expect(
        claimed
          .map((run) => run.caseId)
          .filter((id) => !mine.has(id))
          .sort((a, b) => a - b),
      ).toEqual(listed.sort((a, b) => a - b))
    }),
    { seed: 7, numRuns: 12, endOnFailure: true },
  )
})

test('an open batch whose cases have all come to an end is done: it can be closed', async () => {
  app.clock.set(noon)
  staff = { ...staff, secret: await app.build.session(staff.userId) }
  const batch = await app.build.batch({ script, cases: 3 })
  await app.db.updateTable('scripts').set({ active: true }).where('id', '=', script.id).execute()
  expect((await whyOf(batch)).isDone).toBe(false)
  const runs = app.db.updateTable('case_runs').where('batch_id', '=', batch.id)
  await runs.set({ state: 'finished' }).execute()
  expect((await whyOf(batch)).isDone).toBe(true)
  await sql`update cases set status = 'closed' where batch_id = ${batch.id}`.execute(app.db)
  expect((await whyOf(batch)).isDone).toBe(true)
  // Of a script there may be others.
  expect((await whyOf(null)).isDone).toBe(false)
  await app.db.updateTable('batches').set({ status: 'closed' }).where('id', '=', batch.id).execute()
  expect((await whyOf(batch)).isDone).toBe(false)
})
