import { deskApi } from '@regie/contract/desk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { softphoneApi } from '@regie/contract/softphone.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AsteriskPeer, openAsteriskPeer } from '../../../../test/asterisk-peer.ts'
import { asteriskSettings } from '../../../../test/asterisk-story.ts'
import type { Staff } from '../../../../test/builders.ts'
import { type CallStory, openCallStory } from '../../../../test/call-story.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { secretPurpose } from '../../../gateways/registered-provider.ts'
import { signWebhook, webhookKey } from '../../../gateways/webhook-signature.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { receiveDelivery } from '../../communications/receive-delivery.ts'
import { endSoftphones } from './end-softphones.ts'
import { listPhoneOrigins } from './phone-provider.ts'

let [app, peer, story]: [TestApp, AsteriskPeer, CallStory] = [] as never
let [anna, bram]: [Staff, Staff] = [] as never
beforeAll(async () => {
  peer = await openAsteriskPeer()
  app = await openTestApp({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${peer.port}` } })
})
afterAll(async () => {
  await app.close()
  await peer.close()
})
beforeEach(async () => {
  peer.pushed.clear()
  story = await openCallStory(app, [Right.viewCases, Right.changeCases])
  ;[anna, bram] = story.agents as [Staff, Staff]
})

async function addExchange(webPhoneUrl = 'wss://centrale.example:8089/ws') {
  const customer_id = story.customerId
  const settings = JSON.stringify({ ...asteriskSettings(peer), webPhoneUrl })
  const { id } = await app.db
    .insertInto('providers')
    .values({ customer_id, channel: 'call', kind: 'asterisk', name: 'Centrale', settings, is_default: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secret = encrypt(app.services.config.secretKey, peer.account.secret, secretPurpose({ customerId: customer_id, id }))
  await app.db.updateTable('providers').set({ secret }).where('id', '=', id).execute()
}
const open = async (who: Staff) => (await app.call(softphoneApi.open, { body: { customerID: story.customerId } }).as(who)).body
const leave = (who: Staff, no: number) => app.call(softphoneApi.leave, { body: { customerID: story.customerId, no } }).as(who)
const deskOf = async (who: Staff) => (await app.call(deskApi.find, { query: { customerID: story.customerId } }).as(who)).body
const rows = () => app.db.selectFrom('softphones').selectAll().where('customer_id', '=', story.customerId).execute()

test('an account of the exchange: another password each time, kept nowhere, with its line in the log; another customer has none of it', async () => {
  await addExchange()
  const first = await open(anna)
  app.clock.advance(1_000)
  const second = await open(anna)
  if (first.kind !== 'sip' || second.kind !== 'sip') return expect.fail('no account')
  expect(second).toMatchObject({ no: first.no + 1, name: first.name, url: 'wss://centrale.example:8089/ws' })
  expect(second.password).not.toBe(first.password)
  expect(second.password.length).toBeGreaterThan(30)
  expect(peer.pushed.get(`auth/${second.name}`)).toMatchObject({ username: second.name, password: second.password })
  expect(JSON.stringify(await rows())).not.toContain(second.password)
  const lines = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'softphone')
    .where('customer_id', '=', story.customerId)
    .execute()
  expect(lines.length).toBe(2)
  expect(JSON.stringify(lines)).not.toContain(second.password)
  const other = await openCallStory(app, [Right.viewCases])
  const foreign = app.call(softphoneApi.open, { body: { customerID: story.customerId } }).as(other.agents[0] as Staff)
  expect((await foreign).status).toBe(404)
})

test('an exchange without browsers offers none; one that is not there says so', async () => {
  await addExchange('')
  expect(await open(anna)).toEqual({ kind: 'none' })
  await app.db
    .updateTable('providers')
    .set({ settings: JSON.stringify({ ...asteriskSettings(peer), webPhoneUrl: 'wss://x.example/ws' }) })
    .where('customer_id', '=', story.customerId)
    .execute()
  peer.setMode('silent')
  const refused = await app.call(softphoneApi.open, { body: { customerID: story.customerId } }).as(anna)
  peer.setMode('take')
  expect(refused).toMatchObject({ status: 409, body: { error: 'desk.phoneNotOpened' } })
})

test('an account is closed when its time is over, or its owner is gone; while the exchange is away it is tried again', async () => {
  await addExchange()
  const phone = await open(anna)
  if (phone.kind !== 'sip') return expect.fail('no account')
  await open(bram)
  await endSoftphones(app.services)
  expect(await rows()).toHaveLength(2)
  await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', anna.userId).execute()
  peer.setMode('silent')
  await endSoftphones(app.services)
  peer.setMode('take')
  expect(await rows()).toHaveLength(2)
  app.clock.advance(61_000)
  await endSoftphones(app.services)
  expect((await rows()).map(({ username }) => username)).toEqual([bram.username])
  expect([...peer.pushed.keys()].filter((key) => key.endsWith(phone.name))).toEqual([])
  app.clock.advance(13 * 3_600_000)
  await endSoftphones(app.services)
  expect(await rows()).toEqual([])
  expect(peer.pushed.size).toBe(0)
})

test('a page may reach the exchanges of its own customers alone', async () => {
  await addExchange('wss://centrale.example:8089/ws')
  const caller = { stage: 'full', customerIds: [story.customerId] } as never
  expect(await listPhoneOrigins(app.services, caller)).toEqual(['wss://centrale.example:8089'])
  expect(await listPhoneOrigins(app.services, { stage: 'full', customerIds: [story.customerId + 1] } as never)).toEqual([])
  expect(await listPhoneOrigins(app.services, null)).toEqual([])
})

const provider = 'simulated-voice'
async function talk() {
  await story.stand(anna, 'available')
  const call = await story.enter(0)
  const providerRef = `story-${call.caseId}`
  const event = { eventKey: `${providerRef}:transferred`, providerRef, state: 'transferred', answer: 'mens' }
  await app.services.gateways.simulatedEvents.schedule(provider, [{ afterMs: 500_000, event }])
  await story.turn()
  expect((await deskOf(anna)).call).toMatchObject({ callID: call.id, state: 'talking', leftAt: null })
  return { ...call, providerRef }
}
/** What the simulated exchange says now, and news that it repeats or brings late. */
const { post, say } = {
  async post(_name: string, body: string, headers: Record<string, string>) {
    await receiveDelivery(app.services, provider, Buffer.from(body), headers)
    return true
  },
  async say(event: object) {
    const body = Buffer.from(JSON.stringify({ events: [event] }))
    await receiveDelivery(
      app.services,
      provider,
      body,
      signWebhook(webhookKey(app.services.config.secretKey, provider), body, app.clock.now()),
    )
  },
}
const sendDue = () => app.services.gateways.simulatedEvents.sendDue(post)

test('simulated: a page that is loaded anew has its call back, and what is told late changes nothing', async () => {
  const phone = await open(anna)
  if (phone.kind !== 'simulated') return expect.fail('not simulated')
  const { id, providerRef } = await talk()
  // Of an earlier page nothing is taken.
  await leave(anna, phone.no + 1)
  await sendDue()
  expect((await deskOf(anna)).call?.leftAt).toBeNull()
  await leave(anna, phone.no)
  await sendDue()
  expect((await deskOf(anna)).call).toMatchObject({ state: 'talking', leftAt: expect.any(String) })
  const leftKey = [providerRef, 'agentLeft', app.clock.now().getTime()].join(':')
  app.clock.advance(2_000)
  await open(anna)
  app.clock.advance(2_000)
  await sendDue()
  expect((await deskOf(anna)).call).toMatchObject({ callID: id, state: 'talking', leftAt: null })
  await say({ eventKey: leftKey, providerRef, state: 'agentLeft' })
  expect((await deskOf(anna)).call?.leftAt).toBeNull()
  app.clock.advance(40_000)
  await sendDue()
  expect((await deskOf(anna)).call).toMatchObject({ state: 'talking', leftAt: null })
})

test('simulated: a page that does not come back: the person goes before all who wait, and the agent is away; twice is once', async () => {
  const phone = await open(anna)
  if (phone.kind !== 'simulated') return expect.fail('not simulated')
  const { id, providerRef } = await talk()
  const waits = await story.enter(1)
  await leave(anna, phone.no)
  await sendDue()
  const lostAt = app.clock.now().getTime()
  app.clock.advance(30_001)
  await sendDue()
  await say({ eventKey: `${providerRef}:agentLost:${lostAt}`, providerRef, state: 'agentLost' })
  await say({ eventKey: `${providerRef}:agentLost:again`, providerRef, state: 'agentLost' })
  expect(await deskOf(anna)).toMatchObject({ agent: { status: 'away' } })
  const legs = await app.db
    .selectFrom('queue_calls')
    .select(['leg', 'state', 'returned'])
    .where('communication_id', '=', id)
    .orderBy('leg')
    .execute()
  expect(legs).toEqual([
    { leg: 1, state: 'done', returned: false },
    { leg: 2, state: 'waiting', returned: true },
  ])
  // The other one waited longer.
  await story.stand(bram, 'available')
  await story.turn()
  expect((await deskOf(bram)).call?.callID).toBe(id)
  expect(waits.id).not.toBe(id)
})
