import { expect, test } from 'vitest'
import { WebhookRefused } from '../../gateway-errors.ts'
import { readCloudNews } from './cloud-webhook.ts'

// Each kind of event that Meta's description of its webhooks shows, in shapes of our own.
const from = '31612345678'
const message = (type: string, more: object) => ({ from, id: `wamid.${type}`, timestamp: '1794000000', type, ...more })
const quoting = { context: { from: '31201234567', id: 'wamid.ours' } }
const value = (messages: object[], more: object = {}) => ({
  ...{ messaging_product: 'whatsapp', metadata: { display_phone_number: '31201234567', phone_number_id: '1065' } },
  ...{ contacts: [{ profile: { name: 'Zoë 👍 مرحبا' }, wa_id: from }], messages, ...more },
})
const read = (change: object) =>
  readCloudNews(Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '4195', changes: [change] }] })), '1065')
const hear = (one: object) => read({ field: 'messages', value: value([one]) }).incoming

test.each([
  ['text', { text: { body: 'Kan het ook in twee keer?' } }, 'Kan het ook in twee keer?', null],
  [
    'text',
    { text: { body: 'Is dit nog open?' }, context: { ...quoting.context, referred_product: { catalog_id: '1' } } },
    'Is dit nog open?',
    'wamid.ours',
  ],
  ['text', { text: { body: 'Meer weten' }, referral: { source_url: 'https://fb.me/x', source_type: 'ad' } }, 'Meer weten', null],
  ['reaction', { reaction: { message_id: 'wamid.ours', emoji: '👍' } }, '👍', null],
  ['image', { image: { id: '77', mime_type: 'image/jpeg', sha256: 'x', caption: 'De rekening' } }, 'De rekening', null],
  ['document', { document: { id: '78', mime_type: 'application/pdf', filename: 'bewijs.pdf' } }, '[document]', null],
  ['location', { location: { latitude: 52.1, longitude: 4.3, name: 'Thuis' } }, '52.1, 4.3', null],
  [
    'contacts',
    { contacts: [{ name: { formatted_name: 'Jan' }, phones: [{ phone: '+31687654321', wa_id: '31687654321' }] }] },
    'Jan +31687654321',
    null,
  ],
  ['unsupported', { errors: [{ code: 131051, title: 'Message type unknown' }] }, '[unsupported]', null],
  ['button', { button: { text: 'Bel mij', payload: 'bel' }, ...quoting }, 'Bel mij', 'wamid.ours'],
  [
    'interactive',
    { interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'In drie keer' } }, ...quoting },
    'In drie keer',
    'wamid.ours',
  ],
  ['interactive', { interactive: { type: 'button_reply', button_reply: { id: 'a', title: 'Ja' } }, ...quoting }, 'Ja', 'wamid.ours'],
  ['order', { order: { catalog_id: '1', product_items: [] } }, '[order]', null],
  ['system', { system: { body: 'Jan veranderde van nummer', type: 'user_changed_number' } }, 'Jan veranderde van nummer', null],
])('a message of kind %s is read as its words', (type, more, text, quotes) => {
  expect(hear(message(type, more))).toMatchObject([{ phone: '+31612345678', name: 'Zoë 👍 مرحبا', text, quotes }])
})

test.each([
  ['button', { button: { text: ' Bel mij ', payload: 'bel' }, ...quoting }, 'Bel mij'],
  ['interactive', { interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'In drie keer' } } }, 'In drie keer'],
  ['interactive', { interactive: { type: 'button_reply', button_reply: { id: 'a', title: 'Ja' } } }, 'Ja'],
  ['interactive', { interactive: { type: 'nfm_reply', nfm_reply: {} } }, null],
  ['text', { text: { body: 'Ja' } }, null],
])('what is pressed is told from what is written: %s', (type, more, pressed) => {
  expect(hear(message(type, more))).toMatchObject([{ pressed }])
})

test.each(['group_lifecycle_update', 'group_settings_update', 'group_participants_update'])(
  "news of a group (%s) is nobody's message",
  (field) => {
    expect(read({ field, value: value([], { groups: [{ group_id: 'g' }] }) })).toEqual({ updates: [], incoming: [], textsChanged: false })
  },
)

test.each(['message_template_status_update', 'message_template_quality_update', 'message_template_components_update'])(
  '%s asks for the texts anew',
  (field) => {
    expect(read({ field, value: { event: 'APPROVED', message_template_id: 1 } }).textsChanged).toBe(true)
  },
)

test.each([
  ['sent', []],
  ['delivered', [{ state: 'delivered' }]],
  ['read', [{ state: 'read' }]],
  ['failed', [{ state: 'failed', reason: expect.stringContaining('131026') as string }]],
])('the state %s', (status, updates) => {
  const errors = status === 'failed' ? [{ code: 131026, title: 'Message undeliverable' }] : []
  const statuses = [{ id: 'wamid.ours', status, timestamp: '1794000000', recipient_id: from, errors }]
  expect(read({ field: 'messages', value: value([], { statuses }) }).updates).toMatchObject(updates)
})

test('ten thousand characters, both directions and line ends stay as they are; more is cut, and half a character is none', () => {
  const [long] = hear(message('text', { text: { body: `${'é'.repeat(9_999)}👍👍` } }))
  expect(long?.text.length).toBeLessThanOrEqual(10_000)
  expect(long?.text.isWellFormed()).toBe(true)
  const [mixed] = hear(message('text', { text: { body: 'شكرا\r\nBcc: x@y.nl 👩‍👩‍👧' } }))
  expect(mixed?.text).toBe('شكرا\r\nBcc: x@y.nl 👩‍👩‍👧')
})

test('what is no call of Meta, or deeper than Meta ever goes, is refused', () => {
  for (const body of ['', 'null', '[]', '{"object":"page","entry":[]}', `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`])
    expect(() => readCloudNews(Buffer.from(body), '1065')).toThrow(WebhookRefused)
})
