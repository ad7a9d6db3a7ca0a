import { caseActionApi } from '@regie/contract/case-actions.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { whyApi } from '@regie/contract/why.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltScript, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { takeTurn } from '../../engine/engine.ts'
import { openOutbox, type Outbox } from '../communications/outbox.ts'
import { receiveDelivery } from '../communications/receive-delivery.ts'
import { registerEngine } from '../case-runs/engine-lease.ts'
import { endPauses } from '../cases/status/end-pauses.ts'

const steps: ScriptStep[] = [
  { kind: 'payment-link', key: 'link', next: 'mail', settings: { validDays: 14 } },
  { kind: 'send-email', key: 'mail', next: 'wacht', settings: { template: 'mail' } },
  { kind: 'wait', key: 'wacht', next: 'bel', settings: { minutes: 60 } },
  { kind: 'call', key: 'bel', next: 'einde', settings: { template: 'call', attemptsMax: 3, retryMinutes: 30 } },
  { kind: 'finish', key: 'einde', settings: { result: 'MAX' } },
]
let app: TestApp
let script: BuiltScript
let engineId: number
let outboxes: Outbox[]
beforeAll(async () => {
  app = await openTestApp()
  script = await app.build.script({ steps })
  await app.db.updateTable('scripts').set({ max_lines: 2, max_transfers: 0 }).where('id', '=', script.id).execute()
  for (const key of ['mail', 'call']) await addTemplate(key)
  engineId = await registerEngine(app.db)
  outboxes = (['email', 'sms', 'call'] as const).map((channel) => openOutbox(app.services, engineId, channel))
})
afterAll(() => app.close())

async function addTemplate(key: string) {
  const owner = { customer_id: script.customerId }
  const { id } = await app.db
    .insertInto('templates')
    .values({ ...owner, key, kind: key === 'mail' ? 'email' : 'call' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const texts = JSON.stringify({ nl: { subject: 'Factuur', text: 'Beste {{naam}}', html: '<p>Beste {{naam}}</p>' } })
  const revision = await app.db
    .insertInto('template_revisions')
    .values({ ...owner, template_id: id, texts })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('templates').set({ live_revision_id: revision.id }).where('id', '=', id).execute()
}

const actions = [
  'work',
  'work',
  'work',
  'hours',
  'pauseBatch',
  'resumeBatch',
  'closeBatch',
  'reopenBatch',
  'pauseCase',
  'resumeCase',
  'closeCase',
  'reopenCase',
  'closeMany',
  'reopenMany',
  'undo',
] as const
type Action = { kind: (typeof actions)[number]; which: number; flag: boolean }
const anyActions = fc.array(fc.record({ kind: fc.constantFrom(...actions), which: fc.nat(5), flag: fc.boolean() }), {
  minLength: 8,
  maxLength: 14,
})

/** Everything that an engine does at this moment, news of providers included. */
async function work() {
  const { services, clock } = app
  await endPauses(app.db, clock.now())
  for (let turn = 0; turn < 4; turn++) {
    await takeTurn(services, engineId, new Map())
    for (const outbox of outboxes) await outbox.drain()
    await services.gateways.simulatedEvents.sendDue((provider, body, headers) =>
      receiveDelivery(services, provider, Buffer.from(body), headers).catch(() => false),
    )
  }
}

/** Hours go by; he is there all the time. */
async function present(staff: Staff): Promise<Staff> {
  return { ...staff, secret: await app.build.session(staff.userId) }
}

async function doOne({ kind, which, flag }: Action, batch: BuiltBatch, staff: Staff): Promise<number> {
  const { call, db, clock } = app
  const params = { batchID: batch.id }
  const rows = await db.selectFrom('cases').select(['id', 'version']).where('batch_id', '=', batch.id).orderBy('id').execute()
  const one = rows[which % rows.length] ?? { id: 0, version: 0 }
  const ofCase = { params: { caseID: one.id } }
  const many = { customerID: batch.customerId, filter: { caseIDs: rows.slice(0, 1 + which).map((row) => row.id) } }
  const until = flag ? new Date(clock.now().getTime() + 3_600_000).toISOString() : null
  switch (kind) {
    case 'work':
      return work().then(() => 200)
    case 'hours':
      clock.advance(95 * 60_000)
      return work().then(() => 200)
    case 'pauseBatch':
      return (await call(batchApi.pause, { params, body: { until } }).as(staff)).status
    case 'resumeBatch':
      return (await call(batchApi.resume, { params, body: { includePaused: flag } }).as(staff)).status
    case 'closeBatch':
      return (await call(batchApi.close, { params, body: { resultCode: 'BSL' } }).as(staff)).status
    case 'reopenBatch':
      return (await call(batchApi.reopen, { params, body: { includePaused: flag } }).as(staff)).status
    case 'pauseCase':
      return (await call(caseActionApi.pause, { ...ofCase, body: { version: one.version, until, resume: false } }).as(staff)).status
    case 'resumeCase':
      return (await call(caseActionApi.pause, { ...ofCase, body: { version: one.version, until: null, resume: true } }).as(staff)).status
    case 'closeCase':
      return (await call(caseActionApi.close, { ...ofCase, body: { version: one.version, resultCode: flag ? 'MAX' : 'RET' } }).as(staff))
        .status
    case 'reopenCase':
      return (await call(caseActionApi.reopen, { ...ofCase, body: { version: one.version, restart: flag } }).as(staff)).status
    case 'closeMany':
    case 'reopenMany': {
      const action = kind === 'closeMany' ? { kind: 'close' as const, resultCode: 'RET' } : { kind: 'reopen' as const }
      const given = await call(bulkApi.cases, { body: { ...many, action } }).as(staff)
      await runJobs(app.services)
      return given.status
    }
    case 'undo': {
      const [last] = (await call(undoApi.list, {}).as(staff)).body
      return last ? (await call(undoApi.undo, { params: { token: last.token } }).as(staff)).status : 200
    }
  }
}

test('counters and funnel tie with the cases after every action, whoever does what in whichever order', async () => {
  await fc.assert(
    fc.asyncProperty(anyActions, async (list) => {
      const batch = await app.build.batch({ script })
      for (let n = 0; n < 6; n++)
        await app.build.case({ batch, mobile: `+3161234500${n}`, email: `d${n}@example.nl`, outstanding_cents: 1250 })
      const staff = await app.build.staff({
        rights: [Right.viewBatches, Right.viewCases, Right.pauseBatches, Right.closeBatches, Right.changeCases, Right.closeCases],
        customers: [batch.customerId],
      })
      const done: string[] = []
      for (const action of list) {
        const status = await doOne(action, batch, await present(staff))
        done.push(`${action.kind} ${status}`)
        expect(status, done.join(', ')).toBeLessThan(500)
        const { rows: wrong } = await app.pool.query(
          `select *
            from batch_counters
            except
            select *
            from batch_counters_recounted
            union all (select * from batch_counters_recounted except select * from batch_counters)`,
        )
        expect(wrong, done.join(', ')).toEqual([])
        const { body: why } = await app.call(whyApi.batch, { params: { batchID: batch.id } }).as(await present(staff))
        const { rows } = await app.pool.query<{ status: string; count: number }>(
          'select status, count(*)::int as count from cases where batch_id = $1 group by 1',
          [batch.id],
        )
        const countOf = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
        const lineOf = (place: string) => why.lines.find((line) => line.place === place)?.count ?? 0
        expect([why.total, lineOf('closed'), lineOf('casePaused'), lineOf('finished')], done.join(', ')).toEqual([
          6,
          countOf('closed'),
          countOf('paused'),
          0,
        ])
        expect(
          why.lines.reduce((sum, line) => sum + line.count, 0),
          done.join(', '),
        ).toBe(6)
      }
    }),
    { seed: 21, numRuns: 6, endOnFailure: true },
  )
})
