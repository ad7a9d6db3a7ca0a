import { inboxApi } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { receiveMessage } from '../incoming/receive-message.ts'
import type { ReceivedMessage } from '../incoming/received-message.ts'

let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let anna: Staff
let bram: Staff
let keys = 0

beforeAll(async () => {
  app = await openTestApp({ start: '2027-02-11T10:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch()
  const customers = [batch.customerId]
  one = await app.build.case({
    ...{ batch, name: 'Marieke Zandvoort', case_number: `DOS-${batch.id}`, email: 'm@klant.nl', mobile: '+31612345678' },
  })
  const rights = [Right.viewCases, Right.inbox]
  anna = await app.build.staff({ rights: [...rights, Right.viewPersonalData], customers })
  bram = await app.build.staff({ rights, customers })
})

async function receive(given: Partial<ReceivedMessage> = {}, about: BuiltCase | null = null) {
  app.clock.advance(60_000)
  const saved = await app.db.transaction().execute((tx) =>
    receiveMessage(
      tx,
      {
        ...{ customerId: batch.customerId, providerId: 1, channel: 'email', key: `id:s${++keys}@klant.nl`, sender: 'm@klant.nl' },
        ...{ senderName: 'Marieke', subject: 'Vraag', text: 'Kan ik in delen betalen?', bytes: 24, cameAt: app.clock.now() },
        answered: about && { id: 1, caseId: about.id, batchId: about.batchId, recipient: 'm@klant.nl' },
        ...given,
      },
      app.clock.now(),
    ),
  )
  return saved?.conversationId ?? 0
}
const search = async (q: string, who = anna, more: object = {}) =>
  (await app.call(inboxApi.search, { query: { customerID: batch.customerId, q, ...more } }).as(who)).body
const found = async (q: string, who = anna) => (await search(q, who)).rows.map(({ conversationID }) => conversationID)

test('a conversation is found by words of its text, its subject, its sender and the number of its case, in any order and by their beginning', async () => {
  const mine = await receive({ subject: 'Regeling gewenst', text: 'Kan ik de réünie-bijdrage in délen betalen? 12,50' }, one)
  const other = await receive({ sender: 'Piet.Puk@bakkerij.example', senderName: 'Piet', subject: 'Brood', text: 'Geen idee' })
  for (const q of ['betal kan', 'REUNIE', 'regeling', 'delen 12,50', `DOS-${batch.id}`, `dos-${batch.id}`])
    expect([q, await found(q)]).toEqual([q, [mine]])
  for (const q of ['piet.puk@bakkerij.example', 'bakkerij', 'brood']) expect([q, await found(q)]).toEqual([q, [other]])
  for (const q of ['betaling kan', 'etalen', '%%', "' & !", 'brood betalen']) expect([q, await found(q)]).toEqual([q, []])
})

test('letters of every script are found as they are written', async () => {
  const it = await receive({ sender: 'w@x.nl', senderName: 'Nurşah Doğan', text: 'Paweł Śliwa woont bij Yıldız, Straße 5, in Łódź' })
  for (const q of ['doğan', 'NURŞAH', 'śliwa', 'yıldız', 'straße', 'Łódź', 'paweł']) expect([q, await found(q)]).toEqual([q, [it]])
})

test('what is done and what is spam are found too, the newest first, page by page, with how many there are', async () => {
  const made = []
  for (const sender of ['a@x.nl', 'b@x.nl', 'c@x.nl']) made.unshift(await receive({ sender, text: 'Over de fiets' }))
  const [newest, middle, oldest] = made
  for (const [conversationID, state] of [
    [newest, 'closed'],
    [oldest, 'spam'],
  ] as const)
    await app.call(inboxApi.change, { params: { conversationID: conversationID ?? 0 }, body: { state } }).as(anna)
  const first = await search('fiets', anna, { limit: '2' })
  expect(first.rows.map((row) => row.conversationID)).toEqual([newest, middle])
  expect(first).toMatchObject({ count: 3, hasMore: false })
  const next = await search('fiets', anna, { limit: '2', cursor: first.nextCursor })
  expect(next.rows.map((row) => row.conversationID)).toEqual([oldest])
  expect(next.nextCursor).toBeNull()
})

test('the words stand where they were found; who may not see a person does not find them by what is hidden either', async () => {
  const text = `${'Geachte heer. '.repeat(30)}Ik ben Zandvoort en bel mij op 0612345678 over de fiets`
  const it = await receive({ text }, one)
  expect((await search('fiets')).rows[0]?.excerpt).toMatch(/^….*over de fiets/)
  const unknown = await receive({ sender: 'geheim@elders.example', senderName: 'Quirijn', text: 'Wie bent u?' })
  for (const q of ['geheim', 'quirijn', 'elders.example']) expect([q, await found(q)]).toEqual([q, [unknown]])
  expect(await found('0612345678')).toEqual([it])
  expect(await found('fiets', bram)).toEqual([it])
  expect((await search('fiets', bram)).rows[0]?.excerpt).not.toContain('0612345678')
  for (const q of ['geheim', 'quirijn', 'elders.example', '0612345678'])
    expect([q, await search(q, bram)]).toEqual([q, { rows: [], nextCursor: null, count: 0, hasMore: false }])
})

test('another customer finds nothing of it', async () => {
  await receive({ text: 'Over de fiets' })
  const elsewhere = await app.build.batch()
  const stranger = await app.build.staff({ rights: [Right.inbox, Right.viewPersonalData], customers: [elsewhere.customerId] })
  const ask = (customerID: number) => app.call(inboxApi.search, { query: { customerID, q: 'fiets' } }).as(stranger)
  expect((await ask(elsewhere.customerId)).body.rows).toEqual([])
  expect((await ask(batch.customerId)).status).toBe(404)
})

test('among many messages the words are read from their index', async () => {
  const conversationId = await receive({ text: 'Over de fiets' })
  await sql`
    insert into incoming_messages (customer_id, channel, provider_id, message_key, kind, sender, subject, text, bytes,
      came_at, saved_at, conversation_id)
    select ${batch.customerId}, 'email', 1, 'many:' || ${batch.customerId}::text || ':' || n, 'message',
      'q' || n || '@x.nl', 'Vraag ' || n, 'Betaling ' || md5(n::text), 10, now(), now(), ${conversationId}
    from generate_series(1, 20000) n`.execute(app.db)
  await sql`analyze incoming_messages`.execute(app.db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select m.conversation_id, m.id
    from incoming_messages m
    where m.customer_id = ${sql.lit(batch.customerId)} and m.conversation_id is not null
      and m.words @@ to_tsquery('simple', '''fiets'':*')
    order by m.id desc
    limit 2000`.execute(app.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('incoming_words')
  expect(plan).not.toContain('Seq Scan')
})
