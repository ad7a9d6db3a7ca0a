import { Right } from '@regie/contract/right-codes.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import { type TemplateDetail, TemplateOptions } from '@regie/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let boss: Staff
let customerID: number
let foreign: number
beforeAll(async () => {
  app = await openTestApp()
  customerID = (await app.build.batch()).customerId
  foreign = (await app.build.batch()).customerId
  const rights = [Right.viewTemplates, Right.changeTemplates, Right.activateTemplates]
  boss = await app.build.staff({ rights, customers: [customerID] })
})
afterAll(() => app.close())

async function provider(name: string, change: object = {}) {
  const settings = JSON.stringify({ kind: 'simulated' })
  const row = { customer_id: customerID, channel: 'sms', kind: 'simulated', name, settings, ...change }
  return (await app.db.insertInto('providers').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const create = async (name: string) => {
  const body = { customerID, kind: 'sms' as const, name, description: '', group: '', section: false, copyOf: null }
  return (await app.call(templateApi.create, { body }).as(boss)).body
}
const save = ({ templateID, draftVersion: version, liveNo }: TemplateDetail, smsProvider: number | null, words = 'Betaal {{bedrag}}.') => {
  const written = { nl: { subject: '', text: words, blocks: [] } }
  const body = { written, options: TemplateOptions.parse({ smsProvider }), version, liveNo }
  return app.call(templateApi.saveDraft, { params: { templateID }, body }).as(boss)
}
const activate = ({ templateID, draftVersion: version }: TemplateDetail) =>
  app.call(templateApi.activate, { params: { templateID }, body: { version, note: '', parents: false } }).as(boss)
const turnOff = (id: number) => app.db.updateTable('providers').set({ state: 'off' }).where('id', '=', id).execute()

test("a text names no provider of another customer, of another channel, of a template's own, or one that is off", async () => {
  const begun = await create('Alleen eigen')
  const own = await provider('Eigen')
  const refused = [
    await provider('Vreemd', { customer_id: foreign }),
    await provider('Mail', { channel: 'email' }),
    await provider('Uit', { state: 'off' }),
    999_999_999,
  ]
  for (const id of refused) expect((await save(begun, id)).body).toMatchObject({ error: 'template.providerUnknown', field: 'smsProvider' })
  const { body: saved } = await save(begun, own)
  expect(saved.content.options.smsProvider).toBe(own)
  expect(saved.smsProviders.map(({ name, isOff }) => `${name}${isOff ? ' off' : ''}`)).toEqual(['Eigen', 'Uit off'])
  expect((await activate(saved)).status).toBe(200)
})

test('one that is turned off or deleted afterwards keeps the text from being activated, by its name, but not from being written', async () => {
  const id = await provider('Straks uit')
  const begun = await create('Daarna uit')
  const { body: saved } = await save(begun, id)
  await turnOff(id)
  const off = await activate(saved)
  expect(off.body).toMatchObject({ error: 'template.faulty', current: [{ fault: 'smsProviderOff', detail: 'Straks uit' }] })
  const { body: again } = await save(saved, id, 'Betaal vandaag {{bedrag}}.')
  expect(again.faults).toMatchObject([{ fault: 'smsProviderOff', blocks: true }])
  await app.db.deleteFrom('providers').where('id', '=', id).execute()
  expect((await activate(again)).body).toMatchObject({ current: [{ fault: 'smsProviderGone' }] })
  const { body: free } = await save(again, null)
  expect((await activate(free)).status).toBe(200)
})
