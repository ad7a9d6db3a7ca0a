import { letterheadApi, logoBytesMax, logoPath } from '@regie/contract/letterheads.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let customerID: number
let manager: Staff
beforeAll(async () => {
  app = await openTestApp()
  customerID = (await app.build.customer()).id
  await app.db.updateTable('customers').set({ name: 'Rijnmond Incasso' }).where('id', '=', customerID).execute()
  manager = await app.build.staff({ rights: [Right.changeProviders], customers: [customerID] })
})
afterAll(() => app.close())

/** The beginning of a PNG, which says how large it is, and as many bytes as asked. */
const pngOf = (width: number, height: number, bytes = 64) => {
  const png = Buffer.alloc(bytes)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(png)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}
const urlOf = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`
const pathOf = (png: Buffer) => logoPath(createHash('sha256').update(png).digest('hex'))
const params = () => ({ customerID })
const get = async (staff = manager) => (await app.call(letterheadApi.get, { params: params() }).as(staff)).body
const nothing = { address: '', phone: '', email: '', chamberNumber: '', iban: '' }
const change = async (part: object, version?: number) =>
  app.call(letterheadApi.change, { params: params(), body: { ...nothing, ...part, version: version ?? (await get()).version } }).as(manager)

test('a customer that never said anything has its name alone', async () => {
  expect(await get()).toEqual({ customerID, name: 'Rijnmond Incasso', ...nothing, privacyUrl: '', logo: null, version: 1 })
})

test('address, phone, e-mail, number and logo are kept; a logo that is left out stays, and null takes it away', async () => {
  const logo = urlOf(pngOf(400, 120))
  const shown = pathOf(pngOf(400, 120))
  const reach = {
    ...{ address: 'Kade 1\n3011 AA Rotterdam', phone: '010 123 45 67', email: 'post@example.nl', chamberNumber: '12345678' },
    iban: 'nl91 abna 0417 1643 00',
  }
  const kept = { ...reach, phone: '+31 10 123 4567', iban: 'NL91ABNA0417164300', logo: shown }
  expect(await change({ ...reach, logo })).toMatchObject({ status: 200, body: kept })
  expect((await change({ ...reach, address: 'Kade 2' })).body).toMatchObject({ ...kept, address: 'Kade 2' })
  expect((await change({ ...reach, logo: null })).body.logo).toBeNull()
})

test('anybody fetches a logo by what it is, for ever; of any other address there is none, and a logo that was taken away is gone', async () => {
  const png = pngOf(300, 90)
  const address = pathOf(png)
  const fetchLogo = (url: string) => app.app.inject({ url })
  expect((await fetchLogo(address)).statusCode).toBe(404)
  expect((await change({ logo: urlOf(png) })).body.logo).toBe(address)
  const found = await fetchLogo(address)
  expect(found.statusCode).toBe(200)
  expect(found.rawPayload.equals(png)).toBe(true)
  expect(found.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  for (const other of [
    '/logo/1.png',
    logoPath('0'.repeat(64)),
    address.replace('.png', ''),
    address.replace('.png', '.svg'),
    `${address}%00`,
  ])
    expect((await fetchLogo(other)).statusCode, other).toBe(404)
  await change({ logo: null })
  expect((await fetchLogo(address)).statusCode).toBe(404)
})

test('who was not first gets what a colleague saved', async () => {
  const { version } = await get()
  await change({ address: 'Kade 3' }, version)
  expect(await change({ address: 'Kade 4' }, version)).toMatchObject({
    status: 409,
    body: { error: 'error.conflict', current: { address: 'Kade 3', version: version + 1 } },
  })
})

test.each([
  ['a logo that is no PNG', { logo: urlOf(Buffer.from('<svg onload=x>')) }, 'letterhead.logoInvalid', 'logo'],
  ['another kind of picture', { logo: 'data:image/svg+xml;base64,AAAA' }, 'letterhead.logoInvalid', 'logo'],
  ['a logo that would fill a phone', { logo: urlOf(pngOf(50_000, 50_000)) }, 'letterhead.logoInvalid', 'logo'],
  ['a logo that is too large', { logo: urlOf(pngOf(400, 120, logoBytesMax + 1)) }, 'letterhead.logoTooLarge', 'logo'],
  ['a logo that is far too large', { logo: urlOf(pngOf(400, 120, 400_000)) }, 'letterhead.logoTooLarge', 'logo'],
  ['no phone number', { phone: '12' }, 'letterhead.phoneInvalid', 'phone'],
  ['no e-mail address', { email: 'post' }, 'letterhead.emailInvalid', 'email'],
  ['an account with a digit too many', { iban: 'NL91ABNA04171643001' }, 'letterhead.ibanInvalid', 'iban'],
  ['an account that was typed wrongly', { iban: 'NL19ABNA0417164300' }, 'letterhead.ibanInvalid', 'iban'],
  ['a statement that is no page', { privacyUrl: 'javascript:alert(1)' }, 'letterhead.privacyUrlInvalid', 'privacyUrl'],
  ['a statement that leads nowhere', { privacyUrl: 'https://[' }, 'letterhead.privacyUrlInvalid', 'privacyUrl'],
  ['a number of seven digits', { chamberNumber: '1234567' }, 'letterhead.chamberNumberInvalid', 'chamberNumber'],
])('%s is refused at its field', async (_name, part, error, field) => {
  expect(await change(part)).toMatchObject({ status: 422, body: { error, field } })
})

test('where the privacy statement stands is kept, stays for who leaves it out, and is taken away', async () => {
  const privacyUrl = 'https://example.nl/privacy'
  expect((await change({ privacyUrl })).body.privacyUrl).toBe(privacyUrl)
  expect((await change({ address: 'Kade 5' })).body.privacyUrl).toBe(privacyUrl)
  expect((await change({ privacyUrl: '' })).body.privacyUrl).toBe('')
})

test('a logo of the largest size is kept', async () => {
  expect((await change({ logo: urlOf(pngOf(400, 120, logoBytesMax)) })).status).toBe(200)
})

test('who sees cases may print it and not change it; another customer has none', async () => {
  const agent = await app.build.staff({ rights: [Right.viewCases], customers: [customerID] })
  expect((await get(agent)).name).toBe('Rijnmond Incasso')
  const refused = await app.call(letterheadApi.change, { params: params(), body: { ...nothing, version: 1 } }).as(agent)
  expect(refused.status).toBe(403)
  const stranger = await app.build.staff({ rights: [Right.changeProviders], customers: [] })
  expect((await app.call(letterheadApi.get, { params: params() }).as(stranger)).status).toBe(404)
})

test('the log says that the logo changed, without the logo', async () => {
  await change({ address: 'Kade 9', logo: urlOf(pngOf(10, 10)) })
  const { rows } = await sql<{ after: { address: string; logo: string } }>`
    select after from audit where entity = 'letterhead' order by id desc limit 1`.execute(app.db)
  expect(rows[0]?.after.address).toBe('Kade 9')
  expect(rows[0]?.after.logo.length).toBeLessThan(40)
})
