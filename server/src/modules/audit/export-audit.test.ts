import { readFileSync } from 'node:fs'
import { auditApi } from '@regie/contract/audit.ts'
import { locales } from '@regie/contract/locale.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { auditTexts } from './audit-texts.ts'
import { recordAudit } from './record-audit.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:15:00.000Z' })
})
afterAll(() => app.close())

test.each(locales)('the file calls things as the screen does (%s)', (locale) => {
  const screen = JSON.parse(readFileSync(new URL(`../../../../web/src/locales/${locale}/audit.json`, import.meta.url), 'utf8'))
  const { fileName: _file, columns: _columns, ...words } = auditTexts[locale]
  expect(Object.keys(words.actions).length).toBeGreaterThan(20)
  for (const [key, value] of Object.entries(words)) expect(value, key).toEqual(screen[key])
})

test('the file says in words what was done, who did it and to what, by local time; a talk of two is called by its people', async () => {
  const { id: customerId } = await app.build.customer()
  const staff = await app.build.staff({ rights: [Right.viewAudit], customers: [customerId] })
  await app.db.updateTable('contacts').set({ first_name: 'Sanne', last_name: 'de Wit' }).where('user_id', '=', staff.userId).execute()
  const talk = await app.db
    .insertInto('chat_channels')
    .values({ customer_id: customerId, kind: 'direct', pair: `${staff.userId}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.insertInto('chat_members').values({ customer_id: customerId, channel_id: talk.id, user_id: staff.userId }).execute()
  const general = await app.db
    .insertInto('chat_channels')
    .values({ customer_id: customerId, kind: 'general' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const did = { customerId, username: staff.username, action: 'chat.read', entity: 'chatChannel' }
  await recordAudit(app.services.db, { ...did, entityId: talk.id })
  await recordAudit(app.services.db, { ...did, entityId: general.id })
  await recordAudit(app.services.db, { ...did, action: 'batches.lock', entity: 'user', entityId: staff.userId, after: { locked_at: null } })
  const { body } = await app.call(auditApi.list, { query: { customerID: customerId } }).as(staff)
  expect(body.rows.find(({ entity, entityID }) => entity === 'chatChannel' && entityID === String(talk.id))?.names).toMatchObject({
    [`chatChannel:${talk.id}`]: 'Sanne de Wit',
  })
  const { text } = await app.call(auditApi.export, { query: { locale: 'nl', customerID: customerId } }).as(staff)
  const who = `Sanne de Wit (${staff.username})`
  const [, ...lines] = text.split('\r\n')
  expect(lines.every((line) => line === '' || /^\d\d-\d\d-\d{4} \d\d:\d\d;/.test(line))).toBe(true)
  expect(text).toContain(`${who};`)
  expect(text).toContain(`Chatkanaal gelezen;Chatkanaal;${talk.id};Sanne de Wit;`)
  expect(text).toContain(`Chatkanaal gelezen;Chatkanaal;${general.id};Algemeen;`)
  expect(text).toContain(`Batch ontgrendeld;Gebruiker;${staff.userId};Sanne de Wit;`)
  expect(text).toMatch(/;batches\.lock;/)
})

const acts = [
  { entity: 'batch', before: { status: 'preparing' }, after: { status: 'paused' } },
  {
    entity: 'case',
    before: { outstanding_cents: 12_345, result: null },
    after: { outstanding_cents: 900, result: 'BET', currency: 'EUR' },
  },
  { entity: 'case', before: { expires_on: null }, after: { expires_on: '2026-03-01' } },
  { entity: 'promise', before: { state: 'open' }, after: { state: 'broken' } },
  { entity: 'webChat', after: { hours: [{ start: '08:00', end: '22:00', weekdays: [1, 2, 3, 4, 5] }] } },
  { entity: 'user', before: { locked: false }, after: { locked: true } },
  { entity: 'thing', after: { unheard_of: 'x', payment_link_id: 9 } },
  { entity: 'batch', before: { script_id: 999_999_999 } },
] as const

const wordsIn = {
  nl: [
    'status: In voorbereiding → Gepauzeerd',
    'resultaat: Betaald; vordering:',
    '; valuta: EUR',
    'vervalt op: 01-03-2026',
    'stand: Loopt → Verbroken',
    'tot: 22:00, van: 08:00, weekdagen: ma–vr',
    'vergrendeld: nee → ja',
    'unheard_of: x; payment_link_id: 9',
    'nr. 999999999 (niet meer te vinden) → –',
  ],
  eng: ['Paid', '01-03-2026', 'Mon–Fri', 'no → yes', 'unheard_of: x; payment_link_id: 9', 'no. 999999999 (no longer found) → –'],
  fr: ['01-03-2026', 'lun.–ven.', 'non → oui', 'unheard_of: x; payment_link_id: 9', 'n° 999999999 (introuvable) → –'],
}

test.each(locales)('what changed stands in the words of the screen, and nothing as it is kept (%s)', async (locale) => {
  const { id: customerId } = await app.build.customer()
  const staff = await app.build.staff({ rights: [Right.viewAudit, Right.viewCases, Right.viewPersonalData], customers: [customerId] })
  for (const act of acts) await recordAudit(app.services.db, { action: 'test.action', customerId, entityId: '1', ...act })
  const { text } = await app.call(auditApi.export, { query: { locale, customerID: customerId } }).as(staff)
  for (const words of wordsIn[locale]) expect(text.replaceAll('\u00a0', ' ')).toContain(words)
  expect(text).not.toMatch(/[{}]|""/)
  if (locale !== 'eng') expect(text).toMatch(/123,45.*→.*9,00/)
})

test('the file hides what its reader may not see, and says so', async () => {
  const { id: customerId } = await app.build.customer()
  const staff = await app.build.staff({ rights: [Right.viewAudit], customers: [customerId] })
  const callback = { action: 'test.action', customerId, entity: 'callback', entityId: '1' }
  await recordAudit(app.services.db, { ...callback, after: { note: 'Belt vanuit Ede', state: 'open' } })
  const { text } = await app.call(auditApi.export, { query: { locale: 'nl', customerID: customerId } }).as(staff)
  expect(text).toContain('notitie: verborgen')
  expect(text).not.toContain('Ede')
})
