import { Right } from '@regie/contract/right-codes.ts'
import { organisationApi } from '@regie/contract/organisation.ts'
import { rightsApi } from '@regie/contract/rights.ts'
import { userApi } from '@regie/contract/users.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { openRightStory } from '../../../../test/right-story.ts'

const administrating = [Right.viewUsers, Right.changeUsers, Right.lockUsers, Right.changeGroups] as const

let app: TestApp
let story: ReturnType<typeof openRightStory>
let customerId: number
beforeEach(async () => {
  app = await openTestApp()
  story = openRightStory(app)
  customerId = (await app.build.customer()).id
})
afterEach(() => app.close())

/** An administrator, and the group that makes him one. */
async function administrator(): Promise<Staff & { groupID: number }> {
  const staff = await app.build.staff({ home: customerId })
  return { ...staff, groupID: await story.group(customerId, [...administrating, story.own(customerId)], [staff.userId]) }
}

const countAdministrators = async () => {
  const users = await app.db.selectFrom('users').select('id').where('locked_at', 'is', null).execute()
  const rights = await Promise.all(users.map(({ id }) => story.rightsOf(id)))
  return rights.filter((codes) => codes.includes(Right.changeUsers) && codes.includes(Right.changeGroups)).length
}

test('the last administrator cannot go, whichever way', async () => {
  const last = await administrator()
  // He can lock, and is no administrator himself.
  const helper = await app.build.staff({
    rights: [Right.viewUsers, Right.lockUsers, Right.changeGroups, Right.changeUsers],
    customers: [customerId],
    home: customerId,
  })
  const objectID = await story.objectOf(Right.changeGroups)
  const ofHelper = await app.db
    .selectFrom('right_group_members')
    .select('group_id')
    .where('user_id', '=', helper.userId)
    .executeTakeFirstOrThrow()
  await app.db.deleteFrom('right_group_objects').where('group_id', '=', ofHelper.group_id).where('object_id', '=', objectID).execute()
  const refused = { status: 409, body: { error: 'user.lastAdministrator' } }
  const { groupID, userId: userID } = last
  const confirmed = { confirmed: 'yes' } as const
  expect(await app.call(rightsApi.removeObject, { params: { groupID, objectID }, query: confirmed }).as(last)).toMatchObject(refused)
  expect(await app.call(rightsApi.removeGroup, { params: { groupID }, query: confirmed }).as(last)).toMatchObject(refused)
  expect(
    await app.call(rightsApi.removeMembers, { params: { groupID }, query: confirmed, body: { members: [userID] } }).as(last),
  ).toMatchObject(refused)
  expect(
    await app.call(userApi.removeGroups, { params: { userID }, query: confirmed, body: { groupIDs: [groupID] } }).as(last),
  ).toMatchObject(refused)
  // A helper who held 804 by way of a group that the last one is in too.
  await app.db.insertInto('right_group_objects').values({ group_id: ofHelper.group_id, object_id: objectID }).execute()
  await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', helper.userId).execute()
  expect(await app.call(userApi.lock, { params: { userID } }).as(helper)).toMatchObject(refused)
  expect(await app.call(userApi.remove, { params: { userID } }).as(helper)).toMatchObject(refused)
  expect((await app.db.selectFrom('users').select('locked_at').where('id', '=', userID).executeTakeFirst())?.locked_at).toBeNull()
})

test('whose password opens nothing any more is not one who is left', async () => {
  const last = await administrator()
  const system = await app.build.staff({ rights: [Right.systemStatus], customers: [customerId] })
  const rules = await app.call(organisationApi.get, { params: { customerID: customerId } }).as(system)
  await app.db
    .insertInto('sso_providers')
    .values({ customer_id: customerId, issuer: 'https://login.example', client_id: 'regie' })
    .execute()
  // Elsewhere there is an administrator, who comes in by a password that his organisation does not let him use.
  const elsewhere = await app.build.customer()
  const other = await app.build.user({ home: elsewhere.id, rights: administrating })
  await app.db.updateTable('customers').set({ local_passwords: false }).where('id', '=', elsewhere.id).execute()
  const { version } = rules.body
  const body = { enforceTwoFactor: false, passwordExpiryDays: null, localPasswords: true, sso: null, version }
  const refused = { status: 409, body: { error: 'user.lastAdministrator' } }
  const leave = () =>
    app
      .call(userApi.removeGroups, { params: { userID: last.userId }, query: { confirmed: 'yes' }, body: { groupIDs: [last.groupID] } })
      .as(last)
  expect(await leave()).toMatchObject(refused)
  // The last one who comes in through the provider keeps the provider.
  await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', last.userId).execute()
  await app.db
    .insertInto('sso_subjects')
    .values({ customer_id: customerId, issuer: 'https://login.example', subject: 'a', user_id: last.userId })
    .execute()
  expect(await app.call(organisationApi.change, { params: { customerID: customerId }, body }).as(system)).toMatchObject(refused)
  expect(await leave()).toMatchObject(refused)
  await app.db.updateTable('customers').set({ local_passwords: true }).where('id', '=', elsewhere.id).execute()
  expect((await app.call(organisationApi.change, { params: { customerID: customerId }, body }).as(system)).status).toBe(200)
  expect(await story.rightsOf(other.userId)).toContain(Right.changeUsers)
})

test('who alone looks after the installation, or alone holds every right, cannot go either', async () => {
  const keeper = await administrator()
  const userID = keeper.userId
  const status = await story.group(null, [Right.systemStatus], [userID])
  const every = await app.db.selectFrom('right_groups').select('id').where('every_right', '=', true).executeTakeFirstOrThrow()
  await app.db.insertInto('right_group_members').values({ group_id: every.id, user_id: userID }).execute()
  const refused = { status: 409, body: { error: 'user.lastAdministrator' } }
  const leave = (groupID: number, confirmed: 'yes' | 'no' = 'yes') =>
    app.call(userApi.removeGroups, { params: { userID }, query: { confirmed }, body: { groupIDs: [groupID] } }).as(keeper)
  expect(await leave(every.id)).toMatchObject(refused)

  const other = await administrator()
  await app.db.insertInto('right_group_members').values({ group_id: every.id, user_id: other.userId }).execute()
  expect((await leave(every.id)).status).toBe(200)
  expect(await leave(status, 'no')).toMatchObject({ status: 409, body: { error: 'right.wouldLockYouOut', params: { codes: '831' } } })
  expect((await leave(status)).status).toBe(200)
  expect((await story.rightsOf(userID)).includes(Right.systemStatus)).toBe(false)
})

test('two administrators who lock each other at once: one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await administrator(), await administrator()]
    await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', 'not in', [one.userId, two.userId]).execute()
    const answers = await Promise.all([
      app.call(userApi.lock, { params: { userID: two.userId } }).as(one),
      app.call(userApi.lock, { params: { userID: one.userId } }).as(two),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(await countAdministrators()).toBe(1)
  }
})

test('two administrators who take each other out of their groups at once: one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await administrator(), await administrator()]
    await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', 'not in', [one.userId, two.userId]).execute()
    const leave = (staff: { groupID: number; userId: number }) => ({
      params: { groupID: staff.groupID },
      query: {},
      body: { members: [staff.userId] },
    })
    const answers = await Promise.all([
      app.call(rightsApi.removeMembers, leave(two)).as(one),
      app.call(rightsApi.removeMembers, leave(one)).as(two),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(await countAdministrators()).toBe(1)
  }
})

test('a right that is taken from the granter while his request waits is not given any more', async () => {
  const [one, two] = [await administrator(), await administrator()]
  const extra = await story.group(customerId, [Right.viewBatches], [two.userId])
  const { userId } = await app.build.user({ home: customerId })
  const target = await story.group(customerId)
  const objectID = await story.objectOf(Right.viewBatches)
  // Somebody holds the turn; meanwhile `two` loses what he is about to give.
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(4300003)')
  const giving = app.call(rightsApi.addObject, { params: { groupID: target, objectID } }).as(two)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await app.pool.query(waiting)).rowCount).toBe(1)
  await client.query('delete from right_group_members where group_id = $1 and user_id = $2', [extra, two.userId])
  await client.query('commit')
  client.release()
  expect(await giving).toMatchObject({ status: 403, body: { error: 'right.notYours' } })
  expect([await story.rightsOf(userId), one.userId > 0]).toEqual([[], true])
})
