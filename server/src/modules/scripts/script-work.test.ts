import { caseActionApi } from '@regie/contract/case-actions.ts'
import { fieldApi, type FieldDefinition } from '@regie/contract/fields.ts'
import { filterApi, type FilterRule } from '@regie/contract/filters.ts'
import { loginApi } from '@regie/contract/login.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { scriptSettingsApi, type ScriptInfo } from '@regie/contract/script-settings.ts'
import { variableApi } from '@regie/contract/variables.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { addDays, fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { openTable } from '../imports/reading/open-table.ts'
import { surveyFile } from '../imports/reading/survey-file.ts'
import { checkRow } from '../imports/reading/check-row.ts'
import type { Filter } from '../filters/filter-match.ts'
import { countMatches } from '../filters/filter-queries.ts'
import { findFields } from '../fields/find-fields.ts'
import { resetVariables } from '../variables/reset-variables.ts'
import { batchVariables } from './variable-queries.ts'

const rights = [Right.viewScripts, Right.viewCases, Right.changeScripts, Right.changeVariables, Right.changeFilters]
let app: TestApp
let customerId: number
let staff: Staff

beforeAll(async () => {
  app = await openTestApp()
  customerId = (await app.build.customer()).id
  staff = await app.build.staff({ rights, customers: [customerId] })
})
afterAll(() => app.close())

const newScript = (name?: string) => app.build.script({ customerId, ...(name !== undefined && { name }) })
const settingsOf = ({
  scriptID: _id,
  customerID: _customer,
  activeLines: _lines,
  liveVersion: _live,
  hasDraft: _draft,
  lawLimits: _law,
  choices: _choices,
  ...rest
}: ScriptInfo) => rest
const put = async (scriptID: number, change: Partial<ScriptInfo>) => {
  const { body } = await app.call(scriptSettingsApi.info, { params: { scriptID } }).as(staff)
  return app.call(scriptSettingsApi.change, { params: { scriptID }, body: { ...settingsOf(body), ...change } }).as(staff)
}

test('the list goes by name, counts what each script has under way, and deep pages go on where the first ended', async () => {
  const owner = (await app.build.customer()).id
  const reader = await app.build.staff({ rights: [Right.viewScripts], customers: [owner] })
  for (const name of ['beta', 'Alfa', 'Gamma']) await app.build.script({ customerId: owner, name })
  const busy = await app.build.script({ customerId: owner, name: 'Delta' })
  await app.build.batch({ script: busy, cases: 2 })
  const page = (query: { cursor?: string; q?: string }) =>
    app.call(scriptSettingsApi.list, { query: { customerID: owner, limit: 2, ...query } }).as(reader)
  const first = await page({})
  expect(first.body.rows.map(({ name }) => name)).toEqual(['Alfa', 'beta'])
  const second = await page({ cursor: first.body.nextCursor ?? '' })
  expect(second.body).toMatchObject({
    rows: [{ name: 'Delta', openBatches: 1, openCases: 2, steps: 2, openNow: true, nextAt: null }, { name: 'Gamma' }],
    nextCursor: null,
    total: { value: 4, exact: true },
  })
  expect((await page({ q: '%' })).body.rows).toEqual([])
})

test('without a customer the list has the scripts of all customers that one serves, and of no other', async () => {
  const customers = [(await app.build.customer()).id, (await app.build.customer()).id]
  const reader = await app.build.staff({ rights: [Right.viewScripts], customers })
  for (const [at, customer] of customers.entries()) await app.build.script({ customerId: customer, name: `Veel ${at}` })
  await app.build.script({ customerId: (await app.build.customer()).id, name: 'Veel van een ander' })
  const { body } = await app.call(scriptSettingsApi.list, { query: {} }).as(reader)
  expect(body).toMatchObject({ rows: [{ name: 'Veel 0' }, { name: 'Veel 1' }], total: { value: 2, exact: true } })
})

test('a script is read with what it calls and sends with', async () => {
  const { id } = await newScript()
  await put(id, { maxLines: 6, callerID: '010 123 4567', voicemailDetection: false, language: 'fr' })
  expect((await app.call(scriptApi.get, { params: { scriptID: id } }).as(staff)).body).toMatchObject({
    callerID: '+31101234567',
    voice: '',
    language: 'fr',
    voicemailDetection: false,
    smsProvider: '',
  })
})

test('maximum lines must exceed maximum transfers, and a caller ID must be a number that rings', async () => {
  const { id } = await newScript()
  expect(await put(id, { maxLines: 5, maxTransfers: 5 })).toMatchObject({
    status: 422,
    body: { error: 'script.linesTooFew', field: 'maxTransfers' },
  })
  expect(await put(id, { callerID: '12' })).toMatchObject({ status: 422, body: { error: 'script.callerIdInvalid', field: 'callerID' } })
  expect(await put(id, { voice: 'niemand' })).toMatchObject({ status: 422, body: { error: 'script.choiceUnknown', field: 'voice' } })
  expect(await put(id, { maxLines: 6, callerID: '010 123 4567' })).toMatchObject({
    status: 200,
    body: { maxLines: 6, callerID: '+31101234567', version: 2 },
  })
})

test('of two who change a script at once, the second sees what the first made of it', async () => {
  const { id } = await newScript()
  await put(id, { name: 'Van de eerste' })
  expect(await put(id, { name: 'Van de tweede', version: 1 })).toMatchObject({
    status: 409,
    body: { error: 'error.conflict', current: { name: 'Van de eerste', version: 2 } },
  })
})

test('a copy begins switched off with all that its source has, and hours of its own', async () => {
  const { id } = await newScript('Bron')
  await app
    .call(variableApi.save, { params: { scriptID: id }, body: { version: 1, variables: [variable('openingstijd', '9 tot 5')] } })
    .as(staff)
  const { body } = await app.call(scriptSettingsApi.create, { body: { customerID: customerId, name: 'Kopie', copyOf: id } }).as(staff)
  expect(body).toMatchObject({ name: 'Kopie', active: false })
  const copied = await app.call(variableApi.list, { params: { scriptID: body.scriptID } }).as(staff)
  expect(copied.body.variables).toMatchObject([{ key: 'openingstijd', value: '9 tot 5' }])
  const windows = await app.db.selectFrom('script_windows').select('window_id').where('script_id', 'in', [id, body.scriptID]).execute()
  expect(new Set(windows.map((row) => row.window_id)).size).toBe(2)
})

test('a script that a batch uses stays; a new one goes with all that it had', async () => {
  const { id } = await newScript()
  await app.build.batch({ script: { id, customerId, versionId: 0, firstStep: 'mail' } })
  expect(await app.call(scriptSettingsApi.remove, { params: { scriptID: id } }).as(staff)).toMatchObject({
    status: 409,
    body: { error: 'script.inUse', params: { count: 1 } },
  })
  const { body } = await app.call(scriptSettingsApi.create, { body: { customerID: customerId, name: 'Kort', copyOf: null } }).as(staff)
  expect((await app.call(scriptSettingsApi.remove, { params: { scriptID: body.scriptID } }).as(staff)).status).toBe(204)
  expect((await app.call(scriptSettingsApi.info, { params: { scriptID: body.scriptID } }).as(staff)).status).toBe(404)
})

const variable = (key: string, value: string, resetDaily = false) => ({ key, value, standardValue: 'standaard', resetDaily })

test('a variable in use keeps its name; its value may change', async () => {
  const { id, versionId } = await newScript()
  const steps = [
    { kind: 'branch', key: 'druk', next: 'eind', settings: { question: 'variable', key: 'drukte', answers: { ja: 'eind' } } },
    { kind: 'finish', key: 'eind', settings: { result: 'RET' } },
  ]
  await app.db
    .updateTable('script_versions')
    .set({ steps: JSON.stringify(steps) })
    .where('id', '=', versionId)
    .execute()
  const save = (version: number, ...variables: ReturnType<typeof variable>[]) =>
    app.call(variableApi.save, { params: { scriptID: id }, body: { version, variables } }).as(staff)
  expect((await save(1, variable('drukte', 'nee'), variable('los', 'x'))).body.variables).toMatchObject([
    { key: 'drukte', usedBy: [{ kind: 'step', id: 'druk' }] },
    { key: 'los', usedBy: [] },
  ])
  expect(await save(2, variable('drukte2', 'nee'))).toMatchObject({
    status: 409,
    body: { error: 'script.variableInUse', params: { key: 'drukte', usedBy: 'Druk' } },
  })
  for (const key of ['betaallink', 'bedrag'])
    expect(await save(2, variable('drukte', 'nee'), variable(key, 'https://elders.example'))).toMatchObject({
      status: 422,
      body: { error: 'script.variableReserved', field: 'variables.1.key' },
    })
  expect(await save(2, variable('drukte', 'ja'), variable('drukte', 'nee'))).toMatchObject({
    status: 422,
    body: { error: 'script.variableTwice', field: 'variables.1.key' },
  })
  expect((await save(2, variable('drukte', 'ja'))).body).toMatchObject({ variables: [{ key: 'drukte', value: 'ja' }], version: 3 })
  expect(await save(2)).toMatchObject({ status: 409, body: { error: 'error.conflict', current: { version: 3 } } })
})

test('a daily variable is back at its standard value after 00:05 the next day, once, and not on the day on which it was set', async () => {
  const { id, customerId: owner } = await newScript()
  const batch = await app.build.batch({ script: { id, customerId: owner, versionId: 0, firstStep: 'mail' } })
  const body = { version: 1, variables: [variable('storing', 'ja', true), variable('vast', 'blijft')] }
  await app.call(variableApi.save, { params: { scriptID: id }, body }).as(staff)
  const valueAt = async (day: string, minute: number) => {
    await resetVariables(app.services.db, fromLocalTime(day, minute))
    return (await batchVariables(app.services.db, owner, batch.id))['storing']
  }
  const today = toLocalTime(app.clock.now()).date
  const tomorrow = addDays(today, 1)
  expect(await valueAt(today, 23 * 60)).toBe('ja')
  expect(await valueAt(tomorrow, 4)).toBe('ja')
  expect(await valueAt(tomorrow, 5)).toBe('standaard')
  await app.db
    .updateTable('script_variables')
    .set({ value: 'later gezet' })
    .where('script_id', '=', id)
    .where('key', '=', 'storing')
    .execute()
  expect(await valueAt(tomorrow, 12 * 60)).toBe('later gezet')
  expect(await batchVariables(app.services.db, owner, batch.id)).toMatchObject({ vast: 'blijft' })
})

test('a filter counts the cases it matches, leaves the others alone, and says so at their cases', async () => {
  const script = await newScript()
  const batch = await app.build.batch({ script })
  const poor = await app.build.case({ batch, email: 'a@example.nl', fields: { openstaand: '9.50', plaats: 'Utrecht' } })
  const rich = await app.build.case({ batch, email: 'b@example.nl', fields: { openstaand: '250.00', plaats: 'Breda' } })
  const rules: FilterRule[] = [{ field: 'openstaand', op: 'gte', value: '100' }]
  const params = { scriptID: script.id }
  expect((await app.call(filterApi.count, { params, query: { rules: JSON.stringify(rules), combine: 'and' } }).as(staff)).body).toEqual({
    matching: 1,
    total: 2,
    exact: true,
  })
  const added = await app.call(filterApi.add, { params, body: { name: 'Boven € 100', rules, combine: 'and', active: true } }).as(staff)
  expect(added.body).toMatchObject({ rules: [{ field: 'openstaand', op: 'gte', value: '100.00' }], matching: 1, total: 2 })
  const mailOf = async (caseID: number) => (await app.call(caseActionApi.permission, { params: { caseID } }).as(staff)).body.email
  expect(await mailOf(poor.id)).toEqual({ ok: false, reason: 'outsideFilter', nextAt: null })
  expect(await mailOf(rich.id)).toMatchObject({ ok: true })
  const off = {
    params: { ...params, filterID: added.body.filterID },
    body: { name: 'Uit', rules, combine: 'and' as const, active: false, version: 1 },
  }
  expect((await app.call(filterApi.change, off).as(staff)).status).toBe(200)
  expect(await mailOf(poor.id)).toMatchObject({ ok: true })
  expect((await app.call(filterApi.change, off).as(staff)).status).toBe(409)
})

test.each([
  [{ field: 'kleur', op: 'eq', value: 'rood' }, 'rules.0.field'],
  [{ field: 'plaats', op: 'lt', value: 'Utrecht' }, 'rules.0.op'],
  [{ field: 'openstaand', op: 'gt', value: 'veel' }, 'rules.0.value'],
  [{ field: 'vervaldatum', op: 'daysAgo', value: '-1' }, 'rules.0.value'],
  [{ field: 'plaats', op: 'in', value: ' , ' }, 'rules.0.value'],
] as const)('a condition that does not fit its field is refused: %j', async (rule, field) => {
  const { id } = await newScript()
  const answer = await app
    .call(filterApi.count, { params: { scriptID: id }, query: { rules: JSON.stringify([rule]), combine: 'and' } })
    .as(staff)
  expect(answer).toMatchObject({ status: 422, body: { error: 'script.filterInvalid', field } })
})

test('of many cases a sample is looked at: from all of a batch, and the numbers are for all', async () => {
  const script = await newScript()
  const batches = [await app.build.batch({ script, cases: 40 }), await app.build.batch({ script, cases: 60 })]
  const fields = JSON.stringify({ plaats: 'Utrecht' })
  const ids = batches.map(({ id }) => id)
  await app.db.updateTable('cases').set({ fields }).where('batch_id', 'in', ids).execute()
  const place = { customerId, scriptId: script.id }
  const ask = (value: string): Filter => ({ combine: 'and', rules: [{ field: 'plaats', op: 'eq', value, type: 'text' }] })
  expect(await countMatches(app.services.db, place, [ask('Utrecht'), ask('Breda')], app.clock.now(), 50)).toEqual([
    { matching: 100, total: 100, exact: false },
    { matching: 0, total: 100, exact: false },
  ])
})

test('an example file that names no language is in the one of its reader', async () => {
  const { id } = await newScript()
  const reader = await app.build.staff({ rights: [Right.viewScripts], customers: [customerId] })
  await app.call(loginApi.changeLocale, { body: { locale: 'fr' } }).as(reader)
  const answer = await app.call(fieldApi.example, { params: { scriptID: id } } as never).as(reader)
  expect([answer.status, answer.headers['content-disposition']]).toEqual([200, expect.stringContaining('Exemple')])
})

test('the example file is one that its own script takes', async () => {
  const { id } = await newScript('Voor / beeld')
  const answer = await app.call(fieldApi.example, { params: { scriptID: id }, body: { locale: 'nl' } }).as(staff)
  expect(answer.headers['content-disposition']).toContain('Voorbeeld')
  const file = await openTable(answer.bytes)
  const fields = await findFields(app.db, customerId, id)
  const survey = await surveyFile(file, fields, {
    columns: null,
    constants: [],
    dateOrder: null,
    decimalMark: null,
    saved: null,
    today: '2026-01-15',
  })
  expect(survey).toMatchObject({ missing: [], rows: 2 })
  expect(survey.columns.every((column) => column.fields.length === 1)).toBe(true)
  expect([...file.rows()].map(({ row, cells }) => checkRow(survey.plan, row, cells)).filter((row) => 'reason' in row)).toEqual([])
})

test('what is remembered of headings is changed as a whole, and what it does not name is still recognised', async () => {
  const { id } = await newScript()
  const params = { scriptID: id }
  const save = (version: number, rows: { column: string; target: string | null }[]) =>
    app.call(fieldApi.saveMapping, { params, body: { version, rows } }).as(staff)
  const saved = await save(1, [
    { column: 'Te innen (EUR)', target: 'openstaand' },
    { column: 'Intern', target: null },
  ])
  expect(saved.body.rows.slice(0, 2)).toMatchObject([
    { column: 'Te innen (EUR)', target: 'openstaand', remembered: true },
    { column: 'Intern', target: null, remembered: true },
  ])
  expect(saved.body.rows).toContainEqual(expect.objectContaining({ column: 'Achternaam', target: 'achternaam', remembered: false }))
  expect(
    await save(2, [
      { column: 'Saldo!', target: 'openstaand' },
      { column: 'saldo', target: null },
    ]),
  ).toMatchObject({
    status: 422,
    body: { error: 'script.mappingInvalid', field: 'rows.1.column' },
  })
  expect(await save(2, [{ column: 'Saldo', target: 'bestaat_niet' }])).toMatchObject({ status: 422, body: { field: 'rows.0.target' } })
})

test('a script may have fields of its own; those that are needed stay', async () => {
  const { id } = await newScript()
  const params = { scriptID: id }
  const { body } = await app.call(fieldApi.edit, { params }).as(staff)
  const label = { nl: 'Polis', eng: 'Policy', fr: 'Police' }
  const own: FieldDefinition = { key: 'polis', label, type: 'text', required: true, maxLength: 12, aliases: [], upper: true }
  const save = (fields: typeof body.fields, version = body.version) =>
    app.call(fieldApi.save, { params, body: { version, fields } }).as(staff)
  expect(await save(body.fields.filter(({ key }) => key !== 'openstaand'))).toMatchObject({
    status: 409,
    body: { error: 'script.fieldNeeded', params: { key: 'openstaand' } },
  })
  expect(await save([...body.fields, { ...own, key: 'Polis' }])).toMatchObject({ status: 422, body: { error: 'script.fieldInvalid' } })
  // What the database could not find a case by, or an object has of itself.
  expect(await save([...body.fields, { ...own, key: 'constructor' }])).toMatchObject({
    status: 422,
    body: { error: 'script.fieldInvalid' },
  })
  for (const change of [{ maxLength: 36 }, { required: false }]) {
    const fields = body.fields.map((field) => (field.key === 'dossiernummer' ? { ...field, ...change } : field))
    const [part = ''] = Object.keys(change)
    expect((await save(fields)).body).toMatchObject({ error: 'script.fieldInvalid', field: expect.stringContaining(part) })
  }
  expect((await save([...body.fields, own])).status).toBe(200)
  expect(await findFields(app.db, customerId, id)).toContainEqual(own)
  const rules: FilterRule[] = [{ field: 'polis', op: 'eq', value: 'P1' }]
  const filter = { name: 'Polis P1', rules, combine: 'and' as const, active: true }
  await app.call(filterApi.add, { params, body: filter }).as(staff)
  expect(await save(body.fields, body.version + 1)).toMatchObject({
    status: 409,
    body: { error: 'script.fieldNeeded', params: { key: 'polis' } },
  })
})
