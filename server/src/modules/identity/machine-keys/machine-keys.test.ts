import { accountApi } from '@regie/contract/account.ts'
import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { auditApi } from '@regie/contract/audit.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { contactApi } from '@regie/contract/contacts.ts'
import { isOpenToMachines, machineKeyApi, machineKeyCallsPerMinute, machineRights } from '@regie/contract/machine-keys.ts'
import { outgoingWebhookApi } from '@regie/contract/outgoing-webhooks.ts'
import { allRightCodes, ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { userApi } from '@regie/contract/users.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { runJobs } from '../../../../test/run-jobs.ts'
import { isInAddresses } from './address-list.ts'

const work = [Right.viewBatches, Right.viewCases, Right.closeCases, Right.changeCases, Right.pauseBatches]
let app: TestApp
let batch: BuiltBatch
let other: BuiltBatch
let admin: Staff
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch({ cases: 2 })
  other = await app.build.batch({ cases: 1 })
  const { customerId } = batch
  // Whoever makes it serves another customer too: the key does not.
  admin = await app.build.staff({
    rights: [...work, Right.viewPersonalData, Right.changeWebhooks, Right.viewAudit, Right.viewUsers, Right.lockUsers],
    customers: [customerId, other.customerId],
    home: customerId,
  })
})

let made = 0
const wanted = (parts: object = {}) => ({
  ...{ customerID: batch.customerId, name: `Boekhouding ${made++}`, rights: [Right.viewBatches, Right.viewCases] },
  ...{ days: 30, addresses: [] as string[], ...parts },
})
const create = (parts: object = {}, as = admin) => app.call(machineKeyApi.create, { body: wanted(parts) }).as(as)
async function newKey(parts: object = {}) {
  const { body } = await create(parts)
  return { ...body, bearer: { authorization: `Bearer ${body.key}` } }
}
const getBatch = (headers: Record<string, string>, batchID = batch.id) => app.call(batchApi.get, { params: { batchID } }).asNobody(headers)
const caseOf = async ({ id }: BuiltBatch) =>
  (await app.db.selectFrom('cases').select('id').where('batch_id', '=', id).orderBy('id').executeTakeFirstOrThrow()).id
const listed = async () => (await app.call(machineKeyApi.list, { query: { customerID: batch.customerId } }).as(admin)).body.rows
const takeRight = (code: number) =>
  app.db
    .deleteFrom('right_group_objects')
    .where('group_id', 'in', (eb) => eb.selectFrom('right_group_members').select('group_id').where('user_id', '=', admin.userId))
    .where('object_id', 'in', (eb) => eb.selectFrom('right_objects').select('id').where('code', '=', code))
    .execute()

test('a key is told once and kept as a hash; with it a machine reads and changes what its rights allow, without a cookie or an origin', async () => {
  const { key, machineKey, bearer } = await newKey({ rights: [Right.viewBatches, Right.pauseBatches] })
  expect(key).toMatch(/^regiekey_[\w-]{51}$/)
  expect(machineKey).toMatchObject({ state: 'works', madeBy: admin.username, lastUsedAt: null, rights: [101, 201] })
  const stranger = { ...bearer, origin: 'https://elders.example', 'sec-fetch-site': 'cross-site' }
  expect((await getBatch(stranger)).status).toBe(200)
  const paused = await app.call(batchApi.pause, { params: { batchID: batch.id }, body: { until: null } }).asNobody(stranger)
  expect(paused.status).toBe(200)
  expect((await listed())[0]).toMatchObject({ lastUsedFrom: '127.0.0.1' })
  const rows = await app.db.selectFrom('machine_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(key.slice(-40))
  expect(JSON.stringify((await listed())[0])).not.toContain(key.slice(-40))
})

test('the audit log and the batch name the key, not who made it', async () => {
  const { machineKey, bearer } = await newKey({ rights: [Right.viewBatches, Right.pauseBatches] })
  await app.call(batchApi.pause, { params: { batchID: batch.id }, body: { until: null } }).asNobody(bearer)
  const username = `${machineKey.name} · ${machineKey.prefix}`
  const { body } = await app.call(auditApi.list, { query: { customerID: batch.customerId, limit: 50 } }).as(admin)
  expect(body.rows.find(({ action }) => action === 'batches.pause')).toMatchObject({ username, via: 'apiKey' })
  const made = body.rows.find(({ entity }) => entity === 'machineKey')
  expect(made).toMatchObject({ action: 'machineKeys.create', username: admin.username })
  expect(made?.after).toMatchObject({ key_hash: '***', rights: [101, 201] })
})

test('a key without the right for a call is refused, and that stands in the log', async () => {
  const { bearer } = await newKey({ rights: [Right.viewBatches] })
  const params = { batchID: batch.id }
  const refused = await app.call(batchApi.pause, { params, body: { until: null } }).asNobody(bearer)
  expect([refused.status, refused.body]).toMatchObject([403, { error: 'error.rightMissing' }])
  expect((await app.call(caseApi.get, { params: { caseID: await caseOf(batch) }, query: {} }).asNobody(bearer)).status).toBe(403)
  const entry = await app.db.selectFrom('audit').select('username').where('action', '=', 'access.refused').execute()
  expect(entry.some(({ username }) => username?.startsWith('Boekhouding'))).toBe(true)
})

test('data of another customer is not there for a key, also when its maker serves that customer', async () => {
  const { bearer } = await newKey()
  expect((await app.call(batchApi.get, { params: { batchID: other.id } }).as(admin)).status).toBe(200)
  expect((await getBatch(bearer, other.id)).status).toBe(404)
  expect((await app.call(caseApi.get, { params: { caseID: await caseOf(other) }, query: {} }).asNobody(bearer)).status).toBe(404)
})

test('a key that is unknown, half, changed, expired or revoked is nobody’s', async () => {
  const { key, machineKey, bearer } = await newKey()
  const last = key.at(-1) === 'A' ? 'B' : 'A'
  for (const wrong of [`${key.slice(0, -1)}${last}`, key.slice(0, -1), `${key}A`, key.replace('regiekey_', 'regie_'), machineKey.prefix])
    expect((await getBatch({ authorization: `Bearer ${wrong}` })).body, wrong).toMatchObject({ error: 'login.required' })
  await app.call(machineKeyApi.revoke, { params: { machineKeyID: machineKey.machineKeyID } }).as(admin)
  expect((await getBatch(bearer)).status).toBe(401)
  expect((await listed())[0]).toMatchObject({ state: 'revoked', revokedBy: admin.username })
  const later = await newKey({ days: 1 })
  await app.db
    .updateTable('machine_keys')
    .set({ made_at: new Date(0), expires_at: app.clock.now() })
    .where('id', '=', later.machineKey.machineKeyID)
    .execute()
  expect((await getBatch(later.bearer)).status).toBe(401)
  expect((await listed())[0]).toMatchObject({ state: 'expired' })
})

test('a key in an address, a cookie or another header opens nothing', async () => {
  const { key } = await newKey()
  for (const search of [`key=${key}`, `access_token=${key}`, `authorization=Bearer ${key}`])
    expect((await app.app.inject({ url: `/api/batches/${batch.id}?${search}` })).statusCode).toBe(401)
  expect((await getBatch({ cookie: app.cookieOf({ ...admin, secret: key }) })).status).toBe(401)
  expect((await getBatch({ 'x-api-key': key })).status).toBe(401)
  expect((await getBatch({ authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` })).status).toBe(401)
})

test('a key is changed: its name, its rights and its addresses hold from the next call on; its secret and its term stay', async () => {
  const { machineKey, bearer } = await newKey({ rights: [Right.viewBatches, Right.pauseBatches], addresses: ['10.1.0.0/16'] })
  const params = { machineKeyID: machineKey.machineKeyID }
  const change = (parts: object = {}, as = admin) => {
    const body = { name: 'Verhuisd', rights: [Right.viewBatches, Right.viewCases], addresses: ['127.0.0.1', '127.0.0.1'], ...parts }
    return app.call(machineKeyApi.change, { params, body }).as(as)
  }
  expect((await getBatch(bearer)).status).toBe(403)
  expect((await change()).body).toMatchObject({
    ...{ name: 'Verhuisd', rights: [101, 103], addresses: ['127.0.0.1'] },
    ...{ prefix: machineKey.prefix, expiresAt: machineKey.expiresAt, state: 'works' },
  })
  expect((await getBatch(bearer)).status).toBe(200)
  const pause = await app.call(batchApi.pause, { params: { batchID: batch.id }, body: { until: null } }).asNobody(bearer)
  expect(pause.status).toBe(403)
  // A right that it has stays with it, also from somebody who has it not; another one nobody adds without having it.
  const colleague = await app.build.staff({ rights: [Right.changeWebhooks], customers: [batch.customerId], home: batch.customerId })
  expect((await change({ rights: [Right.viewBatches] }, colleague)).status).toBe(200)
  expect(await change({ rights: [Right.viewBatches, Right.viewCases] }, colleague)).toMatchObject({
    status: 403,
    body: { field: 'rights' },
  })
  expect(await change({ rights: [Right.viewUsers] })).toMatchObject({ status: 422, body: { error: 'machineKey.rightsInvalid' } })
  expect(await change({ addresses: ['overal'] })).toMatchObject({ status: 422, body: { error: 'machineKey.addressInvalid' } })
  const { machineKey: second } = await newKey()
  expect(await change({ name: second.name.toUpperCase() })).toMatchObject({ status: 422, body: { error: 'machineKey.nameTaken' } })
  const stranger = await app.build.staff({ rights: [Right.changeWebhooks], customers: [other.customerId], home: other.customerId })
  expect(await change({}, stranger)).toMatchObject({ status: 404, body: { error: 'machineKey.notFound' } })
  await app.call(machineKeyApi.revoke, { params }).as(admin)
  expect(await change()).toMatchObject({ status: 409, body: { error: 'machineKey.revoked' } })
  expect((await listed()).find(({ machineKeyID }) => machineKeyID === params.machineKeyID)).toMatchObject({
    rights: [101],
    state: 'revoked',
  })
})

test('from an address that it is not for a key is refused, and its line says so', async () => {
  const { bearer } = await newKey({ addresses: ['10.1.0.0/16', '2001:db8::/32'] })
  expect(await getBatch(bearer)).toMatchObject({ status: 403, body: { error: 'machineKey.addressRefused' } })
  expect((await listed())[0]).toMatchObject({ refusedFrom: '127.0.0.1', lastUsedAt: null })
  const home = await newKey({ addresses: ['127.0.0.1'] })
  expect((await getBatch(home.bearer)).status).toBe(200)
  // What somebody else writes into a header is not where he comes from.
  expect((await getBatch({ ...bearer, 'x-forwarded-for': '10.1.2.3' })).status).toBe(403)
})

test.each([
  [['10.1.0.0/16'], '10.1.255.255', true],
  [['10.1.0.0/16'], '10.2.0.0', false],
  [['10.1.0.0/16'], '::ffff:10.1.2.3', true],
  [['192.0.2.7'], '192.0.2.7', true],
  [['192.0.2.7'], '192.0.2.70', false],
  [['2001:db8::/32'], '2001:db8:1::5', true],
  [['2001:db8::/32'], '2001:db9::', false],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['10.0.0.0/8'], 'geen adres', false],
  [[], '203.0.113.9', true],
])('%j holds %s: %s', (addresses, address, isIn) => {
  expect(isInAddresses(addresses, address)).toBe(isIn)
})

test('nobody gives a key a right that they do not have, one of administration, or another customer', async () => {
  expect((await create({ rights: [Right.bookPayments] })).body).toMatchObject({ error: 'right.notYours', field: 'rights' })
  for (const code of [Right.changeUsers, Right.changeWebhooks, Right.viewUsers, Right.systemStatus, Right.chat, Right.passCaps])
    expect((await create({ rights: [code] })).body, String(code)).toMatchObject({ error: 'machineKey.rightsInvalid' })
  expect((await create({ rights: [ownCustomerRight(other.customerId)] })).body).toMatchObject({ error: 'machineKey.rightsInvalid' })
  expect((await create({ rights: [] })).body).toMatchObject({ error: 'machineKey.rightsMissing' })
  expect((await create({ days: 0 })).body).toMatchObject({ error: 'machineKey.daysInvalid' })
  expect((await create({ days: 731 })).body).toMatchObject({ error: 'machineKey.daysInvalid' })
  expect((await create({ name: '  ' })).body).toMatchObject({ error: 'machineKey.nameMissing' })
  for (const address of ['10.0.0.0/33', 'kantoor', '10.0.0', '::1/129', '*'])
    expect((await create({ addresses: [address] })).status, address).toBe(422)
  const { name } = (await newKey()).machineKey
  expect((await create({ name: name.toUpperCase() })).body).toMatchObject({ error: 'machineKey.nameTaken', field: 'name' })
})

test('a key makes no key, and cannot reach accounts, sessions or rights; that of a user makes none either', async () => {
  const { bearer, machineKey } = await newKey({ rights: [...work] })
  const calls = [
    app.call(machineKeyApi.create, { body: wanted() }).asNobody(bearer),
    app.call(machineKeyApi.list, { query: { customerID: batch.customerId } }).asNobody(bearer),
    app.call(machineKeyApi.revoke, { params: { machineKeyID: machineKey.machineKeyID } }).asNobody(bearer),
    app.call(accountApi.get).asNobody(bearer),
    app.call(accountApi.resetApiKey, { body: { password: 'x' } }).asNobody(bearer),
    app.call(userApi.list, { query: { limit: 5 } }).asNobody(bearer),
    app.call(outgoingWebhookApi.list, { query: { customerID: batch.customerId } }).asNobody(bearer),
  ]
  for (const { status } of await Promise.all(calls)) expect(status).toBe(403)
  const own = `regie_${'k'.repeat(43)}`
  const { hashToken } = await import('../../../platform/security/secret-token.ts')
  await app.db
    .insertInto('api_keys')
    .values({ user_id: admin.userId, key_hash: hashToken(own), hint: 'regie_kkkk', created_at: app.clock.now() })
    .execute()
  const byOwn = await app.call(machineKeyApi.create, { body: wanted() }).asNobody({ authorization: `Bearer ${own}` })
  expect(byOwn).toMatchObject({ status: 403, body: { error: 'error.notByKey' } })
})

test('what is open to machines is work: nothing of an account, of signing in or of giving access', () => {
  const open = Object.entries(allEndpoints).filter(([, endpoint]) => endpoint.access !== 'public' && isOpenToMachines(endpoint))
  const nouns = new Set(open.map(([name]) => name.split('.')[0]))
  for (const noun of ['login', 'twoFactor', 'account', 'users', 'rights', 'machineKeys', 'audit', 'chat', 'agents', 'organisation'])
    expect(nouns.has(noun), noun).toBe(false)
  for (const noun of ['batches', 'cases', 'fileUploads', 'payments', 'reports', 'bulk', 'customers'])
    expect(nouns.has(noun), noun).toBe(true)
  expect(machineRights.every((code) => allRightCodes.includes(code) && code < 800)).toBe(true)
})

test('rights are those that its maker still has: one that they lose is lost at the next call, and comes back with them', async () => {
  const { bearer } = await newKey()
  const caseID = await caseOf(batch)
  const get = () => app.call(caseApi.get, { params: { caseID }, query: {} }).asNobody(bearer)
  expect((await get()).status).toBe(200)
  await takeRight(Right.viewCases)
  expect((await get()).status).toBe(403)
  expect((await listed())[0]).toMatchObject({ state: 'works', lostRights: [Right.viewCases] })
  await takeRight(ownCustomerRight(batch.customerId))
  expect((await getBatch(bearer)).status).toBe(401)
})

test.each([
  ['locked', () => app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', admin.userId).execute()],
  ['deleted', () => app.db.deleteFrom('users').where('id', '=', admin.userId).execute()],
])('when its maker is %s a key opens nothing', async (_what, take) => {
  const { bearer, machineKey } = await newKey()
  await take()
  expect((await getBatch(bearer)).status).toBe(401)
  const second = await app.build.staff({ rights: [Right.changeWebhooks], customers: [batch.customerId], home: batch.customerId })
  const { body } = await app.call(machineKeyApi.list, { query: { customerID: batch.customerId } }).as(second)
  expect(body.rows[0]).toMatchObject({ machineKeyID: machineKey.machineKeyID, state: 'makerGone', madeBy: admin.username })
})

test('work that a key began is done with the rights of the key, and no further when it is revoked', async () => {
  const { bearer, machineKey } = await newKey({ rights: [Right.viewCases, Right.closeCases] })
  const action = { kind: 'close', resultCode: 'RET' } as const
  const begin = () =>
    app.call(bulkApi.cases, { body: { customerID: batch.customerId, filter: { batchID: batch.id }, action } }).asNobody(bearer)
  const first = await begin()
  expect(first.status).toBe(200)
  // Its maker may no longer do it, so neither may the key.
  await takeRight(Right.closeCases)
  await runJobs(app.services)
  const statusOf = async () => (await app.db.selectFrom('cases').select('status').where('batch_id', '=', batch.id).execute())[0]?.status
  expect(await statusOf()).toBe('open')
  const again = await newKey({ rights: [Right.viewCases] })
  expect(
    (
      await app
        .call(bulkApi.cases, { body: { customerID: batch.customerId, filter: { batchID: batch.id }, action } })
        .asNobody(again.bearer)
    ).status,
  ).toBe(403)
  expect((await app.call(bulkApi.get, { params: { bulkID: first.body.bulkID } }).asNobody(bearer)).body).toMatchObject({ state: 'refused' })
  await app.call(machineKeyApi.revoke, { params: { machineKeyID: machineKey.machineKeyID } }).as(admin)
  expect(await statusOf()).toBe('open')
})

test('personal data is masked for a key without that right, whatever its maker may see', async () => {
  const { id: caseID } = await app.build.case({ batch, name: 'Marieke Zandvoort', mobile: '+31612345678' })
  const masked = await newKey()
  const whole = await newKey({ rights: [Right.viewBatches, Right.viewCases, Right.viewPersonalData] })
  const textFor = async ({ bearer }: Awaited<ReturnType<typeof newKey>>) =>
    (await app.call(caseApi.get, { params: { caseID }, query: {} }).asNobody(bearer)).text
  expect(await textFor(whole)).toContain('+31612345678')
  expect(await textFor(masked)).toContain('"caseID"')
  expect(await textFor(masked)).not.toContain('+31612345678')
})

test('the account of a key is nobody’s: not in the lists of users and contacts, not to be signed in with or managed', async () => {
  const { machineKey } = await newKey()
  const user = await app.db.selectFrom('machine_keys').select('user_id').where('id', '=', machineKey.machineKeyID).executeTakeFirstOrThrow()
  const users = await app.call(userApi.list, { query: { limit: 100 } }).as(admin)
  expect(users.body.rows.map(({ userID }) => userID)).not.toContain(user.user_id)
  expect((await app.call(userApi.unlock, { params: { userID: user.user_id } }).as(admin)).status).toBe(404)
  const reader = await app.build.staff({ rights: [Right.viewContacts], customers: [batch.customerId], home: batch.customerId })
  const contacts = await app.call(contactApi.list, { query: { customerID: batch.customerId, limit: 100 } }).as(reader)
  expect(contacts.text).not.toContain(machineKey.prefix)
})

test('each key has its own budget of calls', async () => {
  const busy = await newKey()
  const calm = await newKey()
  let last = 200
  for (let n = 0; n <= machineKeyCallsPerMinute; n++) last = (await getBatch(busy.bearer)).status
  expect(last).toBe(429)
  expect((await getBatch(calm.bearer)).status).toBe(200)
})

test('a key of another customer is answered as one that is not there', async () => {
  const { machineKey, bearer } = await newKey()
  const stranger = await app.build.staff({ rights: [Right.changeWebhooks, ...work], customers: [other.customerId], home: other.customerId })
  expect((await app.call(machineKeyApi.list, { query: { customerID: batch.customerId } }).as(stranger)).status).toBe(404)
  expect((await create({}, stranger)).status).toBe(404)
  expect((await app.call(machineKeyApi.revoke, { params: { machineKeyID: machineKey.machineKeyID } }).as(stranger)).status).toBe(404)
  expect((await getBatch(bearer)).status).toBe(200)
})

test('the secret of a key is not kept for a request that comes twice', async () => {
  const idempotency = { 'idempotency-key': 'sleutel-van-nu-1' }
  const { body } = await app.call(machineKeyApi.create, { body: wanted() }).as(admin, idempotency)
  expect(body.key).toMatch(/^regiekey_/)
  expect(await app.db.selectFrom('request_keys').selectAll().where('key', '=', 'sleutel-van-nu-1').execute()).toEqual([])
})
