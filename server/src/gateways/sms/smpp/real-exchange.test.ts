import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SmppSettings } from '@regie/contract/sms-providers.ts'
import { missingSmsPeers, type SmsPeer, startSmsPeer } from '../../../../../e2e/peers/sms-peers.ts'
import { GatewayBusy, GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import type { DeliveryUpdate } from '../../message-gateway.ts'
import type { IncomingSms } from '../sms-gateway.ts'
import { readDelivery } from './read-delivery.ts'
import { openSmppLine, type SmppLine } from './smpp-line.ts'

const settings: SmppSettings = {
  ...{ kind: 'smpp', host: '127.0.0.1', port: 0, encryption: 'none', user: 'regie', systemType: '', bindMode: 'transceiver' },
  ...{ sender: '', idFormat: 'any', longMethod: 'udh', window: 10, perSecond: null },
}

describe.skipIf(missingSmsPeers().length > 0)('an exchange of another make', () => {
  let peer: SmsPeer
  const lines: SmppLine[] = []
  beforeAll(async () => {
    peer = await startSmsPeer()
  })
  afterAll(() => peer.close())
  afterEach(async () => {
    await Promise.all(lines.splice(0).map((line) => line.close()))
    peer.seen.length = 0
  })

  function open(change: Partial<SmppSettings> = {}, limits = { connectMs: 2_000, answerMs: 500, enquireMs: 200 }, password = 'geheim') {
    const updates: DeliveryUpdate[] = []
    const incoming: IncomingSms[] = []
    const own = { ...settings, ...change }
    const line = openSmppLine({
      ...{ providerId: 7, settings: own, limits },
      place: { host: '127.0.0.1', port: peer.port, isTls: false, user: own.user, password, systemType: '', loopback: true },
      onDeliver: async (pdu) => {
        const read = readDelivery(7, own.idFormat, pdu, new Date())
        if (read && 'update' in read) updates.push(read.update)
        else if (read) incoming.push(read.sms)
      },
    })
    lines.push(line)
    const send = (to: string, text = 'Beste Jan', from = 'Regie') => line.send({ id: '300', to, from, text })
    return { line, updates, incoming, send }
  }

  test('a message leaves in its own alphabet, from a name or a number, and its receipt names it', async () => {
    const { send, updates } = open()
    const { providerRef } = await send('+31612345678', '@ € [x] Jé')
    await send('+31612345679', 'Beste Zoë 👍', '+31201234567')
    const [one, other] = await peer.submitted(2)
    expect(one).toMatchObject({ from: 'Regie', fromTon: 5, to: '31612345678', toTon: 1, coding: 0, receipt: 1, esm: 0 })
    expect(one?.text).toBe('00201b65201b3c781b3e204a05')
    expect(other).toMatchObject({ from: '31201234567', fromTon: 1, coding: 8 })
    expect(
      Buffer.from(other?.text ?? '', 'hex')
        .swap16()
        .toString('utf16le'),
    ).toBe('Beste Zoë 👍')
    await expect.poll(() => updates.length).toBe(2)
    expect(updates[0]).toMatchObject({ providerRef, state: 'delivered', numbers: ['31612345678', 'Regie'] })
  })

  test('a long message leaves in parts that split no character, or whole', async () => {
    const { send } = open()
    const text = `${'x'.repeat(152)}€${'y'.repeat(200)}`
    const { partRefs } = await send('+31612345678', text)
    expect(partRefs).toHaveLength(3)
    const parts = await peer.submitted(3)
    expect(parts.map(({ esm, text: hex }) => [esm, hex.slice(0, 12)])).toEqual([
      [0x40, '0500032c0301'],
      [0x40, '0500032c0302'],
      [0x40, '0500032c0303'],
    ])
    // An escape and its character stay together: the first part has room for one more place and leaves it.
    expect(parts[0]?.text.length).toBe((6 + 152) * 2)
    expect(parts[1]?.text.slice(12, 16)).toBe('1b65')
    const whole = open({ longMethod: 'payload' })
    const taken = await whole.send('+31612345678', text)
    expect(taken.partRefs).toBeUndefined()
    const [, , , last] = await peer.submitted(4)
    expect(last?.text).toBe('')
    expect(Buffer.from(last?.tlv[String(0x0424)] ?? '', 'hex').length).toBe(152 + 2 + 200)
  })

  test('what the exchange refuses is final, what it has too much of comes again later, what it leaves unanswered is doubt', async () => {
    const { send, line } = open()
    await expect(send('+31600000000')).rejects.toMatchObject({ name: 'GatewayRefused', code: '0x0B', message: 'ESME_RINVDSTADR' })
    await expect(send('+31600005858')).rejects.toBeInstanceOf(GatewayBusy)
    // It is quiet for a moment, and stays connected.
    await expect(send('+31612345678', 'x', 'y')).resolves.toBeDefined()
    expect(line.isUp).toBe(true)
    expect(peer.seen.filter((one) => 'bind' in one)).toHaveLength(1)
    const [, before, after] = await peer.submitted(3)
    expect((after?.at ?? 0) - (before?.at ?? 0)).toBeGreaterThan(0.9)
    await expect(send('+31600004444')).rejects.toBeInstanceOf(GatewayUncertain)
    await expect(send('+31600005555')).rejects.toBeInstanceOf(GatewayUncertain)
    // The connection ended; it is opened again and the next message leaves.
    await expect(send('+31612345678')).resolves.toBeDefined()
    expect((await peer.submitted(6)).filter(({ to }) => /(4444|5555)$/.test(to))).toHaveLength(2)
    await expect(send('+31612345678', '')).resolves.toBeDefined()
    expect(GatewayRefused.prototype).toBeInstanceOf(Error)
  })

  test('the exchange is asked whether it is there, and a wrong password opens nothing', async () => {
    open()
    await expect.poll(() => peer.seen.some((one) => 'enquired' in one)).toBe(true)
    const { send, line } = open({ user: 'vreemd' }, undefined, 'fout')
    await expect(send('+31612345678')).rejects.toBeInstanceOf(GatewayUnavailable)
    expect(line.fault).toMatchObject({ fault: 'signIn', message: '0x0E ESME_RINVPASWD' })
  })

  test('a receipt in decimal, and one before the answer, name the message in the way it was answered', async () => {
    const { send, updates } = open({ user: 'decimal' })
    const { providerRef } = await send('+31612345678')
    const early = await send('+31600007777')
    await expect.poll(() => updates.length).toBe(2)
    const refs = updates.map(({ providerRef: ref, otherRefs = [] }) => [ref, ...otherRefs])
    expect(refs.some((writings) => writings.includes(providerRef))).toBe(true)
    expect(refs.some((writings) => writings.includes(early.providerRef))).toBe(true)
    const sameWay = open()
    const failed = await sameWay.send('+31600001111')
    await expect.poll(() => sameWay.updates).toMatchObject([{ providerRef: failed.providerRef, state: 'failed', reason: 'UNDELIV 001' }])
  })

  test('what a person sends comes in parts, out of order, by a connection of its own', async () => {
    const { send, incoming } = open({ bindMode: 'pair' })
    await send('+31600009999')
    // The exchange of this make answers on the connection on which it was asked.
    await expect.poll(() => incoming.length).toBe(2)
    expect(incoming.map(({ text, part }) => [text, part?.no])).toEqual([
      ['morgen 👍 groß', 2],
      ['Ja, ik betaal €25 ', 1],
    ])
    expect(incoming[0]).toMatchObject({ from: '31600009999', part: { of: 2, reference: 0x5a } })
    expect(peer.seen.filter((one) => 'bind' in one).map((one) => one['bind'])).toEqual([1, 2])
  })

  test('no more waits for an answer than its window, and no more leaves than its pace', async () => {
    const { send } = open({ perSecond: 20 }, { connectMs: 2_000, answerMs: 5_000, enquireMs: 100 })
    const began = Date.now()
    await Promise.all(Array.from({ length: 21 }, (_, index) => send(`+316123456${String(index).padStart(2, '0')}`)))
    expect(Date.now() - began).toBeGreaterThan(950)
  })
})
