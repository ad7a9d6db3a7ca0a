import type { AddressInfo } from 'node:net'
import { batchApi } from '@regie/contract/batches.ts'
import type { LiveClientMessage, LiveServerMessage, LiveTopic } from '@regie/contract/live-events.ts'
import { loginApi } from '@regie/contract/login.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { rightsApi } from '@regie/contract/rights.ts'
import { userApi } from '@regie/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { BuiltBatch, Staff } from '../../test/builders.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { openRightStory } from '../../test/right-story.ts'
import { evaluatePromises } from '../modules/arrangements/evaluate-promises.ts'
import { closeCase } from '../modules/cases/status/close-case.ts'
import { endPauses } from '../modules/cases/status/end-pauses.ts'
import { publish } from './publish.ts'

let app: TestApp
let url: string
let batch: BuiltBatch
beforeAll(async () => {
  app = await openTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/api/live`
  batch = await app.build.batch({ cases: 2 })
})
afterAll(() => app.close())

const follower = () => app.build.staff({ rights: [Right.viewBatches, Right.viewCases], customers: [batch.customerId] })

/** The status that a handshake is refused with. */
function refusalOf(headers: Record<string, string>): Promise<number | undefined> {
  const socket = new WebSocket(url, { headers })
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    socket.on('open', () => resolve(101))
    socket.on('error', () => undefined)
  })
}

async function connect(staff: Staff) {
  const socket = new WebSocket(url, { headers: { cookie: app.cookieOf(staff), origin: app.origin } })
  const heard: LiveServerMessage[] = []
  const waiting: ((message: LiveServerMessage) => void)[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as LiveServerMessage
    const next = waiting.shift()
    if (next) next(message)
    else heard.push(message)
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const say = (message: LiveClientMessage) => socket.send(JSON.stringify(message))
  const hear = () =>
    new Promise<LiveServerMessage>((resolve) => (heard.length > 0 ? resolve(heard.shift() as LiveServerMessage) : waiting.push(resolve)))
  const follow = async (id: number, d: LiveTopic) => {
    say({ t: 'sub', id, d })
    return hear()
  }
  return { socket, say, hear, follow, closed }
}

test('without a session, or from a foreign page, there is no socket', async () => {
  const cookie = app.cookieOf(await follower())
  expect(await refusalOf({ origin: app.origin })).toBe(401)
  expect(await refusalOf({ origin: app.origin, cookie: 'regie-session=AAAAAAAAAAAAAAAAAAAAAA' })).toBe(401)
  expect(await refusalOf({ origin: 'https://evil.example', cookie })).toBe(403)
  expect(await refusalOf({ origin: 'null', cookie })).toBe(403)
  expect(await refusalOf({ cookie })).toBe(403)
  expect(await refusalOf({ origin: app.origin, cookie })).toBe(101)
})

test('changed batches come as rows, many changes at once', async () => {
  const { follow, hear, socket } = await connect(await follower())
  expect(await follow(1, { topic: 'batches', customerID: batch.customerId })).toEqual({ t: 'snap', id: 1, seq: 1 })
  const [one] = await app.db.selectFrom('cases').select('id').where('batch_id', '=', batch.id).execute()
  await app.db.transaction().execute((tx) => closeCase(tx, { customerId: batch.customerId, caseId: one?.id ?? 0 }, 'RET'))
  for (let i = 0; i < 20; i++)
    await app.db.transaction().execute((tx) => publish(tx, { kind: 'batch.changed', customerId: batch.customerId, batchId: batch.id }))
  expect(await hear()).toMatchObject({ t: 'delta', id: 1, seq: 2, d: { upsert: [{ batchID: batch.id, counts: { closed: 1, open: 1 } }] } })
  socket.close()
})

test('the batch list hears when the pause of a case ends, and when a promise is evaluated', async () => {
  const own = await app.build.batch()
  const paused = { status: 'paused', batch: own, paused_until: new Date(Date.now() - 60_000) } as const
  await app.build.case(paused)
  const promised = await app.build.case({ ...paused, paused_for: 'promise' })
  const { follow, hear, socket } = await connect(
    await app.build.staff({ rights: [Right.viewBatches, Right.viewCases], customers: [own.customerId] }),
  )
  await follow(1, { topic: 'batches', customerID: own.customerId })
  const { id: promise_id } = await app.db
    .insertInto('payment_promises')
    .values({ customer_id: own.customerId, case_id: promised.id, kind: 'promise', by_user: 'mees', at: new Date('2026-01-05T10:00:00Z') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('payment_promise_parts')
    .values({ customer_id: own.customerId, promise_id, no: 1, due: '2026-01-06', amount_cents: 1_000 })
    .execute()

  await endPauses(app.services.db, new Date())
  expect(await hear()).toMatchObject({ t: 'delta', d: { upsert: [{ batchID: own.id, counts: { open: 1, paused: 1 } }] } })
  await evaluatePromises(app.services.db, new Date())
  expect(await hear()).toMatchObject({ t: 'delta', d: { upsert: [{ batchID: own.id, counts: { open: 2, paused: 0 } }] } })
  socket.close()

  const { rows } = await sql`
    select event, by_user
    from timeline
    where customer_id = ${own.customerId} and event in ('pauseEnded', 'promiseBroken')
    order by id`.execute(app.db)
  expect(rows).toEqual([
    { event: 'pauseEnded', by_user: null },
    { event: 'promiseBroken', by_user: null },
  ])
})

test('a case that is shown tells that it changed, and stops telling when it is no longer followed', async () => {
  const its = await app.build.case({ batch })
  const { follow, hear, say, socket } = await connect(await follower())
  await follow(7, { topic: 'case', caseID: its.id })
  const change = () =>
    app.db
      .transaction()
      .execute((tx) => publish(tx, { kind: 'case.changed', customerId: its.customerId, batchId: its.batchId, caseId: its.id }))
  await change()
  expect(await hear()).toEqual({ t: 'delta', id: 7, seq: 2, d: { changed: true } })
  say({ t: 'unsub', id: 7 })
  say({ t: 'ping' })
  expect(await hear()).toEqual({ t: 'pong' })
  await change()
  say({ t: 'ping' })
  expect(await hear()).toEqual({ t: 'pong' })
  socket.close()
})

test('what happened before one follows, while the answer was on its way, is told at once', async () => {
  const its = await app.build.case({ batch })
  const quiet = await app.build.case({ batch })
  const { follow, hear, say, socket } = await connect(await follower())
  const other = await connect(await follower())
  await other.follow(1, { topic: 'case', caseID: its.id })
  await app.db
    .transaction()
    .execute((tx) => publish(tx, { kind: 'case.changed', customerId: its.customerId, batchId: its.batchId, caseId: its.id }))
  expect(await other.hear()).toMatchObject({ t: 'delta' })
  expect(await follow(1, { topic: 'case', caseID: its.id })).toEqual({ t: 'snap', id: 1, seq: 1 })
  expect(await hear()).toEqual({ t: 'delta', id: 1, seq: 2, d: { changed: true } })
  // Of what nothing happened to, nothing is said.
  expect(await follow(2, { topic: 'case', caseID: quiet.id })).toEqual({ t: 'snap', id: 2, seq: 1 })
  say({ t: 'ping' })
  expect(await hear()).toEqual({ t: 'pong' })
  socket.close()
  other.socket.close()
})

test('who opens a case is seen by the colleagues who have it open, until he leaves', async () => {
  const its = await app.build.case({ batch })
  const [first, second] = [await follower(), await follower()]
  await app.db.updateTable('contacts').set({ first_name: 'Sanne', last_name: 'Bos' }).where('user_id', '=', second.userId).execute()
  const [here, there] = [await connect(first), await connect(second)]
  const seenBy = async (who: typeof here) => {
    const heard = await who.hear()
    if (heard.t !== 'delta' || !('present' in heard.d)) throw new Error(`unexpected ${JSON.stringify(heard)}`)
    return heard.d.present.map(({ name, initials, editing }) => `${name} ${initials}${editing ? ' editing' : ''}`)
  }
  const until = async (who: typeof here, wanted: number) => {
    for (;;) {
      const seen = await seenBy(who)
      if (seen.length === wanted) return seen
    }
  }
  await here.follow(1, { topic: 'presence', caseID: its.id, editing: false })
  await until(here, 1)
  await there.follow(1, { topic: 'presence', caseID: its.id, editing: true })
  expect((await until(here, 2))[0]).toBe('Sanne Bos SB editing')
  there.socket.close()
  expect(await until(here, 1)).not.toContain('Sanne Bos SB editing')
  here.socket.close()
})

test('what belongs to another customer, and what a right is missing for, is refused', async () => {
  const strange = await app.build.case()
  const { follow, socket } = await connect(await follower())
  const refused = { t: 'refused', error: 'error.notFound' }
  expect(await follow(1, { topic: 'batches', customerID: strange.customerId })).toMatchObject(refused)
  expect(await follow(2, { topic: 'case', caseID: strange.id })).toMatchObject(refused)
  expect(await follow(3, { topic: 'case', caseID: 9_000_000 })).toMatchObject(refused)
  expect(await follow(4, { topic: 'import', importID: 1 })).toMatchObject(refused)
  socket.close()
})

test('every topic asks its right and its customer', async () => {
  const own = await app.build.case({ batch })
  const strange = await app.build.case()
  const strangeScript = await app.build.script()
  const topics = (customerID: number, caseID: number, scriptID: number): LiveTopic[] => [
    { topic: 'batches', customerID },
    { topic: 'case', caseID },
    { topic: 'presence', caseID, editing: false },
    { topic: 'script', scriptID },
    { topic: 'inbox', customerID },
    { topic: 'chat', customerID },
    { topic: 'pairing', customerID },
  ]
  const rights = [Right.viewBatches, Right.viewCases, Right.viewScripts, Right.inbox, Right.chat, Right.pairWhatsapp]
  const answers = async (given: number[], followed: LiveTopic[]) => {
    const { follow, hear, socket } = await connect(await app.build.staff({ rights: given, customers: [batch.customerId] }))
    const heard: string[] = []
    for (const [at, topic] of followed.entries()) {
      let answer = await follow(at, topic)
      // What the tests before did to the topic is told too.
      while (answer.t === 'delta') answer = await hear()
      heard.push(answer.t)
    }
    socket.close()
    return heard
  }
  const mine = topics(batch.customerId, own.id, batch.script.id).filter(({ topic }) => topic !== 'presence')
  expect(await answers(rights, mine)).toEqual(Array(6).fill('snap'))
  expect(await answers([], topics(batch.customerId, own.id, batch.script.id))).toEqual(Array(7).fill('refused'))
  const theirs = topics(strange.customerId, strange.id, strangeScript.id)
  expect(await answers(rights, theirs)).toEqual(Array(7).fill('refused'))
})

test('signing out closes the sockets of that session at once, and only those', async () => {
  const staff = await follower()
  const other = { ...staff, secret: await app.build.session(staff.userId) }
  const [here, there] = [await connect(staff), await connect(other)]
  await app.call(loginApi.logOut).as(staff)
  expect(await here.hear()).toEqual({ t: 'session', reason: 'logout' })
  expect(await here.closed).toBe(4401)
  there.say({ t: 'ping' })
  expect(await there.hear()).toEqual({ t: 'pong' })
  there.socket.close()
})

test('a right that is taken or given reaches an open screen at once, and what it no longer may follow stops', async () => {
  const batch = await app.build.batch()
  const manager = await app.build.staff({
    rights: [Right.viewUsers, Right.changeUsers, Right.changeGroups, Right.viewBatches, Right.viewCases],
    customers: [batch.customerId],
    home: batch.customerId,
  })
  const staff = await app.build.staff({ home: batch.customerId, customers: [batch.customerId] })
  const other = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  const story = openRightStory(app)
  const groupID = await story.group(batch.customerId, [Right.viewBatches], [staff.userId])
  const its = await app.build.case({ batch })
  const [screen, bystander] = [await connect(staff), await connect(other)]
  await screen.follow(1, { topic: 'batches', customerID: batch.customerId })
  await bystander.follow(1, { topic: 'case', caseID: its.id })

  const objectID = await story.objectOf(Right.viewBatches)
  await app.call(rightsApi.removeObject, { params: { groupID, objectID }, query: {} }).as(manager)
  expect(await screen.hear()).toEqual({ t: 'session', reason: 'rights' })
  expect(await screen.hear()).toEqual({ t: 'refused', id: 1, error: 'error.notFound' })
  expect((await app.call(batchApi.list, { query: { customerID: batch.customerId } }).as(staff)).status).toBe(403)

  await app.call(rightsApi.addObject, { params: { groupID, objectID } }).as(manager)
  expect(await screen.hear()).toEqual({ t: 'session', reason: 'rights' })
  expect(await screen.follow(2, { topic: 'batches', customerID: batch.customerId })).toMatchObject({ t: 'snap' })
  // Who has lost nothing hears nothing.
  bystander.say({ t: 'ping' })
  expect(await bystander.hear()).toEqual({ t: 'pong' })
  screen.socket.close()
  bystander.socket.close()
})

test('who is locked by a manager is out of every screen at once', async () => {
  const manager = await app.build.staff({
    rights: [Right.viewUsers, Right.lockUsers],
    customers: [batch.customerId],
    home: batch.customerId,
  })
  const staff = await app.build.staff({ home: batch.customerId })
  const [here, there] = [await connect(staff), await connect({ ...staff, secret: await app.build.session(staff.userId) })]
  await app.call(userApi.lock, { params: { userID: staff.userId } }).as(manager)
  for (const screen of [here, there]) {
    expect(await screen.hear()).toEqual({ t: 'session', reason: 'logout' })
    expect(await screen.closed).toBe(4401)
  }
})

test('a flood of messages and messages that make no sense end the socket, and the server lives on', async () => {
  const [flood, nonsense, large] = [await connect(await follower()), await connect(await follower()), await connect(await follower())]
  for (let i = 0; i < 200; i++) flood.say({ t: 'ping' })
  expect(await flood.closed).toBe(4429)
  nonsense.socket.send('{"t":"sub","id":"x"}')
  expect(await nonsense.closed).toBe(1008)
  large.socket.send('x'.repeat(100_000))
  expect(await large.closed).toBe(1009)
  expect((await app.app.inject({ url: '/api/health' })).statusCode).toBe(200)
})

test('a window that closes while it opens a case leaves nobody behind', async () => {
  const its = await app.build.case({ batch })
  const staff = await follower()
  for (let time = 0; time < 20; time++) {
    const { socket, say, closed } = await connect(staff)
    say({ t: 'sub', id: 1, d: { topic: 'presence', caseID: its.id, editing: false } })
    socket.close()
    await closed
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await app.db.selectFrom('presence').selectAll().where('case_id', '=', its.id).execute()).toEqual([])
})

test('when the server stops, sockets hear that it restarts', async () => {
  const { closed } = await connect(await follower())
  await app.app.close()
  expect(await closed).toBe(1012)
})
