import { Right } from '@regie/contract/right-codes.ts'
import { userApi } from '@regie/contract/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { openRightStory } from '../../../../test/right-story.ts'

const managing = [Right.viewUsers, Right.changeUsers, Right.lockUsers, Right.changeGroups, Right.resetUsers, Right.resetTwoFactor] as const
const contact = {
  initials: 'A.',
  firstName: 'Ada',
  middleName: 'de',
  lastName: 'Vries',
  email: 'ada@example.nl',
  phone: '',
  mobile: '06 12345678',
}

let app: TestApp
let story: ReturnType<typeof openRightStory>
let customerId: number
let strangerId: number
let manager: Staff
beforeAll(async () => {
  app = await openTestApp()
  story = openRightStory(app)
  customerId = (await app.build.customer()).id
  strangerId = (await app.build.customer()).id
  manager = await app.build.staff({ rights: [...managing, Right.viewBatches], customers: [customerId], home: customerId })
})
afterAll(() => app.close())

const column = async (userId: number) => app.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
const linksOf = (userId: number) => app.db.selectFrom('password_links').selectAll().where('user_id', '=', userId).execute()
const mailsTo = (userId: number) =>
  app.db.selectFrom('system_messages').select(['kind', 'recipient']).where('user_id', '=', userId).orderBy('id').execute()
const create = async (body: object = {}) =>
  app
    .call(userApi.create, {
      body: {
        username: `ada.${Math.random().toString(36).slice(2)}`,
        contact,
        customerID: customerId,
        groupIDs: [await story.group(customerId, [Right.viewBatches])],
        locale: 'fr',
        ...body,
      },
    })
    .as(manager)

test('a new user is invited in the chosen language, and can do nothing before he has chosen a password', async () => {
  const { status, body } = await create({ username: 'Ada.Vries' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ username: 'Ada.Vries', state: 'invited', mobile: '+31612345678', customerID: customerId, version: 1 })
  expect(body.inviteExpiresAt).toBe(new Date(app.clock.now().getTime() + 7 * 24 * 60 * 60_000).toISOString())
  expect((await column(body.userID)).password_hash).toBeNull()
  expect(await mailsTo(body.userID)).toEqual([{ kind: 'invite', recipient: 'ada@example.nl' }])
  const [first] = await linksOf(body.userID)
  expect((await app.call(userApi.invite, { params: { userID: body.userID }, body: { locale: 'nl' } }).as(manager)).status).toBe(200)
  const links = await linksOf(body.userID)
  expect([links.length, links[0]?.token_hash.equals(first?.token_hash ?? Buffer.alloc(0))]).toEqual([1, false])
  app.clock.advance(8 * 24 * 60 * 60_000)
  expect(
    (await app.call(userApi.get, { params: { userID: body.userID } }).as({ ...manager, secret: await app.build.session(manager.userId) }))
      .body.state,
  ).toBe('inviteExpired')
  app.clock.advance(-8 * 24 * 60 * 60_000)
})

test('a name that is taken in any case, and input that is wrong, is refused at its field and nothing is kept', async () => {
  await create({ username: 'bezet' })
  const before = await app.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect((await create({ username: 'BEZET' })).body).toMatchObject({ error: 'user.usernameTaken', field: 'username' })
  expect((await create({ username: 'a b' })).body).toMatchObject({ error: 'user.usernameInvalid', field: 'username' })
  expect((await create({ contact: { ...contact, phone: '12' } })).body).toMatchObject({
    error: 'user.phoneInvalid',
    field: 'contact.phone',
  })
  expect((await create({ contact: { ...contact, email: 'geen adres' } })).body).toMatchObject({
    error: 'user.emailInvalid',
    field: 'contact.email',
  })
  expect((await create({ contact: { ...contact, lastName: ' ' } })).body).toMatchObject({ error: 'user.lastNameMissing' })
  expect((await create({ groupIDs: [] })).body).toMatchObject({ error: 'user.groupMissing' })
  expect((await create({ groupIDs: [9_000_000] })).body).toMatchObject({ error: 'right.notFound' })
  expect((await create({ customerID: strangerId })).body).toMatchObject({ error: 'customer.notFound' })
  expect((await create({ customerID: null })).body).toMatchObject({ error: 'error.rightMissing' })
  expect((await create({ groupIDs: [await story.group(customerId, [Right.systemStatus])] })).body).toMatchObject({
    error: 'right.notYours',
    params: { codes: '831' },
  })
  expect(
    await app.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ).toEqual(before)
})

test('two managers who give the same name at once: one gets it, the other hears that it is taken', async () => {
  const answers = await Promise.all([create({ username: 'tegelijk' }), create({ username: 'Tegelijk' })])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a change that somebody else was before is refused, with how it stands now', async () => {
  const { userId } = await app.build.user({ home: customerId })
  const change = (body: { contact: typeof contact; version: number }) =>
    app.call(userApi.change, { params: { userID: userId }, body }).as(manager)
  expect((await change({ contact, version: 1 })).body).toMatchObject({ lastName: 'Vries', version: 2 })
  const stale = await change({ contact: { ...contact, lastName: 'Te laat' }, version: 1 })
  expect(stale).toMatchObject({ status: 409, body: { error: 'error.conflict', current: { lastName: 'Vries', version: 2 } } })
})

test('another e-mail address voids the links that went to the old one, which is told', async () => {
  const { userId } = await app.build.user({ home: customerId })
  await app.db.updateTable('contacts').set({ email: 'oud@example.nl' }).where('user_id', '=', userId).execute()
  await app.call(userApi.sendReset, { params: { userID: userId }, body: { locale: 'nl' } }).as(manager)
  expect((await linksOf(userId)).length).toBe(1)
  await app.call(userApi.change, { params: { userID: userId }, body: { contact, version: 1 } }).as(manager)
  expect(await linksOf(userId)).toEqual([])
  expect(await mailsTo(userId)).toEqual([
    { kind: 'reset', recipient: 'oud@example.nl' },
    { kind: 'emailChanged', recipient: 'oud@example.nl' },
  ])
})

test('locking ends every session at once, and unlocking also frees who gave too many wrong passwords', async () => {
  const someone = await app.build.staff({ home: customerId, rights: [Right.viewBatches] })
  await app.db
    .updateTable('users')
    .set({ delayed_until: new Date('2030-01-01') })
    .where('id', '=', someone.userId)
    .execute()
  await app.call(userApi.resetApiKey, { params: { userID: someone.userId } }).as(manager)
  const before = (await app.call(userApi.get, { params: { userID: someone.userId } }).as(manager)).body
  expect([before.state, before.apiKey.hint]).toEqual(['delayed', expect.any(String)])
  const locked = await app.call(userApi.lock, { params: { userID: someone.userId } }).as(manager)
  expect(locked.body.state).toBe('locked')
  expect(await app.db.selectFrom('sessions').selectAll().where('user_id', '=', someone.userId).execute()).toEqual([])
  expect(locked.body.apiKey.hint).toBeNull()
  const free = await app.call(userApi.unlock, { params: { userID: someone.userId } }).as(manager)
  expect(free.body.state).toBe('active')
  expect(await column(someone.userId)).toMatchObject({ locked_at: null, delayed_until: null, failed_logins: 0 })
})

test('nobody locks or deletes himself, nor gets around the password of his own account screen', async () => {
  const params = { userID: manager.userId }
  const yourself = { status: 409, body: { error: 'user.yourself' } }
  expect(await app.call(userApi.lock, { params }).as(manager)).toMatchObject(yourself)
  expect(await app.call(userApi.remove, { params }).as(manager)).toMatchObject(yourself)
  expect(await app.call(userApi.resetApiKey, { params }).as(manager)).toMatchObject(yourself)
  expect(await app.call(userApi.resetTwoFactor, { params }).as(manager)).toMatchObject(yourself)
  expect(await app.call(userApi.change, { params, body: { contact, version: 1 } }).as(manager)).toMatchObject(yourself)
})

test('who stands higher is not changed, locked, reset or taken over', async () => {
  const higher = await app.build.user({ home: customerId, rights: [Right.systemStatus] })
  await app.db.updateTable('contacts').set({ email: 'hoog@example.nl' }).where('user_id', '=', higher.userId).execute()
  const params = { userID: higher.userId }
  const groupID = await story.group(customerId, [Right.viewBatches], [higher.userId])
  const refused = { status: 403, body: { error: 'right.notYours', params: { codes: '831' } } }
  expect(await app.call(userApi.change, { params, body: { contact, version: 1 } }).as(manager)).toMatchObject(refused)
  expect(await app.call(userApi.lock, { params }).as(manager)).toMatchObject(refused)
  expect(await app.call(userApi.unlock, { params }).as(manager)).toMatchObject(refused)
  expect(await app.call(userApi.remove, { params }).as(manager)).toMatchObject(refused)
  expect(await app.call(userApi.sendReset, { params, body: { locale: 'nl' } }).as(manager)).toMatchObject(refused)
  expect(await app.call(userApi.resetApiKey, { params }).as(manager)).toMatchObject(refused)
  expect(await app.call(userApi.removeApiKey, { params }).as(manager)).toMatchObject(refused)
  expect(await app.call(userApi.resetTwoFactor, { params }).as(manager)).toMatchObject(refused)
  expect(await app.call(userApi.removeGroups, { params, query: {}, body: { groupIDs: [groupID] } }).as(manager)).toMatchObject(refused)
  // A user of his who also works for another customer stands higher too.
  const shared = await app.build.user({ home: customerId, customers: [customerId, strangerId] })
  expect((await app.call(userApi.lock, { params: { userID: shared.userId } }).as(manager)).body).toMatchObject({ error: 'right.notYours' })
})

test('an API key is shown once and the old one is dead; a reset of two-factor ends the sessions and is told', async () => {
  const someone = await app.build.staff({ home: customerId })
  await app.db.updateTable('contacts').set({ email: 'jan@example.nl' }).where('user_id', '=', someone.userId).execute()
  await app.db.insertInto('user_factors').values({ user_id: someone.userId, type: 'app', confirmed_at: app.clock.now() }).execute()
  const params = { userID: someone.userId }
  const [one, two] = [
    await app.call(userApi.resetApiKey, { params }).as(manager),
    await app.call(userApi.resetApiKey, { params }).as(manager),
  ]
  expect(one.body.apiKey).not.toBe(two.body.apiKey)
  const row = await app.call(userApi.get, { params }).as(manager)
  expect(row.body).toMatchObject({ twoFactor: ['app'], apiKey: { hint: two.body.apiKey.slice(0, row.body.apiKey.hint?.length) } })
  expect(row.text).not.toContain(two.body.apiKey)
  expect((await app.call(userApi.removeApiKey, { params }).as(manager)).status).toBe(204)
  await app.call(userApi.resetApiKey, { params }).as(manager)
  expect((await app.call(userApi.resetTwoFactor, { params }).as(manager)).status).toBe(204)
  expect((await app.call(userApi.get, { params }).as(manager)).body).toMatchObject({ twoFactor: [], apiKey: { hint: null } })
  expect(await app.db.selectFrom('sessions').selectAll().where('user_id', '=', someone.userId).execute()).toEqual([])
  expect(await mailsTo(someone.userId)).toEqual([{ kind: 'twoFactorReset', recipient: 'jan@example.nl' }])
})

test('a reset link needs an address, and an invitation somebody who has no password yet', async () => {
  const { userId } = await app.build.user({ home: customerId })
  const params = { userID: userId }
  expect((await app.call(userApi.sendReset, { params, body: { locale: 'eng' } }).as(manager)).body).toMatchObject({ error: 'user.noEmail' })
  expect((await app.call(userApi.invite, { params, body: { locale: 'eng' } }).as(manager)).body).toMatchObject({ error: 'user.notInvited' })
})

test('before a user is deleted it shows what he has; afterwards his account is gone and his files are not', async () => {
  const someone = await app.build.staff({ home: customerId })
  const groupID = await story.group(customerId, [Right.viewBatches], [someone.userId])
  const { id: fileId } = await app.db
    .insertInto('files')
    .values({
      customer_id: customerId,
      name: 'a.csv',
      bytes: 3,
      sha256: Buffer.alloc(32),
      kind: 'batch',
      uploaded_by: someone.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const theirCase = await app.build.case({ batch: await app.build.batch({ customerId }) })
  await app.db
    .insertInto('callbacks')
    .values({ customer_id: theirCase.customerId, case_id: theirCase.id, for_user_id: someone.userId, at: app.clock.now(), by_user: 'mees' })
    .execute()
  const params = { userID: someone.userId }
  const owned = await app.call(userApi.owned, { params }).as(manager)
  expect(owned.body).toMatchObject({ sessions: 1, hasApiKey: false, uploads: 1, callbacks: 1 })
  expect(owned.body.lastOfGroups.length).toBe(2)
  expect((await app.call(userApi.remove, { params }).as(manager)).status).toBe(204)
  expect((await app.call(userApi.get, { params }).as(manager)).status).toBe(404)
  expect(await app.db.selectFrom('files').select('uploaded_by').where('id', '=', fileId).executeTakeFirst()).toEqual({ uploaded_by: null })
  expect(await app.db.selectFrom('right_groups').select('id').where('id', '=', groupID).execute()).toEqual([{ id: groupID }])
})

test('the list has pages, an exact total, a search over names and addresses, states and every order', async () => {
  const { id } = await app.build.customer()
  const boss = await app.build.staff({ rights: managing, customers: [id], home: id })
  const names = ['Zoë', 'Anna', 'Émile', 'bram', 'Cornelis']
  for (const [i, first_name] of names.entries()) {
    const { userId } = await app.build.user({ home: id, username: `rij${i}.${id}` })
    const values = {
      first_name,
      last_name: i < 3 ? '100%_Jansen' : 'Bakker',
      email: `${first_name}@voorbeeld.nl`,
    }
    await app.db.updateTable('contacts').set(values).where('user_id', '=', userId).execute()
    const last_login_at = i === 2 ? app.clock.now() : null
    await app.db.updateTable('users').set({ last_login_at }).where('id', '=', userId).execute()
  }
  const list = (query: object) => app.call(userApi.list, { query: { customerID: id, ...query } }).as(boss)
  for (const sort of ['username', 'lastName', 'email', 'lastLoginAt'] as const) {
    for (const direction of ['asc', 'desc'] as const) {
      const seen: number[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({ sort, direction, limit: 2, ...(cursor !== null && { cursor }) })
        expect([page.status, page.body.total]).toEqual([200, { value: 6, exact: true }])
        seen.push(...page.body.rows.map((row) => row.userID))
        cursor = page.body.nextCursor
      } while (cursor !== null)
      expect([seen.length, new Set(seen).size]).toEqual([6, 6])
    }
  }
  expect((await list({ q: 'jansen voorbeeld' })).body.total.value).toBe(3)
  expect((await list({ q: '%_' })).body.total.value).toBe(3)
  expect((await list({ q: 'BRAM bakker' })).body.rows.map((row) => row.firstName)).toEqual(['bram'])
  expect((await list({ state: 'active' })).body.total.value).toBe(6)
  expect((await list({ state: 'locked' })).body.total.value).toBe(0)
  expect((await list({ cursor: 'xxx' })).body).toMatchObject({ error: 'error.invalid', field: 'cursor' })
})

test('a manager sees the users of his customers; those of the installation are for holders of 805', async () => {
  const { userId: stranger } = await app.build.user({ home: strangerId })
  const { userId: installation } = await app.build.user()
  const system = await app.build.staff({ rights: [...managing, Right.changeRightObjects], customers: [customerId] })
  const idsFor = async (staff: Staff) =>
    (await app.call(userApi.list, { query: { limit: 250 } }).as(staff)).body.rows.map((row) => row.userID)
  const [mine, all] = [await idsFor(manager), await idsFor(system)]
  expect([mine.includes(stranger), mine.includes(installation)]).toEqual([false, false])
  expect([all.includes(stranger), all.includes(installation)]).toEqual([false, true])
  for (const userID of [stranger, installation]) {
    expect((await app.call(userApi.get, { params: { userID } }).as(manager)).status).toBe(404)
    expect((await app.call(userApi.lock, { params: { userID } }).as(manager)).status).toBe(404)
  }
  // A group of another customer is not told of, even on a user of ours.
  const ours = await app.build.user({ home: customerId })
  const theirs = await story.group(strangerId, [story.own(strangerId)], [ours.userId])
  const params = { userID: ours.userId }
  expect((await app.call(userApi.get, { params }).as(manager)).body.groups.length).toBe(1)
  expect((await app.call(userApi.list, { query: { groupID: theirs } }).as(manager)).body.total.value).toBe(0)
  expect((await app.call(userApi.owned, { params }).as(manager)).body.groups).toBe(1)
  expect((await app.call(userApi.lock, { params }).as(manager)).body).toMatchObject({ error: 'right.notYours', params: { codes: '' } })
})
