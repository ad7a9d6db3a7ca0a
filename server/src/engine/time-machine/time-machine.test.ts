import { flowApi } from '@regie/contract/flow.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { timeMachineApi } from '@regie/contract/time-machine.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltCase, BuiltScript, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T08:00:00Z', env: { SIMULATION_SECONDS: '60' } })
})
afterAll(() => app.close())

const steps: ScriptStep[] = [
  { kind: 'payment-link', key: 'link', next: 'mail', settings: { validDays: 14 } },
  { kind: 'send-email', key: 'mail', next: 'wacht', settings: { template: 'mail' } },
  { kind: 'wait', key: 'wacht', next: 'bellen', settings: { minutes: 3 * 24 * 60 } },
  { kind: 'call', key: 'bellen', next: 'sms', settings: { template: 'gesprek', attemptsMax: 2, retryMinutes: 60 } },
  { kind: 'send-sms', key: 'sms', next: 'klaar', settings: { template: 'sms' } },
  { kind: 'finish', key: 'klaar', settings: { result: 'RET' } },
]
type Order = RequestOf<typeof timeMachineApi.simulate>['body']
// Wednesday 10:00 in Amsterdam.
const order = { from: '2026-06-03T08:00:00Z', days: 30, answers: { calls: ['niet_opgenomen'], paysOnDay: null } } satisfies Omit<
  Order,
  'caseID'
>

let script: BuiltScript
let one: BuiltCase
let staff: Staff
beforeEach(async () => {
  const { build, db } = app
  script = await build.script({ steps, profile: 'incasso_wki' })
  await db
    .updateTable('time_windows')
    .set({ starts: '09:00', ends: '16:59', weekdays: [1, 2, 3, 4, 5] })
    .where('customer_id', '=', script.customerId)
    .execute()
  for (const [key, kind] of [
    ['mail', 'email'],
    ['sms', 'sms'],
    ['gesprek', 'call'],
  ] as const)
    await template(key, kind)
  const batch = await build.batch({ script })
  const person = {
    name: 'Jan Jansen',
    email: 'jan@example.nl',
    mobile: '+31612345678',
    outstanding_cents: 1250,
    fields: JSON.stringify({ plaats: 'Utrecht', mobiel: '+31612345678' }),
  }
  one = await build.case({ batch, ...person })
  const rights = [Right.viewScripts, Right.changeScripts, Right.viewCases, Right.viewPersonalData]
  staff = await build.staff({ rights, customers: [script.customerId] })
})

async function template(key: string, kind: string, written?: string) {
  const customer_id = script.customerId
  const { id: template_id } = await app.db
    .insertInto('templates')
    .values({ customer_id, key, kind })
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = kind === 'sms' ? 'Is {{mobiel}} uw nummer?' : 'Beste {{naam}}, {{bedrag}}'
  const texts = JSON.stringify({ nl: { subject: 'Uw rekening', text: written ?? text } })
  const { id } = await app.db
    .insertInto('template_revisions')
    .values({ customer_id, template_id, texts })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('templates')
    .set({ live_revision_id: id })
    .where('customer_id', '=', customer_id)
    .where('id', '=', template_id)
    .execute()
}

const params = () => ({ scriptID: script.id })
const simulation = (given: Partial<Order> = {}) =>
  app.call(timeMachineApi.simulate, { params: params(), body: { ...order, caseID: one.id, ...given } }).as(staff)
const recorded = (moments: { at: string; step: string; event: string }[]) =>
  moments.map(({ at, step, event }) => `${at.slice(0, 16)} ${step} ${event}`)
const everything = () =>
  Promise.all(
    (['batches', 'cases', 'case_runs', 'communications', 'outbox', 'timeline', 'payment_links', 'provider_events'] as const).map((table) =>
      app.db.selectFrom(table).selectAll().execute(),
    ),
  )

test('thirty days are played with their windows, texts and answers, and nothing of it stays', async () => {
  const before = await everything()
  const { status, body } = await simulation()
  expect(status).toBe(200)
  expect(recorded(body.moments)).toEqual([
    '2026-06-03T08:00 link paymentLinkCreated',
    '2026-06-03T08:00 mail emailSent',
    '2026-06-03T08:00 wacht waiting',
    // Saturday is outside the window: the next Monday at nine.
    '2026-06-06T08:00 bellen held',
    '2026-06-08T07:00 bellen callStarted',
    '2026-06-08T07:00 bellen callNotAnswered',
    '2026-06-08T08:00 bellen callStarted',
    '2026-06-08T08:01 bellen callNotAnswered',
    '2026-06-08T08:01 sms smsSent',
    '2026-06-08T08:01 klaar closed',
  ])
  const mail = body.moments.find(({ step }) => step === 'mail')
  expect(mail?.message).toMatchObject({ to: 'jan@example.nl', subject: 'Uw rekening', text: 'Beste Jan Jansen, €\u00a012,50' })
  expect(body.end).toMatchObject({ kind: 'finished', result: 'RET' })
  expect(await everything()).toEqual(before)
})

test('who pays ends the script, and what can not go on says so', async () => {
  expect((await simulation({ answers: { calls: ['mens'], paysOnDay: 2 } })).body.end).toMatchObject({ kind: 'paid', result: 'BET' })
  expect((await simulation({ days: 2 })).body.end).toEqual({ kind: 'stillRunning', result: null, at: '2026-06-05T08:00:00.000Z' })
  const round: ScriptStep[] = [{ kind: 'send-email', key: 'mail', next: 'mail', settings: { template: 'mail' } }]
  expect(await simulation({ steps: round })).toMatchObject({ status: 422, body: { error: 'script.faulty' } })
})

test('the texts of a script are read as written and filled for nobody who exists; its steps count who stands there', async () => {
  const { body } = await app.call(flowApi.texts, { params: params() }).as(staff)
  const sms = body.find(({ kind }) => kind === 'sms')
  expect(sms?.written.text).toMatch(/\{\{\w+\}\}/)
  expect(JSON.stringify(body)).not.toMatch(/31612345678/)
  expect(sms?.filled.text).not.toBe('')
  const { body: standing } = await app.call(flowApi.standing, { params: params() }).as(staff)
  const { rows } = await app.pool.query(
    `select r.step, count(*)::int as cases
    from case_runs r
    join batches b on b.customer_id = r.customer_id and b.id = r.batch_id
    where b.script_id = $1 and r.state <> 'finished'
    group by r.step`,
    [script.id],
  )
  expect(standing).toEqual(rows)
  expect(standing.length).toBeGreaterThan(0)
})

test('who may not see cases simulates with none', async () => {
  const other = await app.build.staff({ rights: [Right.viewScripts], customers: [script.customerId] })
  const simulated = await app.call(timeMachineApi.simulate, { params: params(), body: { ...order, caseID: one.id } }).as(other)
  expect(simulated).toMatchObject({ status: 403, body: { error: 'error.rightMissing' } })
})

test('who may not see phone numbers sees none in what is sent, nor where to', async () => {
  const other = await app.build.staff({ rights: [Right.viewScripts, Right.viewCases], customers: [script.customerId] })
  const { text, body } = await app.call(timeMachineApi.simulate, { params: params(), body: { ...order, caseID: one.id } }).as(other)
  expect(body.moments.find(({ channel }) => channel === 'sms')?.message?.text).toMatch(/^Is \+316•+78 uw nummer/)
  expect(text).not.toContain('31612345678')
})

test('a kept simulation of a call that asks who somebody is calls as the case would, and keeps no answer', async () => {
  await template('vraag', 'call', 'Goedendag.')
  const asking = steps.map((step) =>
    step.kind === 'call'
      ? { ...step, settings: { ...step.settings, template: 'vraag', identity: { template: 'gesprek', tries: 2, failed: 'klaar' } } }
      : step,
  )
  for (const known of [{ geboortedatum: '03-01-1980' }, { postcode: '3011 AB' }, { postcode: '' }]) {
    await app.db
      .updateTable('cases')
      .set({ fields: JSON.stringify(known) })
      .where('id', '=', one.id)
      .execute()
    const play = await simulation({ steps: asking })
    const body = { ...order, steps: asking, name: 'Met cijfers', caseID: one.id }
    const kept = await app.call(timeMachineApi.addCheck, { params: params(), body }).as(staff)
    expect([known, kept.body.moments]).toEqual([known, play.body.moments.length])
  }
  expect(JSON.stringify(await app.db.selectFrom('script_checks').select('subject').execute())).not.toMatch(/1980|3011/)
})

test('a kept simulation must go the same way before a draft lives, and every version can be made live again', async () => {
  const { call } = app
  const kept = await call(timeMachineApi.addCheck, { params: params(), body: { ...order, name: 'Niemand neemt op', caseID: one.id } }).as(
    staff,
  )
  expect(kept.body).toMatchObject({ name: 'Niemand neemt op', moments: 10 })
  expect(JSON.stringify(await app.db.selectFrom('script_checks').select('subject').execute())).not.toMatch(
    /Jansen|jan@|31612345678|Utrecht/,
  )

  const changed = steps.map((step) => (step.kind === 'wait' ? { ...step, settings: { minutes: 60 } } : step))
  const draft = await call(flowApi.saveDraft, { params: params(), body: { steps: changed, version: 0 } }).as(staff)
  expect(draft.body).toMatchObject({ draft: { version: 1 }, faults: [] })
  // A colleague who did not see it is shown it.
  expect(await call(flowApi.saveDraft, { params: params(), body: { steps, version: 0 } }).as(staff)).toMatchObject({
    status: 409,
    body: { error: 'error.conflict', current: { draft: { version: 1 } } },
  })

  const activate = () => call(flowApi.activate, { params: params(), body: { version: 1, note: 'Sneller bellen' } }).as(staff)
  expect(await activate()).toMatchObject({ status: 409, body: { error: 'script.checksFailed', current: [{ passed: false }] } })
  const [outcome] = (await call(timeMachineApi.runChecks, { params: params() }).as(staff)).body
  expect(outcome?.differences[0]).toEqual({ at: 3, expected: '4, 10:00, bellen, held', got: '1, 11:00, bellen, callStarted' })

  await call(timeMachineApi.removeCheck, { params: { ...params(), checkID: kept.body.checkID } }).as(staff)
  const live = await activate()
  expect(live.body).toMatchObject({ draft: null, live: { no: 2, by: staff.username } })
  await call(flowApi.rollBack, { params: { ...params(), versionID: script.versionId }, body: { note: 'Terug', despiteChecks: false } }).as(
    staff,
  )
  const { body: versions } = await call(flowApi.versions, { params: params() }).as(staff)
  expect(versions.map(({ no, note, live: isLive, runningCases, changes }) => [no, note, isLive, runningCases, changes.length])).toEqual([
    [3, 'Terug', true, 0, 1],
    [2, 'Sneller bellen', false, 0, 1],
    [1, '', false, 1, 0],
  ])
  expect(versions[1]?.changes).toMatchObject([{ step: 'wacht', name: 'Wacht', change: 'setting', setting: 'minutes', to: 60 }])
})

test('an earlier version is played with what is kept before it lives again, and goes on only when somebody has seen what fails', async () => {
  const { call } = app
  const hurried = steps.map((step) => (step.kind === 'wait' ? { ...step, settings: { minutes: 60 } } : step))
  await call(flowApi.saveDraft, { params: params(), body: { steps: hurried, version: 0 } }).as(staff)
  await call(flowApi.activate, { params: params(), body: { version: 1, note: '' } }).as(staff)
  for (const name of ['Niemand neemt op', 'Nog een keer'])
    await call(timeMachineApi.addCheck, { params: params(), body: { ...order, name, caseID: one.id } }).as(staff)

  const rollBack = (despiteChecks: boolean, versionID = script.versionId) =>
    call(flowApi.rollBack, { params: { ...params(), versionID }, body: { note: 'Terug', despiteChecks } }).as(staff)
  expect(await rollBack(false)).toMatchObject({
    status: 409,
    body: { error: 'script.checksFailed', params: { count: 2 }, current: [{ name: 'Niemand neemt op', passed: false }, { passed: false }] },
  })
  expect((await call(flowApi.get, { params: params() }).as(staff)).body.live.no).toBe(2)
  expect((await rollBack(true)).body).toMatchObject({ live: { no: 3 } })
  // What does as it did needs nobody's word.
  const { body: versions } = await call(flowApi.versions, { params: params() }).as(staff)
  expect((await rollBack(false, versions.find(({ no }) => no === 2)?.versionID)).body).toMatchObject({ live: { no: 4 } })
})

test('a draft with faults is kept but never lives', async () => {
  const broken: ScriptStep[] = [{ kind: 'send-email', key: 'mail', next: 'weg', settings: { template: 'bestaat-niet' } }]
  const draft = await app.call(flowApi.saveDraft, { params: params(), body: { steps: broken, version: 0 } }).as(staff)
  expect(draft.body.faults.map(({ fault }) => fault)).toEqual(['stepMissing', 'templateUnknown'])
  const { status, body } = await app.call(flowApi.activate, { params: params(), body: { version: 1, note: '' } }).as(staff)
  expect([status, body]).toMatchObject([422, { error: 'script.faulty', params: { count: 1 } }])
  expect((await app.call(flowApi.dropDraft, { params: params() }).as(staff)).body).toMatchObject({ draft: null, live: { no: 1 } })
})

test('who may not see cases learns nothing of the kept ones', async () => {
  const mayNot = [Right.viewScripts, Right.changeScripts]
  const other = await app.build.staff({ rights: mayNot, customers: [script.customerId] })
  const { checkID } = (
    await app.call(timeMachineApi.addCheck, { params: params(), body: { ...order, name: 'Bewaard', caseID: one.id } }).as(staff)
  ).body
  expect((await app.call(timeMachineApi.runChecks, { params: params() }).as(other)).status).toBe(403)
  expect((await app.call(timeMachineApi.checks, { params: params() }).as(other)).body).toMatchObject([{ caseNumber: null }])
  await app.call(flowApi.saveDraft, { params: params(), body: { steps, version: 0 } }).as(other)
  const activate = app.call(flowApi.activate, { params: params(), body: { version: 1, note: '' } })
  expect(await activate.as(other)).toMatchObject({ status: 403, body: { error: 'error.rightMissing' } })
  await app.call(timeMachineApi.removeCheck, { params: { ...params(), checkID } }).as(staff)
})
