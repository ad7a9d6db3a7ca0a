import { generateKeyPairSync } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { type FileDelivery, fileDeliveryApi } from '@regie/contract/file-deliveries.ts'
import { Right } from '@regie/contract/right-codes.ts'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { makeTempFolder } from '../../../test/make-temp-folder.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { checkImport } from '../imports/check-import.ts'
import { importBatch } from '../imports/import-batch.ts'
import { followImports } from './follow-imports.ts'
import { lookAtDue } from './take-deliveries.ts'

const root = makeTempFolder('deliveries')
const remote = makeTempFolder('sftp')
let app: TestApp
let server: ssh2.Server
let port: number
let admin: Staff
let customerID: number
let scriptID: number
let dir: string

const hostKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey

/** A machine with files, at a port of this one; `signedIn` counts who gave the password. */
function openServer(key: string, at = 0): Promise<ssh2.Server> {
  const opened = new ssh2.Server({ hostKeys: [key] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (asked) => {
      passwords.push(asked.method === 'password' ? asked.password : asked.method)
      if (asked.method === 'password' && asked.password === 'geheim') asked.accept()
      else asked.reject(['password'])
    })
    client.on('ready', () => client.on('session', (accept) => accept().on('sftp', (take) => serveFiles(take()))))
  })
  return new Promise((resolve) => opened.listen(at, '127.0.0.1', () => resolve(opened)))
}
const passwords: string[] = []
const { OK, EOF, NO_SUCH_FILE, FAILURE } = ssh2.utils.sftp.STATUS_CODE

function serveFiles(sftp: ssh2.SFTPWrapper) {
  const handles = new Map<number, { names: string[] } | { content: Buffer }>()
  let next = 0
  const real = (name: string) => path.join(remote, name)
  const open = (what: { names: string[] } | { content: Buffer }) => {
    next += 1
    handles.set(next, what)
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(next)
    return handle
  }
  const attrsOf = (name: string) => {
    const { mode, uid, gid, size, atimeMs, mtimeMs } = lstatSync(real(name))
    return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) }
  }
  sftp.on('OPENDIR', (id, name) =>
    existsSync(real(name))
      ? sftp.handle(id, open({ names: readdirSync(real(name)).map((one) => path.join(name, one)) }))
      : sftp.status(id, NO_SUCH_FILE),
  )
  sftp.on('READDIR', (id, handle) => {
    const at = handles.get(handle.readUInt32BE())
    if (!at || !('names' in at) || at.names.length === 0) return sftp.status(id, EOF)
    sftp.name(
      id,
      at.names.splice(0).map((name) => ({ filename: path.basename(name), longname: '-', attrs: attrsOf(name) })),
    )
  })
  sftp.on('LSTAT', (id, name) => (existsSync(real(name)) ? sftp.attrs(id, attrsOf(name)) : sftp.status(id, NO_SUCH_FILE)))
  sftp.on('STAT', (id, name) => (existsSync(real(name)) ? sftp.attrs(id, attrsOf(name)) : sftp.status(id, NO_SUCH_FILE)))
  sftp.on('OPEN', (id, name) => sftp.handle(id, open({ content: readFileSync(real(name)) })))
  sftp.on('FSTAT', (id) => sftp.status(id, FAILURE))
  sftp.on('READ', (id, handle, offset, length) => {
    const at = handles.get(handle.readUInt32BE())
    if (!at || !('content' in at) || offset >= at.content.length) return sftp.status(id, EOF)
    sftp.data(id, at.content.subarray(offset, offset + length))
  })
  sftp.on('CLOSE', (id) => sftp.status(id, OK))
  sftp.on('MKDIR', (id, name) => {
    mkdirSync(real(name))
    sftp.status(id, OK)
  })
  sftp.on('RENAME', (id, from, to) => {
    renameSync(real(from), real(to))
    sftp.status(id, OK)
  })
}

beforeAll(async () => {
  server = await openServer(hostKey())
  port = (server.address() as AddressInfo).port
  app = await openTestApp({ env: { DELIVERIES_DIR: root, ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` } })
})
afterAll(async () => {
  await app?.close()
  await new Promise<void>((done) => server.close(() => done()))
})
beforeEach(async () => {
  await app.db.updateTable('file_deliveries').set({ is_on: false }).execute()
  passwords.length = 0
  const script = await app.build.script()
  ;[customerID, scriptID] = [script.customerId, script.id]
  admin = await app.build.staff({ rights: [Right.changeWebhooks, Right.uploadFiles], customers: [customerID] })
  dir = path.join(root, String(customerID), 'in')
  mkdirSync(dir, { recursive: true })
  // What a person chose once for these columns.
  const columns = {
    dossiernummer: [{ field: 'dossiernummer', transform: null }],
    achternaam: [{ field: 'achternaam', transform: null }],
    openstaand: [{ field: 'openstaand', transform: null }],
  }
  await app.db
    .updateTable('scripts')
    .set({ import_mapping: JSON.stringify({ columns, names: {} }) })
    .where('id', '=', scriptID)
    .execute()
})

let series = 0
const rows = () => `dossiernummer;achternaam;openstaand\r\nL${++series}-1;Jansen;12,50\r\nL${series}-2;de Vries;1.250,00\r\n`
const parts = () => ({
  ...{ name: 'Nacht', kind: 'folder' as const, host: '', port: 22, username: '', signIn: 'password' as const, folder: 'in' },
  ...{ pattern: '*.csv', everyMinutes: 15, scriptID, batchName: '{bestand}', startLater: true, contactIDs: [], isOn: true },
})
type Wanted = Partial<Omit<ReturnType<typeof parts>, 'kind'>> & { kind?: 'folder' | 'sftp'; secret?: string }
const create = (wanted: Wanted = {}, by = admin) => app.call(fileDeliveryApi.create, { body: { customerID, ...parts(), ...wanted } }).as(by)
const logOf = async ({ deliveryID }: FileDelivery) =>
  (await app.call(fileDeliveryApi.files, { params: { deliveryID }, query: { limit: 50 } }).as(admin)).body.rows
const stand = async () => (await app.call(fileDeliveryApi.list, { query: { customerID } }).as(admin)).body.rows[0]
const look = () => lookAtDue(app.services, new AbortController().signal)
/** Until files that kept still are taken, checked, imported and put aside. */
async function play() {
  await look()
  app.clock.advance(16_000)
  await look()
  for (let turn = 0; turn < 2; turn++) {
    const waiting = await app.db.selectFrom('imports').select(['id', 'status']).where('customer_id', '=', customerID).execute()
    for (const { id, status } of waiting) {
      if (status === 'reading') await checkImport(app.services, { customerId: customerID, importId: id })
      if (status === 'importing') await importBatch(app.services, { customerId: customerID, importId: id })
    }
    await followImports(app.services)
  }
  await look()
}

test('a file becomes a batch and is put aside; its content comes in once, whatever its name', async () => {
  const content = rows()
  writeFileSync(path.join(dir, 'maandag.csv'), content)
  writeFileSync(path.join(dir, 'lees mij.txt'), 'geen dossiers')
  const delivery = (await create()).body
  await play()
  expect(await logOf(delivery)).toMatchObject([
    { name: 'maandag.csv', state: 'imported', batchName: 'maandag', rows: 2, cases: 2, refusedRows: 0, isLeft: false },
  ])
  expect(readdirSync(dir).sort()).toEqual(['lees mij.txt', 'verwerkt'])
  writeFileSync(path.join(dir, 'dinsdag.csv'), content)
  app.clock.advance(900_000)
  admin = await app.build.staff({ rights: [Right.changeWebhooks, Right.uploadFiles], customers: [customerID] })
  await play()
  expect(await logOf(delivery)).toMatchObject([
    { name: 'dinsdag.csv', state: 'refused', reason: { error: 'delivery.twice', params: { name: 'maandag.csv' } } },
    {},
  ])
  expect(readdirSync(path.join(dir, 'geweigerd'))).toEqual(['dinsdag.csv'])
  expect(await app.db.selectFrom('batches').select('id').where('customer_id', '=', customerID).execute()).toHaveLength(1)
})

test('a file that still grows waits; one of which the columns are unknown waits for a person', async () => {
  await app.db.updateTable('scripts').set({ import_mapping: null }).where('id', '=', scriptID).execute()
  const file = path.join(dir, 'a.csv')
  writeFileSync(file, rows())
  const delivery = (await create()).body
  await look()
  app.clock.advance(16_000)
  writeFileSync(file, rows() + rows().split('\r\n').slice(1).join('\r\n'))
  await look()
  expect(await logOf(delivery)).toMatchObject([{ state: 'seen' }])
  app.clock.advance(16_000)
  await play()
  expect(await logOf(delivery)).toMatchObject([{ state: 'asking', reason: { error: 'delivery.mappingUnknown' } }])
  expect(await stand()).toMatchObject({ waiting: 1 })
  expect(existsSync(file)).toBe(true)
})

test('an engine that ends between taking a file and putting it aside takes it once', async () => {
  writeFileSync(path.join(dir, 'a.csv'), rows())
  const delivery = (await create()).body
  await play()
  // As if the move had been done and not written down, and the file had come back from a copy.
  await app.db.updateTable('delivered_files').set({ place: 'there' }).where('customer_id', '=', customerID).execute()
  await app.db.updateTable('file_deliveries').set({ next_at: app.clock.now() }).where('id', '=', delivery.deliveryID).execute()
  await Promise.all([look(), look()])
  expect(await logOf(delivery)).toHaveLength(1)
  expect(await app.db.selectFrom('imports').select('id').where('customer_id', '=', customerID).execute()).toHaveLength(1)
})

test('an empty file is refused when it stayed empty; a link and a folder outside are never read', async () => {
  writeFileSync(path.join(dir, 'leeg.csv'), '')
  writeFileSync(path.join(root, 'van een ander.csv'), rows())
  symlinkSync(path.join(root, 'van een ander.csv'), path.join(dir, 'link.csv'))
  const delivery = (await create()).body
  await look()
  app.clock.advance(900_000)
  await look()
  admin = await app.build.staff({ rights: [Right.changeWebhooks, Right.uploadFiles], customers: [customerID] })
  expect(await logOf(delivery)).toMatchObject([{ name: 'leeg.csv', state: 'refused', reason: { error: 'file.empty' } }])
  for (const folder of ['../1', '/etc', 'in/../../x']) expect((await create({ name: folder, folder })).status).toBe(422)
  symlinkSync(root, path.join(root, String(customerID), 'uit'))
  const led = (await create({ name: 'uit', folder: 'uit' })).body
  expect((await app.call(fileDeliveryApi.test, { params: { deliveryID: led.deliveryID }, body: {} }).as(admin)).body.fault).toBe('outside')
})

test('over SFTP: no password before the key is trusted, the file comes in, and another key gets nothing', async () => {
  writeFileSync(path.join(remote, 'nacht.csv'), rows())
  const delivery = (await create({ kind: 'sftp', host: '127.0.0.1', port, username: 'regie', secret: 'geheim', folder: '' })).body
  expect(JSON.stringify(delivery)).not.toContain('geheim')
  const params = { deliveryID: delivery.deliveryID }
  const first = (await app.call(fileDeliveryApi.test, { params, body: {} }).as(admin)).body
  expect(first).toMatchObject({ fault: 'hostKeyNew', hostKey: expect.stringMatching(/^SHA256:/) as string })
  expect(passwords).toEqual([])
  const trusted = (await app.call(fileDeliveryApi.test, { params, body: { trustedKey: first.hostKey ?? '' } }).as(admin)).body
  expect(trusted).toMatchObject({ fault: null, found: 1, names: ['nacht.csv'], mayMove: true })
  await play()
  expect(await logOf(delivery)).toMatchObject([{ name: 'nacht.csv', state: 'imported', cases: 2 }])
  expect(readdirSync(path.join(remote, 'verwerkt'))).toEqual(['nacht.csv'])
  await new Promise<void>((done) => server.close(() => done()))
  passwords.length = 0
  server = await openServer(hostKey(), port)
  expect((await app.call(fileDeliveryApi.test, { params, body: {} }).as(admin)).body.fault).toBe('hostKeyChanged')
  expect(passwords).toEqual([])
})

test('no machine of our own network, no port of another service, no upload by who may not upload, nothing of a stranger', async () => {
  const sftp = { kind: 'sftp' as const, username: 'regie', secret: 'x' }
  for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'localhost'])
    expect((await create({ ...sftp, host })).status).toBe(422)
  expect((await create({ ...sftp, host: 'sftp.example.nl', port: 25 })).status).toBe(422)
  const reader = await app.build.staff({ rights: [Right.changeWebhooks], customers: [customerID] })
  expect((await create({}, reader)).status).toBe(403)
  const { deliveryID } = (await create()).body
  const stranger = await app.build.staff({
    rights: [Right.changeWebhooks, Right.uploadFiles],
    customers: [(await app.build.customer()).id],
  })
  expect((await app.call(fileDeliveryApi.test, { params: { deliveryID }, body: {} }).as(stranger)).status).toBe(404)
})
