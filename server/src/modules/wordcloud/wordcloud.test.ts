import { Right } from '@regie/contract/right-codes.ts'
import { wordcloudApi } from '@regie/contract/wordcloud.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { countWords } from './count-words.ts'

let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let other: BuiltCase
let staff: Staff
let masked: Staff
let keys = 0

beforeAll(async () => {
  app = await openTestApp({ start: '2027-02-11T10:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch()
  const fields = JSON.stringify({ voornaam: 'Marieke', achternaam: 'Zandvoort', straat: 'Molenweg', plaats: 'Utrecht' })
  one = await app.build.case({ batch, name: 'Marieke Zandvoort', email: 'm@klant.nl', mobile: '+31612345678', fields })
  other = await app.build.case({ batch, name: 'Karim Bakker', email: 'k@klant.nl' })
  const customers = [batch.customerId]
  const rights = [Right.viewWordcloud, Right.viewCases, Right.inbox]
  staff = await app.build.staff({ rights: [...rights, Right.viewPersonalData], customers })
  masked = await app.build.staff({ rights, customers })
})

type Received = { kind?: string; channel?: string; pressed?: string; conversationId?: number; at?: string }

async function receive(about: BuiltCase | null, text: string, { kind = 'message', channel = 'email', ...rest }: Received = {}) {
  const at = rest.at ?? app.clock.now()
  await app.db
    .insertInto('incoming_messages')
    .values({
      ...{ customer_id: batch.customerId, case_id: about?.id ?? null, batch_id: about?.batchId ?? null, channel, kind, text },
      ...{ provider_id: 1, message_key: `w${++keys}`, bytes: 1, sender: `x${keys}@klant.nl`, came_at: at, saved_at: at },
      ...{ pressed: rest.pressed ?? null, conversation_id: rest.conversationId ?? null },
    })
    .execute()
}

const note = ({ customerId, id }: BuiltCase, text: string) =>
  app.db.insertInto('case_notes').values({ customer_id: customerId, case_id: id, text, by_user: 'noor', at: app.clock.now() }).execute()

type Sent = { key?: string; byHand?: boolean; revision?: number | null; state?: string }

async function send({ customerId, id, batchId }: BuiltCase, text: string, { key = `message:${++keys}`, ...rest }: Sent = {}) {
  const queued_at = app.clock.now()
  const { id: communication_id } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: customerId, case_id: id, batch_id: batchId, channel: 'sms', recipient: '+31612345678', provider: 'simulated-sms' },
      ...{ simulated: true, queued_at, idempotency_key: key, by_hand: rest.byHand ?? true, state: rest.state ?? 'sent' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('communication_contents')
    .values({
      ...{ customer_id: customerId, communication_id, queued_at, sender: 'Regie', subject: '', text },
      template_revision_id: rest.revision ?? null,
    })
    .execute()
}

const cloud = async (query: object = {}, by = staff) =>
  (await app.call(wordcloudApi.get, { query: { customerID: batch.customerId, ...query } }).as(by)).body
const words = async (query: object = {}, by = staff) => (await cloud(query, by)).words.map(({ word, count }) => `${word} ${count}`)
const messages = async (word: string, query: object = {}, by = staff) =>
  (await app.call(wordcloudApi.messages, { query: { customerID: batch.customerId, word, ...query } }).as(by)).body

test('a word counts once for each message in which it stands, the most frequent first', async () => {
  await receive(one, 'Factuur, factuur en nog een factuur')
  await receive(other, 'Welke factuur? De betaling is gedaan')
  await receive(other, 'Betaling volgt')
  await receive(one, 'Mijn betaling van de toeslag')
  expect(await words()).toEqual(['betaling 3', 'factuur 2'])
  expect(await cloud()).toMatchObject({ read: 4, found: 4, isAll: true })
})

test('a word about one person alone is left out, however often they write it', async () => {
  await receive(one, 'Mijn buurvrouw Roelofs betaalt')
  await receive(one, 'Roelofs betaalt echt')
  await receive(other, 'Wie betaalt?')
  expect(await words()).toEqual(['betaalt 3'])
})

test('what staff wrote themselves counts as theirs; texts of templates, repeats and what has not left do not', async () => {
  await send(one, 'Uw regeling loopt')
  await note(other, 'Vraagt om regeling')
  await send(other, 'regeling', { revision: 1 })
  await send(other, 'regeling', { key: `retry:${batch.id}` })
  await send(other, 'regeling', { byHand: false })
  await send(other, 'regeling', { state: 'queued' })
  await receive(one, 'Geen regeling')
  expect(await words({ target: 'staff' })).toEqual(['regeling 2'])
  expect(await words({ target: 'person' })).toEqual([])
  expect(await words()).toEqual(['regeling 3'])
  expect(await cloud({ source: 'note' })).toMatchObject({ read: 1 })
  expect(await cloud({ source: 'sms', target: 'staff' })).toMatchObject({ read: 1 })
})

test('notices of absence, pressed buttons and spam are not what people wrote', async () => {
  const { id: conversationId } = await app.db
    .insertInto('conversations')
    .values({
      ...{ customer_id: batch.customerId, channel: 'email', provider_id: 1, address: 'spam@x.nl', state: 'spam' },
      last_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await receive(one, 'vakantie', { kind: 'automatic' })
  await receive(other, 'vakantie', { pressed: 'vakantie', channel: 'whatsapp' })
  await receive(null, 'vakantie', { conversationId })
  await receive(other, 'vakantie')
  expect(await cloud()).toMatchObject({ words: [], read: 1 })
})

test('names, addresses and numbers of the person and names of staff are gone, also in capitals and between marks', async () => {
  await app.db.updateTable('contacts').set({ first_name: 'Noor', last_name: 'Wijngaard' }).where('user_id', '=', staff.userId).execute()
  const text = `*MARIEKE* (Zandvoort), "molenweg" 12 UTRECHT: m.zandvoort@KLANT.nl NL91 ABNA 0417 1643 00 06-12345678 https://x.nl/marieke; Wijngaard!`
  for (const _time of [1, 2]) {
    await receive(one, `${text} betaling`)
    await note(one, `${text} betaling`)
  }
  await receive(other, 'Wijngaard betaling')
  expect(await words()).toEqual(['betaling 5'])
  expect(await words({}, masked)).toEqual(['betaling 5'])
})

test('fields that a script masks tell of a person too', async () => {
  const fields = [
    { key: 'partner', type: 'text', label: { nl: 'P', eng: 'P', fr: 'P' }, required: false, maxLength: 50, aliases: [], mask: 'all' },
  ]
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify(fields) })
    .where('id', '=', batch.script.id)
    .execute()
  const named = await app.build.case({ batch, name: 'A', fields: JSON.stringify({ partner: 'Roelofs' }) })
  await receive(named, 'Roelofs betaalt')
  await receive(other, 'betaalt')
  expect((await messages('roelofs')).rows).toEqual([])
  expect(await words()).toEqual(['betaalt 2'])
})

test('typed words keep the messages in which all of them stand; names find nothing', async () => {
  await receive(one, 'De betaallink van de factuur werkt niet, Zandvoort')
  await receive(other, 'Factuur zonder betaallink')
  await receive(other, 'Factuur klopt')
  expect(await cloud({ words: 'betaall fact' })).toMatchObject({ read: 3, found: 2 })
  expect(await words({ words: 'betaallink' })).toEqual(['betaallink 2', 'factuur 2'])
  expect(await cloud({ words: 'zandvoort' })).toMatchObject({ found: 0, words: [] })
})

test('days are Dutch days, both within; what is older than a year is not read', async () => {
  await receive(one, 'zomer', { at: '2026-06-30T21:59:00Z' })
  await receive(other, 'zomer', { at: '2026-06-30T22:30:00Z' })
  await receive(one, 'zomer', { at: '2026-07-01T21:59:00Z' })
  await receive(one, 'zomer', { at: '2026-01-01T12:00:00Z' })
  expect(await cloud()).toMatchObject({ read: 3 })
  expect(await cloud({ from: '2026-07-01', to: '2026-07-01' })).toMatchObject({ read: 2 })
  expect(await cloud({ to: '2026-06-30' })).toMatchObject({ read: 1 })
  const reversed = { customerID: batch.customerId, from: '2026-07-02', to: '2026-07-01' }
  expect((await app.call(wordcloudApi.get, { query: reversed }).as(staff)).status).toBe(422)
})

test('of one script only its own cases are read, and demos nowhere', async () => {
  const elsewhere = await app.build.batch({ customerId: batch.customerId })
  const there = await app.build.case({ batch: elsewhere, name: 'Piet' })
  await receive(there, 'factuur')
  await receive(one, 'factuur')
  expect(await cloud({ scriptID: batch.script.id })).toMatchObject({ read: 1 })
  await app.db.updateTable('batches').set({ is_demo: true }).where('id', '=', elsewhere.id).execute()
  expect(await cloud()).toMatchObject({ read: 1 })
})

test('texts of another customer are never read', async () => {
  const elsewhere = await app.build.batch()
  const theirs = await app.build.case({ batch: elsewhere, name: 'Piet' })
  await note(theirs, 'geheim')
  await note(one, 'geheim')
  await note(other, 'geheim')
  expect(await words()).toEqual(['geheim 2'])
  const stranger = await app.build.staff({ rights: [Right.viewWordcloud, Right.viewCases], customers: [elsewhere.customerId] })
  const query = { customerID: batch.customerId, word: 'geheim' }
  expect((await app.call(wordcloudApi.get, { query }).as(stranger)).status).toBe(404)
  expect((await app.call(wordcloudApi.messages, { query }).as(stranger)).status).toBe(404)
})

test('the cloud asks for right 404, its messages for cases too', async () => {
  const customers = [batch.customerId]
  const query = { customerID: batch.customerId, word: 'factuur' }
  const nobody = await app.build.staff({ rights: [Right.viewCases], customers })
  const watcher = await app.build.staff({ rights: [Right.viewWordcloud], customers })
  expect((await app.call(wordcloudApi.get, { query }).as(nobody)).status).toBe(403)
  expect((await app.call(wordcloudApi.get, { query }).as(watcher)).status).toBe(200)
  expect((await app.call(wordcloudApi.messages, { query }).as(watcher)).status).toBe(403)
})

test('reading ends at its budget and says from when', async () => {
  for (const text of ['oud', 'factuur', 'factuur']) {
    app.clock.advance(60_000)
    await receive(text === 'oud' ? one : keys % 2 === 0 ? one : other, text)
  }
  const caller = { customerIds: [batch.customerId], rights: [Right.viewWordcloud] } as unknown as Caller
  const query = { customerID: batch.customerId, words: '' }
  const counted = await countWords(app.services, caller, query, { texts: 2, pageSize: 1, ms: 8_000 })
  expect(counted).toMatchObject({ words: [{ word: 'factuur', count: 2 }], read: 2, isAll: false })
  expect(counted.since).toBe(new Date(app.clock.now().getTime() - 60_000).toISOString())
  expect(await countWords(app.services, caller, query, { texts: 100, pageSize: 1, ms: 0 })).toMatchObject({ read: 0, isAll: false })
})

test('the messages of a word come newest first, page by page, each with its case and the words around it', async () => {
  const long = 'lorem '.repeat(60)
  for (const about of [one, other, one]) {
    app.clock.advance(1000)
    await receive(about, `${long} de factuur ${long}`)
  }
  await note(other, 'facturen, geen Factuur!')
  const first = await messages('factuur', { limit: 2 })
  expect(first.rows.map(({ caseID, source, target }) => ({ caseID, source, target }))).toEqual([
    { caseID: other.id, source: 'note', target: 'staff' },
    { caseID: one.id, source: 'email', target: 'person' },
  ])
  expect(first.rows[1]?.excerpt).toMatch(/^….* de factuur .*…$/)
  const next = await messages('factuur', { limit: 2, cursor: first.nextCursor })
  expect(next.rows.map(({ caseID }) => caseID)).toEqual([other.id, one.id])
  expect(new Set([...first.rows, ...next.rows].map(({ key }) => key)).size).toBe(4)
})

test('who may not see personal data reads masked messages; those of no case only who may see the inbox', async () => {
  await receive(one, 'De factuur: bel 06 12345678')
  await receive(null, 'Een factuur zonder dossier')
  const [, masking] = (await messages('factuur', {}, masked)).rows
  expect(masking?.excerpt).not.toContain('12345678')
  expect((await messages('factuur')).rows[1]?.excerpt).toContain('12345678')
  const reader = await app.build.staff({ rights: [Right.viewWordcloud, Right.viewCases], customers: [batch.customerId] })
  expect((await messages('factuur', {}, reader)).rows.map(({ caseID }) => caseID)).toEqual([one.id])
})

test('answers of staff in the chat of a site are theirs', async () => {
  const { id: conversation_id } = await app.db
    .insertInto('conversations')
    .values({
      ...{ customer_id: batch.customerId, channel: 'webchat', provider_id: 0, address: 'v1', person_name: 'Robin' },
      last_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = { customer_id: batch.customerId, conversation_id, at: app.clock.now(), user_id: staff.userId }
  await app.db
    .insertInto('conversation_answers')
    .values({ ...values, key: '00000000-0000-4000-8000-000000000001', text: 'Beste Robin, de regeling' })
    .execute()
  await note(one, 'regeling')
  expect(await words()).toEqual(['regeling 2'])
  expect(await cloud({ source: 'webchat', target: 'staff' })).toMatchObject({ read: 1 })
  expect((await messages('robin')).rows).toEqual([])
})
