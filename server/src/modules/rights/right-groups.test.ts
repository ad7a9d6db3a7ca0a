import { Right } from '@regie/contract/right-codes.ts'
import { rightsApi } from '@regie/contract/rights.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { openRightStory } from '../../../test/right-story.ts'

const managing = [Right.viewUsers, Right.changeUsers, Right.changeGroups] as const

let app: TestApp
let story: ReturnType<typeof openRightStory>
let customerId: number
let strangerId: number
let manager: Staff
let system: Staff
beforeAll(async () => {
  app = await openTestApp()
  story = openRightStory(app)
  customerId = (await app.build.customer()).id
  strangerId = (await app.build.customer()).id
  manager = await app.build.staff({ rights: [...managing, Right.viewBatches], customers: [customerId], home: customerId })
  system = await app.build.staff({ rights: [...managing, Right.changeRightObjects, Right.viewBatches], customers: [customerId] })
})
afterAll(() => app.close())

const add = (groupID: number, code: number, as = manager) =>
  story.objectOf(code).then((objectID) => app.call(rightsApi.addObject, { params: { groupID, objectID } }).as(as))
const take = (groupID: number, code: number, as = manager, confirmed: 'yes' | 'no' = 'no') =>
  story.objectOf(code).then((objectID) => app.call(rightsApi.removeObject, { params: { groupID, objectID }, query: { confirmed } }).as(as))

test('a manager makes a group, fills it, renames it and deletes it', async () => {
  const made = await app.call(rightsApi.addGroup, { body: { name: ' Avondploeg ', customerID: customerId } }).as(manager)
  expect(made).toMatchObject({ status: 200, body: { name: 'Avondploeg', customerID: customerId, codes: [], members: [], version: 1 } })
  const { id: groupID } = made.body
  expect((await add(groupID, Right.viewBatches)).body.codes).toEqual([Right.viewBatches])
  expect((await add(groupID, Right.viewBatches)).status).toBe(200)
  const { userId } = await app.build.user({ home: customerId })
  const filled = await app.call(rightsApi.addMembers, { params: { groupID }, body: { members: [userId] } }).as(manager)
  expect(filled.body).toMatchObject({ members: [{ userID: userId }] })
  expect(await story.rightsOf(userId)).toEqual([Right.viewBatches])

  const change = { name: 'Nachtploeg', description: 'Van tien tot zes', version: 1 }
  expect((await app.call(rightsApi.changeGroup, { params: { groupID }, body: change }).as(manager)).body).toMatchObject({ version: 2 })
  const stale = await app.call(rightsApi.changeGroup, { params: { groupID }, body: { ...change, name: 'Te laat' } }).as(manager)
  expect(stale).toMatchObject({ status: 409, body: { error: 'error.conflict', current: { name: 'Nachtploeg', version: 2 } } })

  expect((await app.call(rightsApi.removeGroup, { params: { groupID }, query: {} }).as(manager)).status).toBe(204)
  expect(await story.rightsOf(userId)).toEqual([])
  expect((await app.call(rightsApi.getGroup, { params: { groupID } }).as(manager)).status).toBe(404)
})

test('a name is one within a customer, whatever its case, and empty is none', async () => {
  const body = { name: 'Dubbel', customerID: customerId }
  expect((await app.call(rightsApi.addGroup, { body }).as(manager)).status).toBe(200)
  const again = await app.call(rightsApi.addGroup, { body: { ...body, name: 'DUBBEL' } }).as(manager)
  expect(again).toMatchObject({ status: 409, body: { error: 'right.nameTaken', field: 'name' } })
  const empty = await app.call(rightsApi.addGroup, { body: { ...body, name: '  ' } }).as(manager)
  expect(empty).toMatchObject({ status: 422, body: { error: 'right.nameMissing', field: 'name' } })
})

test('nobody gives a right that he does not hold: not to a group, not by a member, not by a copy', async () => {
  const refused = { status: 403, body: { error: 'right.notYours', params: { codes: '831' } } }
  const strong = await story.group(customerId, [Right.systemStatus])
  const weak = await story.group(customerId)
  const { userId } = await app.build.user({ home: customerId })
  expect(await add(weak, Right.systemStatus)).toMatchObject(refused)
  expect(await app.call(rightsApi.addMembers, { params: { groupID: strong }, body: { members: [userId] } }).as(manager)).toMatchObject(
    refused,
  )
  expect(
    await app.call(rightsApi.addMembers, { params: { groupID: strong }, body: { members: [manager.userId] } }).as(manager),
  ).toMatchObject(refused)
  const copy = { name: 'Kopie', customerID: customerId, copyOf: strong }
  expect(await app.call(rightsApi.addGroup, { body: copy }).as(manager)).toMatchObject(refused)
  expect(await story.rightsOf(userId)).toEqual([])
})

test('a group that also opens another customer is given by nobody who does not serve that customer', async () => {
  const both = await story.group(null, [story.own(customerId), story.own(strangerId)])
  const { userId } = await app.build.user({ home: customerId })
  const answer = await app.call(rightsApi.addMembers, { params: { groupID: both }, body: { members: [userId] } }).as(manager)
  expect(answer).toMatchObject({ status: 403, body: { error: 'right.notYours' } })
  const seen = await app.call(rightsApi.getGroup, { params: { groupID: both } }).as(manager)
  expect(seen.body.codes).toEqual([story.own(customerId)])
})

test('a group is renamed only by somebody who holds its rights', async () => {
  const groupID = await story.group(customerId, [Right.resetUsers])
  const change = { name: 'Iets anders', description: '', version: 1 }
  expect((await app.call(rightsApi.changeGroup, { params: { groupID }, body: change }).as(manager)).status).toBe(403)
  await app.build.grant(manager.userId, [Right.resetUsers])
  expect((await app.call(rightsApi.changeGroup, { params: { groupID }, body: change }).as(manager)).status).toBe(200)
})

test('groups of the installation are picked by every manager and changed only with 805', async () => {
  const groupID = await story.group(null, [Right.viewBatches])
  const { userId } = await app.build.user({ home: customerId })
  const listed = await app.call(rightsApi.listGroups, { query: { customerID: customerId } }).as(manager)
  expect(listed.body.map((group) => group.id)).toContain(groupID)
  expect((await app.call(rightsApi.addMembers, { params: { groupID }, body: { members: [userId] } }).as(manager)).status).toBe(200)
  const change = { name: 'Van iedereen', description: '', version: 1 }
  expect((await app.call(rightsApi.changeGroup, { params: { groupID }, body: change }).as(manager)).status).toBe(403)
  expect((await add(groupID, Right.viewUsers)).status).toBe(403)
  expect((await app.call(rightsApi.removeGroup, { params: { groupID }, query: {} }).as(manager)).status).toBe(403)
  expect((await app.call(rightsApi.addGroup, { body: { name: 'Overal', customerID: null } }).as(manager)).status).toBe(403)
  expect((await app.call(rightsApi.changeGroup, { params: { groupID }, body: change }).as(system)).status).toBe(200)
  expect((await add(groupID, Right.viewUsers, system)).status).toBe(200)
})

test('groups are listed in the shape of the rights model, with their members and the ids of their objects', async () => {
  const someone = await app.build.user({ home: customerId })
  const id = await story.group(customerId, [Right.viewBatches], [someone.userId])
  const { body } = await app.call(rightsApi.listGroups, { query: { customerID: customerId } }).as(manager)
  const objects = (await app.call(rightsApi.listObjects).as(manager)).body
  const viewBatches = objects.find(({ code }) => code === Right.viewBatches)
  expect(body.find((group) => group.id === id)).toMatchObject({
    customerID: customerId,
    members: [{ userID: someone.userId, name: expect.any(String) }],
    objects: [viewBatches?.id],
  })
  const types = (await app.call(rightsApi.listTypes).as(manager)).body
  expect(types.find((type) => type.id === viewBatches?.typeId)).toMatchObject({ prefix: 1 })
})

test('groups, members and rights of another customer are not seen and not touched', async () => {
  const theirs = await story.group(strangerId, [Right.viewBatches])
  const mine = await story.group(customerId)
  const stranger = await app.build.user({ home: strangerId })
  const installation = await app.build.user()
  await app.db.insertInto('right_group_members').values({ group_id: mine, user_id: stranger.userId }).execute()
  expect((await app.call(rightsApi.getGroup, { params: { groupID: theirs } }).as(manager)).status).toBe(404)
  expect((await app.call(rightsApi.getGroup, { params: { groupID: mine } }).as(manager)).body).toMatchObject({
    members: [],
  })
  for (const { userId } of [stranger, installation]) {
    const answer = await app.call(rightsApi.addMembers, { params: { groupID: mine }, body: { members: [userId] } }).as(manager)
    expect(answer).toMatchObject({ status: 404, body: { error: 'user.notFound' } })
  }
  const mixed = { name: 'Gemengd', customerID: strangerId }
  expect((await app.call(rightsApi.addGroup, { body: mixed }).as(manager)).status).toBe(404)
  const copy = { name: 'Kopie van vreemden', customerID: customerId, copyOf: theirs }
  expect(await app.call(rightsApi.addGroup, { body: copy }).as(manager)).toMatchObject({ status: 404, body: { error: 'right.notFound' } })
  const objects = await app.call(rightsApi.listObjects).as(manager)
  const codes = objects.body.map((object) => object.code)
  expect([codes.includes(story.own(customerId)), codes.includes(story.own(strangerId))]).toEqual([true, false])
})

test('who would lose the right to manage, or a customer, must say that he means it', async () => {
  const someone = await app.build.staff({ home: customerId })
  // Another administrator, so that it is not the last one who goes.
  const groupID = await story.group(customerId, [Right.changeUsers, Right.changeGroups, story.own(customerId)], [someone.userId])
  for (const code of [Right.changeGroups, story.own(customerId)]) {
    expect(await take(groupID, code, someone)).toMatchObject({
      status: 409,
      body: { error: 'right.wouldLockYouOut', params: { codes: String(code) } },
    })
  }
  const leave = { params: { groupID }, query: {}, body: { members: [someone.userId] } }
  expect((await app.call(rightsApi.removeMembers, leave).as(someone)).body).toMatchObject({ error: 'right.wouldLockYouOut' })
  expect((await app.call(rightsApi.removeGroup, { params: { groupID }, query: {} }).as(someone)).body).toMatchObject({
    error: 'right.wouldLockYouOut',
  })
  expect((await story.rightsOf(someone.userId)).length).toBe(3)
  expect((await take(groupID, Right.changeGroups, someone, 'yes')).status).toBe(200)
  expect((await take(groupID, Right.changeUsers, someone)).body).toMatchObject({ error: 'error.rightMissing' })
})

test('nobody takes from others what he does not hold, nor pulls down who stands higher', async () => {
  const higher = await app.build.user({ home: customerId })
  const strong = await story.group(customerId, [Right.systemStatus, Right.viewBatches], [higher.userId])
  const plain = await story.group(customerId, [Right.viewBatches], [higher.userId])
  const refused = { status: 403, body: { error: 'right.notYours', params: { codes: '831' } } }
  expect(await take(strong, Right.systemStatus)).toMatchObject(refused)
  expect(await app.call(rightsApi.removeGroup, { params: { groupID: strong }, query: {} }).as(manager)).toMatchObject(refused)
  const leave = { params: { groupID: plain }, query: {}, body: { members: [higher.userId] } }
  expect(await app.call(rightsApi.removeMembers, leave).as(manager)).toMatchObject(refused)
  // What he holds himself he takes from others too, but not from them.
  expect(await take(plain, Right.viewBatches)).toMatchObject(refused)
  expect(await app.call(rightsApi.removeGroup, { params: { groupID: plain }, query: {} }).as(manager)).toMatchObject(refused)
  expect(await story.rightsOf(higher.userId)).toEqual([Right.viewBatches, Right.systemStatus])
})

test('the group that holds each right keeps each right', async () => {
  const groups = await app.call(rightsApi.listGroups, { query: {} }).as(system)
  const { id: groupID = 0 } = groups.body.find((group) => group.everyRight) ?? {}
  expect((await take(groupID, Right.viewBatches, system)).body).toMatchObject({ error: 'right.builtIn' })
  expect((await app.call(rightsApi.removeGroup, { params: { groupID }, query: {} }).as(system)).body).toMatchObject({
    error: 'right.builtIn',
  })
})

test('who may this: the holders and the groups that make them so', async () => {
  const locked = await app.build.user({ home: customerId, username: 'vergrendeld' })
  await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', locked.userId).execute()
  const stranger = await app.build.user({ home: strangerId })
  const groupID = await story.group(null, [Right.exportReports], [locked.userId, stranger.userId])
  const { name } = (await app.call(rightsApi.getGroup, { params: { groupID } }).as(manager)).body
  const who = await app.call(rightsApi.who, { params: { code: Right.exportReports }, query: {} }).as(manager)
  expect(who.body).toEqual([{ userID: locked.userId, username: 'vergrendeld', name: '', locked: true, groups: [name] }])
  expect((await app.call(rightsApi.who, { params: { code: story.own(strangerId) }, query: {} }).as(manager)).status).toBe(404)
  expect((await app.call(rightsApi.who, { params: { code: 999 }, query: {} }).as(manager)).status).toBe(404)
})

test('kinds and rights are made, renamed and deleted, except those that the product asks for or that are in use', async () => {
  const names = { nl: 'Wagenpark', eng: 'Fleet', fr: 'Parc' }
  const type = await app.call(rightsApi.addType, { body: { prefix: 9, name: names } }).as(system)
  expect(type).toMatchObject({ status: 200, body: { prefix: 9, name: names, description: '' } })
  const { id: typeID } = type.body
  expect((await app.call(rightsApi.addType, { body: { prefix: 9, name: names } }).as(system)).body).toMatchObject({
    error: 'right.codeTaken',
  })
  const object = await app.call(rightsApi.addObjectKind, { body: { typeId: typeID, ref: '07', name: names } }).as(system)
  expect(object).toMatchObject({ status: 200, body: { code: 907, builtIn: false } })
  const { id: objectID } = object.body
  for (const ref of ['7', '007', 'x'])
    expect((await app.call(rightsApi.addObjectKind, { body: { typeId: typeID, ref, name: names } }).as(system)).body).toMatchObject({
      error: 'right.refInvalid',
      field: 'ref',
    })
  expect((await app.call(rightsApi.addObjectKind, { body: { typeId: typeID, ref: '07', name: names } }).as(system)).body).toMatchObject({
    error: 'right.codeTaken',
  })
  expect((await app.call(rightsApi.removeType, { params: { typeID } }).as(system)).body).toMatchObject({ error: 'right.typeInUse' })
  const groupID = await story.group(customerId, [907])
  expect((await app.call(rightsApi.removeObjectKind, { params: { objectID } }).as(system)).body).toMatchObject({ error: 'right.inUse' })
  await app.db.deleteFrom('right_groups').where('id', '=', groupID).execute()
  expect(
    (await app.call(rightsApi.changeObject, { params: { objectID }, body: { name: { ...names, nl: 'Auto’s' } } }).as(system)).body,
  ).toMatchObject({
    name: { nl: 'Auto’s' },
  })
  expect((await app.call(rightsApi.removeObjectKind, { params: { objectID } }).as(system)).status).toBe(204)
  expect((await app.call(rightsApi.removeType, { params: { typeID } }).as(system)).status).toBe(204)

  const builtIn = await story.objectOf(Right.viewBatches)
  expect((await app.call(rightsApi.removeObjectKind, { params: { objectID: builtIn } }).as(system)).body).toMatchObject({
    error: 'right.builtIn',
  })
  const types = await app.call(rightsApi.listTypes).as(system)
  const customerType = types.body.find(({ prefix }) => prefix === 5)?.id ?? 0
  expect((await app.call(rightsApi.removeType, { params: { typeID: customerType } }).as(system)).body).toMatchObject({
    error: 'right.builtIn',
  })
  // The right of a customer who does not exist yet would open that customer one day.
  const future = { typeId: customerType, ref: '99', name: names }
  expect((await app.call(rightsApi.addObjectKind, { body: future }).as(system)).body).toMatchObject({ error: 'right.refInvalid' })
})

test('before a right is given or taken stands who gains or loses it, and how many API keys', async () => {
  const [anna, bart, carl] = [
    await app.build.user({ username: 'anna', home: customerId }),
    await app.build.user({ username: 'bart', home: customerId }),
    await app.build.user({ username: 'carl', home: strangerId }),
  ]
  const groupID = await story.group(customerId, [], [anna.userId, bart.userId, carl.userId])
  // Bart holds it by another group, so nothing changes for him.
  await app.build.grant(bart.userId, [Right.viewBatches])
  await app.db
    .insertInto('api_keys')
    .values({ user_id: anna.userId, key_hash: Buffer.from('a'), hint: 'a' })
    .execute()
  const params = { groupID, objectID: await story.objectOf(Right.viewBatches) }
  const ask = () => app.call(rightsApi.touched, { params }).as(manager)
  const touched = { users: [{ userID: anna.userId, username: 'anna', name: '' }], userCount: 2, keyCount: 1 }
  expect((await ask()).body).toEqual(touched)
  await add(groupID, Right.viewBatches)
  expect((await ask()).body).toEqual(touched)
})
