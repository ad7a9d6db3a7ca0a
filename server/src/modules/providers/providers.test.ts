import { generateKeyPairSync } from 'node:crypto'
import { loginApi } from '@regie/contract/login.ts'
import { providerApi, type ProviderSettings } from '@regie/contract/providers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../../../e2e/peers/smtp-sink.ts'
import type { Staff } from '../../../test/builders.ts'
import { openAsteriskPeer } from '../../../test/asterisk-peer.ts'
import { asteriskSettings } from '../../../test/asterisk-story.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

const rights = [Right.changeProviders, Right.viewScripts, Right.changeScripts]
let sink: SmtpSink
let gonePort: number
let app: TestApp
let customerID: number
let staff: Staff
beforeAll(async () => {
  sink = await openSmtpSink({ auth: '\0user\0geheim-woord' })
  const gone = await openSmtpSink()
  gonePort = gone.port
  await gone.close()
  app = await openTestApp({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${sink.port},127.0.0.1:${gonePort}` } })
  customerID = (await app.build.customer()).id
  staff = await app.build.staff({ rights, customers: [customerID] })
})
afterAll(async () => {
  await app.close()
  await sink.close()
})

const smtp = (change: object = {}): ProviderSettings => ({
  ...{ kind: 'smtp', host: '127.0.0.1', port: sink.port, encryption: 'none', user: 'user', sender: 'wij@example.nl' },
  ...{ dkim: null, perMinute: null, perMinuteByDomain: [] },
  ...change,
})
const simulated: ProviderSettings = { kind: 'simulated' }
const standard = { isOff: false, isDefault: false }
const create = (body: object) =>
  app.call(providerApi.create, { body: { customerID, channel: 'email', settings: smtp(), ...standard, name: 'Post', ...body } }).as(staff)
const runTest = (providerID: number) => app.call(providerApi.test, { params: { providerID } }).as(staff)

test('the test connects and signs in; the password is kept encrypted, never answered and never in the audit log', async () => {
  const made = await create({ name: 'Mailserver', secret: 'geheim-woord' })
  expect(made).toMatchObject({ status: 200, body: { hasSecret: true, state: 'active', testedAt: null } })
  const { providerID, version } = made.body
  expect((await runTest(providerID)).body).toMatchObject({
    state: 'active',
    testFault: null,
    testText: '',
    testedAt: expect.any(String) as string,
  })
  const body = { name: 'Mailserver', settings: smtp(), ...standard, secret: 'verkeerd-woord', version }
  const changed = await app.call(providerApi.change, { params: { providerID }, body }).as(staff)
  const failed = await runTest(providerID)
  expect(failed.body).toMatchObject({ state: 'failing', testFault: 'signIn', testText: expect.stringContaining('535') as string })
  const { rows } = await app.pool.query<{ row: object }>(
    'select to_jsonb(p) as row from providers p union all select to_jsonb(a) from audit a where customer_id = $1',
    [customerID],
  )
  const all = JSON.stringify([rows, made.body, changed.body, failed.body])
  expect(all).toContain('Mailserver')
  for (const word of ['geheim-woord', 'verkeerd-woord'])
    for (const form of [word, Buffer.from(word).toString('hex')]) expect(all).not.toContain(form)
  // Another user at the same server never gets the kept password.
  const other = { ...body, settings: smtp({ user: 'ander' }), secret: undefined, version: changed.body.version }
  expect(await app.call(providerApi.change, { params: { providerID }, body: other }).as(staff)).toMatchObject({
    status: 422,
    body: { error: 'provider.secretMissing' },
  })
})

test('the key that signs is taken only as a private RSA key, kept encrypted and never shown', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    ...{ modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs1', format: 'pem' } },
  } as const)
  const settings = smtp({ user: '', dkim: { domain: 'example.nl', selector: 's1' } })
  expect((await create({ name: 'Ondertekend', settings })).body).toMatchObject({ error: 'provider.dkimKeyMissing', field: 'dkimKey' })
  for (const dkimKey of ['sleutel', privateKey.slice(0, 400)])
    expect((await create({ name: 'Ondertekend', settings, dkimKey })).body).toMatchObject({ error: 'provider.dkimKeyInvalid' })
  const made = await create({ name: 'Ondertekend', settings, dkimKey: privateKey })
  expect(made).toMatchObject({ status: 200, body: { hasDkimKey: true } })
  const { providerID, version } = made.body
  const kept = await app
    .call(providerApi.change, { params: { providerID }, body: { name: 'Ondertekend', settings, ...standard, version } })
    .as(staff)
  expect(kept.body).toMatchObject({ hasDkimKey: true })
  const { rows } = await app.pool.query<{ row: object }>(
    'select to_jsonb(p) as row from providers p union all select to_jsonb(a) from audit a where customer_id = $1',
    [customerID],
  )
  const inner = privateKey.split('\n').slice(2, 4)
  for (const line of inner)
    for (const form of [line, Buffer.from(line).toString('hex')]) expect(JSON.stringify([rows, made.body, kept.body])).not.toContain(form)
  const without = { name: 'Ondertekend', settings: smtp({ user: '' }), ...standard, version: kept.body.version }
  expect((await app.call(providerApi.change, { params: { providerID }, body: without }).as(staff)).body).toMatchObject({
    hasDkimKey: false,
  })
})

test('a server of our own network is refused, as is a kind that cannot carry the channel and a name that is taken', async () => {
  for (const settings of [smtp({ port: 1 }), smtp({ host: '10.0.0.1', port: 25 }), smtp({ host: 'localhost', port: 25 })])
    expect(await create({ name: 'Binnen', settings })).toMatchObject({ status: 422, body: { error: 'provider.hostInvalid' } })
  expect(await create({ channel: 'sms', name: 'Mail als sms' })).toMatchObject({ status: 422, body: { error: 'provider.kindInvalid' } })
  await create({ name: 'Dubbel', settings: simulated })
  expect(await create({ name: 'dubbel', settings: simulated })).toMatchObject({ status: 409, body: { error: 'provider.nameTaken' } })
})

test('a channel has one default; a provider that a script names stays', async () => {
  const first = await create({ channel: 'sms', name: 'Eerste', settings: simulated, isDefault: true })
  await create({ channel: 'sms', name: 'Tweede', settings: simulated, isDefault: true })
  const { body } = await app.call(providerApi.list, { query: { customerID } }).as(staff)
  expect(body.rows.filter((row) => row.channel === 'sms').map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Tweede', true],
    ['Eerste', false],
  ])
  const { id: scriptID } = await app.build.script({ customerId: customerID, name: 'Noemt hem' })
  const usersOf = async (name: string) => {
    const listed = await app.call(providerApi.list, { query: { customerID } }).as(staff)
    const found = listed.body.rows.find((row) => row.name === name)
    return [found?.scripts, found?.scriptsByDefault]
  }
  expect([await usersOf('Eerste'), await usersOf('Tweede')]).toEqual([
    [[], []],
    [[], ['Noemt hem']],
  ])
  const { body: info } = await app.call(scriptSettingsApi.info, { params: { scriptID } }).as(staff)
  const put = (change: object) =>
    app.call(scriptSettingsApi.change, { params: { scriptID }, body: { ...info, ...change } as never }).as(staff)
  expect(await put({ emailProvider: first.body.providerID })).toMatchObject({ status: 422, body: { error: 'script.choiceUnknown' } })
  expect((await put({ smsProvider: first.body.providerID })).status).toBe(200)
  expect([await usersOf('Eerste'), await usersOf('Tweede')]).toEqual([
    [['Noemt hem'], []],
    [[], []],
  ])
  const { providerID } = first.body
  const remove = () => app.call(providerApi.remove, { params: { providerID } }).as(staff)
  expect(await remove()).toMatchObject({ status: 409, body: { error: 'provider.inUse', params: { scripts: 'Noemt hem' } } })
  const { body: now } = await app.call(scriptSettingsApi.info, { params: { scriptID } }).as(staff)
  await put({ smsProvider: null, version: now.version })
  expect((await remove()).status).toBeLessThan(300)
})

test('a mailbox that is read carries nothing: it is no default, and no script can choose it', async () => {
  const settings = { kind: 'imap', host: '127.0.0.1', port: sink.port, encryption: 'none', user: 'user', folder: 'INBOX' } as const
  const refused = await create({ name: 'Postvak', settings, secret: 'geheim-woord', isDefault: true })
  expect(refused.body).toMatchObject({ error: 'provider.kindInvalid', field: 'isDefault' })
  expect((await create({ name: 'Postvak', settings })).body).toMatchObject({ error: 'provider.secretMissing' })
  const made = await create({ name: 'Postvak', settings, secret: 'geheim-woord' })
  expect(made).toMatchObject({ status: 200, body: { settings, hasSecret: true } })
  const { id: scriptID } = await app.build.script({ customerId: customerID })
  const { body: info } = await app.call(scriptSettingsApi.info, { params: { scriptID } }).as(staff)
  expect(info.choices.providers.map(({ providerID }) => providerID)).not.toContain(made.body.providerID)
  const body = { ...info, emailProvider: made.body.providerID } as never
  expect((await app.call(scriptSettingsApi.change, { params: { scriptID }, body }).as(staff)).body).toMatchObject({
    error: 'script.choiceUnknown',
  })
})

test('a failed test says at which point the connection stopped', async () => {
  const faultOf = async (name: string, settings: ProviderSettings) => {
    const made = await create({ name, settings, secret: 'geheim-woord' })
    return (await runTest(made.body.providerID)).body.testFault
  }
  expect(await faultOf('Zonder STARTTLS', smtp({ encryption: 'starttls' }))).toBe('noTls')
  expect(await faultOf('Geen TLS', smtp({ encryption: 'tls' }))).toBe('certificate')
  expect(await faultOf('Weg', smtp({ port: gonePort }))).toBe('unreachable')
  const { body } = await create({ name: 'Later verboden', settings: smtp({ user: '' }) })
  // As after an operator takes a host from ALLOW_PRIVATE_HOSTS.
  await app.pool.query(`update providers set settings = settings || '{"port": 25}' where id = $1`, [body.providerID])
  expect((await runTest(body.providerID)).body.testFault).toBe('notAllowed')
})

test('a stranger sees and tests nothing', async () => {
  const { body } = await create({ name: 'Van ons', settings: simulated })
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  expect((await app.call(providerApi.list, { query: { customerID } }).as(stranger)).status).toBe(404)
  const params = { providerID: body.providerID }
  expect((await app.call(providerApi.test, { params }).as(stranger)).status).toBe(404)
  expect((await app.call(providerApi.remove, { params }).as(stranger)).status).toBe(404)
})

test('a customer with a provider of its own is no longer all simulation', async () => {
  const plain = (await app.build.customer()).id
  const here = await app.build.staff({ rights, customers: [plain] })
  const only = async () => (await app.call(loginApi.info).as(here)).body.onlySimulation
  const keep = (settings: ProviderSettings, name: string) =>
    app
      .call(providerApi.create, { body: { customerID: plain, channel: 'email', settings, ...standard, name, secret: 'geheim-woord' } })
      .as(here)
  expect((await keep(simulated, 'Oefenpost')).status).toBe(200)
  expect(await only()).toBe(true)
  expect((await keep(smtp(), 'Post')).status).toBe(200)
  expect(await only()).toBe(false)
})

test('a price counts from a day on, and one of another day leaves it; nobody asks minutes of an SMS', async () => {
  const price = { from: '2026-01-01', hundredCents: 725, hundredMinutesCents: null }
  const { body: made } = await create({ channel: 'sms', name: 'Sms', settings: simulated, price })
  expect(made.prices).toEqual([price])
  const ask = (version: number, more: object) =>
    app
      .call(providerApi.change, {
        params: { providerID: made.providerID },
        body: { name: 'Sms', settings: simulated, ...standard, version, ...more },
      })
      .as(staff)
  const { body: kept } = await ask(made.version, {})
  expect(kept.prices).toEqual([price])
  const later = { ...price, from: '2026-03-01', hundredCents: 800 }
  const { body: raised } = await ask(kept.version, { price: later })
  expect(raised.prices).toEqual([later, price])
  const { body: corrected } = await ask(raised.version, { price: { ...later, hundredCents: null } })
  expect(corrected.prices).toEqual([{ ...later, hundredCents: null }, price])
  expect(await ask(corrected.version, { price: { ...later, hundredMinutesCents: 5 } })).toMatchObject({
    ...{ status: 400, body: { field: 'price' } },
  })
})

test('a template has one mail server of its own, which no script chooses and nobody makes the default', async () => {
  const script = await app.build.script({ customerId: customerID })
  const templateID = await app.db
    .insertInto('templates')
    .values({ customer_id: customerID, key: 'eigen', kind: 'email', name: 'Eigen brief' })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)
  const made = await create({ name: 'Eigen server', templateID, secret: 'geheim-woord' })
  expect(made).toMatchObject({ status: 200, body: { template: { templateID, name: 'Eigen brief' }, isDefault: false } })
  for (const other of [{}, { settings: simulated }, { isDefault: true }])
    expect((await create({ name: 'Nog een', templateID, secret: 'geheim-woord', ...other })).body).toMatchObject({
      error: 'provider.templateInvalid',
    })
  const foreign = await app.build.customer()
  const body = { customerID: foreign.id, channel: 'email' as const, settings: smtp(), ...standard, name: 'Vreemd', templateID, secret: 'x' }
  const both = await app.build.staff({ rights, customers: [customerID, foreign.id] })
  expect((await app.call(providerApi.create, { body }).as(both)).body).toMatchObject({ error: 'provider.templateInvalid' })
  const { body: info } = await app.call(scriptSettingsApi.info, { params: { scriptID: script.id } }).as(staff)
  expect(info.choices.providers.map(({ providerID }) => providerID)).not.toContain(made.body.providerID)
  const change = { name: 'Eigen server', settings: smtp(), isOff: false, isDefault: true, version: made.body.version }
  const refused = await app.call(providerApi.change, { params: { providerID: made.body.providerID }, body: change }).as(staff)
  expect(refused.body).toMatchObject({ error: 'provider.templateInvalid' })
})

test('an exchange of Asterisk has its password, one place for a number, and is asked whether it lets us in', async () => {
  const peer = await openAsteriskPeer({ port: gonePort })
  const ofExchange = { channel: 'call', name: 'Centrale', settings: asteriskSettings(peer) }
  expect((await create(ofExchange)).body).toMatchObject({ error: 'provider.secretMissing', field: 'secret' })
  for (const trunk of ['PJSIP/31612345678@trunk', 'PJSIP/{number}{number}@trunk', '{number}@trunk']) {
    const wrong = { ...ofExchange, settings: { ...ofExchange.settings, trunk }, secret: 'x' }
    expect(await create(wrong)).toMatchObject({ status: 422, body: { error: 'provider.dialPlaceInvalid' } })
  }
  const made = await create({ ...ofExchange, secret: 'verkeerd-woord' })
  expect(made).toMatchObject({ status: 200, body: { hasSecret: true } })
  const { providerID, version } = made.body
  expect((await runTest(providerID)).body).toMatchObject({ state: 'failing', testFault: 'signIn' })
  const { name, settings } = ofExchange
  const body = { name, settings, ...standard, secret: peer.account.secret, version }
  await app.call(providerApi.change, { params: { providerID }, body }).as(staff)
  expect((await runTest(providerID)).body).toMatchObject({ state: 'active', testFault: null })
  await peer.close()
})

test('the list says what the installation carries itself, and whether that is a simulation; of payment requests it has nothing', async () => {
  const { body } = await app.call(providerApi.list, { query: { customerID } }).as(staff)
  expect(body.own.map(({ channel }) => channel)).toEqual(['call', 'email', 'sms', 'whatsapp', 'payment'])
  expect(body.own).toContainEqual({ channel: 'payment', simulated: true })
})
