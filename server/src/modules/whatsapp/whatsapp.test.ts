import { WhatsAppClient } from '@kapso/whatsapp-cloud-api'
import { normalizeWebhook, verifySignature } from '@kapso/whatsapp-cloud-api/server'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { approve, approvedText } from '../../../test/approved-texts.ts'
import { type EngineHarness, endStep, openEngineHarness } from '../../../test/engine-harness.ts'
import { type FakeGraph, openFakeGraph } from '../../../test/fake-graph.ts'
import { addWhatsappNumber } from '../../../test/whatsapp-writers.ts'
import type { WebhookHeaders } from '../../gateways/message-gateway.ts'
import { WebhookRefused } from '../../gateways/gateway-errors.ts'
import { reopenCases } from '../cases/status/case-transitions.ts'
import { findPressed } from '../communications/incoming/find-pressed.ts'
import { openNewsKeeper, recordEarlyNews } from '../communications/sms-lines/early-news.ts'
import { addressRefusal } from '../contact-permission/address-refusal.ts'
import { noWishes } from '../contact-permission/contact-wishes.ts'
import { answerChallenge } from './answer-challenge.ts'
import { fetchMedia } from './fetch-media.ts'
import { receiveWhatsapp } from './receive-whatsapp.ts'
import { syncCustomer } from './sync-texts.ts'

const secrets = { token: 'EAAG-token', appSecret: 'app-geheim', verifyToken: 'woord' }
const steps = [{ kind: 'send-whatsapp', key: 'wa', next: 'end', settings: { template: 'whatsapp' } } as const, endStep]
const approved = approvedText('Beste {{1}}, factuur {{2}}', ['naam', 'factuurnummer'], {
  buttons: [{ type: 'url', text: 'Betalen', url: 'https://betaal.example/{{1}}' }],
  fields: { header: [], body: ['naam', 'factuurnummer'], buttons: ['dossiernummer'] },
})
const texts = { nl: { subject: '', text: 'Beste {{naam}}, factuur {{factuurnummer}}', approved } }

let graph: FakeGraph
let h: EngineHarness
beforeAll(async () => {
  graph = await openFakeGraph(secrets)
  h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${graph.port}` } })
})
afterEach(() => {
  graph.state.fail = null
  graph.sent.length = 0
})
afterAll(async () => {
  await h.close()
  await graph.close()
})

async function openStory(mobiles = ['+31612345678'], kept = secrets, walked: readonly ScriptStep[] = steps, its: object = texts) {
  const script = await h.buildScript({ steps: [...walked], templates: { whatsapp: its as typeof texts } })
  const { customerId } = script
  const providerId = await addWhatsappNumber(h, customerId, graph, kept)
  const batch = await h.buildBatch(
    script,
    mobiles.map((mobile) => ({ mobile })),
  )
  const messages = () =>
    h.db
      .selectFrom('communications')
      .select(['id', 'state', 'delivery', 'reason', 'provider_ref as ref', 'recipient'])
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute()
  const hear = (value: object, field?: string) => {
    const { body, headers } = graph.signed(value, field)
    return receive(`whatsapp-${providerId}`, Buffer.from(body), headers)
  }
  const metadata = { display_phone_number: '31201234567', phone_number_id: '1065' }
  return { customerId, providerId, batch, messages, hear, metadata }
}

/** As the webhook and then the engine do. */
async function receive(name: string, rawBody: Buffer, headers: WebhookHeaders) {
  const isKnown = await receiveWhatsapp(h.services, openNewsKeeper(h.services), { name, rawBody, headers })
  await recordEarlyNews(h.services)
  return isKnown
}

const seconds = () => String(Math.floor(h.clock.now().getTime() / 1_000))
const idOfRef = ({ ref }: { ref: string | null }) => ref ?? ''

test('our fake of Meta is what a client of others expects, and its signature the one that others check', async () => {
  const client = new WhatsAppClient({ accessToken: secrets.token, baseUrl: graph.origin, graphVersion: 'v23.0' })
  const answer = await client.messages.sendText({ phoneNumberId: '1065', to: '31612345678', body: 'Hallo' })
  expect(answer.messages[0]?.id).toMatch(/^wamid\./)
  const { body, headers } = graph.signed({
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '1', phone_number_id: '1065' },
    contacts: [{ profile: { name: 'Jan' }, wa_id: '31612345678' }],
    messages: [{ from: '31612345678', id: 'wamid.A', timestamp: '1750016800', type: 'text', text: { body: 'Hoi' } }],
  })
  const signatureHeader = headers['x-hub-signature-256']
  expect(verifySignature({ appSecret: secrets.appSecret, rawBody: body, signatureHeader })).toBe(true)
  expect(normalizeWebhook(JSON.parse(body)).messages).toHaveLength(1)
})

test('a step of a script sends the approved text with its values; what Meta reports only moves forward', async () => {
  const { customerId, messages, hear, metadata } = await openStory()
  await h.runUntilIdle()
  const [message] = await messages()
  expect(message).toMatchObject({ state: 'sent' })
  expect(graph.sent).toHaveLength(1)
  const caseNumber = (await h.db.selectFrom('cases').select('case_number').where('customer_id', '=', customerId).executeTakeFirstOrThrow())
    .case_number
  expect(graph.sent[0]).toMatchObject({
    ...{ to: '31612345678', type: 'template', biz_opaque_callback_data: String(message?.id) },
    template: {
      ...{ name: 'herinnering', language: { code: 'nl' } },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Jan' },
            { type: 'text', text: 'F1' },
          ],
        },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: caseNumber }] },
      ],
    },
  })
  const id = message ? idOfRef(message) : ''
  const status = (name: string) => ({ id, status: name, timestamp: seconds(), recipient_id: '31612345678' })
  // Out of order and twice: read stays read.
  for (const name of ['read', 'delivered', 'sent', 'read', 'failed'])
    expect(await hear({ messaging_product: 'whatsapp', metadata, statuses: [status(name)] })).toBe(true)
  expect((await messages())[0]).toMatchObject({ delivery: 'read' })
})

test('codes of Meta: refused for good, later, doubt, and a bad token pauses the number', async () => {
  const code = (status: number, number: number) => ({
    status,
    body: { error: { code: number, message: 'Fout', error_data: { details: 'Uitleg' } } },
  })
  const outcomes: [{ status: number; body: unknown }, string, string][] = [
    [code(400, 131_026), 'refused', '131026 Uitleg'],
    [code(400, 131_047), 'refused', '131047 Uitleg'],
    [code(400, 131_056), 'queued', '131056 Uitleg'],
    [{ status: 502, body: '<html>' }, 'unknown', 'noAnswer'],
  ]
  for (const [fail, state, reason] of outcomes) {
    const { messages } = await openStory()
    graph.state.fail = fail
    await h.sendDue()
    await h.runUntilIdle()
    expect((await messages())[0], reason).toMatchObject({ state, reason })
  }
  const { messages, providerId } = await openStory(undefined, { ...secrets, token: 'verlopen' })
  graph.state.fail = null
  await h.runUntilIdle()
  expect((await messages())[0]).toMatchObject({ state: 'queued' })
  expect(await h.db.selectFrom('providers').select(['state', 'test_fault']).where('id', '=', providerId).executeTakeFirstOrThrow()).toEqual(
    {
      ...{ state: 'off', test_fault: 'signIn' },
    },
  )
})

test('what people write is saved once, tied by what it quotes, and opens the window; a forged call is refused', async () => {
  const { customerId, providerId, messages, hear, metadata } = await openStory()
  await h.runUntilIdle()
  const [ours] = await messages()
  const quoted = {
    ...{ from: '31612345678', id: 'wamid.IN1', timestamp: seconds(), type: 'button', button: { text: 'Bel mij' } },
    context: { id: ours?.ref },
  }
  const unread = { type: 'text', text: 'zonder id' }
  const value = {
    messaging_product: 'whatsapp',
    metadata,
    contacts: [{ profile: { name: 'Jan' }, wa_id: '31612345678' }],
    messages: [unread, quoted],
  }
  await hear(value)
  await hear(value)
  // Of another number of the same owner.
  await hear({ ...value, metadata: { ...metadata, phone_number_id: '999' }, messages: [{ ...quoted, id: 'wamid.IN2' }] })
  const saved = await h.db
    .selectFrom('incoming_messages')
    .select(['id', 'text', 'sender', 'sender_name', 'communication_id', 'case_id'])
    .where('customer_id', '=', customerId)
    .execute()
  expect(saved).toMatchObject([{ text: 'Bel mij', sender: '+31612345678', sender_name: 'Jan', communication_id: ours?.id }])
  const window = await h.db
    .selectFrom('conversations')
    .select('window_ends_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  expect(window.window_ends_at?.getTime()).toBe(Number(seconds()) * 1_000 + 86_400_000)
  const { body, headers } = graph.signed(value)
  const tampered = Buffer.from(body.replace('Bel mij', 'Bel jou'))
  await expect(receive(`whatsapp-${providerId}`, tampered, headers)).rejects.toThrow(WebhookRefused)
  await fetchMedia(h.services, { customerId, providerId, incomingId: saved[0]?.id ?? 0, id: 'media-1', mediaType: '', fileName: '' })
  const kept = await h.db
    .selectFrom('incoming_attachments')
    .select(['media_type', 'content'])
    .where('customer_id', '=', customerId)
    .execute()
  expect(kept).toEqual([{ media_type: 'image/jpeg', content: graph.state.media }])
})

test('the button that a person presses leads the script its way; the same words typed, or none, do not', async () => {
  const ask: ScriptStep = {
    kind: 'branch',
    key: 'vraag',
    next: 'end',
    settings: { question: 'pressed', answers: { 'Bel mij': 'gedrukt' } },
  }
  const { customerId, messages, hear, metadata } = await openStory(['+31611111111', '+31622222222', '+31633333333'], secrets, [
    { kind: 'send-whatsapp', key: 'wa', next: 'wacht', settings: { template: 'whatsapp' } },
    { kind: 'wait', key: 'wacht', next: 'vraag', settings: { minutes: 60 } },
    ask,
    { kind: 'finish', key: 'gedrukt', settings: { result: 'BSL' } },
    endStep,
  ])
  await h.runUntilIdle()
  const sent = await messages()
  const refOf = (mobile: string) => sent.find(({ recipient }) => recipient === mobile)?.ref
  const answer = (from: string, more: object) => ({
    ...{
      from,
      id: `wamid.B${customerId}-${from}-${JSON.stringify(more).length}`,
      timestamp: seconds(),
      context: { id: refOf(`+${from}`) },
    },
    ...more,
  })
  await hear({
    ...{ messaging_product: 'whatsapp', metadata, contacts: [] },
    messages: [
      answer('31611111111', { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '2', title: 'Later' } } }),
      answer('31611111111', { type: 'button', button: { text: 'Bel mij', payload: 'x' } }),
      answer('31622222222', { type: 'text', text: { body: 'Bel mij' } }),
    ],
  })
  h.clock.advance(61 * 60_000)
  await h.runUntilIdle()
  const cases = await h.db.selectFrom('cases').select(['mobile', 'result']).where('customer_id', '=', customerId).orderBy('id').execute()
  expect(cases).toEqual([
    { mobile: '+31611111111', result: 'BSL' },
    { mobile: '+31622222222', result: 'RET' },
    { mobile: '+31633333333', result: 'RET' },
  ])
  const one = await h.db
    .selectFrom('cases')
    .select(['id as caseId', 'customer_id as customerId', 'batch_id as batchId'])
    .where('customer_id', '=', customerId)
    .where('mobile', '=', '+31611111111')
    .executeTakeFirstOrThrow()
  const pressed = () => findPressed(h.db, { case: one, batchId: one.batchId })
  expect(await pressed()).toBe('Bel mij')
  const moving = { customerId, caseIds: [one.caseId], at: h.clock.now(), byUser: 'beheer' }
  await h.db.transaction().execute((tx) => reopenCases(tx, moving, { includePaused: true, event: 'reopenedAnew' }))
  // What was pressed before the case was opened again answers nothing that is asked now.
  expect(await pressed()).toBeUndefined()
})

test('a text of our own waits where nobody wrote within 24 hours, and the case says why', async () => {
  const own = { nl: { subject: '', text: 'Beste {{naam}}', choices: { kind: 'buttons', buttons: ['Bel mij'] } } }
  const { customerId, messages } = await openStory(['+31611111111'], secrets, steps, own)
  await h.runUntilIdle()
  expect(await messages()).toEqual([])
  const held = () => h.db.selectFrom('case_runs').select('held').where('customer_id', '=', customerId).execute()
  expect(await held()).toEqual([{ held: 'whatsappWindowOver' }])
})

test('what no database keeps in one event of a call keeps none of the others from being saved', async () => {
  const { customerId, hear, metadata } = await openStory([])
  const write = (from: string, id: string, more: object = {}) => ({
    ...{ from, id, timestamp: seconds(), type: 'text', text: { body: id.replaceAll('\0', '') }, ...more },
  })
  const picture = { id: 'media\0', mime_type: 'image/\0png', filename: 'fo\0to\ud83d.png' }
  await hear({
    ...{ messaging_product: 'whatsapp', metadata },
    contacts: [{ profile: { name: 'J\0an\ud83d' }, wa_id: '31612345678' }],
    messages: [
      write('31612345678', 'wamid.\0N1', { context: { id: 'wamid.\0X' } }),
      write('31612345678', 'wamid.N2', { type: 'image', text: undefined, image: picture }),
      write('31612345678', 'wamid.N3', { timestamp: '-8600000000000' }),
      write('31687654321', 'wamid.N4'),
    ],
    statuses: [
      { id: 'wamid.\0Y', status: 'failed', timestamp: '-8600000000000' },
      { id: 'wamid.\0Y', status: 'constructor', timestamp: seconds() },
    ],
  })
  const saved = await h.db
    .selectFrom('incoming_messages')
    .select(['text', 'sender_name'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  expect(saved).toEqual([
    { text: 'wamid.N1', sender_name: 'Jan\ufffd' },
    { text: '[image]', sender_name: 'Jan\ufffd' },
    { text: 'wamid.N4', sender_name: 'Jan\ufffd' },
  ])
})

test('who writes STOP by WhatsApp is listed, and what waits for the number does not leave', async () => {
  const { customerId, messages, hear, metadata } = await openStory()
  await h.turn()
  expect(await messages()).toMatchObject([{ state: 'queued' }])
  const stop = { from: '31612345678', id: `wamid.STOP${customerId}`, timestamp: seconds(), type: 'text', text: { body: 'Stop!' } }
  await hear({ messaging_product: 'whatsapp', metadata, contacts: [], messages: [stop] })
  const listed = await h.db.selectFrom('blacklist').select(['value', 'reason']).where('customer_id', '=', customerId).execute()
  expect(listed).toEqual([{ value: '+31612345678', reason: 'request' }])
  await h.runUntilIdle()
  expect([graph.sent, (await messages())[0]]).toMatchObject([[], { reason: 'blacklisted' }])
})

test('a place, a file or a shared number whose name has STOP in it asks for nothing', async () => {
  const { customerId, hear, metadata } = await openStory([])
  const parts = {
    contacts: { contacts: [{ name: { formatted_name: 'Non-Stop BV' }, phones: [{ phone: '+31612345679' }] }] },
    image: { image: { id: 'm1', mime_type: 'image/png', caption: 'stop' } },
    system: { system: { body: 'stop' } },
  }
  const messages = Object.entries(parts).map(([type, part]) => ({
    ...{ from: '31612345678', id: `wamid.${type}${customerId}`, timestamp: seconds(), type },
    ...part,
  }))
  await hear({ messaging_product: 'whatsapp', metadata, contacts: [], messages })
  const saved = await h.db.selectFrom('incoming_messages').select('id').where('customer_id', '=', customerId).execute()
  expect(saved).toHaveLength(3)
  expect(await h.db.selectFrom('blacklist').select('value').where('customer_id', '=', customerId).execute()).toEqual([])
  const button = { button: { text: 'Stop' }, type: 'button', from: '31612345678', id: `wamid.b${customerId}`, timestamp: seconds() }
  await hear({ messaging_product: 'whatsapp', metadata, contacts: [], messages: [button] })
  expect(await h.db.selectFrom('blacklist').select('value').where('customer_id', '=', customerId).execute()).toHaveLength(1)
})

test('a sender without a number is known by its id, and by its number once it was shown', async () => {
  const { customerId, hear, metadata } = await openStory([])
  const write = (id: string, who: object) =>
    hear({
      messaging_product: 'whatsapp',
      metadata,
      contacts: [],
      messages: [{ ...who, id, timestamp: seconds(), type: 'text', text: { body: id } }],
    })
  await write('wamid.B1', { from_user_id: 'NL.13491208655302741918' })
  await write('wamid.B2', { from: '31687654321', from_user_id: 'NL.13491208655302741918' })
  await write('wamid.B3', { from_user_id: 'NL.13491208655302741918' })
  const senders = await h.db.selectFrom('incoming_messages').select('sender').where('customer_id', '=', customerId).orderBy('id').execute()
  expect(senders.map(({ sender }) => sender)).toEqual(['NL.13491208655302741918', '+31687654321', '+31687654321'])
})

test('who is known by an id alone can ask to get no more: nothing leaves for that id', async () => {
  const { customerId, hear, metadata } = await openStory([])
  const userId = 'NL.ABC1234567890'
  const write = (id: string, text: string) =>
    hear({
      messaging_product: 'whatsapp',
      metadata,
      contacts: [],
      messages: [{ from_user_id: userId, id: `${id}${customerId}`, timestamp: seconds(), type: 'text', text: { body: text } }],
    })
  const listed = () =>
    h.db.selectFrom('blacklist').select(['value', 'reason', 'removed_reason']).where('customer_id', '=', customerId).execute()
  await write('wamid.S1', 'STOP')
  expect(await listed()).toEqual([{ value: userId.toLowerCase(), reason: 'request', removed_reason: null }])
  const reached = { ownAddresses: null, wishes: noWishes, phone: null, email: null, providers: {} }
  const blacklisted = [userId.toLowerCase()]
  expect(addressRefusal({ ...reached, mobile: userId, blacklisted }, 'whatsapp')).toBe('blacklisted')
  await write('wamid.S2', 'START')
  expect(await listed()).toMatchObject([{ removed_reason: 'start' }])
})

test('news before their message is written down, and news of what another system sent, are taken at once and never asked for again', async () => {
  const { customerId, messages, hear, metadata } = await openStory()
  await h.runUntilIdle()
  const [message] = await messages()
  // One that no other test has news of.
  const ref = `wamid.early${customerId}`
  await h.db
    .updateTable('communications')
    .set({ provider_ref: null })
    .where('id', '=', message?.id ?? 0)
    .execute()
  const status = (id: string, data: string) => ({
    ...{ id, status: 'delivered', timestamp: seconds(), recipient_id: '31612345678', biz_opaque_callback_data: data },
  })
  const statuses = [status(ref, String(message?.id)), status('wamid.foreign', '81723'), status('wamid.other', 'crm-81723')]
  expect(await hear({ messaging_product: 'whatsapp', metadata, statuses })).toBe(true)
  expect(await hear({ messaging_product: 'whatsapp', metadata, statuses })).toBe(true)
  const waiting = () => h.db.selectFrom('early_news').select('news').where('customer_id', '=', customerId).execute()
  expect(await waiting()).toHaveLength(2)
  await h.db
    .updateTable('communications')
    .set({ provider_ref: ref })
    .where('id', '=', message?.id ?? 0)
    .execute()
  // It is looked at again a second later.
  h.clock.advance(1_000)
  await recordEarlyNews(h.services)
  expect((await messages())[0]).toMatchObject({ delivery: 'delivered' })
  expect(await waiting()).toMatchObject([{ news: { providerRef: 'wamid.foreign' } }])
})

test('texts are fetched page by page; what Meta pauses is not offered and stops the step', async () => {
  const { customerId, providerId, messages } = await openStory()
  const row = (name: string, status: string, body = 'Beste {{1}}') => ({
    ...{ id: name, name, language: 'nl', status, category: 'UTILITY', quality_score: { score: 'YELLOW' } },
    components: [
      { type: 'BODY', text: body },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ga', url: 'https://x.example/{{1}}' }] },
    ],
  })
  const withPicture = {
    ...row('foto', 'APPROVED'),
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'x' },
    ],
  }
  graph.state.templates = [row('herinnering', 'PAUSED'), row('nieuw', 'APPROVED'), withPicture, row('raar', 'IN_APPEAL'), { kapot: true }]
  expect(await syncCustomer(h.services, customerId)).toEqual([])
  const kept = await h.db
    .selectFrom('whatsapp_texts')
    .select(['name', 'status', 'quality'])
    .where('provider_id', '=', providerId)
    .orderBy('name')
    .execute()
  expect(kept).toEqual([
    { name: 'foto', status: 'APPROVED', quality: 'YELLOW' },
    { name: 'herinnering', status: 'PAUSED', quality: 'YELLOW' },
    { name: 'nieuw', status: 'APPROVED', quality: 'YELLOW' },
    { name: 'raar', status: 'OTHER', quality: 'YELLOW' },
  ])
  await approve(h.db, customerId, approved, 'PAUSED')
  await h.runUntilIdle()
  expect([await messages(), graph.sent]).toEqual([[], []])
})

test('no more people a day than Meta allows; who is in a conversation takes no place', async () => {
  const { customerId, providerId, messages, hear, metadata } = await openStory([
    '+31611111111',
    '+31622222222',
    '+31633333333',
    '+31644444444',
  ])
  await h.db
    .insertInto('whatsapp_numbers')
    .values({
      customer_id: customerId,
      provider_id: providerId,
      daily_limit: 2,
      quality: 'GREEN',
      display_number: '',
      synced_at: h.clock.now(),
    })
    .execute()
  const wrote = { from: '31644444444', id: 'wamid.W', timestamp: seconds(), type: 'text', text: { body: 'Hallo' } }
  await hear({ messaging_product: 'whatsapp', metadata, contacts: [], messages: [wrote] })
  await h.sendDue()
  await h.runUntilIdle()
  const sent = async () => (await messages()).filter(({ state }) => state === 'sent').map(({ recipient }) => recipient)
  expect(await sent()).toHaveLength(3)
  expect(await sent()).toContain('+31644444444')
  h.clock.set(new Date(h.clock.now().getTime() + 25 * 3_600_000))
  await h.sendDue()
  expect(await sent()).toHaveLength(4)
})

test('words of our own leave while the window is open, also when planned; after it they are cancelled', async () => {
  for (const [hours, state, reason, left] of [
    [23, 'sent', null, 1],
    [25, 'cancelled', 'whatsappWindowOver', 0],
  ] as const) {
    const { customerId, messages, hear, metadata } = await openStory()
    graph.sent.length = 0
    await h.turn()
    const wrote = { from: '31612345678', id: `wamid.F${customerId}`, timestamp: seconds(), type: 'text', text: { body: 'Wanneer?' } }
    await hear({ messaging_product: 'whatsapp', metadata, contacts: [], messages: [wrote] })
    const next_at = new Date(h.clock.now().getTime() + hours * 3_600_000)
    await h.owner.db.updateTable('communication_contents').set({ approved: null }).where('customer_id', '=', customerId).execute()
    await h.owner.db.updateTable('outbox').set({ next_at }).where('customer_id', '=', customerId).execute()
    h.clock.set(next_at)
    await h.sendDue()
    expect((await messages())[0], String(hours)).toMatchObject({ state, reason })
    expect(graph.sent).toHaveLength(left)
  }
})

test('the question of Meta is answered with its own word, for the right token alone', async () => {
  const { providerId } = await openStory([])
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'woord', 'hub.challenge': '1158201444' }
  expect(await answerChallenge(h.services, `whatsapp-${providerId}`, query)).toBe('1158201444')
  expect(await answerChallenge(h.services, `whatsapp-${providerId}`, { ...query, 'hub.verify_token': 'ander' })).toBeNull()
  expect(await answerChallenge(h.services, 'whatsapp-999999', query)).toBeNull()
})
