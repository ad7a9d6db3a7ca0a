import { organisationApi } from '@regie/contract/organisation.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { type OidcPeer, openOidcPeer } from '../../../../test/oidc-peer.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'

let peer: OidcPeer
let app: TestApp
let customerID: number
let manager: Staff
beforeAll(async () => {
  peer = await openOidcPeer('http://127.0.0.1:4300/api/login/sso/1/callback')
})
afterAll(() => peer.close())
beforeEach(async () => {
  app = await openTestApp({ env: { ALLOW_PRIVATE_HOSTS: '127.0.0.1' } })
  customerID = (await app.build.customer()).id
  manager = await app.build.staff({ rights: [Right.systemStatus], customers: [customerID] })
})
afterEach(() => app.close())

const plain = { enforceTwoFactor: false, passwordExpiryDays: null, localPasswords: true, sso: null, version: 1 }
const provider = (more: object = {}) => ({
  ...{ issuer: peer.issuer, clientID: peer.clientId, clientSecret: peer.clientSecret, buttonText: 'Bedrijf' },
  ...more,
})
type Rules = Parameters<typeof change>[0]
const change = (body: { [Key in keyof typeof plain]: unknown }) =>
  app.call(organisationApi.change, { params: { customerID }, body: body as typeof plain }).as(manager)

test('a customer begins with passwords that do not expire and no second factor', async () => {
  const { body } = await app.call(organisationApi.get, { params: { customerID } }).as(manager)
  expect(body).toEqual({ customerID, ...plain, emailOnlyUsers: 0 })
})

test('rules are changed one after the other; who saw older ones is told', async () => {
  const wanted: Rules = { ...plain, enforceTwoFactor: true, passwordExpiryDays: 180 }
  expect(await change(wanted)).toMatchObject({ status: 200, body: { enforceTwoFactor: true, passwordExpiryDays: 180, version: 2 } })
  expect(await change(wanted)).toMatchObject({ status: 409, body: { error: 'error.conflict', current: { version: 2 } } })
  expect((await change({ ...wanted, passwordExpiryDays: 30 })).status).toBe(400)
})

test('a provider answers before it is kept; its secret is told to nobody and stays when left out', async () => {
  const { body, text } = await change({ ...plain, sso: provider() })
  const redirectUrl = `${app.services.config.publicUrl}/api/login/sso/${customerID}/callback`
  expect(body.sso).toEqual({ issuer: peer.issuer, clientID: peer.clientId, hasSecret: true, buttonText: 'Bedrijf', redirectUrl })
  expect(text).not.toContain(peer.clientSecret)
  const [row] = await app.db.selectFrom('sso_providers').selectAll().execute()
  expect(row?.client_secret?.toString('latin1')).not.toContain(peer.clientSecret)
  expect((await app.call(organisationApi.providers).asNobody()).body).toEqual([{ customerID, buttonText: 'Bedrijf' }])
  const next = await change({ ...plain, version: 2, sso: { issuer: peer.issuer, clientID: 'other', buttonText: '' } })
  expect(next.body.sso).toMatchObject({ clientID: 'other', hasSecret: true })
  expect((await change({ ...plain, version: 3 })).body.sso).toBeNull()
})

test('nobody names a provider for people who may do more than he: it could say that it is they', async () => {
  await app.build.user({ home: customerID, rights: [Right.changeUsers], customers: [customerID] })
  expect(await change({ ...plain, sso: provider() })).toMatchObject({
    status: 403,
    body: { error: 'right.notYours', params: { codes: '802' } },
  })
  expect(await app.db.selectFrom('sso_providers').selectAll().execute()).toEqual([])
  expect((await change({ ...plain, enforceTwoFactor: true })).status).toBe(200)
})

test('the secret does not follow to another issuer', async () => {
  await change({ ...plain, sso: provider() })
  const second = await openOidcPeer('http://127.0.0.1:4300/api/login/sso/1/callback')
  const { body } = await change({ ...plain, version: 2, sso: { issuer: second.issuer, clientID: 'regie', buttonText: '' } })
  expect(body.sso).toMatchObject({ issuer: second.issuer, hasSecret: false })
  second.close()
})

test('what is no provider is refused at its field, and nothing tells what stands there', async () => {
  const refused = async (issuer: string) => (await change({ ...plain, sso: provider({ issuer }) })).body
  for (const issuer of [
    'x',
    'ftp://example.com',
    'http://example.com',
    'https://10.0.0.1',
    'https://[::1]',
    'https://a@example.com',
    'https://167772161',
  ])
    expect(await refused(issuer), issuer).toMatchObject({ error: 'organisation.issuerInvalid', field: 'sso.issuer' })
  const closed = await refused('http://127.0.0.1:9')
  const other = await refused(`${peer.issuer}/elsewhere`)
  expect(closed).toMatchObject({ error: 'organisation.providerUnreachable', field: 'sso.issuer' })
  expect({ ...other, requestId: '' }).toEqual({ ...closed, requestId: '' })
  expect(await refused('https://localhost:9999')).toMatchObject({ error: 'organisation.providerUnreachable' })
})

test('passwords are closed only beside a provider that works', async () => {
  const closed = { ...plain, localPasswords: false }
  expect(await change(closed)).toMatchObject({ status: 409, body: { error: 'organisation.noWayIn', field: 'localPasswords' } })
  expect((await change({ ...closed, sso: provider() })).body).toMatchObject({ localPasswords: false, version: 2 })
  expect(await change({ ...closed, version: 2 })).toMatchObject({ status: 409, body: { error: 'organisation.noWayIn' } })
  await app.db.updateTable('sso_providers').set({ issuer: 'http://127.0.0.1:9' }).execute()
  await app.db.updateTable('customers').set({ local_passwords: true }).execute()
  const away = { issuer: 'http://127.0.0.1:9', clientID: peer.clientId, buttonText: '' }
  expect(await change({ ...closed, version: 2, sso: away })).toMatchObject({
    status: 422,
    body: { error: 'organisation.providerUnreachable' },
  })
})
