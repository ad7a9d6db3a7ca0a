import { Right } from '@regie/contract/right-codes.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, endStep, openEngineHarness } from '../../../test/engine-harness.ts'
import { type FakeGraph, openFakeGraph } from '../../../test/fake-graph.ts'
import { addWhatsappNumber } from '../../../test/whatsapp-writers.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { findConversation } from '../communications/inbox/find-conversation.ts'
import { findWriterWithoutNumber } from '../communications/inbox/find-writer-without-number.ts'
import { takeNumber } from '../communications/inbox/take-number.ts'
import { tieConversation } from '../communications/inbox/tie-conversation.ts'
import { listWrittenTexts } from '../communications/manual-messages/list-written-texts.ts'
import { sendMessage } from '../communications/manual-messages/send-message.ts'
import { openNewsKeeper } from '../communications/sms-lines/early-news.ts'
import { receiveWhatsapp } from './receive-whatsapp.ts'

const secrets = { token: 'EAAG-token', appSecret: 'app-geheim', verifyToken: 'woord' }
const userId = 'NL.13491208655302741918'
const question = { type: 'interactive', interactive: { type: 'request_contact_info', action: { name: 'request_contact_info' } } }

let graph: FakeGraph
let h: EngineHarness
beforeAll(async () => {
  graph = await openFakeGraph(secrets)
  h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${graph.port}` } })
})
afterAll(async () => {
  await h.close()
  await graph.close()
})

/** A customer with a number of their own, a case without a mobile, and somebody who writes about it under an id alone. */
async function openStory() {
  const script = await h.buildScript({ steps: [{ kind: 'wait', key: 'wacht', next: 'end', settings: { minutes: 60_000 } }, endStep] })
  const { customerId } = script
  const providerId = await addWhatsappNumber(h, customerId, graph, secrets)
  await h.buildBatch(script, [{ mobile: null }])
  const { id: caseId } = await h.db.selectFrom('cases').select('id').where('customer_id', '=', customerId).executeTakeFirstOrThrow()
  const rights = [Right.inbox, Right.viewCases, Right.viewPersonalData, Right.sendWhatsApp, Right.changeInputFields]
  const username = `kim${customerId}`
  const user = await h.db.insertInto('users').values({ username, password_hash: 'x' }).returning('id').executeTakeFirstOrThrow()
  const caller: Caller = { userId: user.id, username, rights, stage: 'full', sessionId: null, customerIds: [customerId] }
  const hear = async (id: string, more: object) => {
    const seconds = String(Math.floor(h.clock.now().getTime() / 1_000))
    const { body, headers } = graph.signed({
      ...{ messaging_product: 'whatsapp', metadata: { display_phone_number: '31201234567', phone_number_id: '1065' } },
      contacts: [{ profile: { name: 'Zoë' }, user_id: userId }],
      messages: [{ from_user_id: userId, id: `${id}-${customerId}`, timestamp: seconds, ...more }],
    })
    await receiveWhatsapp(h.services, openNewsKeeper(h.services), {
      ...{ name: `whatsapp-${providerId}`, rawBody: Buffer.from(body), headers },
    })
  }
  await hear('wamid.first', { type: 'text', text: { body: 'Waar gaat dit over?' } })
  const { id: conversationID } = await h.db
    .selectFrom('conversations')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  const find = (who = caller) => findConversation(h.services, who, conversationID, undefined)
  const tie = () => tieConversation(h.services, caller, conversationID, caseId)
  const ask = (key: string = randomUUID(), who = caller) =>
    sendMessage(h.services, who, caseId, { channel: 'whatsapp', key, conversationID, asksNumber: true })
  const give = (phones: object[], origin = 'contact_request') =>
    hear(`wamid.${randomUUID()}`, { type: 'contacts', contacts: [{ origin, name: { formatted_name: 'Zoë' }, phones }] })
  const mobile = async () => (await h.db.selectFrom('cases').select('mobile').where('id', '=', caseId).executeTakeFirstOrThrow()).mobile
  const sent = () => graph.sent.filter((one) => one.recipient === userId && one.type === 'interactive')
  const states = () =>
    h.db.selectFrom('communications').select(['state', 'reason', 'recipient']).where('customer_id', '=', customerId).orderBy('id').execute()
  graph.sent.length = 0
  return { customerId, caseId, conversationID, caller, find, tie, ask, give, mobile, sent, states }
}

const givenIn = (items: Awaited<ReturnType<typeof findConversation>>['items']) =>
  items.flatMap((item) => (item.kind === 'received' && item.givenNumber ? [{ id: item.id, ...item.givenNumber }] : []))

test('who is known by an id alone is asked once, long after they wrote, and what they give waits for a person to take it over', async () => {
  const { caseId, conversationID, caller, find, tie, ask, give, mobile, sent, states } = await openStory()
  expect(await find()).toMatchObject({ isWithoutNumber: true, caseID: null })
  await expect(ask()).rejects.toMatchObject({ code: 'conversation.notFound' })
  await tie()
  // Longer than an answer to what was just written, and still within WhatsApp's own day.
  h.clock.advance(2 * 3_600_000)
  const written = await listWrittenTexts(h.services, caller, caseId, { channel: 'whatsapp', conversationID })
  expect(written).toMatchObject({ ok: true, asksNumber: expect.stringContaining('telefoonnummer') as string })
  const key = randomUUID()
  await ask(key)
  await ask(key)
  await h.sendDue()
  expect(await states()).toEqual([{ state: 'sent', reason: null, recipient: userId }])
  expect(sent()).toMatchObject([{ ...question, interactive: { ...question.interactive, body: { text: written.asksNumber } } }])
  await give([{ phone: '+31 6 12345678', wa_id: '31612345678', type: 'CELL' }])
  const given = givenIn((await find()).items)
  expect(given).toMatchObject([{ number: '+31612345678', isInCase: false }])
  expect(await mobile()).toBeNull()
  const place = { conversationID, incomingID: given[0]?.id ?? 0 }
  const without = { ...caller, rights: caller.rights.filter((right) => right !== Right.changeInputFields) }
  await expect(takeNumber(h.services, without, place)).rejects.toMatchObject({ code: 'error.rightMissing' })
  await expect(takeNumber(h.services, { ...caller, customerIds: [] }, place)).rejects.toMatchObject({ code: 'conversation.notFound' })
  await takeNumber(h.services, caller, place)
  expect(await mobile()).toBe('+31612345678')
  expect(givenIn((await find()).items)).toMatchObject([{ isInCase: true }])
  const shown = await h.db.selectFrom('timeline').select('event').where('case_id', '=', caseId).execute()
  expect(shown.map(({ event }) => event)).toContain('fieldsChanged')
})

test('a number of somebody else is no answer to the question; who may not see personal data sees the given one masked', async () => {
  const { caller, find, tie, ask, give } = await openStory()
  await tie()
  await ask()
  await h.sendDue()
  await give([{ phone: '+31687654321' }], 'other')
  expect(givenIn((await find()).items)).toEqual([])
  await give([{ phone: 'geen nummer', wa_id: '31612345678' }])
  const masked = await find({ ...caller, rights: caller.rights.filter((right) => right !== Right.viewPersonalData) })
  expect(givenIn(masked.items)).toMatchObject([{ number: '+316••••••78' }])
  expect(JSON.stringify(masked)).not.toContain('12345678')
})

test('a conversation about no case is proposed the cases to which the given number was written', async () => {
  const { customerId, caseId, find, give } = await openStory()
  const { batch_id: batchId } = await h.db.selectFrom('cases').select('batch_id').where('id', '=', caseId).executeTakeFirstOrThrow()
  await h.db
    .insertInto('communications')
    .values({
      ...{ customer_id: customerId, case_id: caseId, batch_id: batchId, channel: 'sms', idempotency_key: randomUUID(), state: 'sent' },
      ...{ recipient: '+31612345678', provider: 'x', simulated: false, queued_at: h.clock.now() },
    })
    .execute()
  expect((await find()).proposals).toEqual([])
  await give([{ phone: '+31612345678' }])
  expect((await find()).proposals).toMatchObject([{ caseID: caseId, why: 'address' }])
})

test('nobody is asked who is on the blacklist by that id, or whose day is over; what waits for them does not leave', async () => {
  const { customerId, tie, ask, sent, states } = await openStory()
  await tie()
  await ask()
  const listing = { customer_id: customerId, kind: 'phone', value: userId.toLowerCase(), retention: 'forever', added_by: 'kim' }
  await h.db.insertInto('blacklist').values(listing).execute()
  await h.sendDue()
  expect(await states()).toMatchObject([{ state: 'cancelled', reason: 'blacklisted' }])
  await expect(ask()).rejects.toMatchObject({ code: 'payment.contactRefused' })
  await h.db.deleteFrom('blacklist').where('customer_id', '=', customerId).execute()
  h.clock.advance(25 * 3_600_000)
  await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/windowClosed|contactRefused/) as string })
  expect(sent()).toEqual([])
})

test('in the case stands who writes without a number, what they gave when asked, and nobody any more once the case has that number', async () => {
  const { caller, caseId, conversationID, tie, ask, give } = await openStory()
  const writer = (who = caller) => findWriterWithoutNumber(h.services, who, caseId)
  expect(await writer()).toEqual({ writer: null })
  await tie()
  expect(await writer()).toEqual({ writer: { conversationID, given: null } })
  await ask()
  await h.sendDue()
  await give([{ phone: '+31612345678' }])
  const { writer: found } = await writer()
  expect(found).toMatchObject({ conversationID, given: { number: '+31612345678' } })
  const masked = { ...caller, rights: caller.rights.filter((right) => right !== Right.viewPersonalData) }
  expect((await writer(masked)).writer?.given?.number).not.toContain('12345678')
  await expect(writer({ ...caller, customerIds: [] })).rejects.toMatchObject({ code: 'case.notFound' })
  await takeNumber(h.services, caller, { conversationID, incomingID: found?.given?.incomingID ?? 0 })
  expect(await writer()).toEqual({ writer: null })
})
