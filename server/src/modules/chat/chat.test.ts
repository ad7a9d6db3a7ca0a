import { chatApi, chatKeptDays, chatPerMinute, chatTextMax, type ChatChannel } from '@regie/contract/chat.ts'
import { notificationApi } from '@regie/contract/notifications.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { caseNumbersIn } from '../cases/search/case-numbers.ts'
import { sweepChat } from './sweep-chat.ts'

let app: TestApp
let customerID: number
let anna: Staff
let bram: Staff
let cas: Staff
let stranger: Staff
beforeAll(async () => {
  app = await openTestApp()
  customerID = (await app.build.customer()).id
  const customers = [customerID]
  anna = await app.build.staff({ username: 'anna', rights: [Right.chat, Right.viewCases, Right.viewPersonalData], customers })
  bram = await app.build.staff({ username: 'bram', rights: [Right.chat, Right.viewCases], customers })
  cas = await app.build.staff({ username: 'cas', rights: [Right.chat], customers })
  stranger = await app.build.staff({ rights: [Right.chat], customers: [(await app.build.customer()).id] })
})
afterAll(() => app.close())

const channels = async (who: Staff) => (await app.call(chatApi.channels, { query: { customerID } }).as(who)).body
const general = async (who: Staff) => (await channels(who)).find(({ kind }) => kind === 'general') as ChatChannel
const make = async (who: Staff, members: Staff[], name = 'Team') =>
  (await app.call(chatApi.addChannel, { body: { customerID, name, memberIDs: members.map(({ userId }) => userId) } }).as(who)).body
const send = (who: Staff, { channelID }: { channelID: number }, text: string) =>
  app.call(chatApi.send, { params: { channelID }, body: { text } }).as(who)
const list = (who: Staff, { channelID }: { channelID: number }, before?: number) =>
  app.call(chatApi.messages, { params: { channelID }, query: before === undefined ? {} : { before } }).as(who)
const read = (who: Staff, { channelID }: { channelID: number }, messageID: number) =>
  app.call(chatApi.read, { params: { channelID }, body: { messageID } }).as(who)
const notices = async (who: Staff) => (await app.call(notificationApi.list, { query: { customerID } }).as(who)).body.rows

test('every customer has a general channel, and one alone however many look for it at once', async () => {
  const found = await Promise.all([general(anna), general(bram), general(cas), general(anna)])
  expect(new Set(found.map(({ channelID }) => channelID)).size).toBe(1)
  expect(found[0]).toMatchObject({ kind: 'general', name: '', unread: 0 })
})

test('a channel is for its members: nobody else reads, writes, finds or changes it', async () => {
  const channel = await make(anna, [bram])
  expect((await send(bram, channel, 'onder ons')).status).toBe(200)
  for (const other of [cas, stranger]) {
    expect((await list(other, channel)).body).toMatchObject({ error: 'chat.notFound' })
    expect((await send(other, channel, 'ik ook')).status).toBe(404)
    expect((await read(other, channel, 1)).status).toBe(404)
  }
  expect((await channels(cas)).map(({ name }) => name)).not.toContain('Team')
  const hits = await app.call(chatApi.search, { query: { customerID, q: 'onder ons' } }).as(cas)
  expect(hits.body.rows).toEqual([])
  expect((await app.call(chatApi.search, { query: { customerID, q: 'ONDER ons' } }).as(anna)).body.rows).toHaveLength(1)
  expect((await app.call(chatApi.channels, { query: { customerID } }).as(stranger)).status).toBe(404)
})

test('who is taken out of a channel reads nothing of it any more, nor may change what they wrote', async () => {
  const channel = await make(anna, [bram, cas], 'Kort')
  const { body: own } = await send(bram, channel, 'van bram')
  const change = { name: 'Kort', memberIDs: [cas.userId], version: channel.version }
  expect((await app.call(chatApi.changeChannel, { params: channel, body: change }).as(anna)).body).toMatchObject({ version: 2 })
  expect((await list(bram, channel)).status).toBe(404)
  const edit = await app.call(chatApi.edit, { params: { messageID: own.messageID }, body: { text: 'anders' } }).as(bram)
  expect(edit.body).toMatchObject({ error: 'chat.notFound' })
  const late = await app.call(chatApi.changeChannel, { params: channel, body: change }).as(cas)
  expect(late.body).toMatchObject({ error: 'error.conflict', current: { version: 2 } })
  expect((await app.call(chatApi.leave, { params: channel }).as(cas)).status).toBeLessThan(300)
  expect((await list(cas, channel)).status).toBe(404)
})

test('a talk between two is one, whoever opens it and however often at once', async () => {
  const open = (who: Staff, other: Staff) => app.call(chatApi.openDirect, { body: { customerID, userID: other.userId } }).as(who)
  const opened = await Promise.all([open(anna, bram), open(bram, anna), open(anna, bram)])
  expect(new Set(opened.map(({ body }) => body.channelID)).size).toBe(1)
  expect(opened[0]?.body).toMatchObject({ kind: 'direct', name: 'bram' })
  expect(opened[1]?.body).toMatchObject({ name: 'anna' })
  expect((await open(anna, stranger)).body).toMatchObject({ error: 'chat.personUnknown' })
  expect((await open(anna, anna)).body).toMatchObject({ error: 'chat.personUnknown' })
})

test('unread counts are of each reader, and two tabs never move them back', async () => {
  const channel = await make(anna, [bram, cas], 'Tellen')
  const ids: number[] = []
  for (const text of ['een', 'twee', 'drie @bram']) ids.push((await send(anna, channel, text)).body.messageID)
  const of = async (who: Staff) => (await channels(who)).find(({ channelID }) => channelID === channel.channelID)
  expect(await of(anna)).toMatchObject({ unread: 0 })
  expect(await of(bram)).toMatchObject({ unread: 3, isMentioned: true })
  expect(await of(cas)).toMatchObject({ unread: 3, isMentioned: false })
  await Promise.all([read(bram, channel, ids[2] ?? 0), read(bram, channel, ids[0] ?? 0)])
  await read(bram, channel, ids[1] ?? 0)
  expect(await of(bram)).toMatchObject({ unread: 0, isMentioned: false })
  expect(await of(cas)).toMatchObject({ unread: 3 })
  // What is not there yet is not read before it is written.
  await read(cas, channel, 9_000_000_000)
  await send(anna, channel, 'vier')
  expect(await of(cas)).toMatchObject({ unread: 1 })
})

test('whoever is mentioned is notified once, and who cannot read it is not', async () => {
  const channel = await make(anna, [bram], 'Noemen')
  await send(anna, channel, 'Kijk @bram, @cas en @anna: anna@example.nl')
  expect((await notices(bram)).filter(({ channelID }) => channelID === channel.channelID)).toMatchObject([
    { kind: 'chatMention', by: 'anna', about: 'Noemen' },
  ])
  expect((await notices(cas)).filter(({ channelID }) => channelID === channel.channelID)).toEqual([])
  const { body: direct } = await app.call(chatApi.openDirect, { body: { customerID, userID: cas.userId } }).as(anna)
  await send(anna, direct, 'Heb je even?')
  await send(anna, direct, 'Hallo?')
  expect((await notices(cas)).filter(({ kind }) => kind === 'chatDirect')).toHaveLength(1)
  // Whoever has read it there is not asked to read the notification too.
  const newest = (await list(cas, direct)).body.rows[0]?.messageID ?? 0
  await read(cas, direct, newest)
  expect((await notices(cas)).filter(({ kind, isRead }) => kind === 'chatDirect' && !isRead)).toEqual([])
  await send(anna, direct, 'Nog één ding')
  expect((await notices(cas)).filter(({ kind, isRead }) => kind === 'chatDirect' && !isRead)).toHaveLength(1)
})

test('one’s own message can be changed and taken back for ten minutes, and that stays in sight', async () => {
  const channel = await general(anna)
  const { body: sent } = await send(anna, channel, 'Tikfuot')
  const edit = (who: Staff, text: string) => app.call(chatApi.edit, { params: { messageID: sent.messageID }, body: { text } }).as(who)
  expect((await edit(bram, 'van mij')).body).toMatchObject({ error: 'chat.tooLate' })
  expect((await edit(anna, 'Tikfout')).body).toMatchObject({ text: 'Tikfout', editedAt: app.clock.now().toISOString() })
  const { body: second } = await send(anna, channel, 'Weg ermee')
  expect((await app.call(chatApi.remove, { params: { messageID: second.messageID } }).as(anna)).status).toBeLessThan(300)
  expect((await list(bram, channel)).body.rows[0]).toMatchObject({ isRemoved: true, text: '' })
  app.clock.advance(11 * 60_000)
  expect((await edit(anna, 'te laat')).body).toMatchObject({ error: 'chat.tooLate' })
  const { rows } = await app.pool.query<{ action: string }>(
    "select action, before, after from audit where entity = 'chatMessage' and entity_id = $1 order by id",
    [String(sent.messageID)],
  )
  expect(rows.map(({ action }) => action)).toEqual(['chat.send', 'chat.edit'])
  expect(JSON.stringify(rows)).not.toContain('Tikf')
})

test('markup stays text, long text is refused, and a case is a link for who may open it', async () => {
  const channel = await general(anna)
  const made = await app.build.case({
    batch: await app.build.batch({ customerId: customerID }),
    case_number: 'DOS-77',
    name: 'Marieke Zandvoort',
    mobile: '+31645678912',
  })
  const text = '<img src=x onerror=alert(1)> 0645678912, #DOS-77.'
  await send(anna, channel, text)
  const first = async (who: Staff) => (await list(who, channel)).body.rows[0]
  expect(await first(anna)).toMatchObject({ text, cases: [{ caseNumber: 'DOS-77', caseID: made.id }] })
  const masked = await first(bram)
  expect(masked?.cases).toHaveLength(1)
  expect(masked?.text).not.toContain('0645678912')
  expect((await first(cas))?.cases).toEqual([])
  const search = async (who: Staff) => (await app.call(chatApi.search, { query: { customerID, q: '0645678912' } }).as(who)).body.rows
  expect(await search(anna)).toHaveLength(1)
  expect(await search(bram)).toEqual([])
  expect((await send(anna, channel, 'x'.repeat(10_000))).status).toBe(400)
  expect((await send(anna, channel, '   ')).body).toMatchObject({ field: 'text' })
  expect((await send(anna, channel, 'x'.repeat(chatTextMax))).status).toBe(200)
  expect(caseNumbersIn('zie DOS-77, 2024/001. en woord', 10)).toEqual(['DOS-77', '2024/001'])
})

test('older messages come by pages, none twice and none left out', async () => {
  const channel = await make(anna, [bram], 'Lang')
  const at = app.clock.now()
  const values = Array.from({ length: 120 }, (_, i) => ({
    customer_id: customerID,
    channel_id: channel.channelID,
    by_user: 'anna',
    text: `m${i}`,
    at,
  }))
  await app.db.insertInto('chat_messages').values(values).execute()
  const seen: string[] = []
  let before: number | undefined
  for (let hasMore = true; hasMore; ) {
    const { body } = await list(anna, channel, before)
    seen.push(...body.rows.map(({ text }) => text))
    before = body.rows.at(-1)?.messageID
    hasMore = body.hasMore
  }
  expect(seen).toEqual(values.map(({ text }) => text).toReversed())
})

test('a thousand messages in a minute: who floods is slowed down, a colleague is not', async () => {
  const loud = await app.build.staff({ username: 'luid', rights: [Right.chat], customers: [customerID] })
  const channel = await general(loud)
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => send(loud, channel, 'hoi')))
  const sent = answers.filter(({ status }) => status === 200).length
  // The minute may end meanwhile.
  expect(sent).toBeGreaterThanOrEqual(chatPerMinute)
  expect(sent).toBeLessThanOrEqual(2 * chatPerMinute)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  expect((await send(bram, channel, 'Rustig aan')).status).toBe(200)
})

test('what is older than it is kept is gone, with nothing else', async () => {
  const channel = await make(anna, [bram], 'Oud')
  await send(anna, channel, 'oud')
  app.clock.advance((chatKeptDays - 1) * 24 * 3_600_000)
  const later = await app.build.session(anna.userId)
  const now = { ...anna, secret: later }
  await send(now, channel, 'nieuw')
  app.clock.advance(2 * 24 * 3_600_000)
  await sweepChat(app.db, app.clock.now())
  const after = { ...anna, secret: await app.build.session(anna.userId) }
  expect((await list(after, channel)).body.rows.map(({ text }) => text)).toEqual(['nieuw'])
})
