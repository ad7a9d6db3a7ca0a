import { caseApi } from '@regie/contract/cases.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { filterApi } from '@regie/contract/filters.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { timeMachineApi } from '@regie/contract/time-machine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../test/builders.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { defaultFields } from '../modules/fields/default-fields.ts'

let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let whole: Staff
let masked: Staff
const person = { name: 'Marieke Zandvoort', phone: '+31201234567', mobile: '+31612345678', email: 'marieke@zandvoort.example' }
const secrets = ['Marieke', 'Zandvoort', '31201234567', '31612345678', '0612345678', 'marieke@']
const rights = [Right.viewBatches, Right.viewScripts, Right.viewCases, Right.changeCases, Right.reportBatches, Right.exportReports]

beforeAll(async () => {
  app = await openTestApp()
  batch = await app.build.batch()
  const { customerId } = batch
  // This script hides the name and the e-mail address; phones are always hidden.
  const fields = defaultFields.map((field) =>
    ['voornaam', 'achternaam', 'email'].includes(field.key) ? { ...field, mask: 'last4' as const } : field,
  )
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify(fields) })
    .where('id', '=', batch.script.id)
    .execute()
  const given = { voornaam: 'Marieke', achternaam: 'Zandvoort', mobiel: person.mobile, telefoon1: person.phone, email: person.email }
  one = await app.build.case({ batch, case_number: 'DOS-1001', ...person, fields: JSON.stringify(given) })
  const params = { to: person.mobile, said: `hallo ${person.name}` }
  await app.db
    .insertInto('timeline')
    .values({ customer_id: customerId, case_id: one.id, kind: 'note', event: 'note', params: JSON.stringify(params), at: app.clock.now() })
    .execute()
  whole = await app.build.staff({ rights: [...rights, Right.viewPersonalData], customers: [customerId] })
  masked = await app.build.staff({ rights, customers: [customerId] })
})
afterAll(() => app.close())

async function message(): Promise<number> {
  const { id: case_id, customerId: customer_id, batchId: batch_id } = one
  const queued_at = app.clock.now()
  const row = {
    customer_id,
    case_id,
    batch_id,
    channel: 'sms',
    recipient: person.mobile,
    provider: 'simulated-sms',
    simulated: true,
    queued_at,
  }
  const { id } = await app.db
    .insertInto('communications')
    .values({ ...row, idempotency_key: 'm1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = `Beste ${person.name}, is 0612345678 uw nummer?`
  // A list shows its first 200 characters: half of the name would stand there if it were cut before it is masked.
  const subject = `${person.name} ${'.'.repeat(185 - person.name.length)} ${person.name}`
  await app.db
    .insertInto('communication_contents')
    .values({ customer_id, communication_id: id, queued_at, sender: 'Regie', subject, text, html: `<p>${text}</p>` })
    .execute()
  await app.db
    .insertInto('timeline')
    .values({ customer_id, case_id, kind: 'sms', event: 'smsSent', communication_id: id, at: queued_at })
    .execute()
  return id
}

const search = (q: string) => app.call(caseApi.search, { query: { customerID: one.customerId, q, limit: 10 } })
const count = (q: string) => app.call(bulkApi.count, { body: { customerID: one.customerId, filter: { q } } })

test('a masked value stands in no answer about a case', async () => {
  const { customerId: customerID } = one
  const communicationID = await message()
  const asked = [
    (who: Staff) => app.call(caseApi.get, { params: { caseID: one.id }, query: {} }).as(who),
    (who: Staff) => app.call(caseApi.list, { query: { customerID, limit: 10 } }).as(who),
    (who: Staff) => app.call(caseApi.timeline, { params: { caseID: one.id }, query: { limit: 10 } }).as(who),
    (who: Staff) => app.call(caseApi.communication, { params: { caseID: one.id, communicationID } }).as(who),
    (who: Staff) => app.call(reportApi.csv, { body: { kind: 'batch', batchIDs: [batch.id], locale: 'nl' } }).as(who),
  ]
  for (const ask of asked) {
    const seen = await ask(whole)
    expect([seen.status, secrets.some((secret) => seen.text.includes(secret))]).toEqual([200, true])
    const hidden = await ask(masked)
    expect([hidden.status, secrets.filter((secret) => hidden.text.includes(secret))]).toEqual([200, []])
  }
})

test('the report masks as the list does, though PostgreSQL writes it', async () => {
  const list = (await app.call(caseApi.list, { query: { customerID: one.customerId, limit: 10 } }).as(masked)).body.rows
  const { text } = await app.call(reportApi.csv, { body: { kind: 'batch', batchIDs: [batch.id], locale: 'nl' } }).as(masked)
  const cells = text.split('\n')[1]?.split(';') ?? []
  for (const value of [list[0]?.name, list[0]?.phone, list[0]?.email]) expect(cells).toContain(value)
})

test.each(['0612345678', '31612345678', 'marieke@zandvoort', 'marieke', 'zandvoort 3120123'])(
  'searching %s confirms nothing masked',
  async (q) => {
    expect((await search(q).as(masked)).body).toMatchObject({ rows: [], total: { value: 0 } })
    expect((await count(q).as(masked)).body.total).toBe(0)
    expect((await search(q).as(whole)).body.total.value).toBe(1)
  },
)

test('what is shown is found', async () => {
  const { body } = await app.call(caseApi.get, { params: { caseID: one.id }, query: {} }).as(masked)
  expect((await search(body.caseNumber).as(masked)).body.total.value).toBeGreaterThan(0)
  expect((await count(body.caseNumber).as(masked)).body.total).toBeGreaterThan(0)
})

test('a report asks the right to reports and to cases too', async () => {
  const body = { kind: 'batch', batchIDs: [batch.id], locale: 'nl' } as { kind: 'batch'; batchIDs: number[]; locale: 'nl' }
  for (const few of [
    [Right.exportReports, Right.reportBatches],
    [Right.exportReports, Right.viewCases],
  ]) {
    const staff = await app.build.staff({ rights: few, customers: [one.customerId] })
    expect((await app.call(reportApi.csv, { body }).as(staff)).status).toBe(403)
  }
})

test('counting with a filter is for who may see the cases, and personal fields are for right 109', async () => {
  const scripting = [Right.viewScripts, Right.changeFilters]
  const customers = [one.customerId]
  const blind = await app.build.staff({ rights: scripting, customers })
  const seeing = await app.build.staff({ rights: [...scripting, Right.viewCases], customers })
  const knowing = await app.build.staff({ rights: [...scripting, Right.viewCases, Right.viewPersonalData], customers })
  const params = { scriptID: batch.script.id }
  const mobile = [{ field: 'mobiel', op: 'eq', value: person.mobile } as const]
  const amount = [{ field: 'openstaand', op: 'gt', value: '1' } as const]
  const ask = (rules: unknown[]) => app.call(filterApi.count, { params, query: { rules: JSON.stringify(rules), combine: 'and' } })
  expect((await ask(amount).as(blind)).status).toBe(403)
  expect((await ask(amount).as(seeing)).status).toBe(200)
  expect((await ask(mobile).as(seeing)).status).toBe(403)
  expect((await ask(mobile).as(knowing)).body.matching).toBe(1)
  const added = await app.call(filterApi.add, { params, body: { name: 'm', rules: mobile, combine: 'and', active: false } }).as(seeing)
  expect(added.body.matching).toBeNull()
  expect((await app.call(filterApi.list, { params }).as(blind)).body[0]?.matching).toBeNull()
  expect((await app.call(filterApi.list, { params }).as(knowing)).body[0]?.matching).toBe(1)
})

test('the time machine asks the right to see cases, and answers no question about a personal field that the live version does not ask', async () => {
  const customers = [one.customerId]
  const steps = [
    { kind: 'branch', key: 'asks', next: 'no', settings: { question: 'field', key: 'mobiel', answers: { [person.mobile]: 'yes' } } },
    { kind: 'finish', key: 'yes', settings: { result: 'RET' } },
    { kind: 'finish', key: 'no', settings: { result: 'BSL' } },
  ]
  const from = app.clock.now().toISOString()
  const body = { caseID: one.id, steps, from, days: 1, answers: { calls: ['niet_opgenomen'], paysOnDay: null } } as never
  const simulate = (who: Staff) => app.call(timeMachineApi.simulate, { params: { scriptID: batch.script.id }, body }).as(who)
  const blind = await app.build.staff({ rights: [Right.viewScripts], customers })
  expect((await simulate(blind)).status).toBe(403)
  expect((await simulate(whole)).body.end).toMatchObject({ result: 'RET' })
  expect((await simulate(masked)).body.end).toMatchObject({ result: 'BSL' })
})

test('the first words of a message are masked though a masked value is longer than what is shown, or stands behind many empty lines', async () => {
  const remark = 'Geheim '.repeat(120).trim()
  const definition = defaultFields.find(({ type }) => type === 'text')
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify([...defaultFields, { ...definition, key: 'bijzonder', mask: 'all' }]) })
    .where('id', '=', batch.script.id)
    .execute()
  const mobile = '+31687654321'
  const other = await app.build.case({ batch, name: 'Anders', mobile, fields: JSON.stringify({ bijzonder: remark, mobiel: mobile }) })
  const { id: case_id, customerId: customer_id } = other
  const queued_at = app.clock.now()
  const texts = [`${remark} is wat wij weten`, `Hallo${'\n'.repeat(590)}0687654321 is uw nummer`]
  for (const text of texts) {
    const row = { customer_id, case_id, batch_id: batch.id, channel: 'sms', recipient: mobile, provider: 'simulated-sms', simulated: true }
    const { id } = await app.db
      .insertInto('communications')
      .values({ ...row, queued_at, idempotency_key: `long ${texts.indexOf(text)}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('communication_contents')
      .values({ customer_id, communication_id: id, queued_at, sender: 'Regie', subject: '', text, html: null })
      .execute()
    await app.db
      .insertInto('timeline')
      .values({ customer_id, case_id, kind: 'sms', event: 'smsSent', communication_id: id, at: queued_at })
      .execute()
  }
  const timeline = (who: Staff) => app.call(caseApi.timeline, { params: { caseID: case_id }, query: { limit: 10 } }).as(who)
  expect((await timeline(whole)).text).toContain('Geheim')
  expect((await timeline(masked)).body.rows.map(({ excerpt }) => excerpt)).toEqual([
    'Hallo +316••••••21 is uw nummer',
    '•••••••••••• is wat wij weten',
  ])
})
