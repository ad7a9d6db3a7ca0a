import { randomUUID } from 'node:crypto'
import { caseApi } from '@regie/contract/cases.ts'
import { inboxApi } from '@regie/contract/inbox.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { choiceFaults, textAboveChoices, textWithChoices, type WhatsappChoices } from '@regie/contract/whatsapp-choices.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { uploadFor } from '../../../../test/upload-attachment.ts'
import { type FakeGraph, openFakeGraph } from '../../../../test/fake-graph.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { addWhatsappNumber, buildWriter } from '../../../../test/whatsapp-writers.ts'
import { openSimulatedWhatsapp } from '../../../gateways/whatsapp/simulated/simulated-whatsapp.ts'
import { simulatedAnswers } from '../../../gateways/whatsapp/whatsapp-gateway.ts'
import { registerEngine } from '../../case-runs/engine-lease.ts'
import { receiveMessage } from '../incoming/receive-message.ts'
import { openOutbox } from '../outbox.ts'

const secrets = { token: 'EAAG-token', appSecret: 'app-geheim', verifyToken: 'woord' }
const buttons: WhatsappChoices = { kind: 'buttons', buttons: ['Bel mij', 'Ik betaal, {{naam}}'] }
const list: WhatsappChoices = {
  kind: 'list',
  word: 'Kies een dag',
  rows: [
    { title: 'Vandaag', about: 'Voor vijf uur' },
    { title: 'Morgen', about: '' },
  ],
}

let graph: FakeGraph
let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  graph = await openFakeGraph(secrets)
  app = await openTestApp({ start: '2026-06-03T09:00:00Z', env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${graph.port}` } })
  batch = await app.build.batch()
  const rights = [Right.viewCases, Right.sendWhatsApp, Right.viewPersonalData]
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  await addWhatsappNumber(app, batch.customerId, graph, secrets)
  await addText('knoppen', { text: 'Beste {{naam}}, wat komt u uit?', choices: buttons })
  await addText('kaal', { text: 'Hierbij de uitleg', choices: { kind: 'none' } })
  await addText('lang', { text: 'x'.repeat(1_025), choices: { kind: 'none' } })
  await addText('dagen', { text: 'Wanneer?', choices: list })
})
afterEach(() => {
  graph.sent.length = 0
  graph.uploads.length = 0
})
afterAll(async () => {
  await app.close()
  await graph.close()
})

const addText = (key: string, nl: object) =>
  app.build.template({ customerId: batch.customerId, key, kind: 'whatsapp', texts: { nl: { subject: '', ...nl } } as never })

let made = 0
/** A case whose person wrote so many hours ago. */
const whoWrote = (hoursAgo: number, name = 'Ada') =>
  buildWriter(app, { batch, name, mobile: `+316123456${String(++made).padStart(2, '0')}`, hoursAgo })

const send = ({ id }: BuiltCase, template: string, attachmentIDs: number[] = []) =>
  app
    .call(manualMessageApi.send, { params: { caseID: id }, body: { channel: 'whatsapp', key: randomUUID(), template, attachmentIDs } })
    .as(staff)
const errorOf = async (sending: ReturnType<typeof send>) => ((await sending).body as unknown as { error: string }).error
const offeredTo = async ({ id }: BuiltCase) =>
  (await app.call(manualMessageApi.texts, { params: { caseID: id }, query: { channel: 'whatsapp' } }).as(staff)).body.texts
const messagesOf = ({ id }: BuiltCase) =>
  app.db.selectFrom('communications').select(['id', 'state']).where('case_id', '=', id).orderBy('id').execute()
async function drain(): Promise<void> {
  await openOutbox(app.services, await registerEngine(app.services.db), 'whatsapp').drain()
}

test('a text of our own leaves with its buttons as Meta documents them, and stands with them in the timeline', async () => {
  const one = await whoWrote(1)
  expect((await send(one, 'knoppen')).status).toBe(200)
  await drain()
  expect(graph.sent).toMatchObject([{ messaging_product: 'whatsapp', recipient_type: 'individual', type: 'interactive' }])
  expect(graph.sent[0]?.['interactive']).toEqual({
    type: 'button',
    body: { text: 'Beste Ada, wat komt u uit?' },
    action: {
      buttons: [
        { type: 'reply', reply: { id: '1', title: 'Bel mij' } },
        { type: 'reply', reply: { id: '2', title: 'Ik betaal, Ada' } },
      ],
    },
  })
  const [message] = await messagesOf(one)
  const { body } = await app.call(caseApi.communication, { params: { caseID: one.id, communicationID: message?.id ?? 0 } }).as(staff)
  const shown = { buttons: [{ kind: 'reply', words: 'Bel mij' }, { words: 'Ik betaal, Ada' }] }
  expect(body).toMatchObject({ state: 'sent', text: 'Beste Ada, wat komt u uit?', ...shown })
  const timeline = await app.call(caseApi.timeline, { params: { caseID: one.id }, query: {} }).as(staff)
  const ofMessage = timeline.body.rows.filter(({ communicationID }) => communicationID === message?.id)
  expect(ofMessage.map(({ excerpt }) => excerpt)).toEqual(ofMessage.map(() => 'Beste Ada, wat komt u uit?'))
  expect(ofMessage[0]).toMatchObject(shown)
})

test('what a person pressed is told from what they wrote, in the case and in the conversation', async () => {
  const one = await whoWrote(1)
  await send(one, 'knoppen')
  await drain()
  const [message] = await messagesOf(one)
  const { customerId } = batch
  const mine = await app.db
    .selectFrom('communications')
    .select(['batch_id', 'recipient'])
    .where('id', '=', message?.id ?? 0)
    .executeTakeFirstOrThrow()
  const answered = { id: message?.id ?? 0, caseId: one.id, batchId: mine.batch_id ?? 0, recipient: mine.recipient }
  const came = {
    customerId,
    providerId: 0,
    channel: 'whatsapp' as const,
    sender: mine.recipient,
    bytes: 7,
    answered,
    cameAt: app.clock.now(),
  }
  await app.db.transaction().execute(async (tx) => {
    await receiveMessage(tx, { ...came, key: randomUUID(), text: 'Bel mij', pressed: 'Bel mij' }, app.clock.now())
    await receiveMessage(tx, { ...came, key: randomUUID(), text: 'Bel mij' }, app.clock.now())
  })
  const timeline = await app.call(caseApi.timeline, { params: { caseID: one.id }, query: {} }).as(staff)
  const received = timeline.body.rows.filter(({ params }) => params.text === 'Bel mij')
  expect(received.map(({ isPressed }) => isPressed)).toEqual([false, true])
  const { conversation_id } = await app.db
    .selectFrom('incoming_messages')
    .select('conversation_id')
    .where('case_id', '=', one.id)
    .where('pressed', 'is not', null)
    .executeTakeFirstOrThrow()
  const reader = await app.build.staff({ rights: [Right.inbox, Right.viewCases, Right.viewPersonalData], customers: [customerId] })
  const { items } = (await app.call(inboxApi.get, { params: { conversationID: conversation_id ?? 0 }, query: {} }).as(reader)).body
  expect(items.flatMap((item) => (item.kind === 'received' && item.text === 'Bel mij' ? [item.isPressed] : []))).toEqual([true, false])
  expect(items.find(({ kind }) => kind === 'sent')).toMatchObject({
    text: 'Beste Ada, wat komt u uit?',
    buttons: [{ words: 'Bel mij' }, {}],
  })
})

const files = {
  image: ['foto.png', Buffer.from('89504e470d0a1a0a00', 'hex')],
  video: ['uitleg.mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1')],
  document: ['factuur één.pdf', Buffer.from('%PDF-1.4\n een factuur', 'latin1')],
} as const

test.each(['image', 'video', 'document'] as const)('a file (%s) stands above the buttons, as Meta documents its header', async (kind) => {
  const one = await whoWrote(1)
  const [name, content] = files[kind]
  expect((await send(one, 'knoppen', [await uploadFor(app, staff, one, { name, content })])).status).toBe(200)
  await drain()
  expect(graph.uploads).toMatchObject([{ fileName: name, content }])
  expect(graph.sent[0]?.['interactive']).toEqual({
    type: 'button',
    header: { type: kind, [kind]: { id: 'media-1', ...(kind === 'document' && { filename: name }) } },
    body: { text: 'Beste Ada, wat komt u uit?' },
    action: expect.objectContaining({ buttons: expect.any(Array) as unknown[] }) as object,
  })
  const [message] = await messagesOf(one)
  const { body } = await app.call(caseApi.communication, { params: { caseID: one.id, communicationID: message?.id ?? 0 } }).as(staff)
  expect(body).toMatchObject({ state: 'sent', attachments: [{ fileName: name }] })
})

test('a text without buttons carries a file as one that was written does', async () => {
  const one = await whoWrote(1)
  const [name, content] = files.video
  await send(one, 'kaal', [await uploadFor(app, staff, one, { name, content })])
  await drain()
  expect(graph.sent).toMatchObject([{ type: 'video', video: { id: 'media-1', caption: 'Hierbij de uitleg' } }])
})

test('above a list, or a text that is too long beneath a file, no file goes: known beforehand, and refused', async () => {
  const one = await whoWrote(1)
  const [name, content] = files.document
  const id = await uploadFor(app, staff, one, { name, content })
  const faultOf = async (wanted: string) => (await offeredTo(one)).find(({ key }) => key === wanted)?.fileFault
  expect([await faultOf('knoppen'), await faultOf('dagen'), await faultOf('lang')]).toEqual([
    null,
    'attachment.notWithList',
    'attachment.captionTooLong',
  ])
  expect(await errorOf(send(one, 'dagen', [id]))).toBe('attachment.notWithList')
  expect(await errorOf(send(one, 'lang', [id]))).toBe('attachment.captionTooLong')
  expect([await messagesOf(one), graph.uploads]).toEqual([[], []])
})

test('a list leaves as a list', async () => {
  await send(await whoWrote(1), 'dagen')
  await drain()
  expect(graph.sent[0]?.['interactive']).toEqual({
    type: 'list',
    body: { text: 'Wanneer?' },
    action: {
      button: 'Kies een dag',
      sections: [
        {
          rows: [
            { id: '1', title: 'Vandaag', description: 'Voor vijf uur' },
            { id: '2', title: 'Morgen' },
          ],
        },
      ],
    },
  })
})

test('outside the 24 hours it is not offered, and refused', async () => {
  const one = await whoWrote(25)
  expect(await offeredTo(one)).toEqual([])
  expect(await errorOf(send(one, 'knoppen'))).toBe('message.windowClosed')
  expect(await messagesOf(one)).toEqual([])
})

test('a button that is too long when it is filled in is named, never cut off', async () => {
  const one = await whoWrote(1, 'Jan-Willem van der Meulen')
  expect((await offeredTo(one)).find(({ key }) => key === 'knoppen')).toMatchObject({
    text: '',
    missing: ['“Ik betaal, {{naam}}” (36 > 20)'],
  })
  expect(await errorOf(send(one, 'knoppen'))).toBe('message.textIncomplete')
  expect(await messagesOf(one)).toEqual([])
})

const long = (count: number) => 'x'.repeat(count)
test.each<[WhatsappChoices, string, string[]]>([
  [{ kind: 'buttons', buttons: [long(20), 'b', 'c'] }, long(1_024), []],
  [{ kind: 'buttons', buttons: [long(21)] }, 'a', ['choiceLong']],
  [{ kind: 'buttons', buttons: ['a', 'a'] }, 'a', ['choiceTwice']],
  [{ kind: 'buttons', buttons: [] }, 'a', ['choiceEmpty']],
  [{ kind: 'buttons', buttons: ['a'] }, long(1_025), ['whatsappLong']],
  [{ kind: 'list', word: long(20), rows: [{ title: long(24), about: long(72) }] }, 'a', []],
  [{ kind: 'list', word: long(21), rows: [{ title: long(25), about: long(73) }] }, 'a', ['choiceLong', 'choiceLong', 'choiceLong']],
  [{ kind: 'list', word: '', rows: [{ title: 'a', about: '' }] }, 'a', ['choiceEmpty']],
  [{ kind: 'none' }, long(4_096), []],
  [{ kind: 'none' }, long(4_097), ['whatsappLong']],
])('what Meta would refuse is known beforehand: %j', (choices, text, faults) => {
  expect(choiceFaults(text, choices).map(({ fault }) => fault)).toEqual(faults)
  expect(textAboveChoices(textWithChoices(text, choices), choices)).toBe(text)
})

test('simulated people press a button now and then, or a row of a list', async () => {
  const answers: { pressed: string | null; text: string }[] = []
  const events = {
    schedule: (name: string, planned: readonly { event: unknown }[]) => {
      if (name === simulatedAnswers) answers.push(...planned.map(({ event }) => event as (typeof answers)[number]))
      return Promise.resolve()
    },
  }
  const { clock, services } = app
  const gateway = openSimulatedWhatsapp({ clock, secretKey: services.config.secretKey, events: events as never })
  const message = { to: '+31612345678', from: '', text: '', approved: null, choices: list }
  await Promise.all(Array.from({ length: 60 }, (_none, id) => gateway.send({ ...message, id: String(id) })))
  const pressed = answers.flatMap((answer) => (answer.pressed === answer.text ? [answer.pressed] : []))
  expect([...new Set(pressed)].toSorted()).toEqual(['Morgen', 'Vandaag'])
  expect(pressed.length).toBeLessThan(60)
})
