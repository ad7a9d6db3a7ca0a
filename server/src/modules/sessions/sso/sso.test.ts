import { loginApi } from '@regie/contract/login.ts'
import { organisationApi } from '@regie/contract/organisation.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { type OidcPeer, openOidcPeer } from '../../../../test/oidc-peer.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { hasFactor, verifiedEmailOf } from '../../identity/sso/read-identity.ts'

const publicUrl = 'http://127.0.0.1:4300'
const jan = { subject: 'jan-7', email: 'Jan@Example.nl', isVerified: true }

let peer: OidcPeer
let app: TestApp
let customerID: number
let user: Pick<Staff, 'userId' | 'username'>
beforeAll(async () => {
  // Each test has a database of its own, in which the first customer is number 1.
  peer = await openOidcPeer(`${publicUrl}/api/login/sso/1/callback`)
})
afterAll(() => peer.close())
beforeEach(async () => {
  // The provider's tokens are of this moment.
  app = await openTestApp({ env: { PUBLIC_URL: publicUrl, ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, start: new Date().toISOString() })
  customerID = (await app.build.customer()).id
  user = await app.build.user({ home: customerID, rights: [Right.viewBatches], customers: [customerID] })
  await app.db.updateTable('contacts').set({ email: 'jan@example.nl' }).where('user_id', '=', user.userId).execute()
  const manager = await app.build.staff({ rights: [Right.systemStatus, Right.viewBatches], customers: [customerID] })
  const sso = { issuer: peer.issuer, clientID: peer.clientId, clientSecret: peer.clientSecret, buttonText: 'Bedrijf' }
  const body = { enforceTwoFactor: false, passwordExpiryDays: null, localPasswords: true, sso, version: 1 }
  const { status } = await app.call(organisationApi.change, { params: { customerID }, body }).as(manager)
  expect(status).toBe(200)
})
afterEach(() => app.close())

type Browser = { cookies: Map<string, string> }
const newBrowser = (): Browser => ({ cookies: new Map() })

/** Opens a page of ours in a browser; returns where it is sent. */
async function open(browser: Browser, url: string): Promise<string> {
  const answer = await app.app.inject({
    url,
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  for (const { name, value } of answer.cookies) browser.cookies.set(name, value)
  expect(answer.statusCode).toBe(303)
  return String(answer.headers.location)
}

/** All the way from the button on the sign-in screen; returns the screen where it ends. */
async function signIn(browser: Browser, redirect = '/batches'): Promise<string> {
  const away = await open(browser, `/api/login/sso/${customerID}?redirect=${encodeURIComponent(redirect)}`)
  const back = await peer.walk(away)
  expect(back.startsWith(`${publicUrl}/api/login/sso/${customerID}/callback?`)).toBe(true)
  return open(browser, back.slice(publicUrl.length))
}

const holder = ({ cookies }: Browser): Staff => ({ ...user, password: '', secret: cookies.get('regie-session') ?? '' })
const info = (browser: Browser) => app.call(loginApi.info).as(holder(browser))
const failed = '/login?sso=failed&redirect=%2Fbatches'

test('who is known by an address that the provider verified is linked once, and known by his subject from then on', async () => {
  peer.signsIn(jan)
  const browser = newBrowser()
  expect(await signIn(browser)).toBe('/batches')
  expect((await info(browser)).body).toMatchObject({ userID: user.userId })
  expect(await app.db.selectFrom('sso_subjects').select(['subject', 'user_id']).execute()).toEqual([
    { subject: 'jan-7', user_id: user.userId },
  ])
  peer.signsIn({ subject: 'jan-7', email: 'new@example.nl', isVerified: false })
  expect(await signIn(newBrowser())).toBe('/batches')
})

test('nobody gets in by an address that is not verified, unknown, of somebody linked, of another customer or of two', async () => {
  const other = await app.build.customer()
  const stranger = await app.build.user({ home: other.id })
  await app.db.updateTable('contacts').set({ email: 'piet@example.nl' }).where('user_id', '=', stranger.userId).execute()
  for (const person of [
    { ...jan, isVerified: false },
    { subject: 'x' },
    { subject: 'x', email: 'jan@example.nl' },
    { subject: 'x', email: 'niemand@example.nl', isVerified: true },
    { subject: 'x', email: 'piet@example.nl', isVerified: true },
  ]) {
    peer.signsIn(person)
    const browser = newBrowser()
    expect(await signIn(browser), JSON.stringify(person)).toBe(failed)
    expect(browser.cookies.has('regie-session')).toBe(false)
  }
  peer.signsIn(jan)
  await signIn(newBrowser())
  peer.signsIn({ ...jan, subject: 'other' })
  expect(await signIn(newBrowser())).toBe(failed)
  const twin = await app.build.user({ home: customerID })
  await app.db.updateTable('contacts').set({ email: 'Twee@example.nl' }).where('user_id', 'in', [user.userId, twin.userId]).execute()
  await app.db.deleteFrom('sso_subjects').execute()
  peer.signsIn({ subject: 'y', email: 'twee@example.nl', isVerified: true })
  expect(await signIn(newBrowser())).toBe(failed)
})

test('who was locked or moved away does not come in by the old door', async () => {
  peer.signsIn(jan)
  await signIn(newBrowser())
  await app.db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', user.userId).execute()
  expect(await signIn(newBrowser())).toBe(failed)
  const other = await app.build.customer()
  await app.db.updateTable('users').set({ locked_at: null, customer_id: other.id }).where('id', '=', user.userId).execute()
  expect(await signIn(newBrowser())).toBe(failed)
})

test('an answer counts once, in its own browser, in time and with its own state', async () => {
  peer.signsIn(jan)
  const browser = newBrowser()
  const back = (await peer.walk(await open(browser, `/api/login/sso/${customerID}`))).slice(publicUrl.length)
  expect(await open(newBrowser(), back)).toBe('/login?sso=failed')
  // Somebody else's browser has used it up.
  expect(await open(browser, back)).toBe('/login?sso=failed')
  const again = (await peer.walk(await open(browser, `/api/login/sso/${customerID}`))).slice(publicUrl.length)
  expect(await open(browser, again)).toBe('/')
  expect(await open(browser, again)).toBe('/login?sso=failed')
  const late = (await peer.walk(await open(browser, `/api/login/sso/${customerID}`))).slice(publicUrl.length)
  app.clock.advance(10 * 60_000 + 1)
  expect(await open(browser, late)).toBe('/login?sso=failed')
  for (const query of ['', '?state=x', '?state=a&state=b', '?error=access_denied', '?code=x&state=']) {
    expect(await open(browser, `/api/login/sso/${customerID}/callback${query}`)).toBe('/login?sso=failed')
  }
})

test('a code of another attempt does not fit', async () => {
  peer.signsIn(jan)
  const browser = newBrowser()
  const [one, two] = [await open(browser, `/api/login/sso/${customerID}`), await open(browser, `/api/login/sso/${customerID}`)]
  const stolen = new URL(await peer.walk(one)).searchParams
  const own = new URL(await peer.walk(two)).searchParams
  own.set('code', stolen.get('code') ?? '')
  expect(await open(browser, `/api/login/sso/${customerID}/callback?${own}`)).toBe('/login?sso=failed')
})

test('the provider of one customer cannot be handed what that of another said', async () => {
  peer.signsIn(jan)
  const other = await app.build.customer()
  const kept = await app.db.selectFrom('sso_providers').selectAll().executeTakeFirstOrThrow()
  await app.db
    .insertInto('sso_providers')
    .values({ ...kept, customer_id: other.id, client_secret: null })
    .execute()
  const browser = newBrowser()
  // The other one's page sends the browser on to ours, with its own state.
  const away = new URL(await open(browser, `/api/login/sso/${other.id}`))
  expect(away.searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/login/sso/${other.id}/callback`)
  away.searchParams.set('redirect_uri', `${publicUrl}/api/login/sso/${customerID}/callback`)
  const back = (await peer.walk(away.href)).slice(publicUrl.length)
  const asked = peer.tokensAsked()
  expect(await open(browser, back)).toBe('/login?sso=failed')
  expect(peer.tokensAsked()).toBe(asked)
})

test('a flood before the door is turned away, and who is known to the provider only leaves a line', async () => {
  peer.signsIn({ subject: 'stranger', email: 'niemand@example.nl', isVerified: true })
  await signIn(newBrowser())
  const { rows } = await app.pool.query(`select customer_id, user_id, after from audit where action = 'login.failed'`)
  expect(rows).toEqual([{ customer_id: customerID, user_id: null, after: { subject: 'stranger' } }])
  const knock = () => app.app.inject({ url: `/api/login/sso/${customerID}`, remoteAddress: '10.9.9.9' })
  const statuses = new Set<number>()
  for (let i = 0; i < 310; i++) statuses.add((await knock()).statusCode)
  expect([...statuses]).toEqual([303, 429])
})

test('the way back leads to our own screens only', async () => {
  peer.signsIn(jan)
  for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/\r\nlocation: //evil.example'])
    expect(await signIn(newBrowser(), evil)).toBe('/')
  expect(await signIn(newBrowser(), '/cases/12?tab=x')).toBe('/cases/12?tab=x')
})

test('the second factor of ours is asked unless the provider saw one', async () => {
  await app.db.updateTable('customers').set({ enforce_two_factor: true }).where('id', '=', customerID).execute()
  peer.signsIn(jan)
  const plain = newBrowser()
  expect(await signIn(plain)).toBe('/2fa?redirect=%2Fbatches')
  expect(await info(plain)).toMatchObject({ status: 403, body: { error: 'login.twoFactorRequired' } })
  peer.signsIn({ ...jan, amr: ['pwd', 'mfa'] })
  const strong = newBrowser()
  expect(await signIn(strong)).toBe('/batches')
  expect((await info(strong)).status).toBe(200)
  await app.db
    .insertInto('user_factors')
    .values({ user_id: user.userId, type: 'email', target: 'jan@example.nl', confirmed_at: new Date() })
    .execute()
  peer.signsIn(jan)
  const half = newBrowser()
  expect(await signIn(half)).toBe('/otp?redirect=%2Fbatches')
  expect((await info(half)).status).toBe(401)
})

test('signing in ends the session that the browser had, and gives a new secret', async () => {
  peer.signsIn(jan)
  const browser = newBrowser()
  await signIn(browser)
  const first = browser.cookies.get('regie-session')
  await signIn(browser)
  expect(browser.cookies.get('regie-session')).not.toBe(first)
  expect(await app.db.selectFrom('sessions').select('by_provider').where('user_id', '=', user.userId).execute()).toEqual([
    { by_provider: true },
  ])
})

test('a customer without a provider, or with one that is away, leads back to the sign-in screen', async () => {
  const other = await app.build.customer()
  expect(await open(newBrowser(), `/api/login/sso/${other.id}`)).toBe('/login?sso=failed')
  expect(await open(newBrowser(), '/api/login/sso/abc?redirect=/batches')).toBe(failed)
  await app.db.updateTable('sso_providers').set({ issuer: 'http://127.0.0.1:9', client_secret: null }).execute()
  expect(await open(newBrowser(), `/api/login/sso/${customerID}`)).toBe('/login?sso=failed')
})

test('only what a provider says in so many words counts as verified, or as a second factor', () => {
  for (const claimed of [true, 'true', 1, undefined, false])
    expect(verifiedEmailOf({ email: 'a@b.nl', email_verified: claimed })).toBe(claimed === true ? 'a@b.nl' : null)
  expect([{ amr: ['mfa'] }, { acr: 'mfa' }, { amr: ['pwd'] }, { amr: 'mfa' }, { acr: '1' }, {}].map(hasFactor)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
