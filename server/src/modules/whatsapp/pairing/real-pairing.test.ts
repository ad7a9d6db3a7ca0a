import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingWhatsappWeb, startWhatsappWebPeer, type WhatsappWebPeer } from '../../../../../e2e/peers/whatsapp-web/whatsapp-web-peer.ts'
import { approvedText } from '../../../../test/approved-texts.ts'
import { type EngineHarness, endStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import type { GatewayOfChannel, SendChannel } from '../../../gateways/gateways.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import { openWebPairings } from '../../../gateways/whatsapp/web/web-pairings.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { openLog } from '../../../platform/log.ts'
import { registerEngine, renewLease } from '../../case-runs/engine-lease.ts'
import { recordEarlyNews } from '../../communications/sms-lines/early-news.ts'
import { askToPair, unpair } from './ask-pairing.ts'
import { findCredentials, findPairingKeys } from './pairing-changes.ts'
import { holdPairings } from './hold-pairings.ts'
import { showPairing } from './show-pairing.ts'

const peersDir = path.resolve(import.meta.dirname, '../../../../../e2e/peers/whatsapp-web')
const steps = [{ kind: 'send-whatsapp', key: 'wa', next: 'end', settings: { template: 'whatsapp' } } as const, endStep]
const approved = approvedText('Beste {{1}}, factuur {{2}}', ['naam', 'factuurnummer'])
const texts = { nl: { subject: '', text: 'Beste {{naam}}, factuur {{factuurnummer}}', approved } }
const person = '+31612345678'
// The pauses between its attempts grow while it is away.
const comesBack = { timeout: 45_000 }

describe.skipIf(missingWhatsappWeb().length > 0)(
  'a number paired by the real client with an endpoint of our own',
  { timeout: 120_000 },
  () => {
    let peer: WhatsappWebPeer
    let h: EngineHarness
    let pairings: ReturnType<typeof openWebPairings>
    let pids: number[] = []
    let caller: Caller
    let customerId: number

    beforeAll(async () => {
      peer = await startWhatsappWebPeer(person.slice(1))
      h = await openEngineHarness({ env: { WHATSAPP_WEB: 'on' } })
      pairings = openWebPairings({
        ...{ simulator: h.gateways.whatsapp, log: openLog('silent') },
        options: {
          ...{ url: peer.url, firstQrMs: 400, env: { TEST_ROOT: peer.trust }, onStart: (pid) => void pids.push(pid) },
          nodeFlags: [`--allow-fs-read=${peersDir}/*`, '--import', path.join(peersDir, 'trust-test-root.ts')],
        },
      })
      const { gatewayOf } = h.gateways
      Object.assign(h.gateways, {
        pairings,
        gatewayOf: <C extends SendChannel>(channel: C, provider: RegisteredProvider | null): GatewayOfChannel[C] =>
          provider?.settings.kind === 'web-pairing' ? (pairings.gatewayOf(provider) as GatewayOfChannel[C]) : gatewayOf(channel, provider),
      })
    })
    afterAll(async () => {
      await pairings.close()
      await h.close()
      await peer.close()
    })

    async function openStory() {
      const script = await h.buildScript({ steps, templates: { whatsapp: texts }, profile: 'service' })
      ;({ customerId } = script)
      caller = { userId: 1, username: 'kim', rights: [], stage: 'full', sessionId: null, customerIds: [customerId] }
      pids = []
      return script
    }
    const shown = async () => {
      await renewLease(h.db, h.engineId)
      await holdPairings(h.services, h.engineId)
      return (await showPairing(h.services, caller, customerId)).number
    }
    const stands = async () => {
      const number = await shown()
      return [number?.state, number?.reason]
    }
    const code = () =>
      h.db.selectFrom('whatsapp_pairings').select(['provider_id', 'qr_no']).where('customer_id', '=', customerId).executeTakeFirstOrThrow()
    const messages = () =>
      h.db
        .selectFrom('communications')
        .select(['state', 'delivery', 'reason', 'provider', 'recipient'])
        .where('customer_id', '=', customerId)
        .orderBy('id')
        .execute()

    async function pair() {
      const scanned: string[] = []
      const hold = pairings.hold.bind(pairings)
      pairings.hold = (provider, sink) =>
        hold(provider, {
          ...sink,
          note: async (news) => {
            if (news.state === 'qr') scanned.push(news.qr)
            await sink.note(news)
          },
        })
      await askToPair(h.services, caller, customerId)
      await expect.poll(async () => ((await shown())?.state === 'qr' ? (await code()).qr_no : 0)).toBeGreaterThan(1)
      const number = await shown()
      expect(number?.qr?.svg).toContain('<svg')
      pairings.hold = hold
      peer.scan(scanned.at(-1) ?? '')
      await expect.poll(stands).toEqual(['open', null])
      return (await code()).provider_id
    }

    test('from the first code to a message that was read, an answer and the end', async () => {
      const script = await openStory()
      const providerId = await pair()
      expect(await shown()).toMatchObject({ phone: '+31612340000', name: 'Kantoor', qr: null, isUnattended: false })
      await h.db.updateTable('providers').set({ is_default: true }).where('id', '=', providerId).execute()
      await h.buildBatch(script, [{ mobile: person }, { mobile: '+31687654300' }])
      await h.runUntil(new Date(h.clock.now().getTime() + 60_000))
      expect(await messages()).toMatchObject([
        { state: 'sent', provider: 'web-pairing' },
        { state: 'refused', reason: expect.stringContaining('notOnWhatsapp') as string },
      ])
      const [sent] = peer.seen
      expect(sent).toMatchObject({ text: 'Beste Jan, factuur F1' })
      peer.receipt(sent?.ref ?? '')
      peer.receipt(sent?.ref ?? '', 'read')
      await expect
        .poll(async () => {
          h.clock.advance(1_000)
          await recordEarlyNews(h.services)
          return (await messages())[0]?.delivery
        })
        .toBe('read')
      await peer.write('IN1', 'Ik betaal vrijdag', sent?.ref)
      const saved = () =>
        h.db
          .selectFrom('incoming_messages')
          .select(['text', 'sender', 'sender_name', 'communication_id'])
          .where('customer_id', '=', customerId)
          .execute()
      await expect
        .poll(saved)
        .toEqual([{ text: 'Ik betaal vrijdag', sender: person, sender_name: 'Jan Jansen', communication_id: expect.any(Number) as number }])
      peer.fail(401)
      await expect.poll(stands).toEqual(['unpaired', 'loggedOut'])
      expect(await findCredentials(h.services, { customerId, providerId })).toBeNull()
      const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from whatsapp_pairing_keys where customer_id = ${customerId}`.execute(h.db)
      expect(rows).toEqual([{ n: 0 }])
      const provider = () => h.db.selectFrom('providers').select(['state', 'test_fault']).where('id', '=', providerId).executeTakeFirst()
      await expect.poll(provider).toEqual({ state: 'failing', test_fault: 'reconnect' })
    })

    test('a code that nobody scans is asked for no more than once', async () => {
      await openStory()
      peer.state.refsMax = 2
      await askToPair(h.services, caller, customerId)
      await expect.poll(stands).toEqual(['unpaired', 'codesOver'])
      const { connections } = peer.state
      for (let looks = 0; looks < 20; looks++) await shown()
      expect(peer.state.connections).toBe(connections)
      peer.state.refsMax = 100
    })

    test('when its program is killed the number connects again by itself, with the same keys', async () => {
      const script = await openStory()
      const providerId = await pair()
      await h.db.updateTable('providers').set({ is_default: true }).where('id', '=', providerId).execute()
      peer.state.isAway = true
      process.kill(pids.at(-1) ?? 0, 'SIGKILL')
      await expect.poll(async () => (await shown())?.state).toBe('disconnected')
      await h.buildBatch(script, [{ mobile: person }])
      await h.runUntilIdle()
      // Nothing is tried while it is not connected: it waits.
      expect(await messages()).toMatchObject([{ state: 'queued' }])
      peer.state.isAway = false
      await expect.poll(stands, comesBack).toEqual(['open', null])
      expect(pids).toHaveLength(2)
      await h.runUntilIdle()
      expect(await messages()).toMatchObject([{ state: 'sent' }])
    })

    test('a connection that breaks comes back; one that is used elsewhere waits to be asked and keeps its keys', async () => {
      await openStory()
      const providerId = await pair()
      peer.state.isAway = true
      peer.cut()
      await expect.poll(stands).toEqual(['disconnected', 'unreachable'])
      peer.state.isAway = false
      await expect.poll(stands, comesBack).toEqual(['open', null])
      peer.fail(440)
      await expect.poll(stands).toEqual(['unpaired', 'replaced'])
      expect(await findCredentials(h.services, { customerId, providerId })).not.toBeNull()
      await askToPair(h.services, caller, customerId)
      await expect.poll(stands).toEqual(['open', null])
      await unpair(h.services, caller, customerId)
      await expect.poll(stands).toEqual(['unpaired', null])
      expect(await findCredentials(h.services, { customerId, providerId })).toBeNull()
    })

    test('what is kept of a pairing is encrypted, and opens at its own place alone', async () => {
      await openStory()
      const providerId = await pair()
      const rows = await h.db.selectFrom('whatsapp_pairing_keys').select('value').where('provider_id', '=', providerId).execute()
      expect(rows.length).toBeGreaterThan(800)
      for (const { value } of rows) expect(value.toString('latin1')).not.toContain('Buffer')
      await sql`
      update whatsapp_pairing_keys
      set value = (select credentials from whatsapp_pairings where provider_id = ${providerId})
      where provider_id = ${providerId} and kind = 'pre-key'`.execute(h.db)
      await expect(findPairingKeys(h.services, { customerId, providerId }, { kind: 'pre-key', ids: ['1'] })).rejects.toThrow()
    })

    test('one engine keeps it; when that is gone another one takes it over', async () => {
      await openStory()
      await pair()
      const other = await registerEngine(h.db)
      await holdPairings(h.services, other)
      const keeper = () => h.db.selectFrom('whatsapp_pairings').select('engine_id').where('customer_id', '=', customerId).executeTakeFirst()
      expect(await keeper()).toEqual({ engine_id: h.engineId })
      await h.killEngine(h.engineId)
      await renewLease(h.db, other)
      await holdPairings(h.services, other)
      expect(await keeper()).toEqual({ engine_id: other })
    })
  },
)
