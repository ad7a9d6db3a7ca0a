import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvedText } from '../../../../test/approved-texts.ts'
import { type EngineHarness, endStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { registerEngine, renewLease } from '../../case-runs/engine-lease.ts'
import { removeProvider } from '../../providers/change-provider.ts'
import { askToPair, scanSimulation, unpair } from './ask-pairing.ts'
import { holdPairings } from './hold-pairings.ts'
import { findCredentials, findPairingKeys, forgetPairing, keepPairingKeys, notePairing } from './pairing-changes.ts'
import { showPairing } from './show-pairing.ts'

const steps = [{ kind: 'send-whatsapp', key: 'wa', next: 'end', settings: { template: 'whatsapp' } } as const, endStep]
const approved = approvedText('Beste {{1}}', ['naam'])
const texts = { nl: { subject: '', text: 'Beste {{naam}}', approved } }

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness({ env: { WHATSAPP_WEB: 'simulation' } })
})
afterAll(async () => {
  await h.gateways.close()
  await h.close()
})

async function openStory() {
  const script = await h.buildScript({ steps, templates: { whatsapp: texts } })
  const { customerId } = script
  const caller: Caller = { userId: 1, username: 'kim', rights: [], stage: 'full', sessionId: null, customerIds: [customerId] }
  const state = async () => {
    await renewLease(h.db, h.engineId)
    await holdPairings(h.services, h.engineId)
    return (await showPairing(h.services, caller, customerId)).number?.state
  }
  const messages = () =>
    h.db
      .selectFrom('communications')
      .select(['state', 'delivery', 'simulated'])
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()
  const pair = async () => {
    await askToPair(h.services, caller, customerId)
    await expect.poll(state).toBe('qr')
    await scanSimulation(h.services, caller, customerId)
    await expect.poll(state).toBe('open')
  }
  return { script, customerId, caller, state, messages, pair }
}

const setDefault = (customerId: number) =>
  h.db.updateTable('providers').set({ is_default: true }).where('customer_id', '=', customerId).where('kind', '=', 'web-pairing').execute()

test('what waits for a paired number leaves once it is connected, six a minute, and reaches nobody', async () => {
  const { script, customerId, caller, state, messages, pair } = await openStory()
  await askToPair(h.services, caller, customerId)
  await expect.poll(state).toBe('qr')
  await setDefault(customerId)
  await h.buildBatch(script, 20)
  await h.runUntilIdle()
  expect((await messages()).map((one) => one.state)).toEqual(Array(20).fill('queued'))
  await pair()
  await h.sendDue()
  const sent = async () => (await messages()).filter((one) => one.state === 'sent').length
  const atOnce = await sent()
  expect(atOnce).toBeGreaterThan(0)
  expect(atOnce).toBeLessThanOrEqual(6)
  await h.runUntil(new Date(h.clock.now().getTime() + 10 * 60_000))
  expect(await sent()).toBe(20)
  expect((await messages()).every((one) => one.simulated)).toBe(true)
  expect((await messages()).some((one) => one.delivery !== null)).toBe(true)
})

test('a number that is unpaired sends nothing until one is paired again, and the simulation of one customer is none of another', async () => {
  const { script, customerId, caller, state, messages, pair } = await openStory()
  const other = await openStory()
  await pair()
  await setDefault(customerId)
  expect(await other.state()).toBe('unpaired')
  await unpair(h.services, caller, customerId)
  await expect.poll(state).toBe('unpaired')
  await h.buildBatch(script, 1)
  await h.runUntilIdle()
  expect(await messages()).toMatchObject([{ state: 'queued' }])
  await pair()
  await h.runUntilIdle()
  expect(await messages()).toMatchObject([{ state: 'sent' }])
  await expect(askToPair(h.services, { ...caller, customerIds: [] }, customerId)).rejects.toMatchObject({ code: 'customer.notFound' })
})

test('an engine that lost a number to another one says, keeps and forgets nothing of it any more', async () => {
  const { customerId, caller, pair } = await openStory()
  await pair()
  const { id: providerId } = await h.db.selectFrom('providers').select('id').where('customer_id', '=', customerId).executeTakeFirstOrThrow()
  const other = await registerEngine(h.db)
  await h.db.updateTable('whatsapp_pairings').set({ engine_id: other }).where('customer_id', '=', customerId).execute()
  const late = { customerId, providerId, engineId: h.engineId }
  const key = { kind: 'session', id: 'a', value: 'oud' }
  await notePairing(h.services, late, { state: 'unpaired', reason: 'replaced' })
  await forgetPairing(h.services, late)
  await expect(keepPairingKeys(h.services, late, { credentials: 'oud', keys: [key] })).rejects.toThrow(/another engine/)
  expect((await showPairing(h.services, caller, customerId)).number).toMatchObject({ state: 'open', reason: null })
  expect(await findCredentials(h.services, late)).toBe('simulated')
  expect(await findPairingKeys(h.services, late, { kind: 'session', ids: ['a'] })).toEqual({})
  await keepPairingKeys(h.services, { ...late, engineId: other }, { credentials: null, keys: [key] })
  expect(await findPairingKeys(h.services, late, { kind: 'session', ids: ['a'] })).toEqual({ a: 'oud' })
})

test('what was kept of a real number pairs no simulation, nor the other way round', async () => {
  const { customerId, caller, state, pair } = await openStory()
  await pair()
  const settings = JSON.stringify({ kind: 'web-pairing', isSimulation: false, perMinute: 6 })
  await h.db.updateTable('providers').set({ settings }).where('customer_id', '=', customerId).execute()
  await expect.poll(state).toBe('unpaired')
  await askToPair(h.services, caller, customerId)
  expect(
    await h.db.selectFrom('whatsapp_pairings').select(['credentials', 'wish']).where('customer_id', '=', customerId).execute(),
  ).toEqual([{ credentials: null, wish: 'pair' }])
  await expect.poll(state).toBe('qr')
})

test('where it is off nothing is paired, and nothing is told', async () => {
  const { customerId, caller } = await openStory()
  const off = { ...h.services, gateways: { ...h.services.gateways, pairingMode: 'off' as const } }
  expect(await showPairing(off, caller, customerId)).toEqual({ mode: 'off', number: null })
  await expect(askToPair(off, caller, customerId)).rejects.toMatchObject({ code: 'whatsappWeb.off' })
  await expect(unpair(off, caller, customerId)).rejects.toMatchObject({ code: 'whatsappWeb.off' })
})

test('a number that is paired is not deleted before it is unpaired; where nothing can be unpaired it is', async () => {
  const { customerId, caller, state, pair } = await openStory()
  await pair()
  const { id } = await h.db
    .selectFrom('providers')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'web-pairing')
    .executeTakeFirstOrThrow()
  await expect(removeProvider(h.services, caller, id)).rejects.toMatchObject({ code: 'provider.stillPaired' })
  await unpair(h.services, caller, customerId)
  await expect.poll(state).toBe('unpaired')
  await pair()
  await expect(removeProvider(h.services, caller, id)).rejects.toMatchObject({ code: 'provider.stillPaired' })
  const off = { ...h.services, gateways: { ...h.services.gateways, pairingMode: 'off' as const } }
  await removeProvider(off, caller, id)
  expect(await h.db.selectFrom('whatsapp_pairings').select('state').where('customer_id', '=', customerId).execute()).toEqual([])
})

test('a number that was unpaired is deleted', async () => {
  const { customerId, caller, state, pair } = await openStory()
  await pair()
  await unpair(h.services, caller, customerId)
  await expect.poll(state).toBe('unpaired')
  const { id } = await h.db.selectFrom('providers').select('id').where('customer_id', '=', customerId).executeTakeFirstOrThrow()
  await removeProvider(h.services, caller, id)
  expect(await h.db.selectFrom('providers').select('id').where('customer_id', '=', customerId).execute()).toEqual([])
})
