import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import ssh2 from 'ssh2'
import { afterEach, expect, test } from 'vitest'
import type { Place } from './place.ts'
import { openSftp } from './sftp-place.ts'

// A machine that lies, hangs or goes away; what one does that is honest stands in file-deliveries.test.ts.
type Entry = { filename: string; longname: string; attrs: object }
type Session = { client: ssh2.Connection; sftp: ssh2.SFTPWrapper }
type Machine = { port: number; close: () => void }
let open: Machine | undefined
afterEach(() => open?.close())

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

async function openMachine(serve: (session: Session) => void): Promise<Machine> {
  const clients = new Set<ssh2.Connection>()
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.on('authentication', (asked) => asked.accept())
    client.on('ready', () => client.on('session', (accept) => accept().on('sftp', (take) => serve({ client, sftp: take() }))))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const close = () => {
    for (const client of clients) client.end()
    server.close()
  }
  open = { port: (server.address() as AddressInfo).port, close }
  return open
}

/** Lists these, and nothing more. */
const listing = (entries: readonly Entry[]) => (sftp: ssh2.SFTPWrapper) => {
  let isListed = false
  sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from('d')))
  sftp.on('READDIR', (id) => {
    if (isListed) return sftp.status(id, ssh2.utils.sftp.STATUS_CODE.EOF)
    isListed = true
    sftp.name(id, entries as ssh2.FileEntry[])
  })
  sftp.on('CLOSE', (id) => sftp.status(id, ssh2.utils.sftp.STATUS_CODE.OK))
}

async function enter({ port }: Machine, signal = new AbortController().signal): Promise<Place> {
  const address = { host: '127.0.0.1', port, username: 'regie', signIn: 'password' as const, secret: 'geheim', folder: '' }
  let shown = ''
  const options = { allowedHosts: ['127.0.0.1'], signal, onHostKey: (key: string) => void (shown = key) }
  await openSftp({ ...address, hostKey: null }, options).catch(() => undefined)
  return openSftp({ ...address, hostKey: shown }, options)
}

/** Settled within so many seconds; else a word of its own. */
const within = <T>(seconds: number, work: Promise<T>) =>
  Promise.race([work, new Promise<'never'>((done) => setTimeout(() => done('never'), seconds * 1_000))])
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { fault?: string }) => error.fault,
  )

test('a machine that goes away while it is asked is let go of at once', async () => {
  const place = await enter(await openMachine(({ client, sftp }) => sftp.on('OPENDIR', () => client.end())))
  expect(await within(5, faultOf(place.list()))).toBe('broken')
  expect(await within(5, place.close())).toBeUndefined()
})

test('one that does not answer is cut off in time, and let go of', async () => {
  const cut = new AbortController()
  const place = await enter(await openMachine(({ sftp }) => sftp.on('OPENDIR', () => undefined)), cut.signal)
  setTimeout(() => cut.abort(), 200)
  expect(await within(5, faultOf(place.list()))).toBe('timeout')
  expect(await within(5, place.close())).toBeUndefined()
})

test('an entry without size or moment, of an impossible size, with a name that no file has, or named twice, does not hide the others', async () => {
  const file = (filename: string, attrs: object) => ({ filename, longname: '-', attrs: { mode: 0o100_644, ...attrs } })
  const times = { atime: 1_780_000_000, mtime: 1_780_000_000 }
  const right = { size: 12, ...times }
  const entries = [
    file('goed.csv', right),
    file('goed.csv', { size: 13, ...times }),
    file('zonder grootte.csv', times),
    file('zonder moment.csv', { size: 12 }),
    file('te groot.csv', { size: 2 ** 63, ...times }),
    file('nul\0.csv', right),
    file('', right),
    file('../uit.csv', right),
    file('..', right),
    file('ook goed.csv', right),
  ]
  const place = await enter(await openMachine(({ sftp }) => listing(entries)(sftp)))
  expect((await place.list()).map(({ name, bytes }) => [name, bytes])).toEqual([
    ['goed.csv', 12],
    ['ook goed.csv', 12],
  ])
  await place.close()
})

test('a file of which more is read than was said, or that never ends, is not taken', async () => {
  let reads = 0
  const machine = await openMachine(({ sftp }) => {
    sftp.on('LSTAT', (id) => sftp.attrs(id, { mode: 0o100_644, uid: 0, gid: 0, size: 100, atime: 1_780_000_000, mtime: 1_780_000_000 }))
    sftp.on('FSTAT', (id) => sftp.attrs(id, { mode: 0o100_644, uid: 0, gid: 0, size: 2 ** 40, atime: 0, mtime: 0 }))
    sftp.on('OPEN', (id) => sftp.handle(id, Buffer.from('f')))
    sftp.on('READ', (id, _handle, _offset, length) => {
      reads += 1
      sftp.data(id, Buffer.alloc(length))
    })
    sftp.on('CLOSE', (id) => sftp.status(id, ssh2.utils.sftp.STATUS_CODE.OK))
  })
  const place = await enter(machine)
  const file = { name: 'a.csv', bytes: 100, modifiedAt: new Date(1_780_000_000_000) }
  expect(await within(5, place.read(file))).toBeNull()
  expect(reads).toBeLessThan(10)
  expect(await within(5, place.close())).toBeUndefined()
})
