import { Right } from '@regie/contract/right-codes.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import { TemplateOptions, type WrittenTemplate } from '@regie/contract/templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { sampleCases } from './sample-of-cases.ts'

let app: TestApp
let batch: BuiltBatch
let writer: Staff
let boss: Staff
let chief: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  const script = await app.build.script({
    steps: [
      { kind: 'send-email', key: 'mail', next: 'end', settings: { template: 'herinnering' } },
      { kind: 'finish', key: 'end', settings: { result: 'RET' } },
    ],
  })
  batch = await app.build.batch({ script })
  const rights = [Right.viewTemplates, Right.changeTemplates]
  const customers = [batch.customerId]
  writer = await app.build.staff({ rights, customers })
  boss = await app.build.staff({ rights: [...rights, Right.viewCases, Right.activateTemplates], customers })
  chief = await app.build.staff({ rights: [...rights, Right.activateTemplates, Right.activateParents], customers })
})
afterAll(() => app.close())

const options = (change: Partial<TemplateOptions> = {}) => TemplateOptions.parse(change)
const mail = (...paragraphs: string[]): WrittenTemplate => ({
  nl: {
    subject: 'Uw rekening',
    preheader: 'Nog te betalen',
    text: '',
    blocks: paragraphs.map((html, at) => ({ id: `b${at}`, type: 'text', html })),
  },
})
let made = 0
const create = async () => {
  const body = {
    ...{ customerID: batch.customerId, kind: 'email' as const, name: `Brief ${++made}`, description: '', group: '' },
    ...{ section: false, copyOf: null },
  }
  return (await app.call(templateApi.create, { body }).as(writer)).body
}
const saved = async (written: WrittenTemplate, change: Partial<TemplateOptions> = {}) => {
  const { templateID, draftVersion, liveNo } = await create()
  const body = { written, options: options(change), version: draftVersion, liveNo }
  return (await app.call(templateApi.saveDraft, { params: { templateID }, body }).as(writer)).body
}
const lint = (templateID: number, written: WrittenTemplate, by: Staff) =>
  app.call(templateApi.lint, { params: { templateID }, body: { written, options: options(), locale: 'nl' } }).as(by)
const activate = (templateID: number, version: number, by: Staff, more: { pass?: boolean; note?: string } = {}) =>
  app.call(templateApi.activate, { params: { templateID }, body: { version, note: '', parents: false, pass: false, ...more } }).as(by)

test('of how many real cases a field is empty is counted for who may see cases, and no value is shown', async () => {
  const { templateID } = await create()
  const written = mail('<p>Beste {{naam}}. Uw factuur {{factuurnummer}} staat nog open. U kunt die nu betalen met de knop.</p>')
  await app.build.case({ batch, name: 'Marieke Zandvoort' })
  await app.build.case({ batch, name: '' })
  const { body, text } = await lint(templateID, written, boss)
  expect(body.sample).toEqual({ looked: 2, complete: 1, lacking: [{ field: 'naam', count: 1 }] })
  expect(text).not.toContain('Marieke')
  expect(body.readability).toMatchObject({ level: 'A2', longSentences: [] })
  expect((await lint(templateID, written, writer)).body.sample).toBeNull()
  const stranger = await app.build.staff({ rights: [Right.viewTemplates, Right.viewCases], customers: [(await app.build.customer()).id] })
  expect((await lint(templateID, written, stranger)).status).toBe(404)
})

test('a text of thousands of fields that nobody knows is looked at in a moment, and the first fifty are shown', async () => {
  const its = await app.build.batch({ cases: 200 })
  const text = `Beste {{naam}}, ${Array.from({ length: 17_000 }, (_, at) => `{{a${at}}}`).join('')}`
  const before = process.cpuUsage()
  const about = { customerId: its.customerId, scriptIds: [], options: options(), locale: 'nl' as const }
  const { looked, complete, lacking } = await sampleCases(app.db, text, about)
  const { user } = process.cpuUsage(before)
  expect([looked, complete, lacking.length]).toEqual([200, 0, 50])
  expect(lacking[0]).toEqual({ field: 'a0', count: 200 })
  // It took longer than a second, in which nobody else was answered.
  expect(user / 1000).toBeLessThan(500)
})

const letter = mail('<p>U betaalt {{bedrag}} binnen 14 dagen na heden. Anders volgen kosten.</p>')

test('a formal letter without what the law wants is sent by nobody but who may and says why, and that stays to be read', async () => {
  const { templateID, draftVersion, faults } = await saved(letter, { formalLetter: true })
  expect(faults.filter(({ mayPass }) => mayPass).map(({ fault, detail }) => `${fault} ${detail}`.trim())).toEqual([
    'termWrong',
    ...['term', 'costs', 'register', 'reach', 'dispute'].map((lacking) => `letterLacks ${lacking}`),
  ])
  expect(await activate(templateID, draftVersion, boss)).toMatchObject({ status: 422, body: { error: 'template.faulty' } })
  expect(await activate(templateID, draftVersion, boss, { pass: true, note: 'mag' })).toMatchObject({ status: 403 })
  expect(await activate(templateID, draftVersion, chief, { pass: true })).toMatchObject({ body: { error: 'template.reasonMissing' } })
  const done = await activate(templateID, draftVersion, chief, { pass: true, note: 'De jurist heeft dit goedgekeurd' })
  expect(done).toMatchObject({ status: 200, body: { liveNo: 1 } })
  const { rows } = await app.pool.query<{ line: string }>(
    `select after::text as line
    from audit
    where entity = 'templateRevision' and after ? 'passed' and username = $1`,
    [chief.username],
  )
  expect(rows.map(({ line }) => line).join()).toMatch(/letterLacks term.*De jurist|De jurist.*letterLacks term/s)
})

test('what is broken is never passed, and a text without faults needs nobody', async () => {
  const broken = await saved(mail('<p>Beste {{bestaat_niet}}</p>'))
  expect(await activate(broken.templateID, broken.draftVersion, chief, { pass: true, note: 'toch' })).toMatchObject({
    body: { error: 'template.faulty' },
  })
  const plain = await saved(mail('<p>U moet nog {{bedrag}} betalen.</p>'))
  expect((await activate(plain.templateID, plain.draftVersion, boss)).status).toBe(200)
})

test('a button that leads nowhere stops a text until somebody may pass it', async () => {
  const written = mail('<p>Kijk hier.</p>')
  written.nl.blocks.push({ id: 'k', type: 'button', label: 'Lees meer', href: 'https://voorbeeld.nl' })
  const { templateID, draftVersion, faults } = await saved(written)
  expect(faults).toMatchObject([{ fault: 'linkDead', detail: 'https://voorbeeld.nl', blocks: true, mayPass: true }])
  expect((await activate(templateID, draftVersion, boss)).status).toBe(422)
})
