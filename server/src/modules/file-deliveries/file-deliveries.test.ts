import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { type FileDelivery, fileDeliveryApi } from '@regie/contract/file-deliveries.ts'
import { checksAtOnceMax } from '@regie/contract/files.ts'
import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { makeTempFolder } from '../../../test/make-temp-folder.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { openSftpServer } from '../../../test/sftp-server.ts'
import { decrypt } from '../../platform/security/encryption.ts'
import { checkImport } from '../imports/check-import.ts'
import { importBatch } from '../imports/import-batch.ts'
import { contentPurpose } from '../system-mail/queue-system-mail.ts'
import { followImports } from './follow-imports.ts'
import { sweepDelivered } from './sweep-delivered.ts'
import { lookAtDue } from './take-deliveries.ts'

const root = makeTempFolder('deliveries')
const remote = makeTempFolder('sftp')
let app: TestApp
let machine: Awaited<ReturnType<typeof openSftpServer>>
let port: number
let admin: Staff
let customerID: number
let scriptID: number
let dir: string

// Takes a call and says nothing.
let callers = 0
const silent = createServer(() => {
  callers += 1
})
const silentPort = () => (silent.address() as AddressInfo).port

beforeAll(async () => {
  machine = await openSftpServer(remote)
  port = machine.port
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  app = await openTestApp({
    env: { DELIVERIES_DIR: root, ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port},127.0.0.1:${silentPort()}`, CUSTOMER_FILES_MB: '10' },
  })
})
afterAll(async () => {
  await app?.close()
  silent.close()
  await machine.close()
})
beforeEach(async () => {
  await app.db.updateTable('file_deliveries').set({ is_on: false }).execute()
  Object.assign(machine, { passwords: [], isReadOnly: false, on: () => true })
  const script = await app.build.script()
  ;[customerID, scriptID] = [script.customerId, script.id]
  await signInAnew()
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
  ...{ pattern: '*.csv', everyMinutes: 15, scriptID, batchName: '{bestand}', startLater: true, contactIDs: [] as number[], isOn: true },
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

async function mails() {
  const rows = await app.db.selectFrom('system_messages').select(['kind', 'recipient', 'content']).orderBy('id').execute()
  return rows.map(({ kind, recipient, content }) => {
    const plain = decrypt(app.services.config.secretKey, content ?? Buffer.alloc(0), contentPurpose(recipient))
    const { subject, text } = JSON.parse(plain) as { subject: string; text: string }
    return { kind, recipient, subject, text: text.replaceAll('\u00a0', ' ') }
  })
}
const notices = () =>
  app.db
    .selectFrom('notifications')
    .select(['kind', 'user_id as userId', 'delivery_id as deliveryId', 'import_id as importId'])
    .where('customer_id', '=', customerID)
    .orderBy('id')
    .execute()
const imports = () => app.db.selectFrom('imports').select(['id', 'status']).where('customer_id', '=', customerID).execute()
async function addContact(email: string) {
  const made = { customer_id: customerID, last_name: 'Opdrachtgever', email }
  return (await app.db.insertInto('contacts').values(made).returning('id').executeTakeFirstOrThrow()).id
}
/** Sessions end by the clock. */
async function signInAnew() {
  admin = await app.build.staff({ rights: [Right.changeWebhooks, Right.uploadFiles], customers: [customerID] })
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
  await signInAnew()
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
  await signInAnew()
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
  expect(machine.passwords).toEqual([])
  const trusted = (await app.call(fileDeliveryApi.test, { params, body: { trustedKey: first.hostKey ?? '' } }).as(admin)).body
  expect(trusted).toMatchObject({ fault: null, found: 1, names: ['nacht.csv'], mayMove: true })
  await play()
  expect(await logOf(delivery)).toMatchObject([{ name: 'nacht.csv', state: 'imported', cases: 2 }])
  expect(readdirSync(path.join(remote, 'verwerkt'))).toEqual(['nacht.csv'])
  await machine.close()
  machine = await openSftpServer(remote, port)
  expect((await app.call(fileDeliveryApi.test, { params, body: {} }).as(admin)).body.fault).toBe('hostKeyChanged')
  expect(machine.passwords).toEqual([])
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

test('contacts get one mail of each file, with what was really loaded; who looks after it is notified of what was not', async () => {
  await app.db.deleteFrom('system_messages').execute()
  const contactIDs = [await addContact('debiteuren@klant.example')]
  await addContact('een.ander@klant.example')
  const content = rows()
  writeFileSync(path.join(dir, 'maandag.csv'), content)
  const delivery = (await create({ contactIDs })).body
  await play()
  await play()
  const taken = await mails()
  expect(taken).toMatchObject([{ kind: 'deliveryImported', recipient: 'debiteuren@klant.example', subject: 'Aangeleverd: maandag.csv' }])
  expect(taken[0]?.text).toContain('Gelezen rijen: 2. Dossiers gemaakt of bijgewerkt: 2. De nieuwe zijn samen € 1.262,50.')
  expect((await notices()).filter(({ kind }) => kind === 'deliveryFailed')).toEqual([])

  // One that is known already, one whose amount says nothing, and a new one.
  const [, known = ''] = content.split('\r\n')
  const more = `dossiernummer;achternaam;openstaand\r\n${known}\r\nM${series};Bakker;veel\r\nN${series};Smit;10,00\r\n`
  writeFileSync(path.join(dir, 'dinsdag.csv'), more)
  writeFileSync(path.join(dir, 'kopie.csv'), content)
  app.clock.advance(900_000)
  await signInAnew()
  await play()
  expect(await logOf(delivery)).toMatchObject([
    { name: 'kopie.csv', state: 'refused' },
    { name: 'dinsdag.csv', state: 'imported', rows: 3, cases: 1, refusedRows: 2 },
    {},
  ])
  const texts = (await mails()).map(({ kind, text }) => `${kind}: ${text}`)
  expect(texts).toHaveLength(3)
  const [ofTuesday = '', ofCopy = ''] = [texts.find((one) => one.includes('dinsdag.csv')), texts.find((one) => one.includes('kopie.csv'))]
  expect(ofTuesday).toContain(
    'Gelezen rijen: 3. Dossiers gemaakt of bijgewerkt: 1. De nieuwe zijn samen € 10,00. Rijen die niet zijn geïmporteerd: 2',
  )
  expect(ofCopy).toContain('deliveryRefused:')
  expect(ofCopy).toContain('Dezelfde inhoud kwam al eerder binnen: maandag.csv.')
  expect((await notices()).filter(({ kind }) => kind === 'deliveryFailed')).toContainEqual({
    ...{ kind: 'deliveryFailed', userId: admin.userId, deliveryId: delivery.deliveryID, importId: null },
  })
})

test('a file that waits for a person is mailed and notified of once, with its import', async () => {
  await app.db.deleteFrom('system_messages').execute()
  await app.db.updateTable('scripts').set({ import_mapping: null }).where('id', '=', scriptID).execute()
  writeFileSync(path.join(dir, 'nieuw.csv'), rows())
  await create({ contactIDs: [await addContact('debiteuren@klant.example')] })
  await play()
  await play()
  const [made] = await imports()
  expect((await mails()).map(({ kind, subject }) => [kind, subject])).toEqual([['deliveryWaits', 'Wacht op een medewerker: nieuw.csv']])
  expect((await mails())[0]?.text).toContain(`/files/upload?importID=${made?.id}`)
  expect((await notices()).filter(({ kind }) => kind === 'deliveryWaits')).toEqual([
    { kind: 'deliveryWaits', userId: admin.userId, deliveryId: null, importId: made?.id },
  ])
})

test('a customer whose room is full keeps its file where it lies, hears of it, and has it taken when there is room', async () => {
  writeFileSync(path.join(dir, 'a.csv'), rows())
  const filling = { customer_id: customerID, name: 'groot.csv', bytes: 10 * 1024 * 1024, sha256: Buffer.alloc(32), kind: 'batch' }
  const { id } = await app.db.insertInto('files').values(filling).returning('id').executeTakeFirstOrThrow()
  const delivery = (await create()).body
  await play()
  expect(await stand()).toMatchObject({ fault: 'full' })
  expect(await logOf(delivery)).toMatchObject([{ state: 'seen' }])
  expect(readdirSync(dir)).toEqual(['a.csv'])
  expect(await imports()).toEqual([])
  expect(await notices()).toMatchObject([{ kind: 'deliveryFailed', deliveryId: delivery.deliveryID }])
  await app.db.deleteFrom('files').where('id', '=', id).execute()
  app.clock.advance(900_000)
  await signInAnew()
  await play()
  expect(await stand()).toMatchObject({ fault: null, failingSince: null })
  expect(await logOf(delivery)).toMatchObject([{ state: 'imported', cases: 2 }])
})

test('more files than one user may have checked at a time: the rest waits, and comes in after', async () => {
  const names = Array.from({ length: checksAtOnceMax + 1 }, (_, i) => `${String(i).padStart(2, '0')}.csv`)
  for (const name of names) writeFileSync(path.join(dir, name), rows())
  const delivery = (await create()).body
  await look()
  for (let turn = 0; turn < 3; turn++) {
    app.clock.advance(16_000)
    await look()
  }
  const states = async () => (await logOf(delivery)).map(({ state }) => state)
  expect((await states()).filter((state) => state === 'checking')).toHaveLength(checksAtOnceMax)
  expect((await states()).filter((state) => state === 'seen')).toHaveLength(1)
  await play()
  await play()
  expect(new Set(await states())).toEqual(new Set(['imported']))
  expect(await imports()).toHaveLength(names.length)
})

test.each(['blocked', 'without the right', 'without the customer'])(
  'who saved it is %s: it stops and says so, until somebody else saves it',
  async (how) => {
    const owner = admin
    writeFileSync(path.join(dir, 'a.csv'), rows())
    const delivery = (await create()).body
    await signInAnew()
    if (how === 'blocked') await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', owner.userId).execute()
    else {
      await app.db.deleteFrom('right_group_members').where('user_id', '=', owner.userId).execute()
      if (how === 'without the customer') await app.build.grant(owner.userId, [Right.changeWebhooks, Right.uploadFiles])
      else await app.build.grant(owner.userId, [Right.changeWebhooks, ownCustomerRight(customerID)])
    }
    await play()
    expect(await stand()).toMatchObject({ fault: 'rightsLost', isOn: true })
    expect(await imports()).toEqual([])
    expect(existsSync(path.join(dir, 'a.csv'))).toBe(true)
    expect(await notices()).toContainEqual({
      kind: 'deliveryFailed',
      userId: admin.userId,
      deliveryId: delivery.deliveryID,
      importId: null,
    })
    const { deliveryID, version } = delivery
    const body = { ...parts(), version }
    expect((await app.call(fileDeliveryApi.change, { params: { deliveryID }, body }).as(admin)).status).toBe(200)
    await play()
    expect(await stand()).toMatchObject({ fault: null, actsFor: admin.username })
    expect(await logOf(delivery)).toMatchObject([{ state: 'imported', cases: 2 }])
  },
)

test('who saved it loses the right while a file is checked: no case comes of it, and the log says why', async () => {
  const owner = admin
  writeFileSync(path.join(dir, 'a.csv'), rows())
  const delivery = (await create()).body
  await signInAnew()
  await look()
  app.clock.advance(16_000)
  await look()
  await app.db.deleteFrom('right_group_members').where('user_id', '=', owner.userId).execute()
  await play()
  expect(await logOf(delivery)).toMatchObject([{ reason: { error: 'import.rightsLost' } }])
  expect(await app.db.selectFrom('cases').select('id').where('customer_id', '=', customerID).execute()).toEqual([])
})

test('where nothing may be moved a file is taken once, stays, and is known', async () => {
  const params = { deliveryID: 0 }
  // A file in place of the folder for what is done.
  writeFileSync(path.join(dir, 'verwerkt'), '')
  writeFileSync(path.join(dir, 'a.csv'), rows())
  const ofFolder = (await create()).body
  mkdirSync(path.join(remote, 'vast'))
  writeFileSync(path.join(remote, 'vast/b.csv'), rows())
  const sftp = { kind: 'sftp' as const, host: '127.0.0.1', port, username: 'regie', secret: 'geheim', folder: 'vast' }
  const ofMachine = (await create({ name: 'Machine', ...sftp })).body
  params.deliveryID = ofMachine.deliveryID
  machine.isReadOnly = true
  const { hostKey } = (await app.call(fileDeliveryApi.test, { params, body: {} }).as(admin)).body
  const trusted = (await app.call(fileDeliveryApi.test, { params, body: { trustedKey: hostKey ?? '' } }).as(admin)).body
  expect(trusted).toMatchObject({ fault: null, mayMove: false })
  expect((await app.call(fileDeliveryApi.test, { params: { deliveryID: ofFolder.deliveryID }, body: {} }).as(admin)).body.mayMove).toBe(
    false,
  )
  await play()
  app.clock.advance(900_000)
  await signInAnew()
  await play()
  for (const delivery of [ofFolder, ofMachine]) expect(await logOf(delivery)).toMatchObject([{ state: 'imported', cases: 2, isLeft: true }])
  expect(await imports()).toHaveLength(2)
  expect([existsSync(path.join(dir, 'a.csv')), existsSync(path.join(remote, 'vast/b.csv'))]).toEqual([true, true])
})

/** A look of a process of its own, until its end or until it is killed. */
function lookElsewhere() {
  const at = (file: string) => JSON.stringify(path.resolve(import.meta.dirname, file))
  const script = `
    import { openDatabase } from ${at('../../platform/db/database.ts')}
    import { readConfig } from ${at('../../platform/config.ts')}
    import { lookAtDue } from ${at('take-deliveries.ts')}
    const log = { warn() {}, error: (...words) => console.error(...words) }
    const { db, pool } = openDatabase(process.env.ITS_DATABASE, { log, servesAll: true })
    const clock = { now: () => new Date(process.env.ITS_NOW) }
    await lookAtDue({ db, pool, clock, log, config: readConfig(process.env), gateways: {} }, new AbortController().signal)
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...{ ITS_DATABASE: app.databaseUrl, ITS_NOW: app.clock.now().toISOString(), DATA_DIR: app.services.config.dataDir },
      ...{ DELIVERIES_DIR: root, ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` },
    },
  })
  const ended = new Promise<string>((done) => child.once('close', (code, signal) => done(signal ?? String(code))))
  return { kill: () => child.kill('SIGKILL'), ended }
}

test('a process killed while it fetches, before it moves and after it has moved takes the file once', { timeout: 60_000 }, async () => {
  const sftp = { kind: 'sftp' as const, host: '127.0.0.1', port, username: 'regie', secret: 'geheim', folder: '', pattern: 'dood.csv' }
  const delivery = (await create(sftp)).body
  const params = { deliveryID: delivery.deliveryID }
  const { hostKey } = (await app.call(fileDeliveryApi.test, { params, body: {} }).as(admin)).body
  await app.call(fileDeliveryApi.test, { params, body: { trustedKey: hostKey ?? '' } }).as(admin)
  writeFileSync(path.join(remote, 'dood.csv'), rows())
  await look()
  /** Dies at that moment; what it held is free again after its time. */
  async function dieAt(moment: 'read' | 'rename' | 'renamed') {
    app.clock.advance(12 * 60_000)
    const child = lookElsewhere()
    machine.on = (what) => {
      if (what !== moment) return true
      child.kill()
      return false
    }
    expect(await child.ended).toBe('SIGKILL')
    machine.on = () => true
  }
  await dieAt('read')
  expect(await imports()).toEqual([])
  app.clock.advance(12 * 60_000)
  expect(await lookElsewhere().ended).toBe('0')
  const [taken] = await imports()
  expect(taken).toMatchObject({ status: 'reading' })
  await checkImport(app.services, { customerId: customerID, importId: taken?.id ?? 0 })
  await followImports(app.services)
  await importBatch(app.services, { customerId: customerID, importId: taken?.id ?? 0 })
  await followImports(app.services)
  await dieAt('rename')
  expect(existsSync(path.join(remote, 'dood.csv'))).toBe(true)
  await dieAt('renamed')
  expect(existsSync(path.join(remote, 'dood.csv'))).toBe(false)
  app.clock.advance(12 * 60_000)
  await signInAnew()
  await play()
  expect(await logOf(delivery)).toMatchObject([{ name: 'dood.csv', state: 'imported', cases: 2, isLeft: false }])
  expect(await imports()).toHaveLength(1)
  expect(readdirSync(path.join(remote, 'verwerkt'))).toContain('dood.csv')
  expect(await app.db.selectFrom('cases').select('id').where('customer_id', '=', customerID).execute()).toHaveLength(2)
})

test('saving connects to nobody; a machine that says nothing keeps a test for ten seconds, not longer', { timeout: 30_000 }, async () => {
  const sftp = { kind: 'sftp' as const, host: '127.0.0.1', port: silentPort(), username: 'regie', secret: 'geheim', folder: '' }
  const { deliveryID, version } = (await create(sftp)).body
  const { secret: _, ...body } = { ...parts(), ...sftp, name: 'Anders', version }
  expect((await app.call(fileDeliveryApi.change, { params: { deliveryID }, body }).as(admin)).status).toBe(200)
  expect(callers).toBe(0)
  const { fault } = (await app.call(fileDeliveryApi.test, { params: { deliveryID }, body: {} }).as(admin)).body
  expect([fault, callers]).toEqual(['timeout', 1])
})

test('after a year a file leaves the log, and its content is still known', async () => {
  const content = rows()
  writeFileSync(path.join(dir, 'oud.csv'), content)
  const delivery = (await create()).body
  await play()
  const now = app.clock.now().getTime()
  await sweepDelivered(app.db, new Date(now + 364 * 86_400_000))
  expect(await logOf(delivery)).toHaveLength(1)
  await sweepDelivered(app.db, new Date(now + 366 * 86_400_000))
  expect(await logOf(delivery)).toEqual([])
  writeFileSync(path.join(dir, 'weer.csv'), content)
  app.clock.advance(900_000)
  await signInAnew()
  await app.db
    .updateTable('files')
    .set({ sha256: Buffer.alloc(32) })
    .where('customer_id', '=', customerID)
    .execute()
  await play()
  expect(await logOf(delivery)).toMatchObject([{ name: 'weer.csv', state: 'refused', reason: { error: 'delivery.twice' } }])
  expect((await logOf(delivery))[0]?.reason?.params.name).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('a name with control characters is cleaned in a mail and as a batch; one of 255 bytes is taken, and a huge file is refused unread', async () => {
  await app.db.deleteFrom('system_messages').execute()
  const long = `${'l'.repeat(251)}.csv`
  const broken = 'a\r\nBcc: kwaad@example.nl\u001b[2J\u202e.csv'
  for (const name of [long, broken]) writeFileSync(path.join(dir, name), rows())
  writeFileSync(path.join(dir, 'groot.csv'), '')
  truncateSync(path.join(dir, 'groot.csv'), 8 * 1024 ** 4)
  const delivery = (await create({ contactIDs: [await addContact('debiteuren@klant.example')] })).body
  const { found } = (await app.call(fileDeliveryApi.test, { params: { deliveryID: delivery.deliveryID }, body: {} }).as(admin)).body
  expect(found).toBe(3)
  await play()
  await play()
  const logged = (await logOf(delivery)).map(({ name, state }) => [name, state])
  expect(logged.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))).toEqual([
    [broken, 'imported'],
    ['groot.csv', 'refused'],
    [long, 'imported'],
  ])
  expect(readdirSync(path.join(dir, 'verwerkt')).toSorted()).toEqual([broken, long])
  const batches = await app.db.selectFrom('batches').select('name').where('customer_id', '=', customerID).execute()
  const subjects = (await mails()).map(({ subject }) => subject)
  expect([batches.length, subjects.length]).toEqual([2, 3])
  for (const words of [...batches.map(({ name }) => name), ...subjects]) expect(words).not.toMatch(/\p{C}/u)
})
