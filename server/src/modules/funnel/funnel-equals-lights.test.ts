import { batchEditApi } from '@regie/contract/batches.ts'
import { blacklistApi } from '@regie/contract/blacklist.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi, type RefusalReason, unreachableReasons } from '@regie/contract/cases.ts'
import type { Channel } from '@regie/contract/channels.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { whyApi } from '@regie/contract/why.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltScript, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { endListings } from '../arrangements/blacklist/end-listings.ts'

const writing = { 'send-email': 'email', 'send-sms': 'sms', call: 'call' } as const
type Kind = keyof typeof writing
const rights = [
  ...[Right.viewCases, Right.newCase, Right.changeCases, Right.changeInputFields, Right.closeCases, Right.removeFromBlacklist],
  ...[Right.viewBatches, Right.changeBatchLines, Right.viewPersonalData],
]

let app: TestApp
let staff: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

function stepsOf(kinds: readonly Kind[]): ScriptStep[] {
  const steps = kinds.map((kind, at): ScriptStep => {
    const [key, next] = [`s${at}`, `s${at + 1}`]
    if (kind === 'call') return { kind, key, next, settings: { template: 'call', attemptsMax: 1, retryMinutes: 60 } }
    return { kind, key, next, settings: { template: kind } }
  })
  return [...steps, { kind: 'finish', key: `s${kinds.length}`, settings: { result: 'RET' } }]
}

/** No engine is there: whatever the funnel says, it says of cases that nobody looked at. */
async function makeLive(script: BuiltScript, kinds: readonly Kind[]) {
  const { id } = await app.db
    .insertInto('script_versions')
    .values({ customer_id: script.customerId, script_id: script.id, steps: JSON.stringify(stepsOf(kinds)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('scripts').set({ live_version_id: id }).where('id', '=', script.id).execute()
}

const oneOf = <Value>(...values: Value[]) => fc.constantFrom(...values)
const someKinds = fc.uniqueArray(oneOf<Kind>('send-email', 'send-sms', 'call'), { minLength: 1, maxLength: 2 })
// Few, so that cases share them.
const address = fc.record({
  telefoon1: oneOf('', '0201234567', '0612345678', '+4915112345678'),
  mobiel: oneOf('', '', '0612345678', '0612345679'),
  email: oneOf('', 'een@example.nl', 'Twee@example.nl'),
  contactvoorkeur: oneOf('', '', '', 'email', 'sms', 'whatsapp', 'post'),
})
type Address = typeof address extends fc.Arbitrary<infer Value> ? Value : never
const action = fc.oneof(
  fc.record({ kind: oneOf('create' as const), fields: address }),
  fc.record({ kind: oneOf('change' as const), which: fc.nat(9), fields: address }),
  fc.record({ kind: oneOf('blacklist' as const, 'unlist' as const, 'close' as const, 'restart' as const), which: fc.nat(9) }),
  fc.record({ kind: oneOf('undo' as const, 'recognise' as const, 'months' as const) }),
  fc.record({ kind: oneOf('version' as const), kinds: someKinds }),
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

const filled = (fields: Address) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
let count = 0

async function create(batch: BuiltBatch, fields: Address) {
  const all = { dossiernummer: `L${++count}`, achternaam: 'Jansen', openstaand: '75', ...filled(fields) }
  const body = { customerID: batch.customerId, scriptID: batch.script.id, batchID: batch.id, fields: all }
  return (await app.call(caseActionApi.create, { body }).as(staff)).status
}

async function doOne(done: Action, batch: BuiltBatch): Promise<number> {
  const { call, db, clock } = app
  clock.advance(60_000)
  const rows = await db.selectFrom('cases').select(['id', 'version']).where('batch_id', '=', batch.id).orderBy('id').execute()
  const one = 'which' in done ? (rows[done.which % rows.length] ?? null) : null
  const params = { caseID: one?.id ?? 0 }
  const version = one?.version ?? 0
  switch (done.kind) {
    case 'create':
      return create(batch, done.fields)
    case 'change':
      return (await call(caseActionApi.change, { params, body: { version, fields: done.fields } }).as(staff)).status
    case 'blacklist':
      return (await call(caseActionApi.setResult, { params, body: { version, resultCode: 'AFM', retention: '3m' } }).as(staff)).status
    case 'unlist': {
      const [entry] = (await call(blacklistApi.ofCase, { params }).as(staff)).body
      const removal = { params: { ...params, blacklistID: entry?.blacklistID ?? 0 }, body: { reason: 'Vergissing' } }
      return (await call(blacklistApi.remove, removal).as(staff)).status
    }
    case 'close':
      return (await call(caseActionApi.close, { params, body: { version, resultCode: 'OVL', retention: '1y' } }).as(staff)).status
    case 'restart':
      return (await call(caseActionApi.reopen, { params, body: { version, restart: true } }).as(staff)).status
    case 'undo': {
      const [last] = (await call(undoApi.list, {}).as(staff)).body
      return last ? (await call(undoApi.undo, { params: { token: last.token } }).as(staff)).status : 200
    }
    case 'recognise': {
      const { rows: found } = await app.pool.query<{ version: number; on: boolean }>(
        'select version, number_recognition as on from batches where id = $1',
        [batch.id],
      )
      const body = { version: found[0]?.version ?? 0, numberRecognition: !found[0]?.on }
      return (await call(batchEditApi.change, { params: { batchID: batch.id }, body }).as(staff)).status
    }
    case 'months':
      clock.advance(100 * 24 * 3_600_000)
      staff = { ...staff, secret: await app.build.session(staff.userId) }
      await endListings(app.services.db, clock.now())
      return 200
    case 'version':
      await makeLive(batch.script, done.kinds)
      return 200
  }
}

/** By the lights of the channels that the case's script has: why each of them reaches nobody; null where one may. */
async function lightsOf(caseId: number): Promise<RefusalReason[] | null> {
  const { rows } = await app.pool.query<{ steps: ScriptStep[] }>(
    'select v.steps from case_runs r join script_versions v on v.id = r.script_version_id where r.case_id = $1',
    [caseId],
  )
  const lights = (await app.call(caseActionApi.permission, { params: { caseID: caseId } }).as(staff)).body
  const channels = (rows[0]?.steps ?? []).flatMap(({ kind }): Channel[] => (kind in writing ? [writing[kind as Kind]] : []))
  const reasons = channels.map((channel) => lights[channel].reason)
  return reasons.every((reason) => reason !== null && unreachableReasons.includes(reason)) ? (reasons as RefusalReason[]) : null
}

const onlyPhone: Address = { telefoon1: '0612345678', mobiel: '', email: '', contactvoorkeur: '' }
// What chance seldom tries: a run that begins anew with another version.
const examples: [Kind[], Address[], Action[]][] = [
  [
    ['send-email'],
    [onlyPhone],
    [
      { kind: 'version', kinds: ['call'] },
      { kind: 'close', which: 0 },
      { kind: 'restart', which: 0 },
    ],
  ],
]

test('who can reach nobody by the lights is unreachable in the funnel, before any engine looked, whatever changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      someKinds,
      fc.array(address, { minLength: 3, maxLength: 3 }),
      fc.array(action, { minLength: 5, maxLength: 8 }),
      async (kinds, given, actions) => {
        const script = await app.build.script({ steps: stepsOf(kinds) })
        const batch = await app.build.batch({ script })
        staff = await app.build.staff({ rights, customers: [batch.customerId] })
        for (const fields of given) await create(batch, fields)
        const story: string[] = []
        for (const one of actions) {
          story.push(`${JSON.stringify(one)} ${await doOne(one, batch)}`)
          const { body: why } = await app.call(whyApi.batch, { params: { batchID: batch.id } }).as(staff)
          const open = await app.db.selectFrom('cases').select('id').where('batch_id', '=', batch.id).where('status', '=', 'open').execute()
          let unreachable = 0
          for (const { id } of open) {
            const reasons = await lightsOf(id)
            const { line } = (await app.call(whyApi.case, { params: { caseID: id } }).as(staff)).body
            if (reasons !== null) unreachable++
            expect([line.place, line.reason], story.join('\n')).toEqual(
              reasons === null ? ['contactable', null] : ['unreachable', reasons[0]],
            )
          }
          const counted = why.lines.filter(({ place }) => place === 'unreachable')
          expect(
            counted.reduce((sum, line) => sum + line.count, 0),
            story.join('\n'),
          ).toBe(unreachable)
          for (const line of counted) {
            const query = { customerID: batch.customerId, batchID: batch.id, place: line.place, reason: line.reason ?? '' }
            expect((await app.call(caseApi.list, { query }).as(staff)).body.rows.length, story.join('\n')).toBe(line.count)
          }
        }
      },
    ),
    { seed: 5, numRuns: 14, endOnFailure: true, examples },
  )
}, 120_000)

test('a mobile in the column of fixed lines counts for as long as the batch recognises numbers', async () => {
  const batch = await app.build.batch({ script: await app.build.script({ steps: stepsOf(['send-sms']) }) })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  const { id } = await app.build.case({ batch, phone: '+4915112345678' })
  const placeAfter = async (done: Action) => {
    await doOne(done, batch)
    return (await app.call(whyApi.case, { params: { caseID: id } }).as(staff)).body.line.place
  }
  expect(await placeAfter({ kind: 'recognise' })).toBe('unreachable')
  expect(await placeAfter({ kind: 'recognise' })).toBe('contactable')
})
