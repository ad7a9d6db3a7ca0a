import { caseActionApi } from '@regie/contract/case-actions.ts'
import { filterApi, type FilterRule } from '@regie/contract/filters.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { variableApi } from '@regie/contract/variables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { addDays, fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { resetVariables } from './reset-variables.ts'

const rights = [Right.viewScripts, Right.viewCases, Right.changeVariables, Right.changeFilters]
let app: TestApp
let customerId: number
let staff: Staff

beforeAll(async () => {
  app = await openTestApp()
  customerId = (await app.build.customer()).id
  staff = await app.build.staff({ rights, customers: [customerId] })
})
afterAll(() => app.close())

type Variable = { key: string; value: string; standardValue?: string; resetDaily?: boolean }
const fromLimit: FilterRule[] = [{ field: 'openstaand', op: 'gte', value: '', variable: 'grens' }]

/** A script with these variables, and a case of € 9.50 and one of € 250. */
async function buildScript(...variables: Variable[]) {
  const script = await app.build.script({ customerId })
  const batch = await app.build.batch({ script })
  const poor = await app.build.case({ batch, email: 'a@example.nl', fields: { openstaand: '9.50' } })
  const rich = await app.build.case({ batch, email: 'b@example.nl', fields: { openstaand: '250.00' } })
  const params = { scriptID: script.id }
  const save = (version: number, ...list: Variable[]) =>
    app
      .call(variableApi.save, {
        params,
        body: { version, variables: list.map((one) => ({ standardValue: '', resetDaily: false, ...one })) },
      })
      .as(staff)
  expect((await save(1, ...variables)).status).toBe(200)
  const add = (rules: FilterRule[]) =>
    app.call(filterApi.add, { params, body: { name: 'Boven de grens', rules, combine: 'and', active: true } }).as(staff)
  const mailOf = async (caseID: number) => (await app.call(caseActionApi.permission, { params: { caseID } }).as(staff)).body.email
  return { params, save, add, mayMail: async () => [(await mailOf(poor.id)).ok, (await mailOf(rich.id)).ok] }
}

async function holdsAsked(scriptId: number): Promise<number> {
  const { rows } = await sql<{ data: { scriptIds: number[] } }>`select data from pgboss.job where name = 'endHolds'`.execute(app.db)
  return rows.filter(({ data }) => data.scriptIds.includes(scriptId)).length
}

test('a filter that asks a variable takes its value of the moment: for a case, for the count and in the list', async () => {
  const { params, save, add, mayMail } = await buildScript({ key: 'grens', value: '1.000,00' })
  expect((await add(fromLimit)).body).toMatchObject({ rules: fromLimit, matching: 0, total: 2 })
  expect(await mayMail()).toEqual([false, false])
  const asked = await holdsAsked(params.scriptID)
  expect((await save(2, { key: 'grens', value: '100,00' })).status).toBe(200)
  expect(await holdsAsked(params.scriptID)).toBe(asked + 1)
  expect(await mayMail()).toEqual([false, true])
  const query = { rules: JSON.stringify(fromLimit), combine: 'and' as const }
  expect((await app.call(filterApi.count, { params, query }).as(staff)).body).toMatchObject({ matching: 1, total: 2 })
  expect((await app.call(filterApi.list, { params }).as(staff)).body).toMatchObject([{ rules: fromLimit, matching: 1 }])
})

test('a filter asks only a variable that is there and whose values suit the field', async () => {
  const { params, add } = await buildScript(
    { key: 'plaats', value: 'Utrecht' },
    { key: 'grens', value: '10', standardValue: 'veel', resetDaily: true },
    { key: 'leeg', value: ' ' },
  )
  const rule = (variable: string, field = 'openstaand', op: FilterRule['op'] = 'gte'): FilterRule => ({ field, op, value: '', variable })
  for (const variable of ['bestaat_niet', 'plaats', 'grens', 'leeg']) {
    const refused = { status: 422, body: { error: 'script.filterVariable', field: 'rules.0.variable' } }
    expect(await add([rule(variable)]), variable).toMatchObject(refused)
    const query = { rules: JSON.stringify([rule(variable)]), combine: 'and' as const }
    expect(await app.call(filterApi.count, { params, query }).as(staff), variable).toMatchObject(refused)
  }
  expect((await add([rule('plaats', 'plaats', 'eq')])).status).toBe(200)
})

test('a variable that a filter asks stays, suits it, and says which filters ask it', async () => {
  const { params, save, add } = await buildScript({ key: 'grens', value: '10' }, { key: 'los', value: 'x' })
  const { filterID } = (await add(fromLimit)).body
  expect((await app.call(variableApi.list, { params }).as(staff)).body.variables).toMatchObject([
    { key: 'grens', usedBy: [{ kind: 'filter', id: String(filterID), name: 'Boven de grens' }] },
    { key: 'los', usedBy: [] },
  ])
  expect(await save(2, { key: 'los', value: 'x' })).toMatchObject({
    status: 409,
    body: { error: 'script.variableInUse', params: { key: 'grens', usedBy: 'Boven de grens' } },
  })
  const unfit = (field: string) => ({
    status: 422,
    body: { error: 'script.variableUnfit', field, params: { key: 'grens', filter: 'Boven de grens' } },
  })
  expect(await save(2, { key: 'los', value: 'x' }, { key: 'grens', value: 'veel' })).toMatchObject(unfit('variables.1.value'))
  expect(await save(2, { key: 'grens', value: '10', resetDaily: true })).toMatchObject(unfit('variables.0.standardValue'))
  expect((await save(2, { key: 'grens', value: '20' })).status).toBe(200)
})

test('a variable that goes back to its standard value at night changes its filters with it, and what they held is looked at again', async () => {
  const { params, add, mayMail } = await buildScript({ key: 'grens', value: '1000', standardValue: '100', resetDaily: true })
  await add(fromLimit)
  expect(await mayMail()).toEqual([false, false])
  const asked = await holdsAsked(params.scriptID)
  await resetVariables(app.services.db, fromLocalTime(addDays(toLocalTime(app.clock.now()).date, 1), 5))
  expect(await mayMail()).toEqual([false, true])
  expect(await holdsAsked(params.scriptID)).toBe(asked + 1)
})
