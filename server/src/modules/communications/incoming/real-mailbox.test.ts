import net from 'node:net'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailPeers, missingMailPeers, startMailPeers } from '../../../../../e2e/peers/mail-peers.ts'
import { type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { secretPurpose } from '../../../gateways/registered-provider.ts'
import { registerEngine, renewLease } from '../../case-runs/engine-lease.ts'
import { listMailboxes } from '../../providers/mailbox-providers.ts'
import { openMailboxListener } from './listen-to-mailboxes.ts'
import { readMailboxes } from './read-mailboxes.ts'
import { bounceAddress, messageToken } from './message-token.ts'

const missing = missingMailPeers()

describe.skipIf(missing.length > 0)('a real mail server and a real mailbox', () => {
  let peers: MailPeers
  let h: EngineHarness
  let customerId: number
  let caseIds: number[]
  let between: Between
  beforeAll(async () => {
    peers = await startMailPeers()
    between = await openBetween(peers.imapPort)
    const hosts = [peers.smtpPort, peers.imapPort, between.port].map((port) => `127.0.0.1:${port}`).join(',')
    h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: hosts } })
    const script = await h.buildScript()
    customerId = script.customerId
    const place = { host: '127.0.0.1', encryption: 'none' }
    const smtp = { kind: 'smtp', ...place, port: peers.smtpPort, user: '', sender: 'incasso@acme.test', dkim: null, perMinute: null }
    await provider('smtp', { ...smtp, perMinuteByDomain: [], bounces: 'incasso@acme.test' }, { is_default: true })
    await provider('imap', { kind: 'imap', ...place, port: between.port, user: 'incasso@acme.test', folder: 'INBOX' })
    const batch = await h.buildBatch(script, [{ email: 'anna@klant.test' }, { email: 'weg@late.test' }, { email: 'niemand@klant.test' }])
    caseIds = batch.caseIds
  })
  afterAll(async () => {
    await h.close()
    await between.close()
    await peers.close()
  })

  async function provider(kind: string, settings: object, change: object = {}) {
    const row = await h.db
      .insertInto('providers')
      .values({ customer_id: customerId, channel: 'email', kind, name: kind, settings: JSON.stringify(settings), ...change })
      .returning('id')
      .executeTakeFirstOrThrow()
    const secret = encrypt(h.services.config.secretKey, peers.password, secretPurpose({ customerId, id: row.id }))
    await h.db.updateTable('providers').set({ secret }).where('id', '=', row.id).execute()
  }

  const read = () => readMailboxes(h.services, new AbortController().signal)
  const eventsOf = (index: number) => h.events(caseIds[index] ?? 0)
  const stateOf = (index: number) =>
    h.db
      .selectFrom('communications')
      .select(['id', 'state', 'delivery', 'reason'])
      .where('case_id', '=', caseIds[index] ?? 0)
      .executeTakeFirstOrThrow()
  const listed = async () =>
    (await h.db.selectFrom('blacklist').select(['value', 'reason']).where('customer_id', '=', customerId).orderBy('value').execute()).map(
      ({ value, reason }) => `${value} ${reason}`,
    )

  test('mail leaves; what is refused in the conversation and what comes back later are both a dead address', async () => {
    await h.runUntilIdle()
    expect(await stateOf(0)).toMatchObject({ state: 'sent', delivery: null })
    expect(await stateOf(2)).toMatchObject({ state: 'refused', reason: expect.stringContaining('5.1.1') as string })
    await expect
      .poll(async () => {
        await read()
        return stateOf(1)
      })
      .toMatchObject({ state: 'sent', delivery: 'failed', reason: expect.stringContaining('5.1.1') as string })
    const { id } = await stateOf(1)
    const envelope = bounceAddress(h.services.config.secretKey, 'incasso@acme.test', id)
    expect(peers.log()).toContain(`from=<${envelope}>`)
    expect(peers.log()).toContain(`to=<${envelope}>`)
    expect(await listed()).toEqual(['niemand@klant.test bounce', 'weg@late.test bounce'])
    expect(await eventsOf(1)).toContain('emailFailed')
    expect(await eventsOf(2)).toContain('addressBlacklisted')
  })

  test('the answer of a debtor reaches the case once, with what is attached', async () => {
    const { id } = await stateOf(0)
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: peers.smtpPort, ignoreTLS: true })
    await transport.sendMail({
      ...{ from: 'Anna <anna@klant.test>', to: 'incasso@acme.test', subject: 'Re: Factuur' },
      inReplyTo: `<m.${id}.${messageToken(h.services.config.secretKey, id)}@acme.test>`,
      text: 'Ik heb al betaald, zie bijlage. Groet, Zoë €',
      attachments: [{ filename: 'afschrift é.pdf', content: Buffer.alloc(3_000, 9), contentType: 'application/pdf' }],
    })
    transport.close()
    const messages = () =>
      h.db
        .selectFrom('incoming_messages as m')
        .innerJoin('incoming_attachments as a', 'a.incoming_id', 'm.id')
        .select(['m.case_id', 'm.text', 'a.file_name', 'a.bytes'])
        .where('m.kind', '=', 'message')
        .execute()
    await expect
      .poll(async () => {
        await read()
        return messages()
      })
      .toEqual([{ case_id: caseIds[0], text: 'Ik heb al betaald, zie bijlage. Groet, Zoë €', file_name: 'afschrift é.pdf', bytes: 3_000 }])
    await read()
    expect((await eventsOf(0)).filter((event) => event === 'emailReceived')).toHaveLength(1)
  })

  test('two engines listen by one connection; what arrives is read at once, and a killed connection loses nothing and takes nothing twice', async () => {
    const { id } = await stateOf(0)
    const times = { askMs: 300_000, firstPauseMs: 50, pauseMaxMs: 200, steadyMs: 60_000, takenMs: 50, notGivenMs: 50 }
    const engines = [await registerEngine(h.db), await registerEngine(h.db)]
    const listeners = engines.map((id) => openMailboxListener(h.services, id, times))
    const lives = setInterval(() => void Promise.all(engines.map((id) => renewLease(h.db, id))), 1_000)
    const keep = () => Promise.all(listeners.map((one) => one.keep()))
    const listening = async () => (await listMailboxes(h.db)).length === 0
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: peers.smtpPort, ignoreTLS: true })
    const write = (text: string) =>
      transport.sendMail({
        ...{ from: 'Anna <anna@klant.test>', to: 'incasso@acme.test', subject: 'Re: Factuur', text },
        inReplyTo: `<m.${id}.${messageToken(h.services.config.secretKey, id)}@acme.test>`,
      })
    const texts = async () =>
      (await h.db.selectFrom('incoming_messages').select('text').where('text', 'like', 'Bericht %').orderBy('id').execute()).map(
        ({ text }) => text,
      )
    try {
      await keep()
      await expect.poll(listening, { timeout: 20_000 }).toBe(true)
      await keep()
      expect(between.open()).toBe(1)
      await write('Bericht 1')
      await expect.poll(texts, { timeout: 20_000 }).toEqual(['Bericht 1'])

      // The server is away: what arrives meanwhile waits there, and the mailbox is to be read every minute again.
      between.shut()
      await expect.poll(listening, { timeout: 20_000 }).toBe(false)
      await write('Bericht 2')
      between.reopen()
      await expect.poll(texts, { timeout: 20_000 }).toEqual(['Bericht 1', 'Bericht 2'])
      await expect.poll(listening, { timeout: 20_000 }).toBe(true)
      // Killed in the middle of reading, again and again.
      between.killEvery(9_000)
      for (let number = 3; number <= 6; number++) await write(`Bericht ${number} ${'x'.repeat(2_000)}`)
      await expect.poll(async () => (await texts()).length, { timeout: 30_000 }).toBeGreaterThan(2)
      between.killEvery(null)
      await expect.poll(async () => (await texts()).length, { timeout: 30_000 }).toBe(6)
      await read()
      expect(new Set(await texts()).size).toBe(6)
      expect(await texts()).toHaveLength(6)
      expect(between.mostAtOnce()).toBe(1)
    } finally {
      clearInterval(lives)
      transport.close()
      await Promise.all(listeners.map((one) => one.stop()))
    }
    expect(await listening()).toBe(false)
  }, 120_000)

  test('the test of a mailbox says where it stops', async () => {
    const test = async (change: object, password = peers.password) => {
      const settings = {
        kind: 'imap',
        host: '127.0.0.1',
        port: peers.imapPort,
        encryption: 'none',
        user: 'incasso@acme.test',
        folder: 'INBOX',
      }
      const key = { customerId, id: 99 }
      const one = { ...key, channel: 'email', name: 'x', settings: { ...settings, ...change }, dkimKey: null, state: 'active', version: 1 }
      const secret = encrypt(h.services.config.secretKey, password, secretPurpose(key))
      return h.gateways.testProvider({ ...one, secret } as never).then(
        () => 'fine',
        (error: { fault: string; cause: Error }) => `${error.fault}: ${error.cause.message}`,
      )
    }
    expect(await test({})).toBe('fine')
    expect(await test({}, 'verkeerd')).toMatch(/^signIn: .*[Aa]uth/)
    expect(await test({ folder: 'Bestaat niet' })).toMatch(/^answer: /)
    expect(await test({ port: peers.imapPort, encryption: 'starttls' })).toMatch(/^noTls: /)
    expect(await test({ port: peers.imapPort, encryption: 'tls' })).toMatch(/^certificate: /)
    expect(await test({ port: 25, host: '10.0.0.1' })).toMatch(/^notAllowed: /)
    expect(await test({ port: peers.smtpPort })).toMatch(/^answer: /)
  })
})

type Between = Awaited<ReturnType<typeof openBetween>>

/** Stands between us and a server, and kills connections: all of them, or each one after so many bytes. */
async function openBetween(serverPort: number) {
  const pairs = new Set<net.Socket>()
  let isShut = false
  let bytesMax: number | null = null
  let most = 0
  const proxy = net.createServer((near) => {
    if (isShut) return near.destroy()
    pairs.add(near)
    // Its client may have left another one just now, of which nothing was read yet.
    setImmediate(() => (most = Math.max(most, pairs.size)))
    const far = net.connect(serverPort, '127.0.0.1')
    let bytes = 0
    far.on('data', (chunk) => {
      bytes += chunk.length
      if (bytesMax !== null && bytes > bytesMax) near.destroy()
      else near.write(chunk)
    })
    near.on('data', (chunk) => far.write(chunk))
    const end = () => (pairs.delete(near), near.destroy(), far.destroy())
    for (const socket of [near, far]) socket.on('end', end).on('close', end).on('error', end)
    return undefined
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const killAll = () => {
    for (const near of pairs) near.destroy()
  }
  return {
    port: (proxy.address() as net.AddressInfo).port,
    open: () => pairs.size,
    mostAtOnce: () => most,
    shut: () => ((isShut = true), killAll()),
    reopen: () => (isShut = false),
    killEvery: (bytes: number | null) => (bytesMax = bytes),
    async close() {
      killAll()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
