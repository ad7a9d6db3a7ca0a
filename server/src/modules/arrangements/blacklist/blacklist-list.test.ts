import { readFileSync } from 'node:fs'
import { addressCauses, blacklistApi, listingReasons } from '@regie/contract/blacklist.ts'
import { caseActionApi, retentions } from '@regie/contract/case-actions.ts'
import { locales } from '@regie/contract/locale.ts'
import { resultCodes } from '@regie/contract/result-codes.ts'
import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { blacklistTexts, reasonWordsOf } from './blacklist-texts.ts'
import { readReason, readRetention } from './listing-words.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
const rights = [
  ...[Right.viewBlacklist, Right.addToBlacklist, Right.removeFromBlacklist],
  ...[Right.viewCases, Right.viewPersonalData, Right.systemStatus],
]
const without = (...codes: number[]) => rights.filter((code) => !codes.includes(code))
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(() => app.close())

const listing = { note: '', reason: 'request', retention: '1y', scope: 'customer', scriptID: null } as const
type Given = Partial<Omit<Parameters<typeof bodyOf>[1], 'value'>>
const bodyOf = (value: string, given: object = {}) => ({ customerID: batch.customerId, ...listing, value, ...given })
const add = (value: string, given: Given = {}, by = staff) => app.call(blacklistApi.add, { body: bodyOf(value, given) }).as(by)
const list = async (query: object = {}, by = staff) =>
  (await app.call(blacklistApi.list, { query: { customerID: batch.customerId, ...query } }).as(by)).body
const values = async (query: object = {}, by = staff) => (await list(query, by)).rows.map(({ value }) => value)
const light = async ({ id }: BuiltCase, channel: 'email' | 'sms' | 'call' = 'email') =>
  (await app.call(caseActionApi.permission, { params: { caseID: id } }).as(staff)).body[channel]
const takeOff = (blacklistID: number, by = staff, reason = 'Vergissing') =>
  app.call(blacklistApi.takeOff, { params: { blacklistID }, body: { reason } }).as(by)
const undoLast = async () => {
  const [last] = (await app.call(undoApi.list, {}).as(staff)).body
  return app.call(undoApi.undo, { params: { token: last?.token ?? '' } }).as(staff)
}

test('what is typed is kept as E.164 or in lower case; nothing, nonsense and what stands there is refused', async () => {
  expect((await add(' 06 1234-5678 ')).body).toMatchObject({ kind: 'phone', value: '+31612345678', expiresAt: '2027-06-03T09:00:00.000Z' })
  expect((await add('Iemand@Voorbeeld.NL', { retention: 'forever' })).body).toMatchObject({ value: 'iemand@voorbeeld.nl', expiresAt: null })
  for (const [value, error] of [
    ['  ', 'blacklist.valueMissing'],
    ['06 123', 'blacklist.valueInvalid'],
    ['iemand@', 'blacklist.valueInvalid'],
    ['3,16E+10', 'blacklist.valueInvalid'],
    ['0031612345678', 'blacklist.duplicate'],
    ['IEMAND@voorbeeld.nl', 'blacklist.duplicate'],
  ] as const)
    expect((await add(value)).body).toMatchObject({ error, field: 'value' })
})

test('an entry stops its address at once; taken off with a reason, it may be used again, and undone it stands again', async () => {
  const one = await app.build.case({ batch, email: 'een@lijst.nl' })
  expect(await light(one)).toMatchObject({ ok: true })
  const { blacklistID } = (await add('een@lijst.nl')).body
  expect(await light(one)).toMatchObject({ ok: false, reason: 'blacklisted' })
  const agent = await app.build.staff({ rights: without(Right.removeFromBlacklist), customers: [batch.customerId] })
  expect((await takeOff(blacklistID, agent)).status).toBe(403)
  expect((await takeOff(blacklistID, staff, ' ')).body).toMatchObject({ error: 'blacklist.reasonMissing' })
  app.clock.advance(60_000)
  expect((await takeOff(blacklistID)).body).toMatchObject({ removed: { by: staff.username, reason: 'Vergissing' } })
  expect((await takeOff(blacklistID)).body).toMatchObject({ error: 'blacklist.notFound' })
  expect(await light(one)).toMatchObject({ ok: true })
  expect(await values({ show: 'ended' })).toContain('een@lijst.nl')
  expect((await undoLast()).body).toMatchObject({ restored: 1, leftAlone: 0 })
  expect(await light(one)).toMatchObject({ ok: false, reason: 'blacklisted' })
})

test('adding is undone as well, once', async () => {
  await add('terug@lijst.nl')
  expect((await undoLast()).body).toMatchObject({ restored: 1, leftAlone: 0 })
  expect(await values()).not.toContain('terug@lijst.nl')
})

test('an entry of a script stops that script alone; one of the installation stops every customer, also a new one', async () => {
  const other = await app.build.batch({ customerId: batch.customerId })
  const stranger = await app.build.batch()
  const here = await app.build.case({ batch, email: 'bereik@lijst.nl' })
  const there = await app.build.case({ batch: other, email: 'bereik@lijst.nl' })
  expect((await add('bereik@lijst.nl', { scope: 'script', scriptID: 9_000_000 })).body).toMatchObject({ error: 'script.notFound' })
  const { blacklistID } = (await add('bereik@lijst.nl', { scope: 'script', scriptID: batch.script.id })).body
  expect([(await light(here)).ok, (await light(there)).ok]).toEqual([false, true])
  const plain = await app.build.staff({ rights: without(Right.systemStatus), customers: [batch.customerId] })
  expect((await add('bereik@lijst.nl', { scope: 'system' }, plain)).status).toBe(403)
  const wide = (await add('bereik@lijst.nl', { scope: 'system' })).body
  expect(wide).toMatchObject({ scope: 'system' })
  expect([(await light(here)).ok, (await light(there)).ok]).toEqual([false, false])
  const newcomer = await app.build.customer()
  const standing = await app.db
    .selectFrom('blacklist')
    .select('customer_id')
    .where('value', '=', 'bereik@lijst.nl')
    .where('removed_at', 'is', null)
    .execute()
  const ids = standing.map(({ customer_id: id }) => id)
  expect(ids).toEqual(expect.arrayContaining([batch.customerId, stranger.customerId, newcomer.id]))
  expect((await takeOff(wide.blacklistID, plain)).status).toBe(403)
  await takeOff(wide.blacklistID)
  await takeOff(blacklistID)
  const left = await app.db
    .selectFrom('blacklist')
    .select('id')
    .where('value', '=', 'bereik@lijst.nl')
    .where('removed_at', 'is', null)
    .execute()
  expect(left).toEqual([])
  expect((await light(here)).ok).toBe(true)
})

test('the list is paged, newest first, filtered by kind, reason and who unsubscribed', async () => {
  for (const at of [1, 2, 3]) await add(`blad${at}@lijst.nl`, { reason: 'deceased' })
  const first = await list({ reason: 'deceased', limit: 2 })
  expect([first.rows.map(({ value }) => value), first.total]).toEqual([['blad3@lijst.nl', 'blad2@lijst.nl'], { value: 3, exact: true }])
  expect(await values({ reason: 'deceased', limit: 2, cursor: first.nextCursor })).toEqual(['blad1@lijst.nl'])
  expect(await values({ kind: 'phone' })).toEqual(['+31612345678'])
  expect(await values({ show: 'unsubscribed' })).not.toContain('blad1@lijst.nl')
  expect(await values({ q: 'blad2' })).toEqual(['blad2@lijst.nl'])
  expect(await values({ q: '06-1234' })).toEqual(['+31612345678'])
})

test('who sees no personal data finds a whole address alone, and sees how it begins', async () => {
  const masked = await app.build.staff({ rights: without(Right.viewPersonalData), customers: [batch.customerId] })
  await add('geheim@lijst.nl', { note: 'Buurvrouw belde' })
  expect(await values({ q: 'gehei' }, masked)).toEqual([])
  const { rows } = await list({ q: 'geheim@lijst.nl' }, masked)
  expect(rows).toMatchObject([{ value: 'g••••@••••', note: '' }])
  expect(await values({ kind: 'phone' }, masked)).toEqual(['+316••••••78'])
  const file = await app.call(blacklistApi.download, { query: { customerID: batch.customerId } }).as(masked)
  expect(file.text).not.toContain('geheim')
})

test('the file of an empty list is refused; else it holds what the list shows', async () => {
  const query = { customerID: batch.customerId, q: 'nergens@lijst.nl' }
  expect((await app.call(blacklistApi.download, { query }).as(staff)).body).toMatchObject({ error: 'blacklist.empty' })
  await app.db.updateTable('contacts').set({ first_name: 'Sanne', last_name: 'de Wit' }).where('user_id', '=', staff.userId).execute()
  const { text } = await app.call(blacklistApi.download, { query: { customerID: batch.customerId, locale: 'nl' } }).as(staff)
  expect(text).toContain('adres;soort;reden')
  expect(text).toMatch(/iemand@voorbeeld\.nl;e-mail;eigen verzoek;Voor altijd;03-06-2026 11:\d\d;Sanne de Wit;/)
  expect(text).not.toContain(`;${staff.username};`)
})

test('who is known by an id alone is found by it, and the file says to which number they write and since when; read again it lists them anew', async () => {
  const customer_id = batch.customerId
  const id = 'NL.13491208655302741918'
  const provider = { customer_id, channel: 'whatsapp', kind: 'simulated', name: 'Klantenservice', settings: '{}' }
  const { id: provider_id } = await app.db.insertInto('providers').values(provider).returning('id').executeTakeFirstOrThrow()
  const [since, seen_at] = ['2026-05-01T08:00:00.000Z', '2026-06-01T08:00:00.000Z']
  await app.db.insertInto('whatsapp_people').values({ customer_id, provider_id, user_id: id, name: 'Zoë', since, seen_at }).execute()
  // As somebody is listed who writes STOP.
  await app.db
    .insertInto('blacklist')
    .values({
      customer_id,
      kind: 'phone',
      value: id.toLowerCase(),
      reason: 'AFM',
      retention: '1y',
      added_at: app.clock.now(),
      added_by: '',
    })
    .execute()
  for (const q of [id, 'nl.1349', '13491208655302741918'])
    expect((await list({ q })).rows, q).toMatchObject([{ value: id.toLowerCase(), whatsapp: { providers: ['Klantenservice'], since } }])
  const masked = await app.build.staff({ rights: without(Right.viewPersonalData), customers: [customer_id] })
  const [shown] = (await list({ q: id }, masked)).rows
  expect(shown?.whatsapp).toMatchObject({ since })
  expect(shown?.value).not.toContain('13491208655302741918')
  expect((await list({ q: '13491208' }, masked)).rows).toEqual([])
  const query = { customerID: customer_id, q: id, locale: 'nl' } as const
  const { text } = await app.call(blacklistApi.download, { query }).as(staff)
  expect(text).toMatch(
    /WhatsApp-nummer;schrijft sinds\r\nnl\.13491208655302741918;WhatsApp;Afgemeld \/ wil geen contact;1 jaar;.*;automatisch;.*;Klantenservice;01-05-2026 10:00/,
  )
  await takeOff(shown?.blacklistID ?? 0)
  expect(await upload(text)).toMatchObject({ added: 1, refused: 0 })
  expect((await list({ q: id })).rows).toMatchObject([{ value: id.toLowerCase(), reason: 'request', retention: '1y' }])
})

test('a file lists what it can and names every row that it can not; it is undone as one', async () => {
  const rows = ['E-mailadres;reden;bewaartermijn', 'Nieuw@bestand.nl;;', '0687654321;deceased;forever', 'geen adres;;', ';request;']
  const text = [...rows, 'nieuw@bestand.nl;;', 'iemand@voorbeeld.nl;;', 'x@bestand.nl;zomaar;', 'y@bestand.nl;;5 jaar'].join('\r\n')
  const answer = await upload(text)
  expect(answer).toMatchObject({ added: 2, refused: 6 })
  expect(answer.rows.map(({ row, why }: { row: number; why: string }) => `${row} ${why}`)).toEqual([
    ...['4 invalid', '5 missing', '6 duplicate', '7 duplicate', '8 reason', '9 retention'],
  ])
  expect((await list({ q: '+31687654321' })).rows).toMatchObject([{ reason: 'deceased', retention: 'forever' }])
  expect((await undoLast()).body).toMatchObject({ restored: 2 })
  expect(await values({ q: 'nieuw@bestand.nl' })).toEqual([])
  expect(await upload('')).toMatchObject({ error: 'file.empty' })
  expect(await upload('"open')).toMatchObject({ error: 'file.quoteUnclosed' })
  expect(await upload('a@b.nl\r\n'.repeat(10_002))).toMatchObject({ error: 'file.tooManyRows' })
})

test('a large file is undone in as many questions as a small one', async () => {
  const cost = async (count: number) => {
    await upload(Array.from({ length: count }, (_, at) => `veel${count}-${at}@bestand.nl`).join('\r\n'))
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    const answer = await undoLast()
    const asked = statements.mock.calls.length
    statements.mockRestore()
    expect(answer.body).toMatchObject({ restored: count, leftAlone: 0 })
    return asked
  }
  const few = await cost(2)
  expect(await cost(200)).toBeLessThanOrEqual(few + 4)
})

test('what was listed anew meanwhile stands alone; an entry of the installation is put back by who keeps it', async () => {
  const first = (await add('opnieuw@lijst.nl')).body
  app.clock.advance(60_000)
  await takeOff(first.blacklistID)
  app.clock.advance(60_000)
  const { body: removals } = await app.call(undoApi.list, {}).as(staff)
  const second = (await add('opnieuw@lijst.nl')).body
  const undone = await app.call(undoApi.undo, { params: { token: removals[0]?.token ?? '' } }).as(staff)
  expect(undone.body).toMatchObject({ restored: 0, leftAlone: 1 })
  expect((await list({ q: 'opnieuw@lijst.nl' })).rows.map(({ blacklistID }) => blacklistID)).toEqual([second.blacklistID])

  const keeper = await app.build.staff({ rights, customers: [batch.customerId] })
  const wide = (await add('overal@lijst.nl', { scope: 'system' }, keeper)).body
  app.clock.advance(60_000)
  await takeOff(wide.blacklistID, keeper)
  const [removal] = (await app.call(undoApi.list, {}).as(keeper)).body
  await app.db.deleteFrom('right_group_members').where('user_id', '=', keeper.userId).execute()
  await app.build.grant(keeper.userId, [...without(Right.systemStatus), ownCustomerRight(batch.customerId)])
  const refused = await app.call(undoApi.undo, { params: { token: removal?.token ?? '' } }).as(keeper)
  expect(refused.body).toMatchObject({ error: 'error.rightMissing' })
})

test('a file is looked at first: what it would come to is said, and nothing is listed', async () => {
  const text = ['adres;reden;kleur', 'eerst@gekeken.nl;;blauw', 'geen adres;;', 'eerst@gekeken.nl;;'].join('\r\n')
  const answer = await upload(text, 'import/check')
  expect(answer).toMatchObject({
    added: 1,
    refused: 2,
    columns: ['kleur'],
    sample: [{ row: 2, value: 'eerst@gekeken.nl', reason: 'request' }],
  })
  expect(await values({ q: 'eerst@gekeken.nl' })).toEqual([])
  expect(await upload(text)).toMatchObject({ added: 1, refused: 2 })
  expect(await values({ q: 'gekeken' })).toEqual(['eerst@gekeken.nl'])
})

test('a file says its reasons and terms in the words of our own list, in any language, and has remarks', async () => {
  const rows = [
    ...['telefoonnummer;Reden;Bewaartermijn;Opmerking', '0611111101;Overleden;Voor altijd;Zoon belde'],
    ...['0611111102;own request;2 years;', '0611111103;décédé;6 mois;', '0611111104;VAN IEMAND ANDERS;;', '0611111105;zomaar;;'],
  ]
  const looked = await upload(rows.join('\r\n'), 'import/check')
  expect(looked).toMatchObject({ added: 4, refused: 1, columns: [], rows: [{ row: 6, why: 'reason' }] })
  expect(looked.sample[0]).toMatchObject({ reason: 'deceased', retention: 'forever', note: 'Zoon belde' })
  await upload(rows.join('\r\n'))
  expect((await list({ q: '061111110' })).rows.map(({ reason, retention, note }) => `${reason} ${retention} ${note}`)).toEqual([
    'otherPerson 2y ',
    'deceased 6m ',
    'request 2y ',
    'deceased forever Zoon belde',
  ])
})

test('a remark with signs that a text cannot keep, or cut within one, stops no file', async () => {
  const long = `${'a'.repeat(199)}😀`
  const rows = ['adres;opmerking', `kort@opmerking.nl;een\0twee`, `lang@opmerking.nl;${long}`]
  expect(await upload(rows.join('\r\n'))).toMatchObject({ added: 2, refused: 0 })
  expect((await list({ q: '@opmerking.nl' })).rows.map(({ note }) => note).toSorted()).toEqual(['a'.repeat(199), 'eentwee'])
})

test('a file without a column of numbers or addresses is refused as one', async () => {
  expect(await upload('naam;plaats\r\nJansen;Utrecht\r\nBakker;Delft')).toMatchObject({ error: 'blacklist.noAddressColumn' })
})

test('a number is read as each country of the customer writes it', async () => {
  expect(await upload('gsm\r\n0470 12 34 56')).toMatchObject({ added: 0, rows: [{ row: 2, why: 'invalid' }] })
  const columns = { mobiel: [{ field: 'mobiel', transform: 'phone:BE' }] }
  await app.db
    .updateTable('scripts')
    .set({ import_mapping: JSON.stringify({ columns }) })
    .where('customer_id', '=', batch.customerId)
    .execute()
  const masked = await app.build.staff({ rights: without(Right.viewPersonalData), customers: [batch.customerId] })
  const text = ['gsm', '0470 12 34 56', '0612345670'].join('\r\n')
  expect((await upload(text, 'import/check', masked)).sample.map(({ value }: { value: string }) => value)).toEqual([
    '+324••••••56',
    '+316••••••70',
  ])
  await upload(text)
  expect(await values({ q: '+32470123456' })).toEqual(['+32470123456'])
  expect((await add('0470 12 34 56')).body).toMatchObject({ error: 'blacklist.duplicate' })
})

test('a part is found by its index, of this customer alone', async () => {
  await add('deel_100%@lijst.nl')
  expect(await values({ q: 'deel_100%' })).toEqual(['deel_100%@lijst.nl'])
  expect(await values({ q: 'deelx100' })).toEqual([])
  const other = await app.build.batch()
  const stranger = await app.build.staff({ rights, customers: [other.customerId] })
  const theirs = await app.call(blacklistApi.list, { query: { customerID: other.customerId, q: 'deel_100' } }).as(stranger)
  expect(theirs.body.rows).toEqual([])
})

async function upload(text: string, path = 'import', as = staff) {
  const part = (name: string, value: string) => `--grens\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = part('customerID', String(batch.customerId)) + part('reason', 'request') + part('retention', '2y')
  const file = `--grens\r\ncontent-disposition: form-data; name="file"; filename="l.csv"\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--grens--`
  const headers = { origin: app.origin, cookie: app.cookieOf(as), 'content-type': 'multipart/form-data; boundary=grens' }
  return (await app.app.inject({ method: 'POST', url: `/api/blacklist/${path}`, headers, payload: fields + file })).json()
}

test('two who list the same address at the same moment: one of them is refused', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => add('samen@lijst.nl')))
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409', '409'])
})

test.each(locales)('the file calls things as the screen does, and each of its reasons and terms is read back (%s)', (locale) => {
  const screen = JSON.parse(readFileSync(new URL(`../../../../../web/src/locales/${locale}/cases.json`, import.meta.url), 'utf8'))
  const texts = blacklistTexts[locale]
  expect(texts.causes).toEqual(screen.blacklist.causes)
  expect(texts.retentions).toEqual(screen.retentions)
  for (const reason of listingReasons) expect(readReason(texts.causes[reason]), reason).toBe(reason)
  for (const code of [...addressCauses, 'AFM', 'VERK', 'OVL', 'ONG'] as const)
    expect(readReason(reasonWordsOf(code, texts)), code).toBe(readReason(code))
  // Of any other result it is enough that its row is not refused: the reason of who lists from a file is seldom the same.
  for (const code of Object.keys(resultCodes)) expect(readReason(reasonWordsOf(code, texts)), code).toBeDefined()
  for (const retention of retentions) expect(readRetention(texts.retentions[retention])).toBe(retention)
})

test('what a row says is made plain once: a file has ten thousand rows, and all wait for who reads it', () => {
  const made = vi.spyOn(String.prototype, 'normalize')
  try {
    expect([readReason('weet niemand'), readReason('Foutief nummer'), readRetention('weet niemand')].length).toBe(3)
    expect(made).toHaveBeenCalledTimes(3)
  } finally {
    made.mockRestore()
  }
})
