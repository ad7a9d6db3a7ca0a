import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingSmsPeers, type SmsPeer, startSmsPeer } from '../../../../../e2e/peers/sms-peers.ts'
import { type EngineHarness, endStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { secretPurpose } from '../../../gateways/registered-provider.ts'
import { registerEngine, renewLease } from '../../case-runs/engine-lease.ts'
import { recordEarlyNews } from './early-news.ts'
import { holdSmsLines } from './hold-sms-lines.ts'

const long = `${'Beste {{naam}}, betaal vandaag. '.repeat(8)}`
const steps = [{ kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } } as const, endStep]

describe.skipIf(missingSmsPeers().length > 0)('scripts over a real exchange', () => {
  let peer: SmsPeer
  let h: EngineHarness
  let customerId: number
  let providerId: number
  beforeAll(async () => {
    peer = await startSmsPeer()
    h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${peer.port}` } })
  })
  afterAll(async () => {
    await h.services.gateways.close()
    await h.close()
    await peer.close()
  })

  async function runBatch(mobiles: string[], text = 'Beste {{naam}}') {
    const texts = { nl: { subject: '', text, html: null } }
    const script = await h.buildScript({ steps, templates: { sms: texts } as never })
    ;({ customerId } = script)
    const settings = {
      ...{ kind: 'smpp', host: '127.0.0.1', port: peer.port, encryption: 'none', user: 'regie', systemType: '', window: 10 },
      ...{ bindMode: 'transceiver', sender: '', idFormat: 'any', longMethod: 'udh', perSecond: null },
    }
    const row = await h.db
      .insertInto('providers')
      .values({
        customer_id: customerId,
        channel: 'sms',
        kind: 'smpp',
        name: 'Centrale',
        settings: JSON.stringify(settings),
        is_default: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    providerId = row.id
    const secret = encrypt(h.services.config.secretKey, peer.password, secretPurpose({ customerId, id: providerId }))
    await h.db.updateTable('providers').set({ secret }).where('id', '=', providerId).execute()
    const batch = await h.buildBatch(
      script,
      mobiles.map((mobile) => ({ mobile })),
    )
    await renewLease(h.db, h.engineId)
    await holdSmsLines(h.services, h.engineId)
    await expect.poll(() => h.services.gateways.smsLines.stateOf(providerId)?.isUp).toBe(true)
    await h.runUntilIdle()
    return batch
  }

  const messages = () =>
    h.db
      .selectFrom('communications')
      .select(['recipient', 'state', 'delivery', 'reason', 'id'])
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()
  const stateOf = async (end: string) => {
    await recordEarlyNews(h.services)
    const one = (await messages()).find(({ recipient }) => recipient.endsWith(end))
    return one && [one.state, one.delivery, one.reason]
  }

  test('what leaves gets its receipt, however long it is and whenever that comes', async () => {
    await runBatch(['+31612345678', '+31611110000', '+31611111111', '+31611117777', '+31611114444'].slice(0, 4))
    await expect.poll(() => stateOf('5678')).toEqual(['sent', 'delivered', null])
    await expect.poll(() => stateOf('7777')).toEqual(['sent', 'delivered', null])
    await expect.poll(() => stateOf('1111')).toEqual(['sent', 'failed', 'UNDELIV 001'])
    expect(await stateOf('0000')).toEqual(['refused', null, '0x0B ESME_RINVDSTADR'])
    expect(await h.db.selectFrom('early_news').select('event_key').execute()).toEqual([])
    expect(await peer.submitted(4)).toHaveLength(4)
  })

  test('a long message has arrived when all its parts have', async () => {
    await runBatch(['+31612340001'], long)
    await expect.poll(() => stateOf('0001')).toEqual(['sent', 'delivered', null])
    const parts = await h.db.selectFrom('sms_parts').select('delivery').where('customer_id', '=', customerId).execute()
    expect(parts.map(({ delivery }) => delivery)).toEqual(['delivered', 'delivered'])
  })

  test('throttled, it goes again a moment later as if it had never been tried', async () => {
    const before = (await peer.submitted()).length
    await runBatch(['+31611115858'])
    expect((await stateOf('5858'))?.[0]).toBe('queued')
    h.clock.advance(2_000)
    await h.runUntilIdle()
    await expect.poll(() => stateOf('5858')).toEqual(['sent', 'delivered', null])
    expect((await peer.submitted(before + 2)).length - before).toBe(2)
    const { attempts } = await h.db
      .selectFrom('communications')
      .select('attempts')
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(attempts).toBe(1)
  })

  test('what a person answers in parts is one message of the inbox, tied to its case', async () => {
    const { caseIds } = await runBatch(['+31611119999'])
    const incoming = () =>
      h.db.selectFrom('incoming_messages').select(['text', 'case_id', 'sender']).where('customer_id', '=', customerId).execute()
    await expect.poll(incoming).toEqual([{ text: 'Ja, ik betaal €25 morgen 👍 groß', case_id: caseIds[0], sender: '+31611119999' }])
    expect(await h.db.selectFrom('sms_incoming_parts').select('no').execute()).toEqual([])
  })

  test('who answers STOP is listed for two years, and what waits for the number does not leave', async () => {
    await runBatch(['+31611118888'])
    const listed = () =>
      h.db.selectFrom('blacklist').select(['value', 'reason', 'retention', 'script_id']).where('customer_id', '=', customerId).execute()
    await expect.poll(listed).toEqual([{ value: '+31611118888', reason: 'request', retention: '2y', script_id: null }])
    expect((await peer.submitted()).at(-1)?.validity).toMatch(/^0000\d{8}000R$/)
  })

  test('one engine has the connection; what another claims does not leave by it, and it takes over from a dead one', async () => {
    await runBatch(['+31612340002'])
    const other = await registerEngine(h.db)
    await renewLease(h.db, h.engineId)
    const owner = () =>
      h.db
        .selectFrom('sms_lines')
        .select('engine_id')
        .where('provider_id', '=', providerId)
        .executeTakeFirst()
        .then((row) => row?.engine_id)
    await h.db
      .insertInto('sms_lines')
      .values({ customer_id: customerId, provider_id: providerId, engine_id: h.engineId })
      .onConflict((c) => c.doNothing())
      .execute()
    await holdSmsLines(h.services, other)
    expect(await owner()).toBe(h.engineId)
    expect(h.services.gateways.smsLines.stateOf(providerId)).toBeNull()
    await h.db
      .updateTable('engines')
      .set({ lease_until: new Date(0) })
      .where('id', '=', h.engineId)
      .execute()
    await holdSmsLines(h.services, other)
    expect(await owner()).toBe(other)
    await expect.poll(() => h.services.gateways.smsLines.stateOf(providerId)?.isUp).toBe(true)
  })
})
