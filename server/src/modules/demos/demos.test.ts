import { caseActionApi } from '@regie/contract/case-actions.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { demoApi, demosPerDay } from '@regie/contract/demos.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltScript, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { takeTurn } from '../../engine/engine.ts'
import { registerEngine } from '../case-runs/engine-lease.ts'

const rights = [Right.demo, Right.viewCases, Right.viewBatches]
const steps: ScriptStep[] = [
  { kind: 'wait', key: 'rest', next: 'mail', settings: { minutes: 7 * 24 * 60 } },
  { kind: 'send-email', key: 'mail', next: 'end', settings: { template: 'mail' } },
  { kind: 'finish', key: 'end', settings: { result: 'RET' } },
]

let app: TestApp
let script: BuiltScript
let staff: Staff
let colleague: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2027-03-07T02:00:00Z' })
  script = await app.build.script({ profile: 'incasso_wki', steps })
  await writeTemplate(script.customerId)
  staff = await app.build.staff({ rights, customers: [script.customerId] })
  colleague = await app.build.staff({ rights, customers: [script.customerId] })
})
afterAll(() => app.close())

async function writeTemplate(customerId: number) {
  const text = { subject: 'Factuur', text: 'Beste {{naam}}', html: '<p>Beste {{naam}}</p>' }
  const { id } = await app.db
    .insertInto('templates')
    .values({ customer_id: customerId, key: 'mail', kind: 'email' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const revision = await app.db
    .insertInto('template_revisions')
    .values({ customer_id: customerId, template_id: id, texts: JSON.stringify({ nl: text }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('templates').set({ live_revision_id: revision.id }).where('id', '=', id).execute()
}

const start = (as = staff, waitSecondsMax: number | null = 5) =>
  app.call(demoApi.start, { params: { scriptID: script.id }, body: { waitSecondsMax } }).as(as)

test('without a number or address of his own nobody gets a demo', async () => {
  expect(await start()).toMatchObject({ status: 422, body: { error: 'demo.noOwnNumber' } })
})

test('what can be pressed under the texts of a script comes with its steps, the words of a button together', async () => {
  const choices = (button: string) => ({ subject: '', text: button, html: '', choices: { kind: 'buttons', buttons: [button] } })
  const pressing = await app.build.script({
    profile: 'incasso_wki',
    steps: [
      { kind: 'send-whatsapp', key: 'vraag', next: 'end', settings: { template: 'vraag' } },
      { kind: 'finish', key: 'end', settings: { result: 'RET' } },
    ],
  })
  const { customerId } = pressing
  for (const key of ['vraag', 'ander']) {
    const template = await app.db
      .insertInto('templates')
      .values({ customer_id: customerId, key, kind: 'whatsapp' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const texts = JSON.stringify({ nl: choices('Bel mij'), eng: choices('Call me') })
    const revision = await app.db
      .insertInto('template_revisions')
      .values({ customer_id: customerId, template_id: template.id, texts })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('templates').set({ live_revision_id: revision.id }).where('id', '=', template.id).execute()
  }
  const reader = await app.build.staff({ rights, customers: [customerId] })
  const { body } = await app.call(demoApi.steps, { params: { scriptID: pressing.id } }).as(reader)
  const button = [
    { locale: 'nl', words: 'Bel mij' },
    { locale: 'eng', words: 'Call me' },
  ]
  expect(body.templates).toEqual([{ key: 'vraag', pressable: [button] }])
  const { body: without } = await app.call(demoApi.steps, { params: { scriptID: script.id } }).as(staff)
  expect(without.templates).toEqual([])
})

test('a demo runs to its own user, by night and on Sunday, waits for seconds and ends as DEM', async () => {
  await app.db.updateTable('contacts').set({ email: 'ik@example.nl' }).where('user_id', '=', staff.userId).execute()
  const { body: demo } = await start()
  const engine = await registerEngine(app.services.db)
  const turn = () => takeTurn(app.services, engine, new Map())
  const run = async () => (await app.call(demoApi.run, { params: { caseID: demo.caseID } }).as(staff)).body
  await turn()
  expect(await run()).toMatchObject({ path: ['rest'], waitSecondsMax: 5, dueAt: expect.any(String), moments: [{}, { step: 'rest' }] })
  app.clock.advance(5_000)
  await turn()
  const sent = await app.db.selectFrom('communications').select(['recipient']).where('case_id', '=', demo.caseID).execute()
  expect(sent).toEqual([{ recipient: 'ik@example.nl' }])
  const text = await app.db.selectFrom('communication_contents').select(['subject', 'text']).executeTakeFirst()
  expect(text).toMatchObject({ subject: 'DEMO: Factuur', text: expect.stringMatching(/^DEMO: Beste/) })
  await app.db.deleteFrom('outbox').execute()
  app.clock.advance(60_000)
  await turn()
  const { body } = await app.call(demoApi.list, { query: { customerID: script.customerId } }).as(staff)
  expect(body.demos).toMatchObject([{ caseID: demo.caseID, status: 'closed', result: 'DEM' }])
  const ended = await run()
  expect(ended).toMatchObject({ path: ['rest', 'mail', 'end'], dueAt: null, demo: { status: 'closed' } })
  expect(ended.moments.find(({ step }) => step === 'mail')?.message).toMatchObject({ to: 'ik@example.nl', subject: 'DEMO: Factuur' })
})

test('another person’s address in a demo is refused, whoever put it there', async () => {
  const { body: demo } = await start()
  await app.db.updateTable('cases').set({ email: 'vreemde@example.nl' }).where('id', '=', demo.caseID).execute()
  const params = { caseID: demo.caseID }
  expect((await app.call(caseApi.get, { params, query: {} }).as(staff)).body.isDemo).toBe(true)
  expect((await app.call(caseActionApi.permission, { params }).as(staff)).body.email).toMatchObject({ ok: false, reason: 'onlyOwnNumber' })
})

test('demos stand in no list, search or total', async () => {
  const { customerId: customerID } = script
  const cases = await app.call(caseApi.list, { query: { customerID } }).as(staff)
  const batches = await app.call(batchApi.list, { query: { customerID } }).as(staff)
  const found = await app.call(caseApi.search, { query: { customerID, q: 'DEMO-' } }).as(staff)
  expect([cases, batches, found].map(({ body }) => [body.rows.length, body.total.value])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

test('a colleague’s demo is not there; one’s own can be stopped', async () => {
  const { body: demo } = await start()
  expect(await app.call(demoApi.run, { params: { caseID: demo.caseID } }).as(colleague)).toMatchObject({ status: 404 })
  const stop = (as: Staff) => app.call(demoApi.stop, { params: { caseID: demo.caseID } }).as(as)
  expect(await stop(colleague)).toMatchObject({ status: 404, body: { error: 'demo.notFound' } })
  expect(await stop(staff)).toMatchObject({ status: 200, body: { status: 'closed', result: 'DEM' } })
})

test('a script that is switched off is not shown', async () => {
  await app.db.updateTable('scripts').set({ active: false }).where('id', '=', script.id).execute()
  expect(await start()).toMatchObject({ status: 409, body: { error: 'demo.scriptOff' } })
  await app.db.updateTable('scripts').set({ active: true }).where('id', '=', script.id).execute()
})

test('ten a day, and ten again from midnight in Amsterdam', async () => {
  await app.db.updateTable('contacts').set({ mobile: '+31612345678' }).where('user_id', '=', colleague.userId).execute()
  const answers = await Promise.all(Array.from({ length: demosPerDay + 3 }, () => start(colleague)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(demosPerDay)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 429, body: { error: 'demo.tooMany' } })
  app.clock.advance(24 * 60 * 60_000)
  expect((await start({ ...colleague, secret: await app.build.session(colleague.userId) })).status).toBe(200)
})
