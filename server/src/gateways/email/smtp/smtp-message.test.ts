import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { OutgoingEmail } from '../email-gateway.ts'
import { composeMessage } from './compose-message.ts'
import { readEnvelope } from './message-envelope.ts'
import { baseBoundary, isPlainMail, plainMessage } from './plain-message.ts'
import { buildMessage } from './smtp-message.ts'

const text = fc.array(
  fc.constantFrom(
    'Beste',
    ' ',
    'Zoë',
    '€ 12,50',
    '\n',
    '\r\n',
    '\r',
    '.',
    '<b>',
    '=',
    '😀',
    'مرحبا',
    '\t',
    'x'.repeat(90),
    'woord '.repeat(20),
  ),
  { minLength: 1, maxLength: 40 },
)
const line = fc.array(fc.constantFrom('Uw dossier', ' ', 'Zoë', '€', '"', '=?utf-8?Q?x?=', '😀', ',', 'woord '.repeat(8), 'y'.repeat(80)), {
  maxLength: 12,
})
const name = fc.array(fc.constantFrom('Jan', ' ', 'Ärger', "d'Or", ',', '"', '\\', '.', '&'), { maxLength: 5 })
const mails: fc.Arbitrary<OutgoingEmail> = fc.record({
  id: fc.constantFrom('12', 'system-1'),
  to: fc.constantFrom('jan@example.nl', 'Jan.Jansen+x@exämple.nl', `${'l'.repeat(60)}@${'sub.'.repeat(12)}example.nl`),
  from: name.map((parts) => `${parts.join('').trim()} <regie@example.nl>`),
  subject: line.map((parts) => `Dossier ${parts.join('')}`),
  text: text.map((parts) => parts.join('')),
  html: fc.option(text.map((parts) => `<p>${parts.join('')}</p>`)),
  leave: fc.constantFrom(
    { url: 'https://regie.example.nl/u/abc.0123456789abcdef0123456789abcdef' },
    {
      url: 'https://een-lang-adres.van.een.klant.example.nl/regie/u/abc.0123456789abcdef0123456789abcdef',
      mail: { address: 'incasso@example.nl', subject: 'unsubscribe abc.0123456789abcdef0123456789abcdef' },
    },
  ),
  cc: fc.constantFrom([], ['een@example.nl'], ['een@example.nl', `${'l'.repeat(60)}@example.nl`]),
  replyTo: fc.constantFrom('antwoord@example.nl'),
})

test('plain mail has the very bytes that the library makes of it', async () => {
  const now = new Date(0)
  await fc.assert(
    fc.asyncProperty(mails, async (mail) => {
      const envelope = readEnvelope(mail)
      expect(isPlainMail(mail, envelope)).toBe(true)
      expect(plainMessage(mail, envelope, now)).toBe(await composeMessage(mail, envelope, now, baseBoundary))
    }),
    { numRuns: 500 },
  )
})

test('a text that knows the boundary of its process gets another one', async () => {
  const mail = { id: '12', to: 'jan@example.nl', from: 'regie@example.nl', subject: 'Dossier', text: baseBoundary, html: '<p>x</p>' }
  const { data } = await buildMessage(mail, new Date(0))
  expect(data.split(baseBoundary)).toHaveLength(2)
})

test('a lone carriage return ends a line as every other line ends', async () => {
  const mail = { id: '12', to: 'jan@example.nl', from: 'regie@example.nl', subject: 'Dossier', text: 'een\r.\rtwee\n.\n', html: null }
  const attachments = [{ fileName: 'a.txt', mediaType: 'text/plain', content: Buffer.from('x') }]
  for (const one of [mail, { ...mail, attachments }]) {
    const { data } = await buildMessage(one, new Date(0))
    expect(data.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  }
})

test('images within the text, attachments and addresses beyond ASCII come out as they went in', async () => {
  const image = { fileName: 'logo.png', mediaType: 'image/png', content: Buffer.from([1, 2, 3]), contentId: 'logo' }
  const file = { fileName: 'Überweisung "1"\r\nBcc: x.pdf', mediaType: 'application/pdf', content: Buffer.alloc(999, 7) }
  const { data, needsUtf8, to } = await buildMessage(
    {
      ...{ id: '12', to: 'josé@exämple.nl', from: 'Zoë <regie@example.nl>', subject: 'Één', text: 'Tekst €', html: '<img src="cid:logo">' },
      attachments: [image, file],
    },
    new Date(0),
  )
  const read = await PostalMime.parse(Buffer.from(data, 'latin1'))
  expect([needsUtf8, to]).toEqual([true, 'josé@xn--exmple-cua.nl'])
  expect(read.from).toMatchObject({ name: 'Zoë', address: 'regie@example.nl' })
  expect([read.subject, read.text?.trim(), read.html?.trim()]).toEqual(['Één', 'Tekst €', '<img src="cid:logo">'])
  expect(
    read.attachments.map(({ filename, contentId, content }) => [filename, contentId, Buffer.from(content as ArrayBuffer).length]),
  ).toEqual([
    ['logo.png', '<logo>', 3],
    ['Überweisung _1___Bcc_ x.pdf', undefined, 999],
  ])
  expect(read.bcc).toBeUndefined()
})
