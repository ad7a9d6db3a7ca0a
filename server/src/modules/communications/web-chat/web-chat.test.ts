import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inboxApi } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type Visit, webChatApi } from '@regie/contract/web-chat.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { channelProviders } from '../../../gateways/gateways.ts'
import { findContactFacts } from '../../contact-facts/contact-facts.ts'
import { staffHold } from '../../contact-permission/contact-permission.ts'
import { sweepUnknown } from '../incoming/sweep-unknown.ts'
import { visitTokenHeader } from './mount-web-chat.ts'

let app: TestApp
let origin: string
let batch: BuiltBatch
let anna: Staff
let siteKey: string
let visitors = 0

// A Thursday at eleven in Amsterdam.
const start = '2027-02-11T10:00:00Z'
const site = 'https://www.incasso.example'
const settings = {
  ...{ isOn: true, sites: [site], color: '#1477aa', greeting: { nl: 'Goedendag', eng: 'Hello', fr: 'Bonjour' } },
  hours: [{ weekdays: [1, 2, 3, 4, 5], start: '09:00', end: '17:00' }],
}

beforeAll(async () => {
  app = await openTestApp({ start, env: { TRUST_PROXY: '192.0.2.100' } })
  origin = new URL(app.services.config.publicUrl).origin
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(start)
  batch = await app.build.batch()
  const customers = [batch.customerId]
  anna = await app.build.staff({ rights: [Right.inbox, Right.viewCases, Right.viewPersonalData, Right.changeProviders], customers })
  siteKey = (await save({ ...settings, version: 0 })).body.siteKey ?? ''
})

const save = (body: object) => app.call(webChatApi.change, { params: { customerID: batch.customerId }, body: body as never }).as(anna)

type Asked = { token?: string; body?: object; from?: string; headers?: Record<string, string> }
/** As the page in the frame asks; each visitor has an address of their own. */
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, { token, body, from = '198.51.100.1', headers = {} }: Asked = {}) =>
  app.app.inject({
    ...{ method, url: `/widget${path}`, remoteAddress: from },
    headers: { origin, host: new URL(origin).host, ...(token && { [visitTokenHeader]: token }), ...headers },
    ...(body && { payload: body }),
  })

const newVisitor = () => ({ token: randomBytes(32).toString('base64url'), from: `203.0.113.${++visitors % 250}` })
async function begin(given: object = {}, visitor = newVisitor()) {
  const body = {
    ...{ siteKey, token: visitor.token, key: randomUUID(), name: 'Sanne', contact: 'sanne@klant.example', text: 'Klopt mijn factuur?' },
    ...{ locale: 'nl', ...given },
  }
  const answer = await ask('POST', '/api/visits', { body, from: visitor.from })
  return { ...visitor, body, status: answer.statusCode, visit: answer.json() as Visit & { error?: string } }
}
const write = (visitor: { token: string; from: string }, text: string, key = randomUUID()) =>
  ask('POST', '/api/visit/messages', { ...visitor, body: { key, text } })
const read = async (visitor: { token: string; from: string }) => (await ask('GET', '/api/visit', visitor)).json() as Visit
const texts = ({ messages }: Visit) => messages.map(({ isOurs, text }) => `${isOurs ? 'ours' : 'theirs'}: ${text}`)
const inbox = async () => (await app.call(inboxApi.list, { query: { customerID: batch.customerId, view: 'all' } }).as(anna)).body.rows
const only = async () => {
  const [row] = await inbox()
  if (!row) throw new Error('nothing came in')
  return { conversationID: row.conversationID }
}
const get = async () => (await app.call(inboxApi.get, { params: await only(), query: {} }).as(anna)).body
const answer = async (text: string, key = randomUUID()) => app.call(inboxApi.answer, { params: await only(), body: { key, text } }).as(anna)

/** Anna puts it on the blacklist. */
const list = (kind: 'phone' | 'email', value: string) =>
  app.db
    .insertInto('blacklist')
    .values({ customer_id: batch.customerId, kind, value, reason: 'request', retention: '1y', added_by: anna.username })
    .execute()

test('a visitor asks, staff answer without a case, and each sees what the other wrote', async () => {
  const visitor = await begin()
  expect(visitor.status).toBe(200)
  expect(await inbox()).toMatchObject([{ channel: 'webchat', name: 'Sanne', address: 'sanne@klant.example', caseID: null, unread: 1 }])
  expect((await answer('Ja, die klopt.')).status).toBe(204)
  const seen = await read(visitor)
  expect(texts(seen)).toEqual(['theirs: Klopt mijn factuur?', 'ours: Ja, die klopt.'])
  const [, ours] = (await get()).items
  expect(ours).toMatchObject({ kind: 'sent', text: 'Ja, die klopt.', state: 'sent' })
  expect((await ask('PUT', '/api/visit/seen', { ...visitor, body: { answerID: seen.lastAnswerID } })).statusCode).toBe(204)
  expect((await get()).items[1]).toMatchObject({ state: 'read' })
  expect((await inbox())[0]).toMatchObject({ waitingSince: null, lastIsOurs: true, assigned: { userID: anna.userId } })
})

test('the first message and any other are saved once, however often they are sent, also by two tabs at the same time', async () => {
  const visitor = newVisitor()
  const key = randomUUID()
  const all = await Promise.all([begin({ key }, visitor), begin({ key }, visitor), begin({ key }, visitor)])
  expect(all.some(({ status }) => status === 200)).toBe(true)
  const again = randomUUID()
  await Promise.all([write(visitor, 'En de rente?', again), write(visitor, 'En de rente?', again)])
  await answer('Die ook.', again)
  await answer('Die ook.', again)
  expect(texts(await read(visitor))).toEqual(['theirs: Klopt mijn factuur?', 'theirs: En de rente?', 'ours: Die ook.'])
  expect(await inbox()).toHaveLength(1)
})

test('only the sites of the list may show it, by its own policy and without a cookie; an unknown key or one that is off shows nothing', async () => {
  const page = await ask('GET', `/c/${siteKey}?lang=fr`)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain(`frame-ancestors 'self' ${site};`.replace(';', ''))
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(page.headers['x-frame-options']).toBeUndefined()
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.body).toContain('<html lang="fr">')
  expect((await ask('GET', `/c/${siteKey.replace(/^./, (letter) => (letter === 'x' ? 'y' : 'x'))}`)).body).toBe('')
  await save({ ...settings, isOn: false, version: 1 })
  const off = await ask('GET', `/c/${siteKey}`)
  expect([off.statusCode, off.body, off.headers['x-frame-options']]).toEqual([404, '', 'DENY'])
  expect((await begin()).visit.error).toBe('webChat.off')
  expect(await inbox()).toEqual([])
})

test('a language that is asked for twice is none; the page is in that of the browser', async () => {
  for (const path of ['', '/example']) {
    const page = await ask('GET', `/c/${siteKey}${path}?lang=nl&lang=eng`, { headers: { 'accept-language': 'fr' } })
    expect([page.statusCode, page.body.includes('<html lang="fr">')]).toEqual([200, true])
  }
})

test('a name, a greeting and a text with markup are text everywhere', async () => {
  const sign = '"><script>alert(1)</script>'
  await save({ ...settings, greeting: { ...settings.greeting, nl: sign }, version: 1 })
  const page = await ask('GET', `/c/${siteKey}?lang=nl`)
  expect(page.body).not.toContain('<script>alert')
  const visitor = await begin({ name: sign, text: sign })
  expect(texts(visitor.visit)).toEqual([`theirs: ${sign}`])
  expect((await inbox())[0]).toMatchObject({ name: sign, excerpt: sign })
})

test('10,000 characters, none, half a character and control characters are refused and leave nothing', async () => {
  for (const text of ['x'.repeat(10_000), '   ', 'half \ud83d', 'nul \0', 'bel \u0007'])
    expect([text.slice(0, 8), (await begin({ text })).status]).toEqual([text.slice(0, 8), 400])
  expect((await begin({ name: 'Sanne\r\nBcc: x@y.nl' })).status).toBe(400)
  expect((await begin({ contact: 'javascript:alert(1)' })).status).toBe(400)
  expect((await ask('POST', '/api/visits', { body: { text: 'x'.repeat(100_000) } })).statusCode).toBe(413)
  expect(await inbox()).toEqual([])
  const visitor = await begin({ text: '😀'.repeat(1_000) })
  expect(visitor.status).toBe(200)
  expect((await inbox())[0]?.excerpt.isWellFormed()).toBe(true)
})

test('a thousand messages in a minute: a few are saved, the rest told when to go on', async () => {
  const visitor = await begin()
  const codes = new Map<number, number>()
  for (let turn = 0; turn < 100; turn++) {
    const { statusCode, headers } = await write(visitor, `bericht ${turn}`)
    codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1)
    if (statusCode === 429) expect(headers['retry-after']).toMatch(/^\d+$/)
  }
  // Counting begins anew with each minute of the clock: at most two fall into the loop.
  expect(codes.get(200)).toBeLessThanOrEqual(30)
  expect(codes.get(429)).toBeGreaterThanOrEqual(70)
})

test('a token of nobody, and one with which somebody begins at another customer, opens nothing', async () => {
  const visitor = await begin()
  const stranger = newVisitor()
  expect((await ask('GET', '/api/visit', stranger)).statusCode).toBe(404)
  expect((await ask('GET', '/api/visit', { from: stranger.from })).statusCode).toBe(404)
  expect((await write(stranger, 'hallo')).statusCode).toBe(404)
  const [mine, key] = [batch, siteKey]
  batch = await app.build.batch()
  anna = await app.build.staff({ rights: [Right.inbox, Right.changeProviders], customers: [batch.customerId] })
  siteKey = (await save({ ...settings, version: 0 })).body.siteKey ?? ''
  expect((await begin({}, visitor)).status).toBe(404)
  expect(await inbox()).toEqual([])
  expect([mine.customerId, key]).not.toContain(siteKey)
  // Nor does staff of that customer answer.
  const row = await app.db.selectFrom('conversations').select('id').where('customer_id', '=', mine.customerId).executeTakeFirstOrThrow()
  const foreign = app.call(inboxApi.answer, { params: { conversationID: row.id }, body: { key: randomUUID(), text: 'Hallo' } })
  expect((await foreign.as(anna)).status).toBe(404)
})

test('a page of another origin writes nothing', async () => {
  const visitor = await begin()
  const headers = { origin: 'https://elders.example', 'sec-fetch-site': 'cross-site' }
  const sent = await ask('POST', '/api/visit/messages', { ...visitor, headers, body: { key: randomUUID(), text: 'Hallo' } })
  expect(sent.statusCode).toBe(403)
})

test('outside the hours it says when staff is back, and takes a message only with where to answer', async () => {
  app.clock.set('2027-02-12T20:00:00Z')
  expect((await begin({ contact: '' })).visit.error).toBe('webChat.contactMissing')
  const { visit } = await begin({ contact: '06 12 34 56 78' })
  expect(visit).toMatchObject({ isStaffed: false, opensAt: '2027-02-15T08:00:00.000Z' })
  // On the day before Easter Monday: the Tuesday.
  app.clock.set('2027-03-28T10:00:00Z')
  expect((await begin()).visit).toMatchObject({ opensAt: '2027-03-30T07:00:00.000Z' })
})

test('staff may answer within thirty minutes whatever the hour; later within the law, and never who is blacklisted', async () => {
  app.clock.set('2027-02-11T20:30:00Z')
  const again = async () => {
    anna = await app.build.staff({ rights: [Right.inbox, Right.viewPersonalData], customers: [batch.customerId] })
  }
  await app.db.updateTable('customers').set({ compliance_profile: 'incasso_wki' }).where('id', '=', batch.customerId).execute()
  await again()
  await begin()
  app.clock.advance(29 * 60_000)
  expect((await answer('Dat zoek ik uit.')).status).toBe(204)
  app.clock.advance(2 * 60_000)
  expect((await get()).visitor).toMatchObject({ ok: false, reason: 'lawHours' })
  expect((await answer('En nog iets.')).status).toBe(409)
  app.clock.set('2027-02-12T09:00:00Z')
  await again()
  expect((await answer('En nog iets.')).status).toBe(204)
  await list('email', 'sanne@klant.example')
  expect((await get()).visitor).toMatchObject({ ok: false, reason: 'blacklisted' })
})

test('later than thirty minutes the case that it is tied to decides too: pause, dispute, blacklist and batch; its own address may be missing', async () => {
  app.clock.set('2027-02-12T09:00:00Z')
  anna = await app.build.staff({ rights: [Right.inbox, Right.viewCases], customers: [batch.customerId] })
  await app.db.updateTable('customers').set({ compliance_profile: 'incasso_wki' }).where('id', '=', batch.customerId).execute()
  const one = await app.build.case({ batch, phone: '+31612345678', email: null })
  await begin()
  await app.call(inboxApi.tie, { params: await only(), body: { caseID: one.id } }).as(anna)
  const set = (values: object) => app.db.updateTable('cases').set(values).where('id', '=', one.id).execute()
  await set({ status: 'paused' })
  app.clock.advance(29 * 60_000)
  expect((await get()).visitor).toMatchObject({ ok: true })
  app.clock.advance(2 * 60_000)
  expect((await get()).visitor).toMatchObject({ ok: false, reason: 'casePaused' })
  expect((await answer('En nog iets.')).status).toBe(409)
  await set({ status: 'open' })
  expect((await get()).visitor).toMatchObject({ ok: true })
  const setBatch = (status: 'paused' | 'closed' | 'open') =>
    app.db.updateTable('batches').set({ status }).where('id', '=', batch.id).execute()
  await setBatch('paused')
  expect((await get()).visitor).toMatchObject({ ok: false, reason: 'batchPaused' })
  await setBatch('closed')
  expect((await get()).visitor).toMatchObject({ ok: false, reason: 'batchClosed' })
  await setBatch('open')
  const complaint = { customer_id: batch.customerId, case_id: one.id, kind: 'dispute', text: 'Klopt niet', by_user: anna.username } as const
  await app.db.insertInto('complaints').values(complaint).execute()
  expect((await get()).visitor).toMatchObject({ ok: false, reason: 'disputed' })
  await app.db.updateTable('complaints').set({ state: 'resolved' }).where('case_id', '=', one.id).execute()
  expect((await get()).visitor).toMatchObject({ ok: true })
  expect((await answer('En nog iets.')).status).toBe(204)
  await list('phone', '+31612345678')
  expect((await get()).visitor).toMatchObject({ ok: false, reason: 'blacklisted' })
  expect((await answer('En nog iets.')).status).toBe(409)
})

test('an answer in the chat of a case is contact: the script leaves the person alone for its quiet days', async () => {
  const one = await app.build.case({ batch })
  await begin()
  const held = async () => {
    const ref = { customerId: batch.customerId, caseId: one.id }
    const facts = (await findContactFacts(app.db, channelProviders(app.services.gateways), [ref], app.clock.now())).get(one.id)
    return facts && staffHold({ ...facts, quietDays: 2 }, app.clock.now())
  }
  expect((await answer('Dat zoek ik uit.')).status).toBe(204)
  expect(await held()).toBeNull()
  await app.call(inboxApi.tie, { params: await only(), body: { caseID: one.id } }).as(anna)
  expect(await held()).toMatchObject({ reason: 'staffContact', until: new Date('2027-02-12T23:00:00Z') })
  await app.call(inboxApi.untie, { params: await only(), body: {} }).as(anna)
  expect(await held()).toBeNull()
})

test('who may not see personal data sees the number or address of a visitor in no spelling', async () => {
  const hidden = await app.build.staff({ rights: [Right.inbox], customers: [batch.customerId] })
  const numbers = ['0612345678', '06-12345678', '06 12 34 56 78', '+31612345678', '0031 6 12345678', '+31 (0)6-12345678', '31612345678']
  for (const contact of numbers) await begin({ contact, name: 'Bo', text: `Bel ${numbers.join(' of ')} tot 17 uur` })
  await begin({ contact: 'jan@klaver.nl', name: 'Bo', text: 'Mail JAN@klaver.nl of jan@klaver.nl' })
  const { rows } = (await app.call(inboxApi.list, { query: { customerID: batch.customerId, view: 'all' } }).as(hidden)).body
  expect(rows).toHaveLength(numbers.length + 1)
  for (const { conversationID, address, excerpt } of rows) {
    const { items } = (await app.call(inboxApi.get, { params: { conversationID }, query: {} }).as(hidden)).body
    const shown = JSON.stringify([address, excerpt, items])
    expect(shown).toContain('•')
    expect(shown.replace(/[\s()-]/g, '')).not.toMatch(/612345678|klaver/i)
  }
  expect(rows.filter(({ excerpt }) => excerpt.endsWith(' tot 17 uur'))).toHaveLength(numbers.length)
})

test('the blacklist finds the number of a visitor in any spelling', async () => {
  await list('phone', '+31612345678')
  for (const contact of ['06 12345678', '0031612345678', '+31 (0)6 12345678', '31612345678']) await begin({ contact })
  app.clock.advance(31 * 60_000)
  const rows = await inbox()
  expect(rows.map(({ address }) => address)).toEqual(Array.from({ length: 4 }, () => '+31612345678'))
  for (const { conversationID } of rows) {
    const { body } = await app.call(inboxApi.get, { params: { conversationID }, query: {} }).as(anna)
    expect(body.visitor).toMatchObject({ ok: false, reason: 'blacklisted' })
  }
})

test('what a visitor writes after staff tied the conversation stands in that case; nothing of the case reaches the visitor', async () => {
  const one = await app.build.case({ batch, name: 'Sanne Zandvoort', case_number: `DOS-${batch.id}`, email: 'sanne@klant.example' })
  const visitor = await begin()
  await answer('Wat is uw dossiernummer?')
  await app.call(inboxApi.tie, { params: await only(), body: { caseID: one.id } }).as(anna)
  app.clock.advance(60_000)
  await write(visitor, `Dat is DOS-${batch.id}`)
  app.clock.advance(60_000)
  await answer('Dank u.')
  expect(await inbox()).toMatchObject([{ caseID: one.id, unread: 0 }])
  const rows = await app.db.selectFrom('timeline').select(['event', 'kind']).where('case_id', '=', one.id).orderBy('at').execute()
  expect(rows.map(({ event, kind }) => `${kind}/${event}`)).toEqual([
    'webchat/webchatReceived',
    'webchat/webchatSent',
    'webchat/webchatReceived',
    'webchat/webchatSent',
  ])
  const seen = await ask('GET', '/api/visit', visitor)
  expect(seen.body).not.toMatch(/Zandvoort|caseID|caseNumber/)
  expect((seen.json() as Visit).messages).toHaveLength(4)
  const { body: untied } = await app.call(inboxApi.untie, { params: await only(), body: {} }).as(anna)
  expect(untied).toEqual(await only())
  expect(await inbox()).toMatchObject([{ caseID: null }])
  expect(await app.db.selectFrom('timeline').select('event').where('case_id', '=', one.id).execute()).toEqual([])
  expect((await read(visitor)).messages).toHaveLength(4)
  await app.call(inboxApi.tie, { params: await only(), body: { caseID: one.id } }).as(anna)
  await app.db.updateTable('cases').set({ status: 'closed' }).where('id', '=', one.id).execute()
  expect((await answer('Nog iets.')).status).toBe(204)
  app.clock.advance(31 * 60_000)
  expect((await get()).visitor).toMatchObject({ ok: false, reason: 'caseClosed' })
})

test('who is spam writes on and is answered by nobody', async () => {
  const visitor = await begin()
  await app.call(inboxApi.change, { params: await only(), body: { state: 'spam' } }).as(anna)
  expect((await write(visitor, 'Koop nu!')).statusCode).toBe(200)
  expect(await inbox()).toEqual([])
})

test('what nobody tied is gone after ninety days, with the visit and our answers; the page of the visitor is told', async () => {
  const visitor = await begin()
  await answer('Wij zoeken het uit.')
  const now = app.clock.now().getTime()
  await sweepUnknown(app.db, new Date(now + 89 * 86_400_000))
  expect((await read(visitor)).messages).toHaveLength(2)
  await sweepUnknown(app.db, new Date(now + 91 * 86_400_000))
  expect((await ask('GET', '/api/visit', visitor)).statusCode).toBe(404)
  const left = await app.db.selectFrom('conversation_answers').select('id').where('customer_id', '=', batch.customerId).execute()
  expect(left).toEqual([])
})

test('what was tied for months and is untied is kept for ninety days from then', async () => {
  const one = await app.build.case({ batch, name: 'Sanne Zandvoort' })
  const visitor = await begin()
  await app.call(inboxApi.tie, { params: await only(), body: { caseID: one.id } }).as(anna)
  app.clock.advance(100 * 86_400_000)
  anna = await app.build.staff({ rights: [Right.inbox, Right.viewCases], customers: [batch.customerId] })
  await app.call(inboxApi.untie, { params: await only(), body: {} }).as(anna)
  const isKeptAfter = async (days: number) => {
    await sweepUnknown(app.db, new Date(app.clock.now().getTime() + days * 86_400_000))
    return (await ask('GET', '/api/visit', visitor)).statusCode === 200
  }
  expect([await isKeptAfter(0), await isKeptAfter(89), await isKeptAfter(91)]).toEqual([true, true, false])
})

test('a change that somebody else made first is refused; a site is kept as its origin', async () => {
  const { body } = await save({ ...settings, sites: ['WWW.Incasso.example/contact', 'http://localhost:8080'], version: 1 })
  expect(body.sites).toEqual(['https://www.incasso.example', 'http://localhost:8080'])
  expect((await save({ ...settings, version: 1 })).status).toBe(409)
  for (const sites of [['http://incasso.example'], ["https://a.nl; script-src 'unsafe-inline'"], ['https://*'], ['javascript:alert(1)']])
    expect([sites, (await save({ ...settings, sites, version: 2 })).status]).toEqual([sites, 422])
  expect((await save({ ...settings, sites: [], version: 2 })).body).toMatchObject({ error: 'webChat.siteMissing' })
})

test('the page of a visitor hears at once that staff answered, and holds no connection to the database meanwhile', async () => {
  const visitor = await begin()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  const heard: string[] = []
  const open = (given: { token: string }) =>
    new Promise<{ status: number; end: () => void }>((resolve, reject) => {
      const headers = { host: new URL(origin).host, 'sec-fetch-site': 'same-origin', [visitTokenHeader]: given.token }
      const asked = request({ port, host: '127.0.0.1', path: '/widget/api/visit/events', headers }, (response) => {
        response.on('data', (part: Buffer) => heard.push(part.toString()))
        response.on('error', () => undefined)
        resolve({ status: response.statusCode ?? 0, end: () => asked.destroy() })
      })
      asked.on('error', reject)
      asked.end()
    })
  const tabs = [await open(visitor), await open(visitor), await open(visitor), await open(visitor)]
  expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  // Each page holds an answer open, so one visit has few.
  expect((await open(visitor)).status).toBe(429)
  await expect.poll(async () => (await get()).visitor?.isHere).toBe(true)
  heard.length = 0
  await answer('Hallo Sanne')
  await expect.poll(() => heard.filter((line) => line.includes('changed')).length).toBeGreaterThanOrEqual(4)
  for (const { end } of tabs) end()
  await expect.poll(async () => (await get()).visitor?.isHere).toBe(false)
})

test('a visitor is answered with the short texts that say nothing of a case, in their own language; another customer has none of them', async () => {
  const { customerId } = batch
  const text = (key: string, nl: string, eng: string) =>
    app.build.template({ customerId, key, kind: 'sms', texts: { nl: { subject: '', text: nl }, eng: { subject: '', text: eng } } })
  await text('ontvangen', 'Wij zoeken het uit. {{opdrachtgever}}', 'We are looking into it. {{opdrachtgever}}')
  await text('betaling', 'Betaal hier: {{betaallink}}', 'Pay here: {{betaallink}}')
  await begin({ locale: 'eng' })
  const params = await only()
  const { body } = await app.call(inboxApi.texts, { params }).as(anna)
  expect(body.map(({ key }) => key)).toEqual(['ontvangen'])
  expect(body[0]?.text).toMatch(/^We are looking into it\. \S/)
  const stranger = await app.build.staff({ rights: [Right.inbox], customers: [(await app.build.batch()).customerId] })
  expect((await app.call(inboxApi.texts, { params }).as(stranger)).status).toBe(404)
})
