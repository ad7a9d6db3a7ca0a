import { Writable } from 'node:stream'
import { notificationApi } from '@regie/contract/notifications.ts'
import { providerApi, type ProviderSettings } from '@regie/contract/providers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailPeers, missingMailPeers, startMailPeers } from '../../../../e2e/peers/mail-peers.ts'
import { type OauthPeer, openOauthPeer } from '../../../../e2e/peers/oauth-peer.ts'
import { openSmtpSink, type SmtpSink } from '../../../../e2e/peers/smtp-sink.ts'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { notifyStaff } from '../../engine/notify-staff.ts'
import { openLog } from '../../platform/log.ts'
import { findWarnings } from '../system-status/status-warnings.ts'
import { keepSignIns } from './keep-sign-ins.ts'
import { findRegistered } from './provider-queries.ts'

const publicUrl = 'http://127.0.0.1:4300'
const start = '2027-02-11T10:00:00Z'
let peer: OauthPeer
let sink: SmtpSink
let app: TestApp
let customerID: number
const logged: string[] = []
let staff: Staff
beforeAll(async () => {
  peer = await openOauthPeer(`${publicUrl}/admin/providers`)
  sink = await openSmtpSink({ isGood: (token, user) => peer.isGood(token, user) })
  const hosts = `127.0.0.1:${sink.port},127.0.0.1:${peer.port}`
  const urls = { PUBLIC_URL: publicUrl, MICROSOFT_SIGN_IN_URL: peer.url, GOOGLE_SIGN_IN_URL: peer.url }
  const heard = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(line.toString())
      done()
    },
  })
  app = await openTestApp({ start, log: openLog('trace', heard), env: { ALLOW_PRIVATE_HOSTS: hosts, ...urls } })
  customerID = (await app.build.customer()).id
})
beforeEach(async () => {
  app.clock.set(start)
  peer.slowMs = 0
  peer.accessSeconds = 3600
  staff = await app.build.staff({ rights: [Right.changeProviders], customers: [customerID] })
})
afterAll(async () => {
  await app.close()
  await sink.close()
  await peer.close()
})

const oauth = (service: 'microsoft' | 'google' = 'microsoft') => ({
  service,
  clientId: peer.clientId,
  tenant: 'acme.example',
  secretUntil: null,
})
const smtp = (change: object = {}): ProviderSettings => ({
  ...{ kind: 'smtp', host: '127.0.0.1', port: sink.port, encryption: 'none', user: 'incasso@acme.test', sender: 'incasso@acme.test' },
  ...{ dkim: null, perMinute: null, perMinuteByDomain: [], oauth: oauth() },
  ...change,
})
let made = 0
const create = async (settings = smtp(), secret = peer.clientSecret) => {
  const body = { customerID, channel: 'email' as const, name: `Post ${++made}`, settings, secret, isOff: false, isDefault: false }
  return app.call(providerApi.create, { body }).as(staff)
}
const connect = (providerID: number, who = staff) => app.call(providerApi.connect, { params: { providerID } }).as(who)
const connected = (body: { state: string; code: string }, who = staff) => app.call(providerApi.connected, { body }).as(who)
async function walk(url: string) {
  const back = await peer.walk(url)
  return { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' }
}
async function connectedProvider(settings?: ProviderSettings) {
  const { providerID } = (await create(settings)).body
  return (await connected(await walk((await connect(providerID)).body.url))).body
}
const registered = async (id: number) => {
  const provider = (await findRegistered(app.db, [id])).get(id)
  if (!provider) throw new Error('no such provider')
  return provider
}
const mail = { id: '1', to: 'jan@klant.nl', from: 'Acme <incasso@acme.test>', subject: 'Factuur', text: 'Beste', html: null }
const send = async (id: number) => app.services.gateways.gatewayOf('email', await registered(id)).send(mail)
const shown = async (id: number) =>
  (await app.call(providerApi.list, { query: { customerID } }).as(staff)).body.rows.find((row) => row.providerID === id)

test.each(['microsoft', 'google'] as const)(
  'who lets us in at %s has mail signed in by a token; nothing secret is shown or logged',
  async (service) => {
    const { body, status } = await create(smtp({ oauth: oauth(service) }))
    expect([status, body.connection]).toEqual([200, null])
    const { url } = (await connect(body.providerID)).body
    const asked = new URL(url).searchParams
    expect(asked.get('scope')).toBe(
      service === 'google' ? 'https://mail.google.com/' : 'offline_access https://outlook.office.com/SMTP.Send',
    )
    expect(url).not.toContain(peer.clientSecret)
    const done = await connected(await walk(url))
    expect(done).toMatchObject({
      status: 200,
      body: { state: 'active', testFault: null, connection: { by: staff.username, refusedAt: null } },
    })
    await send(body.providerID)
    expect(sink.mails.at(-1)).toMatchObject({ to: 'jan@klant.nl' })
    app.clock.set('2027-02-11T10:57:00Z')
    await keepSignIns(app.services, new AbortController().signal)
    peer.revoke()
    app.clock.set('2027-02-11T11:54:00Z')
    await keepSignIns(app.services, new AbortController().signal)
    // Nobody did anything for so long that the session is over.
    staff = await app.build.staff({ rights: [Right.changeProviders], customers: [customerID] })
    const { rows } = await app.pool.query(
      `select to_jsonb(g) from provider_grants g
    union all
    select to_jsonb(p) from providers p
    union all
    select to_jsonb(c) from provider_connects c
    union all
    select to_jsonb(a) from audit a`,
    )
    const all = `${JSON.stringify([rows, done, await shown(body.providerID)])}${logged.join('')}`
    expect(all).toContain('providers.connected')
    expect(logged.join('')).toContain('a token is not renewed')
    const secrets = [peer.clientSecret, ...peer.given]
    // A code, and an access and a refresh token: of the connecting and of the renewal.
    expect(secrets.length).toBeGreaterThanOrEqual(6)
    for (const secret of secrets)
      for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
        expect(all).not.toContain(form)
  },
)

test('what comes back counts once, within ten minutes, in the session that began it', async () => {
  const { providerID } = (await create()).body
  const again = await walk((await connect(providerID)).body.url)
  const colleague = await app.build.staff({ rights: [Right.changeProviders], customers: [customerID] })
  expect(await connected(again, colleague)).toMatchObject({ status: 410, body: { error: 'provider.connectExpired' } })
  expect((await connected(again)).status).toBe(200)
  expect(await connected(again)).toMatchObject({ status: 410 })
  const late = await walk((await connect(providerID)).body.url)
  app.clock.set('2027-02-11T10:10:01Z')
  expect(await connected(late)).toMatchObject({ status: 410 })
})

test('what began before the provider was changed does not count, and a code that is not ours is refused', async () => {
  const { providerID, version, name } = (await create()).body
  const back = await walk((await connect(providerID)).body.url)
  expect(await connected({ ...back, code: 'van-een-ander' })).toMatchObject({ status: 502, body: { error: 'provider.connectRefused' } })
  const other = await walk((await connect(providerID)).body.url)
  const body = { name, settings: smtp({ user: 'ander@acme.test' }), secret: peer.clientSecret, isOff: false, isDefault: false, version }
  expect((await app.call(providerApi.change, { params: { providerID }, body }).as(staff)).status).toBe(200)
  expect(await connected(other)).toMatchObject({ status: 410 })
  expect((await shown(providerID))?.connection).toBeNull()
})

test('another customer’s provider, one with a password and an app without a tenant are refused', async () => {
  const { providerID } = (await create()).body
  const stranger = await app.build.staff({ rights: [Right.changeProviders], customers: [(await app.build.customer()).id] })
  expect((await connect(providerID, stranger)).status).toBe(404)
  const { oauth: _none, ...plain } = smtp() as Extract<ProviderSettings, { kind: 'smtp' }>
  const byPassword = (await create(plain)).body
  expect(await connect(byPassword.providerID)).toMatchObject({ status: 409, body: { error: 'provider.connectImpossible' } })
  expect((await create(smtp({ oauth: { ...oauth(), tenant: '' } }))).body).toMatchObject({ error: 'provider.tenantMissing' })
  expect((await create(smtp({ user: '' }))).body).toMatchObject({ error: 'provider.userMissing' })
})

test('a token is renewed before its end, once however many connections ask; a process that died over it is waited for and passed', async () => {
  const { providerID } = await connectedProvider()
  app.clock.set('2027-02-11T10:57:00Z')
  peer.asked.refresh = 0
  peer.slowMs = 50
  const provider = await registered(providerID)
  await Promise.all(Array.from({ length: 8 }, () => app.services.gateways.keepSignIn(provider)))
  expect(peer.asked.refresh).toBe(1)
  // As a killed process leaves it: it asks, and nobody writes the answer.
  app.clock.set('2027-02-11T11:59:00Z')
  await app.db
    .updateTable('provider_grants')
    .set({ renewing_until: new Date('2027-02-11T11:59:20Z') })
    .where('provider_id', '=', providerID)
    .execute()
  const waiting = app.services.gateways.keepSignIn(provider)
  app.clock.set('2027-02-11T11:59:21Z')
  await waiting
  expect(peer.asked.refresh).toBe(2)
  await send(providerID)
})

test('who is let in no more has the provider wait for somebody to connect again: nothing is lost, nobody is notified twice', async () => {
  const { providerID } = await connectedProvider()
  peer.revoke()
  app.clock.set('2027-02-11T10:58:00Z')
  await keepSignIns(app.services, new AbortController().signal)
  expect(await shown(providerID)).toMatchObject({
    state: 'off',
    testFault: 'reconnect',
    connection: { refusedAt: '2027-02-11T10:58:00.000Z', refusedText: expect.stringContaining('invalid_grant') as string },
  })
  const asked = peer.asked.refresh
  await expect(send(providerID)).rejects.toMatchObject({ fault: 'reconnect' })
  expect(peer.asked.refresh).toBe(asked)
  for (let times = 0; times < 2; times++) await notifyStaff(app.services)
  const { rows } = (await app.call(notificationApi.list, { query: { customerID } }).as(staff)).body
  const name = (await shown(providerID))?.name
  expect(rows.filter((row) => row.providerID === providerID)).toMatchObject([{ kind: 'providerDisconnected', about: name }])
  const warned = async () =>
    (await findWarnings({ db: app.db, customerIds: [customerID], now: app.clock.now() })).filter(
      ({ provider }) => provider?.id === providerID,
    )
  expect(await warned()).toMatchObject([{ kind: 'tokenExpired', since: '2027-02-11T10:58:00.000Z' }])
  const again = await connected(await walk((await connect(providerID)).body.url))
  expect(again.body).toMatchObject({ state: 'active', testFault: null, connection: { refusedAt: null } })
  await send(providerID)
  expect(await warned()).toEqual([])
  await app.pool.query(
    `update providers
    set settings = jsonb_set(settings, '{oauth,secretUntil}', '"2027-02-20"')
    where id = $1`,
    [providerID],
  )
  expect(await warned()).toMatchObject([{ kind: 'tokenExpires', count: 9 }])
})

test('connecting anew leaves a provider off that somebody switched off', async () => {
  const { providerID, name, version } = await connectedProvider()
  const body = { name, settings: smtp(), secret: peer.clientSecret, isOff: true, isDefault: false, version }
  expect((await app.call(providerApi.change, { params: { providerID }, body }).as(staff)).body).toMatchObject({ state: 'off' })
  const again = await connected(await walk((await connect(providerID)).body.url))
  expect(again).toMatchObject({ status: 200, body: { state: 'off', connection: { refusedAt: null } } })
})

test('a permission that cannot be read does not keep the others from being renewed', async () => {
  const [broken, good] = [await connectedProvider(), await connectedProvider()]
  await app.db
    .updateTable('provider_grants')
    .set({ refresh_token: Buffer.from('kapot'), access_until: new Date('2027-02-11T10:50:00Z') })
    .where('provider_id', '=', broken.providerID)
    .execute()
  app.clock.set('2027-02-11T10:57:00Z')
  await keepSignIns(app.services, new AbortController().signal)
  const { access_until: until } = await app.db
    .selectFrom('provider_grants')
    .select('access_until')
    .where('provider_id', '=', good.providerID)
    .executeTakeFirstOrThrow()
  expect(until).toEqual(new Date('2027-02-11T11:57:00Z'))
})

test('a token that the mail server takes no more is renewed the next time', async () => {
  const { providerID } = await connectedProvider()
  await app.db
    .updateTable('provider_grants')
    .set({ access_at: new Date('2027-02-11T09:30:00Z') })
    .where('provider_id', '=', providerID)
    .execute()
  const { access_token } = await app.db
    .selectFrom('provider_grants')
    .select('access_token')
    .where('provider_id', '=', providerID)
    .executeTakeFirstOrThrow()
  // The server of the tests forgets the tokens that it gave, but not the permission.
  const wasGood = peer.isGood
  peer.isGood = () => false
  await expect(send(providerID)).rejects.toMatchObject({ fault: 'signIn' })
  peer.isGood = wasGood
  await send(providerID)
  const after = await app.db
    .selectFrom('provider_grants')
    .select('access_token')
    .where('provider_id', '=', providerID)
    .executeTakeFirstOrThrow()
  expect(after.access_token.equals(access_token)).toBe(false)
})

test('an address of our own network is never asked for a token', async () => {
  const other = await openTestApp({ start, env: { PUBLIC_URL: publicUrl, MICROSOFT_SIGN_IN_URL: peer.url } })
  try {
    const { id } = await other.build.customer()
    const who = await other.build.staff({ rights: [Right.changeProviders], customers: [id] })
    const settings = smtp({ host: 'smtp.office365.com', port: 587, encryption: 'starttls' })
    const body = { customerID: id, channel: 'email' as const, name: 'Post', settings, secret: 'geheim', isOff: false, isDefault: false }
    const { providerID } = (await other.call(providerApi.create, { body }).as(who)).body
    const { url } = (await other.call(providerApi.connect, { params: { providerID } }).as(who)).body
    const asked = { ...peer.asked }
    const back = await walk(url)
    expect((await other.call(providerApi.connected, { body: back }).as(who)).status).toBe(502)
    expect(peer.asked).toEqual(asked)
  } finally {
    await other.close()
  }
})

describe.skipIf(missingMailPeers().length > 0)('a real mailbox that takes tokens', () => {
  let peers: MailPeers
  let real: TestApp
  beforeAll(async () => {
    peers = await startMailPeers({ introspectionUrl: `${peer.url}/introspect?token=` })
    const hosts = `127.0.0.1:${peers.imapPort},127.0.0.1:${peer.port}`
    real = await openTestApp({ start, env: { ALLOW_PRIVATE_HOSTS: hosts, PUBLIC_URL: publicUrl, GOOGLE_SIGN_IN_URL: peer.url } })
  })
  afterAll(async () => {
    await real.close()
    await peers.close()
  })

  test('is opened by the token, and no more when that is taken back', async () => {
    const { id } = await real.build.customer()
    const who = await real.build.staff({ rights: [Right.changeProviders], customers: [id] })
    const settings: ProviderSettings = {
      ...{ kind: 'imap', host: '127.0.0.1', port: peers.imapPort, encryption: 'none', user: 'incasso@acme.test', folder: 'INBOX' },
      oauth: oauth('google'),
    }
    const body = {
      customerID: id,
      channel: 'email' as const,
      name: 'Bus',
      settings,
      secret: peer.clientSecret,
      isOff: false,
      isDefault: false,
    }
    const { providerID } = (await real.call(providerApi.create, { body }).as(who)).body
    const { url } = (await real.call(providerApi.connect, { params: { providerID } }).as(who)).body
    const done = await real.call(providerApi.connected, { body: await walk(url) }).as(who)
    expect(done.body).toMatchObject({ state: 'active', testFault: null, connection: { refusedAt: null } })
    peer.revoke()
    const refused = await real.call(providerApi.test, { params: { providerID } }).as(who)
    expect(refused.body).toMatchObject({ state: 'failing', testFault: 'signIn' })
  })
})
