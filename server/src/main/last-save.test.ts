import { accountApi } from '@regie/contract/account.ts'
import { letterheadApi } from '@regie/contract/letterheads.ts'
import { complianceApi } from '@regie/contract/customers.ts'
import { filterApi } from '@regie/contract/filters.ts'
import { providerApi } from '@regie/contract/providers.ts'
import { rightsApi } from '@regie/contract/rights.ts'
import { allRightCodes } from '@regie/contract/right-codes.ts'
import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { selfServiceApi, usualRules } from '@regie/contract/self-service.ts'
import { timeApi } from '@regie/contract/time-windows.ts'
import { userApi } from '@regie/contract/users.ts'
import { variableApi } from '@regie/contract/variables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../test/builders.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let app: TestApp
let kim: Staff
let tess: Staff
let customerID: number
let scriptID: number
beforeAll(async () => {
  app = await openTestApp()
  customerID = (await app.build.customer()).id
  const customers = [customerID]
  kim = await app.build.staff({ rights: [...allRightCodes], customers })
  tess = await app.build.staff({ rights: [...allRightCodes], customers })
  scriptID = (await app.build.script({ customerId: customerID })).id
})
afterAll(() => app.close())

type Answer = { status: number; body: unknown }
/** Both began from the same version: Kim saves, then Tess. */
async function bothSave(save: (staff: Staff) => Promise<Answer>) {
  expect((await save(kim)).status).toBe(200)
  const refused = await save(tess)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ error: 'error.conflict', lastSave: { by: kim.username, at: expect.any(String) as string } })
}
const params = () => ({ scriptID })

test('a group of the installation: users of other customers are not named', async () => {
  const { id: groupID } = await app.db
    .insertInto('right_groups')
    .values({ name: 'Van ons allen' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const elsewhere = (await app.build.customer()).id
  const stranger = await app.build.staff({ rights: [...allRightCodes], customers: [elsewhere], home: elsewhere })
  const near = await app.build.staff({ rights: [...allRightCodes], customers: [customerID], home: customerID })
  const save = (staff: Staff, name: string) =>
    app.call(rightsApi.changeGroup, { params: { groupID }, body: { name, description: '', version: 1 } }).as(staff)
  expect((await save(near, 'Anders')).status).toBe(200)
  expect((await save(near, 'Weer anders')).body).toMatchObject({ error: 'error.conflict', lastSave: { by: near.username } })
  const refused = await save(stranger, 'Nog anders')
  expect(refused.body).toMatchObject({ error: 'error.conflict' })
  expect(refused.text).not.toContain(near.username)
})

test('settings of a script', async () => {
  const { body } = await app.call(scriptSettingsApi.info, { params: params() }).as(kim)
  await bothSave((staff) => app.call(scriptSettingsApi.change, { params: params(), body: { ...body, maxLines: 77 } as never }).as(staff))
})

test('a filter; another filter of the same script is not meant', async () => {
  const filter = (name: string) => ({
    ...{ name, rules: [{ field: 'openstaand', op: 'gte' as const, value: '100' }], combine: 'and' as const, active: true },
  })
  const add = (name: string) => app.call(filterApi.add, { params: params(), body: filter(name) }).as(kim)
  const [one, other] = [(await add('Een')).body, (await add('Ander')).body]
  const change = (filterID: number) => (staff: Staff) =>
    app.call(filterApi.change, { params: { scriptID, filterID }, body: { ...filter('Nieuw'), version: 1 } }).as(staff)
  await bothSave(change(one.filterID))
  expect((await change(other.filterID)(tess)).status).toBe(200)
  expect((await change(one.filterID)(tess)).body).toMatchObject({ lastSave: { by: kim.username } })
})

test('variables', async () => {
  const { body } = await app.call(variableApi.list, { params: params() }).as(kim)
  const variables = [{ key: 'korting', value: '10', standardValue: '', resetDaily: false }]
  await bothSave((staff) => app.call(variableApi.save, { params: params(), body: { version: body.version, variables } }).as(staff))
})

test('hours: a window that is drawn, one that is moved, and a day that goes', async () => {
  const save = async (change: (times: Awaited<ReturnType<typeof get>>) => object) => {
    const times = await get()
    await bothSave((staff) =>
      app
        .call(timeApi.save, { params: params(), body: { version: times.version, timeWindows: times.windows, ...change(times) } })
        .as(staff),
    )
  }
  const get = async () => (await app.call(timeApi.get, { params: params() }).as(kim)).body
  const drawn = { id: null, start: '10:00', end: '12:00', weekdays: [1], channels: ['email'] }
  const day = { id: null, date: '2031-03-04', closed: false, start: '10:00', end: '11:00', channels: ['email'] }
  await save(() => ({ timeWindows: [drawn], extra: [day] }))
  await save(({ windows }) => ({ timeWindows: windows.map((window) => ({ ...window, start: '10:30' })) }))
  await save(() => ({ extra: [] }))
})

test('caps of a customer', async () => {
  const { body } = await app.call(complianceApi.get, { params: { customerID } }).as(kim)
  const { profile, caps, quietDaysAfterStaff, version } = body
  await bothSave((staff) =>
    app
      .call(complianceApi.change, {
        params: { customerID },
        body: { profile, caps: { ...caps, callsPerDay: 1 }, quietDaysAfterStaff, reason: 'Zo', version },
      })
      .as(staff),
  )
})

test('the letterhead of a customer', async () => {
  const params = { customerID }
  const { version } = (await app.call(letterheadApi.get, { params }).as(kim)).body
  const body = { address: 'Kade 1', phone: '', email: '', chamberNumber: '', iban: '', version }
  await bothSave((staff) => app.call(letterheadApi.change, { params, body }).as(staff))
})

test('the self-service of a customer', async () => {
  const params = { customerID }
  const { version } = (await app.call(selfServiceApi.get, { params }).as(kim)).body
  const body = { ...usualRules, partMinCents: 2000, version }
  await bothSave((staff) => app.call(selfServiceApi.change, { params, body }).as(staff))
})

test('a provider', async () => {
  const body = { name: 'Oefenlijn', settings: { kind: 'simulated' as const }, isOff: false, isDefault: false }
  const made = await app.call(providerApi.create, { body: { ...body, customerID, channel: 'call' } }).as(kim)
  const { providerID, version } = made.body
  await bothSave((staff) => app.call(providerApi.change, { params: { providerID }, body: { ...body, name: 'Anders', version } }).as(staff))
})

test('the contact of a user, by a manager or by that user', async () => {
  const user = await app.build.staff({ home: customerID, customers: [customerID] })
  const { userId: userID } = user
  const contact = { initials: 'A.', firstName: 'Anna', middleName: '', lastName: 'Smit', email: 'anna@example.nl', phone: '', mobile: '' }
  const save = (version: number) => (staff: Staff) => app.call(userApi.change, { params: { userID }, body: { contact, version } }).as(staff)
  await bothSave(save(1))
  expect(
    (await app.call(accountApi.changeContact, { body: { contact: { ...contact, initials: 'A.B.' }, version: 2 } }).as(user)).status,
  ).toBe(200)
  expect((await save(2)(tess)).body).toMatchObject({ error: 'error.conflict', lastSave: { by: user.username } })
})
