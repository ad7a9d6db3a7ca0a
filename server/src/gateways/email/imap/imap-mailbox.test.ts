import net, { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { GatewayUnavailable } from '../../gateway-errors.ts'
import { type RegisteredProvider, secretPurpose } from '../../registered-provider.ts'
import { MailNotGiven } from '../mailbox.ts'
import { openImapMailbox } from './imap-mailbox.ts'
import { makeTempFolder } from '../../../../test/make-temp-folder.ts'

let server: net.Server
let sockets: Set<net.Socket>
let idleTag: string
/** What the server answers to a command, before its own words of it; null: nothing, for ever. */
let answers: Record<string, (tag: string) => string | null>

const opened = ['* 3 EXISTS', '* FLAGS (\\Seen)', '* OK [UIDVALIDITY 7] ok', '* OK [UIDNEXT 9] ok']

beforeEach(async () => {
  sockets = new Set()
  idleTag = ''
  answers = {
    SELECT: (tag) => `${opened.join('\r\n')}\r\n${tag} OK [READ-WRITE] done`,
    LIST: (tag) => `* LIST () "/" INBOX\r\n${tag} OK done`,
    CAPABILITY: (tag) => `* CAPABILITY IMAP4rev1 IDLE\r\n${tag} OK done`,
    IDLE: (tag) => ((idleTag = tag), '+ idling'),
    'UID SEARCH': (tag) => `* SEARCH 5\r\n${tag} OK done`,
  }
  server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.write('* OK ready\r\n')
    let rest = ''
    socket.on('data', (bytes) => {
      const lines = (rest + String(bytes)).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === 'DONE') {
          socket.write(`${idleTag} OK done\r\n`)
          continue
        }
        const [, tag = '', command = ''] = /^(\S+) ((?:UID )?\S+)/.exec(line) ?? []
        const answer = (answers[command] ?? ((its: string) => `${its} OK done`))(tag)
        if (answer !== null) socket.write(`${answer}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

function open(signal = new AbortController().signal) {
  const { port } = server.address() as AddressInfo
  const env = { DATA_DIR: makeTempFolder('imap'), ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` }
  const config = readConfig(env)
  const key = { customerId: 1, id: 2 }
  const settings = { kind: 'imap', host: '127.0.0.1', port, encryption: 'none', user: 'user', folder: 'INBOX' } as const
  const secret = encrypt(config.secretKey, 'geheim', secretPurpose(key))
  const provider: RegisteredProvider = {
    ...{ ...key, channel: 'email', name: 'Postvak', settings, secret, dkimKey: null, state: 'active', version: 1 },
  }
  return openImapMailbox(config, provider, signal)
}

test('a mailbox that cannot be searched or listed is a failure, and not one without new mail', async () => {
  const mailbox = await open()
  expect(await mailbox.list({ uid: 9 }, 10)).toEqual([])
  answers['UID FETCH'] = (tag) => `${tag} NO [SERVERBUG] not now`
  await expect(mailbox.list({ uid: 4 }, 10)).rejects.toBeInstanceOf(GatewayUnavailable)
  answers['UID SEARCH'] = (tag) => `${tag} NO [SERVERBUG] no search`
  await expect(mailbox.list({ uid: 4 }, 10)).rejects.toBeInstanceOf(GatewayUnavailable)
  await mailbox.close()
})

test('a mail that the server does not give is known from a connection that broke off', async () => {
  const mailbox = await open()
  for (const answer of ['NO [SERVERBUG] this one is broken', 'OK nothing here']) {
    answers['UID FETCH'] = (tag) => `${tag} ${answer}`
    await expect(mailbox.fetch(5)).rejects.toBeInstanceOf(MailNotGiven)
  }
  answers['UID FETCH'] = () => {
    for (const socket of sockets) socket.destroy()
    return null
  }
  const broken = await mailbox.fetch(5).catch((error: unknown) => error)
  expect(broken).toBeInstanceOf(GatewayUnavailable)
  expect(broken).not.toBeInstanceOf(MailNotGiven)
})

test('a mail that is larger than its server says is not taken in', async () => {
  const mailbox = await open()
  answers['UID FETCH'] = () => '* 1 FETCH (UID 5 BODY[] {900000000}'
  await expect(mailbox.fetch(5)).rejects.toMatchObject({ reason: 'tooLarge' })
})

test.each(['SELECT', 'UID FETCH'])('who is asked to stop does not wait for a server that is silent at %s', async (command) => {
  answers[command] = () => null
  const stop = new AbortController()
  const began = performance.now()
  setTimeout(() => stop.abort(), 300)
  const reading = open(stop.signal).then((mailbox) => mailbox.fetch(5))
  await expect(reading).rejects.toBeInstanceOf(GatewayUnavailable)
  expect(performance.now() - began).toBeLessThan(5_000)
  await expect.poll(() => sockets.size).toBe(0)
})

const push = (line: string) => {
  for (const socket of sockets) socket.write(`${line}\r\n`)
}

test('what arrives is announced at once, also when it arrived while the mailbox was read; the connection goes on to be used', async () => {
  const mailbox = await open()
  const waiting = mailbox.awaitNews(60_000)
  await expect.poll(() => idleTag).not.toBe('')
  push('* 4 EXISTS')
  expect(await waiting).toBe(true)
  expect(await mailbox.list({ uid: 9 }, 10)).toEqual([])

  // Announced with the answer to a command: nobody waits yet.
  answers['UID SEARCH'] = (tag) => `* 5 EXISTS\r\n* SEARCH 5\r\n${tag} OK done`
  await mailbox.list({ uid: 9 }, 10)
  expect(await mailbox.awaitNews(600_000)).toBe(true)
  await mailbox.close()
})

test('a connection that breaks while nothing arrives is a failure, and a quiet one is asked again after a while', async () => {
  const mailbox = await open()
  expect(await mailbox.awaitNews(20)).toBe(true)
  await mailbox.list({ uid: 9 }, 10)
  const before = idleTag
  const waiting = mailbox.awaitNews(60_000).catch((error: unknown) => error)
  await expect.poll(() => idleTag).not.toBe(before)
  for (const socket of sockets) socket.destroy()
  expect(await waiting).toBeInstanceOf(GatewayUnavailable)
})

test.each(['NO', 'BAD'])('a server that says it announces and then refuses to (%s) announces nothing', async (refusal) => {
  answers['IDLE'] = (tag) => `${tag} ${refusal} not here`
  const mailbox = await open()
  expect(await mailbox.awaitNews(600_000)).toBe(false)
  expect(await mailbox.list({ uid: 9 }, 10)).toEqual([])
  await mailbox.close()
})

test('a server that ends each wait at once is asked again after a pause, and what it announces then is not kept waiting', async () => {
  let asked = 0
  answers['IDLE'] = (tag) => (asked++, `+ idling\r\n${tag} OK enough`)
  const mailbox = await open()
  const began = performance.now()
  expect(await mailbox.awaitNews(600_000)).toBe(true)
  expect([asked, performance.now() - began > 900]).toEqual([1, true])
  const waiting = mailbox.awaitNews(600_000)
  await expect.poll(() => asked).toBe(2)
  push('* 4 EXISTS')
  expect(await waiting).toBe(true)
  await mailbox.close()
})

test('a server that announces nothing is not waited for', async () => {
  answers['CAPABILITY'] = (tag) => `* CAPABILITY IMAP4rev1\r\n${tag} OK done`
  const mailbox = await open()
  expect(await mailbox.awaitNews(600_000)).toBe(false)
  await mailbox.close()
})
