import { deskApi } from '@regie/contract/desk.ts'
import { listeningApi } from '@regie/contract/listening.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { wallboardApi } from '@regie/contract/wallboard.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { type CallStory, openCallStory } from '../../../test/call-story.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { endForbiddenListening } from './listen-in.ts'

let app: TestApp
let story: CallStory
let anna: Staff
let leader: Staff
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  story = await openCallStory(app)
  anna = story.agents[0] as Staff
  leader = await listener()
})

const rights = [Right.listenIn, Right.viewWallboard, Right.viewCases]
const listener = () => app.build.staff({ rights, customers: [story.customerId] })

/** A call that Anna has, of which the exchange will tell the end. */
async function inCall() {
  await story.stand(anna, 'available')
  const call = await story.enter()
  const providerRef = `story-${call.caseId}`
  const event = { eventKey: `${providerRef}:answered`, providerRef, state: 'answered', answer: 'mens' }
  await app.services.gateways.simulatedEvents.schedule('simulated-voice', [{ afterMs: 90_000, event }])
  await story.turn()
  return call.id
}
const begin = (id: number, who: Staff) => app.call(listeningApi.begin, { params: { callID: id } }).as(who)
const end = (id: number, who: Staff) => app.call(listeningApi.end, { params: { callID: id } }).as(who)
const seenByAnna = async () =>
  (await app.call(deskApi.find, { query: { customerID: story.customerId } }).as(anna)).body.call?.listener ?? null
const onWall = async (who: Staff) =>
  (await app.call(wallboardApi.get, { query: { customerID: story.customerId } }).as(who)).body.agents.find(
    ({ userID }) => userID === anna.userId,
  )?.talk
const kept = async (id: number) =>
  (await app.db.selectFrom('call_listeners').selectAll().where('communication_id', '=', id).orderBy('id').execute()).map((row) => ({
    by: row.user_id,
    of: row.agent_id,
    isOn: row.ended_at === null,
  }))

test('whoever may listens to a call; the agent and the wall see it, and it is kept when it ends', async () => {
  const id = await inCall()
  expect(await onWall(leader)).toEqual({ callID: id, listener: null })
  expect((await begin(id, leader)).status).toBe(200)
  expect((await begin(id, leader)).status).toBe(200)
  expect(await seenByAnna()).not.toBe(null)
  expect(await onWall(leader)).toMatchObject({ callID: id, listener: { userID: leader.userId } })
  app.clock.advance(20_000)
  expect((await end(id, leader)).status).toBe(200)
  expect(await seenByAnna()).toBe(null)
  expect(await kept(id)).toEqual([{ by: leader.userId, of: anna.userId, isOn: false }])
})

test('one at a time; nobody listens to their own call, to one that is over, or to one of another customer', async () => {
  const id = await inCall()
  await begin(id, leader)
  expect((await begin(id, await listener())).body).toMatchObject({ error: 'listening.taken', params: { name: leader.username } })
  const talker = await app.build.staff({ rights, customers: [story.customerId] })
  await app.db.updateTable('desk_calls').set({ user_id: talker.userId }).where('communication_id', '=', id).execute()
  expect((await begin(id, talker)).body).toMatchObject({ error: 'listening.ownCall' })
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  expect((await begin(id, stranger)).body).toMatchObject({ error: 'call.notFound' })
  await story.hangUp(id)
  expect(await kept(id)).toEqual([{ by: leader.userId, of: anna.userId, isOn: false }])
  expect((await begin(id, leader)).body).toMatchObject({ error: 'desk.notTalking' })
})

test('without the right nobody listens nor sees which call it is; who loses it, or is locked, listens no more', async () => {
  const id = await inCall()
  const watcher = await app.build.staff({ rights: [Right.viewWallboard], customers: [story.customerId] })
  expect((await begin(id, watcher)).status).toBe(403)
  expect(await onWall(watcher)).toBe(null)
  await begin(id, leader)
  await endForbiddenListening(app.services)
  expect(await kept(id)).toMatchObject([{ isOn: true }])
  await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', leader.userId).execute()
  await endForbiddenListening(app.services)
  expect(await kept(id)).toMatchObject([{ isOn: false }])
  expect(await seenByAnna()).toBe(null)
})

test('of a call that the exchange does not have nobody listened', async () => {
  await story.stand(anna, 'available')
  const { id } = await story.enter()
  await story.turn()
  expect((await begin(id, leader)).body).toMatchObject({ error: 'desk.callOver' })
  expect(await kept(id)).toEqual([])
})
