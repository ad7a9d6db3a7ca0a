import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EngineHarness, endStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import { openSmsHttpPeer } from '../../../../test/sms-http-peer.ts'
import { secretPurpose } from '../../../gateways/registered-provider.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { writeMarks } from '../communication-changes.ts'
import { claimMessages } from '../outbox-claim.ts'
import { listSmsProviders } from '../sms-dashboard/sms-providers.ts'

const steps = [{ kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } } as const, endStep]

let peer: Awaited<ReturnType<typeof openSmsHttpPeer>>
let h: EngineHarness
beforeAll(async () => {
  peer = await openSmsHttpPeer()
  h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${peer.port}` } })
})
afterAll(async () => {
  await h.close()
  await peer.close()
})

let script: Awaited<ReturnType<EngineHarness['buildScript']>>
let customerId: number
let round = 0
beforeEach(async () => {
  script = await h.buildScript({ steps })
  ;({ customerId } = script)
  round++
})

const keyOf = (name: string) => `${name}${round}`
async function provider(name: string, change: object = {}) {
  const { id } = await h.db
    .insertInto('providers')
    .values({
      ...{ customer_id: customerId, channel: 'sms', kind: 'messagebird', name },
      settings: JSON.stringify({ kind: 'messagebird', url: `http://127.0.0.1:${peer.port}`, user: '', sender: '' }),
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secret = encrypt(h.services.config.secretKey, keyOf(name), secretPurpose({ customerId, id }))
  await h.db.updateTable('providers').set({ secret }).where('id', '=', id).execute()
  return id
}
const both = async () => ({ first: await provider('een', { is_default: true }), second: await provider('twee', { is_backup: true }) })
const send = async () => (await h.buildBatch(script, 1)).caseIds[0] ?? 0
const message = (caseId: number) =>
  h.db
    .selectFrom('communications')
    .select(['id', 'state', 'provider', 'provider_id', 'attempts'])
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow()
const later = (minutes: number) => new Date(h.clock.now().getTime() + minutes * 60_000)
const troubles = () => h.db.selectFrom('provider_troubles').select('provider_id').where('customer_id', '=', customerId).execute()

test('what the first refuses for five minutes goes by the second, is told so, and the first is used again by itself', async () => {
  const { first, second } = await both()
  peer.set(keyOf('een'), 'busy')
  const caseId = await send()
  await h.runUntil(later(4))
  expect(await message(caseId)).toMatchObject({ state: 'queued', provider_id: first })
  expect(peer.of(keyOf('twee'))).toEqual([])
  await h.runUntil(later(10))
  const sent = await message(caseId)
  expect(sent).toMatchObject({ state: 'sent', provider_id: second, provider: 'messagebird' })
  expect(peer.of(keyOf('twee'))).toEqual([sent.id])
  const noted = await h.db
    .selectFrom('timeline')
    .select(['params', 'kind', 'communication_id'])
    .where('event', '=', 'smsRerouted')
    .where('case_id', '=', caseId)
    .execute()
  expect(noted).toEqual([{ params: { by: 'twee', instead: 'een' }, kind: 'sms', communication_id: null }])
  expect(await listSmsProviders(h.db, h.gateways, customerId, h.clock.now())).toMatchObject([
    { providerID: first, isBackup: false, troubleSince: expect.any(String) as string, reroutedHour: 1 },
    { providerID: second, isBackup: true, troubleSince: null, reroutedHour: 0, sentHour: 1 },
  ])

  // While it stays away one message a minute tries it; the others go by the second at once.
  const { caseIds } = await h.buildBatch(script, 3)
  await h.runUntilIdle()
  const states = await Promise.all(caseIds.map(message))
  expect(states.filter(({ provider_id }) => provider_id === second)).toHaveLength(2)
  expect(states.filter(({ state }) => state === 'queued')).toMatchObject([{ provider_id: first }])
  peer.set(keyOf('een'), 'take')
  await h.runUntil(later(3))
  expect(await troubles()).toHaveLength(1)
  const after = await send()
  await h.runUntilIdle()
  expect(await troubles()).toEqual([])
  expect(await message(after)).toMatchObject({ state: 'sent', provider_id: first })
  expect(new Set(peer.of(keyOf('twee'))).size).toBe(peer.of(keyOf('twee')).length)
})

test('one that is off is left at once; with nobody in its place the script waits', async () => {
  const { first, second } = await both()
  await h.db.updateTable('providers').set({ state: 'off' }).where('id', '=', first).execute()
  const caseId = await send()
  await h.runUntilIdle()
  expect(await message(caseId)).toMatchObject({ state: 'sent', provider_id: second, attempts: 1 })
  expect(peer.of(keyOf('een'))).toEqual([])
  await h.db.updateTable('providers').set({ state: 'off' }).where('id', '=', second).execute()
  const held = await send()
  await h.runUntilIdle()
  expect(await h.events(held)).toEqual(['held'])
})

test('what the first may have taken stays with it, however long it is down', async () => {
  const { first } = await both()
  peer.set(keyOf('een'), 'hangUp')
  const caseId = await send()
  await h.runUntilIdle()
  expect(await message(caseId)).toMatchObject({ state: 'unknown', provider_id: first })
  await h.runUntil(later(30))
  expect(await message(caseId)).toMatchObject({ state: 'unknown', provider_id: first })
  expect(peer.of(keyOf('twee'))).toEqual([])
})

test('an engine that ends between submit and answer leaves doubt with the first, and nothing goes by the second', async () => {
  const { first } = await both()
  const caseId = await send()
  await h.turn()
  const dead = await h.newEngine()
  const [claimed] = await claimMessages(h.services, 'sms', dead, 1)
  if (!claimed) throw new Error('nothing to send')
  const { id, recipient: to, sender: from, text } = claimed
  await writeMarks(h.pool, dead, [{ customerId, id, state: 'started' }], h.clock.now())
  await h.gateways.gatewayOf('sms', claimed.provider).send({ id: String(id), to, from, text })
  await h.killEngine(dead)
  await h.recover()
  await h.db.updateTable('providers').set({ state: 'off' }).where('id', '=', first).execute()
  await h.runUntil(later(30))
  expect(await message(caseId)).toMatchObject({ state: 'unknown', provider_id: first })
  expect([peer.of(keyOf('een')), peer.of(keyOf('twee'))]).toEqual([[id], []])
})

test('a refusal of one message is no trouble, and what is simulated takes the place of nothing real', async () => {
  const first = await provider('een', { is_default: true })
  const settings = JSON.stringify({ kind: 'simulated' })
  await provider('oefen', { kind: 'simulated', settings, is_backup: true })
  peer.set(keyOf('een'), 'refuse')
  const refused = await send()
  await h.runUntilIdle()
  expect(await message(refused)).toMatchObject({ state: 'refused' })
  expect(await troubles()).toEqual([])
  peer.set(keyOf('een'), 'busy')
  const waiting = await send()
  await h.runUntil(later(20))
  expect(await message(waiting)).toMatchObject({ state: 'queued', provider_id: first })
})

test("a script's own second provider goes before the customer's", async () => {
  const { first } = await both()
  const own = await provider('eigen')
  await h.db.updateTable('scripts').set({ sms_backup_provider_id: own }).where('id', '=', script.scriptId).execute()
  await h.db.updateTable('providers').set({ state: 'off' }).where('id', '=', first).execute()
  const caseId = await send()
  await h.runUntilIdle()
  expect(await message(caseId)).toMatchObject({ state: 'sent', provider_id: own })
})

test("a text's own provider goes before the script's; while it takes none, or is off, theirs carry the message", async () => {
  const { first, second } = await both()
  const own = await provider('tekst')
  await h.db.updateTable('scripts').set({ sms_provider_id: first }).where('id', '=', script.scriptId).execute()
  await h.db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ smsProvider: own }) })
    .where('customer_id', '=', customerId)
    .execute()
  const usual = await send()
  await h.runUntilIdle()
  expect(await message(usual)).toMatchObject({ state: 'sent', provider_id: own, provider: 'messagebird' })
  peer.set(keyOf('tekst'), 'busy')
  const moved = await send()
  await h.runUntil(later(10))
  expect(await message(moved)).toMatchObject({ state: 'sent', provider_id: first })
  await h.db.updateTable('providers').set({ state: 'off' }).where('id', 'in', [own, first]).execute()
  const last = await send()
  await h.runUntilIdle()
  expect(await message(last)).toMatchObject({ state: 'sent', provider_id: second })
})

test("a text's own provider carries it where those of the script take none, and the question asks about that one", async () => {
  const { first, second } = await both()
  await h.db.updateTable('providers').set({ state: 'off' }).where('id', 'in', [first, second]).execute()
  const own = await provider('tekst')
  await h.db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ smsProvider: own }) })
    .where('customer_id', '=', customerId)
    .execute()
  const caseId = await send()
  await h.runUntilIdle()
  expect(await message(caseId)).toMatchObject({ state: 'sent', provider_id: own })
})

test('what waits after all is rerouted, counted and told of only when it leaves', async () => {
  const { first, second } = await both()
  await h.db.updateTable('providers').set({ state: 'off' }).where('id', '=', first).execute()
  await sql`
    update template_revisions set options = '{"checkNumber": true}'
    where customer_id = ${customerId}`.execute(h.db)
  const caseId = await send()
  const rerouted = async () => ({
    counted: (await h.db.selectFrom('sms_reroutes').select('at').where('customer_id', '=', customerId).execute()).length,
    told: (await h.events(caseId)).filter((event) => event === 'smsRerouted').length,
  })
  await h.runUntilIdle()
  expect(await message(caseId)).toMatchObject({ state: 'queued', provider_id: first })
  expect(await rerouted()).toEqual({ counted: 0, told: 0 })
  await h.runUntil(later(2))
  expect(await message(caseId)).toMatchObject({ state: 'sent', provider_id: second })
  expect(await rerouted()).toEqual({ counted: 1, told: 1 })
})
