import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { auditApi, lookActions } from '@regie/contract/audit.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { loginApi } from '@regie/contract/login.ts'
import { maintenanceApi } from '@regie/contract/maintenance.ts'
import { allRightCodes, Right } from '@regie/contract/right-codes.ts'
import { rightsApi } from '@regie/contract/rights.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import { checkChain } from './check-chain.ts'
import { recordAudit } from './record-audit.ts'
import { sealAudit } from './seal-audit.ts'

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app.close())

const viewer = [Right.viewAudit, Right.viewCases, Right.viewBatches, Right.pauseBatches, Right.closeBatches]
const linesOf = async (staff: Parameters<ReturnType<typeof app.call>['as']>[0], query: object = {}) =>
  (await app.call(auditApi.list, { query }).as(staff)).body.rows
const asApplication = (statement: string) => app.services.pool.query(statement)
const asOwner = (statement: string) => app.pool.query(statement)

test('who pauses a batch leaves what it was and what it became', async () => {
  const batch = await app.build.batch({ cases: 2 })
  const staff = await app.build.staff({ rights: viewer, customers: [batch.customerId] })
  await app.call(batchApi.pause, { params: { batchID: batch.id }, body: { until: null } }).as(staff)
  const [line] = await linesOf(staff)
  expect(line).toMatchObject({
    action: 'batches.pause',
    entity: 'batch',
    entityID: String(batch.id),
    username: staff.username,
    via: 'session',
  })
  expect(line).toMatchObject({
    customerID: batch.customerId,
    address: '127.0.0.1',
    before: { status: 'open' },
    after: { status: 'paused' },
  })
})

test('closing a batch leaves lines for the act, not for each of its cases', async () => {
  const batch = await app.build.batch({ cases: 30 })
  const staff = await app.build.staff({ rights: viewer, customers: [batch.customerId] })
  expect((await app.call(batchApi.close, { params: { batchID: batch.id }, body: { resultCode: 'BSL' } }).as(staff)).status).toBe(200)
  const lines = await linesOf(staff)
  expect(lines.length).toBeLessThanOrEqual(2)
  expect(lines.find(({ entity }) => entity === 'case')).toMatchObject({ entityID: null, after: { rows: 30 } })
})

test('looking at a case is written down, and so is a look that was not the first', async () => {
  const its = await app.build.case()
  const staff = await app.build.staff({ rights: viewer, customers: [its.customerId, (await app.build.customer()).id] })
  for (let i = 0; i < 2; i++) await app.call(caseApi.get, { params: { caseID: its.id }, query: {} }).as(staff)
  const lines = await linesOf(staff, { entity: 'case', entityID: String(its.id) })
  expect(lines.map(({ action, customerID }) => [action, customerID])).toEqual([
    ['cases.get', its.customerId],
    ['cases.get', its.customerId],
  ])
  await app.call(caseApi.get, { params: { caseID: 9_000_000 }, query: {} }).as(staff)
  expect(await linesOf(staff)).toHaveLength(2)
})

test('a list without looks has all that was done, one of looks alone has the rest, and the file leaves out nothing', async () => {
  const batch = await app.build.batch({ cases: 1 })
  const its = await app.build.case({ batch })
  const staff = await app.build.staff({ rights: viewer, customers: [its.customerId] })
  for (let i = 0; i < 3; i++) await app.call(caseApi.get, { params: { caseID: its.id }, query: {} }).as(staff)
  await app.call(batchApi.pause, { params: { batchID: batch.id }, body: { until: null } }).as(staff)
  const actionsOf = async (query: object) => (await linesOf(staff, { customerID: its.customerId, ...query })).map(({ action }) => action)
  expect(await actionsOf({ looks: 'only' })).toEqual(['cases.get', 'cases.get', 'cases.get'])
  expect(await actionsOf({ looks: 'without' })).toEqual(['batches.pause'])
  expect(await actionsOf({})).toHaveLength(4)
  const only = await app.call(auditApi.list, { query: { customerID: its.customerId, looks: 'only', limit: 1 } }).as(staff)
  expect(only.body.total).toEqual({ value: 3, exact: true })
  const file = await app.call(auditApi.export, { query: { customerID: its.customerId } }).as(staff)
  expect(file.text.match(/cases\.get/g)).toHaveLength(3)
})

test('the looks are the reads that leave a line, without the files that are saved', () => {
  const reads = Object.entries(allEndpoints).filter(
    ([name, { method, asksOnly, audited, file }]) =>
      (method === 'GET' || asksOnly) && audited && (file === undefined || file === 'text/html' || name.endsWith('.picture')),
  )
  expect(reads.map(([name]) => name).toSorted()).toEqual(lookActions)
})

test('what the engine does leaves no line: the timeline tells it', async () => {
  const batch = await app.build.batch()
  await app.services.db.updateTable('batches').set({ comments: 'x' }).where('id', '=', batch.id).execute()
  expect((await asOwner('select 1 from audit')).rowCount).toBe(0)
})

test('who got a right stands there by name of row, however many they were, for who looks over their customer', async () => {
  const { id: customerId } = await app.build.customer()
  const rights = [Right.viewAudit, Right.changeGroups]
  const staff = await app.build.staff({ rights, customers: [customerId], home: customerId })
  const { id: groupID } = await app.db
    .insertInto('right_groups')
    .values({ customer_id: customerId, name: 'Avondploeg' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members: number[] = []
  for (let i = 0; i < 25; i++) members.push((await app.build.user({ home: customerId })).userId)
  expect((await app.call(rightsApi.addMembers, { params: { groupID }, body: { members } }).as(staff)).status).toBe(200)
  const lines = await linesOf(staff, { entity: 'groupMember', limit: 100 })
  expect(new Set(lines.map(({ entityID }) => entityID))).toEqual(new Set(members.map((userID) => `${groupID}:${userID}`)))
  expect(lines.every((line) => line.customerID === customerId && line.action === 'rights.addMembers')).toBe(true)
})

test('maintenance leaves what it was and what it became', async () => {
  const staff = await app.build.staff({ rights: [Right.viewAudit, Right.systemStatus] })
  const body = { on: true, message: 'Even geduld', until: null }
  await app.call(maintenanceApi.change, { body }).as(staff)
  const [line] = await linesOf(staff, { action: 'maintenance.change' })
  expect(line).toMatchObject({ before: { is_on: false, message: '' }, after: { is_on: true, message: 'Even geduld' } })
})

test('how long lines are kept is the same for all customers, so nobody of one customer shortens it', async () => {
  const { id } = await app.build.customer()
  const rightsOfBeheerder = allRightCodes.filter((code) => code !== Right.changeRightObjects && code !== Right.systemStatus)
  const manager = await app.build.staff({ rights: rightsOfBeheerder, customers: [id], home: id })
  expect((await app.call(auditApi.changeRetention, { body: { months: 24 } }).as(manager)).status).toBe(403)
  const system = await app.build.staff({ rights: [Right.systemStatus] })
  expect((await app.call(auditApi.changeRetention, { body: { months: 36 } }).as(system)).body).toEqual({ months: 36 })
})

test('secrets stay out of it, and what is ignored leaves no line', async () => {
  const { userId, username } = await app.build.user()
  const actor = { userId: null, username: 'x', via: 'system', address: null, requestId: null, action: 'test.action' } as const
  const change = (set: object) =>
    withAllCustomers(() => app.services.db.updateTable('users').set(set).where('id', '=', userId).execute(), { actor })
  await change({ password_hash: 'a new hash', username: 'ada' })
  await change({ failed_logins: 3 })
  const { rows } = await asOwner('select before, after from audit')
  expect(rows).toEqual([{ before: { username, password_hash: '***' }, after: { username: 'ada', password_hash: '***' } }])
})

test('numbers have names, as far as what they are of still exists and is the viewer’s', async () => {
  const [batch, foreign] = [await app.build.batch({ cases: 1 }), await app.build.batch({ cases: 1 })]
  const staff = await app.build.staff({ rights: viewer, customers: [batch.customerId] })
  const { customerId } = batch
  await recordAudit(app.services.db, {
    action: 'test.batch',
    customerId,
    entity: 'batch',
    entityId: batch.id,
    after: { user_id: staff.userId },
  })
  await recordAudit(app.services.db, {
    action: 'test.gone',
    customerId,
    entity: 'batch',
    entityId: 999_999,
    before: { batch_id: foreign.id },
  })
  const { name } = await app.db.selectFrom('batches').select('name').where('id', '=', batch.id).executeTakeFirstOrThrow()
  const customer = await app.db.selectFrom('customers').select('name').where('id', '=', customerId).executeTakeFirstOrThrow()
  const ofCustomer = { [`customer:${customerId}`]: customer.name }
  const [gone, its] = await linesOf(staff)
  expect(its?.names).toEqual({ ...ofCustomer, [`batch:${batch.id}`]: name, [`user:${staff.userId}`]: staff.username })
  expect(gone?.names).toEqual(ofCustomer)
  expect((await app.call(auditApi.export, { query: { locale: 'nl' } }).as(staff)).text).toContain(
    `Batch;${batch.id};${name};${customer.name};`,
  )
})

test('a case is found by the number that staff know, a colleague by their name, and what belongs to a case is called by it', async () => {
  const batch = await app.build.batch({ cases: 1 })
  const staff = await app.build.staff({ rights: viewer, customers: [batch.customerId] })
  await app.db
    .updateTable('contacts')
    .set({ first_name: 'Zoë', middle_name: 'van', last_name: 'Dam' })
    .where('user_id', '=', staff.userId)
    .execute()
  const { case_number: caseNumber, id } = await app.db
    .selectFrom('cases')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .executeTakeFirstOrThrow()
  const { customerId } = batch
  await recordAudit(app.services.db, { action: 'test.case', customerId, entity: 'case', entityId: id, username: staff.username })
  await recordAudit(app.services.db, { action: 'test.other', customerId, entity: 'batch', entityId: batch.id, username: 'iemand-anders' })
  const assigned = { assigned_to: staff.userId, options: { smsProvider: 4_000_000 } }
  await recordAudit(app.services.db, {
    action: 'test.talk',
    customerId,
    entity: 'caseSkip',
    entityId: `${id}:${staff.userId}`,
    after: assigned,
  })
  const actions = async (query: Parameters<typeof linesOf>[1]) => (await linesOf(staff, query)).map(({ action }) => action)
  expect(await actions({ entityID: caseNumber })).toEqual(['test.case'])
  expect(await actions({ username: 'zoë van dam' })).toEqual(['test.case'])
  const [talk] = await linesOf(staff, { action: 'test.talk' })
  expect(talk?.names).toMatchObject({ [`case:${id}`]: caseNumber, [`user:${staff.userId}`]: staff.username })
  expect(talk?.names).not.toHaveProperty('provider:4000000')
})

test('who looks after the installation and serves no customer asks for a number or a name as well', async () => {
  const staff = await app.build.staff({ rights: [Right.viewAudit, Right.systemStatus] })
  await recordAudit(app.services.db, { action: 'test.object', entity: 'rightObject', entityId: 12, username: staff.username })
  for (const query of [{ entityID: '12' }, { username: staff.username }]) {
    const { status, body } = await app.call(auditApi.list, { query: { ...query, action: 'test.object' } }).as(staff)
    expect(status).toBe(200)
    expect(body.rows).toMatchObject([{ entity: 'rightObject', entityID: '12' }])
  }
})

test('a name that many colleagues share leaves out none of them', async () => {
  const { id: customerId } = await app.build.customer()
  const staff = await app.build.staff({ rights: viewer, customers: [customerId] })
  await sql`
    insert into users (username)
    select 'u' || lpad(n::text, 3, '0') from generate_series(1, 150) n`.execute(app.db)
  await sql`
    update contacts c
    set first_name = 'Jan', last_name = 'Jansen'
    from users u
    where u.id = c.user_id and u.username like 'u___'`.execute(app.db)
  for (const username of ['u001', 'u150']) await recordAudit(app.services.db, { action: 'test.shared', customerId, username })
  const lines = await linesOf(staff, { username: 'jan jansen' })
  expect(new Set(lines.map(({ username }) => username))).toEqual(new Set(['u001', 'u150']))
})

test('what somebody may not do is written down, so many a minute of each', async () => {
  const batch = await app.build.batch({ cases: 1 })
  const staff = await app.build.staff({ rights: [Right.viewAudit], customers: [batch.customerId] })
  const pause = () => app.call(batchApi.pause, { params: { batchID: batch.id }, body: { until: null } }).as(staff)
  for (let i = 0; i < 25; i++) expect((await pause()).status).toBe(403)
  expect((await app.call(batchApi.get, { params: { batchID: batch.id } }).as(staff)).status).toBe(403)
  const lines = await linesOf(staff, { action: 'access.refused' })
  expect(lines).toHaveLength(20)
  const line = { entity: 'batch', entityID: String(batch.id), customerID: batch.customerId, username: staff.username }
  expect(lines.at(-1)).toMatchObject({ ...line, after: { call: 'batches.pause', error: 'error.rightMissing' } })
  expect(lines[0]).toMatchObject({ after: { andMore: true } })
  app.clock.advance(60_000)
  await pause()
  expect(await linesOf(staff, { action: 'access.refused' })).toHaveLength(21)
})

test('a name with line ends and colours of a terminal stays one line of text', async () => {
  await withAllCustomers(() =>
    recordAudit(app.services.db, { action: 'login.failed', username: 'jan\r\nadmin \u001b[31mred', after: { typed: 'a\nb' } }),
  )
  const staff = await app.build.staff({ rights: [...viewer, Right.systemStatus] })
  const [line] = await linesOf(staff, { action: 'login.failed' })
  expect(line).toMatchObject({ username: 'jan\\u000d\\u000aadmin \\u001b[31mred', after: { typed: 'a\\u000ab' } })
})

test('a viewer sees the lines of the customers that he serves; those of the installation only who looks after it', async () => {
  const [own, other] = [await app.build.customer(), await app.build.customer()]
  for (const customerId of [own.id, other.id, null]) await recordAudit(app.services.db, { action: 'test.action', customerId })
  const [viewing, system] = [
    await app.build.staff({ rights: viewer, customers: [own.id] }),
    await app.build.staff({ rights: [...viewer, Right.systemStatus], customers: [own.id] }),
  ]
  expect((await linesOf(viewing, { action: 'test.action' })).map(({ customerID }) => customerID)).toEqual([own.id])
  expect((await linesOf(system, { action: 'test.action' })).map(({ customerID }) => customerID)).toEqual([null, own.id])
  expect((await app.call(auditApi.list, { query: { customerID: other.id } }).as(viewing)).status).toBe(404)
})

test('pages follow each other without a gap or a repeat, and each filter narrows', async () => {
  const { id: customerId } = await app.build.customer()
  for (let i = 0; i < 7; i++)
    await recordAudit(app.services.db, { action: `test.${i % 2}`, customerId, username: `jan${i}`, entity: 'thing', entityId: i })
  const staff = await app.build.staff({ rights: viewer, customers: [customerId] })
  const seen: (string | null)[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await app.call(auditApi.list, { query: { limit: 3, ...(cursor && { cursor }) } }).as(staff)
    seen.push(...body.rows.map(({ entityID }) => entityID))
    cursor = body.nextCursor
    expect(body.total).toEqual({ value: 7, exact: true })
  }
  expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0'])
  expect(await linesOf(staff, { action: 'test.1' })).toHaveLength(3)
  expect(await linesOf(staff, { username: 'AN4' })).toHaveLength(1)
  expect(await linesOf(staff, { entity: 'thing', entityID: '2' })).toHaveLength(1)
  expect(await linesOf(staff, { to: '2000-01-01T00:00:00Z' })).toHaveLength(0)
  expect((await app.call(auditApi.list, { query: { cursor: 'xxx' } }).as(staff)).status).toBe(400)
})

test('the file holds the same lines, and no cell of it becomes a formula', async () => {
  const { id: customerId } = await app.build.customer()
  await recordAudit(app.services.db, { action: 'test.action', customerId, username: '=cmd()' })
  const staff = await app.build.staff({ rights: viewer, customers: [customerId] })
  const { text, headers } = await app.call(auditApi.export, { query: { locale: 'nl' } }).as(staff)
  expect(headers['content-type']).toContain('text/csv')
  expect(text.split('\r\n')[0]).toContain('tijdstip;gebruiker;via;adres;handeling')
  expect(text).toContain(";'=cmd();")
  expect(await linesOf(staff, { action: 'audit.export' })).toHaveLength(1)
})

test('signing in and signing out are there', async () => {
  const { username, password, userId } = await app.build.user()
  await app.call(loginApi.logIn, { body: { username, password } }).asNobody()
  const { rows } = await asOwner('select action, user_id from audit')
  expect(rows).toContainEqual({ action: 'login.logIn', user_id: userId })
})

describe('nobody rewrites history', () => {
  beforeEach(() => recordAudit(app.services.db, { action: 'test.action', username: 'jan' }))

  test.each([
    'update audit set username = null',
    'delete from audit',
    'truncate audit',
    'drop table audit',
    `update audit_seals set hash = ''`,
    'delete from audit_seals',
    `insert into audit (at, via, action) values ('2020-01-01', 'session', 'x')`,
    'alter table audit disable trigger all',
  ])('the application cannot: %s', (statement) => expect(asApplication(statement)).rejects.toThrow(/permission denied|must be owner/))

  test('the application cannot become its owner', async () => {
    const { rows } = await app.pool.query<{ owner: string }>(`
      select tableowner as owner from pg_tables where tablename = 'audit'`)
    await expect(asApplication(`set role "${rows[0]?.owner}"`)).rejects.toThrow(/permission denied/)
  })

  test.each(['update audit set username = null', 'delete from audit', 'truncate audit'])('its owner is stopped as well: %s', (statement) =>
    expect(asOwner(statement)).rejects.toThrow(/append-only/),
  )
})

describe('the chain', () => {
  const check = () => checkChain(app.services)
  const meddle = (statement: string) => asOwner(`set regie.audit_change = on; ${statement}; reset regie.audit_change`)
  beforeEach(async () => {
    for (let i = 1; i <= 5; i++) await recordAudit(app.services.db, { action: 'test.action', entityId: i, username: `jan${i}` })
    expect(await sealAudit(app.services)).toBe(5)
  })

  test('is intact as long as nobody touched it, and goes on', async () => {
    await recordAudit(app.services.db, { action: 'test.action' })
    expect(await check()).toMatchObject({ intact: true, sealed: 5, waiting: 1 })
    expect(await sealAudit(app.services)).toBe(1)
    expect(await sealAudit(app.services)).toBe(0)
    expect(await check()).toMatchObject({ intact: true, sealed: 6, waiting: 0, firstWrongID: null })
  })

  test('a line whose transaction ends late gets its place when it does', async () => {
    let sealedMeanwhile = 0
    await app.services.db.transaction().execute(async (tx) => {
      await recordAudit(tx, { action: 'late.action' })
      await recordAudit(app.services.db, { action: 'quick.action' })
      sealedMeanwhile = await sealAudit(app.services)
    })
    expect([sealedMeanwhile, await sealAudit(app.services)]).toEqual([1, 1])
    expect(await check()).toMatchObject({ intact: true, sealed: 7 })
  })

  test.each([
    ['a changed line', `update audit set username = 'piet' where entity_id = '3'`, 3],
    ['a removed line', `delete from audit where entity_id = '2'`, 2],
    [
      'a removed line with its seal',
      `delete from audit_seals using audit a where audit_id = a.id and a.entity_id = '2';
        delete from audit where entity_id = '2'`,
      3,
    ],
    [
      'the first line with its seal',
      `
      delete from audit_seals where position = 1; delete from audit where entity_id = '1'`,
      2,
    ],
    [
      'two lines that changed places',
      `update audit set entity_id = case entity_id when '3' then '4' else '3' end where entity_id in ('3', '4')`,
      3,
    ],
    [
      'two seals that changed places',
      `update audit_seals set position = 100 where position = 3;
        update audit_seals set position = 3 where position = 4;
        update audit_seals set position = 4 where position = 100`,
      4,
    ],
  ])('finds %s', async (_name, statement, first) => {
    const { rows } = await asOwner(`select id from audit where entity_id = '${first}'`)
    await meddle(statement)
    expect(await check()).toMatchObject({ intact: false, firstWrongID: (rows[0] as { id: number }).id })
  })

  test('finds a line that was put in long afterwards', async () => {
    await asOwner(`insert into audit (at, via, action) values (now() - interval '1 day', 'session', 'x')`)
    expect(await check()).toMatchObject({ intact: false })
  })

  test('retention takes whole months older than two years, and the rest still fits', async () => {
    await asOwner(`select ensure_month_partitions('audit', (now() - interval '30 months')::date, 1);
      insert into audit (at, via, action) values (now() - interval '30 months', 'session', 'old.action')`)
    // An old log: its lines were sealed when they were new.
    await meddle('truncate audit_seals')
    await sealAudit(app.services)
    expect(await check()).toMatchObject({ intact: true, sealed: 6 })
    const { rows } = await asApplication('select drop_old_audit_months() as dropped')
    expect(rows).toEqual([{ dropped: 1 }])
    expect((await asOwner(`select 1 from audit where action = 'old.action'`)).rowCount).toBe(0)
    expect(await check()).toMatchObject({ intact: true })
  })
})
