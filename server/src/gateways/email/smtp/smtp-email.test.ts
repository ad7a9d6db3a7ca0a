import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import { type SinkFaults, type SmtpSink, openSmtpSink } from '../../../../../e2e/peers/smtp-sink.ts'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import type { EmailGateway, OutgoingEmail } from '../email-gateway.ts'
import { openSmtpEmail } from './smtp-email.ts'
import { readSmtpUrl } from './smtp-settings.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close()
})

async function openBoth(
  faults: SinkFaults = {},
  options: { pipelining?: boolean; auth?: string; utf8?: boolean; commandMs?: number } = {},
) {
  const sink: SmtpSink = await openSmtpSink({ faults, ...options })
  const url = options.auth ? sink.url.replace('//', '//user:secret@') : sink.url
  const gateway: EmailGateway = openSmtpEmail(readSmtpUrl(url), {
    connectionsMax: 2,
    limits: { connectMs: 10_000, commandMs: options.commandMs ?? 10_000 },
  })
  opened.push(sink, gateway)
  return { sink, send: (change: Partial<OutgoingEmail> = {}) => gateway.send({ ...mail, ...change }) }
}

const mail: OutgoingEmail = {
  id: '12',
  to: 'jan@example.nl',
  from: 'Regie <regie@example.nl>',
  subject: 'Uw dossier',
  text: 'Beste Jan',
  html: '<p>Beste Jan</p>',
}

test('a mail arrives with both texts, its own id and a name in any script', async () => {
  const { sink, send } = await openBoth()
  const { providerRef } = await send({
    subject: 'Herinnering: € 12,50 voor Zoë',
    text: 'één\n.\n..twee',
    html: `<p>${'lang '.repeat(40)}= €</p>`,
  })
  expect(providerRef).toBe('m.12@example.nl')
  const { text, to, from } = sink.mails[0] ?? { text: '', to: '', from: '' }
  expect([from, to]).toEqual(['regie@example.nl', 'jan@example.nl'])
  expect(text).toContain('\r\nMessage-ID: <m.12@example.nl>\r\n')
  expect(text).toContain('Auto-Submitted: auto-generated\r\nX-Regie-ID: 12\r\n')
  expect(await PostalMime.parse(text)).toMatchObject({ subject: 'Herinnering: € 12,50 voor Zoë' })
  // On the wire each line that begins with a dot has one more.
  expect(text).toContain('=C3=A9=C3=A9n\r\n..\r\n...twee')
  expect(text.split('\r\n').every((line) => line.length <= 78)).toBe(true)
  expect(text).toContain('=E2=82=AC</p>')
})

test('what cannot be delivered comes back where it is told to, and the reader sees the same sender', async () => {
  const { sink, send } = await openBoth()
  const bouncesTo = 'retour+1f.0123456789@example.nl'
  await send({ bouncesTo })
  await send({ bouncesTo, attachments: [{ fileName: 'a.txt', mediaType: 'text/plain', content: Buffer.from('a') }] })
  expect(sink.mails.map(({ from }) => from)).toEqual([bouncesTo, bouncesTo])
  for (const { text } of sink.mails) expect((await PostalMime.parse(text)).from?.address).toBe('regie@example.nl')
  await expect(send({ bouncesTo: 'a@b.nl>\r\nRCPT TO:<c@d.nl' })).rejects.toBeInstanceOf(GatewayRefused)
})

test.each([
  { to: 'jan@example.nl\r\nBcc: piet@example.nl' },
  { to: '"jan piet"@example.nl' },
  { to: 'groep: jan@example.nl;' },
  { to: 'jan@example.nl,piet@example.nl' },
  { to: '<jan@example.nl>' },
  { to: 'jan' },
  { subject: 'Dossier\r\nBcc: piet@example.nl' },
  { subject: 'Dossier\0' },
  { id: '12\r\nX: y' },
])('nothing may be smuggled into a mail: %j', async (change) => {
  const { sink, send } = await openBoth()
  await expect(send(change)).rejects.toBeInstanceOf(GatewayRefused)
  expect(sink.total).toBe(0)
})

type Fault = typeof GatewayRefused | typeof GatewayUnavailable | typeof GatewayUncertain

test.each<[SinkFaults, Fault]>([
  [{ permfail: 1 }, GatewayRefused],
  [{ rcptPermfail: 1 }, GatewayRefused],
  [{ tempfail: 1 }, GatewayUnavailable],
  [{ rcptTempfail: 1 }, GatewayUnavailable],
  [{ refuse: 1 }, GatewayUnavailable],
  [{ drop: 1 }, GatewayUncertain],
  [{ dropAfter: 1 }, GatewayUncertain],
  [{ hang: 1 }, GatewayUncertain],
])('a fault %j has its name, and the next mail goes', async (faults, name) => {
  const { sink, send } = await openBoth(faults, faults.hang ? { commandMs: 1_000 } : {})
  await expect(send()).rejects.toBeInstanceOf(name)
  sink.faults = {}
  await send({ id: '13' })
  expect(sink.counts.get('13')).toBe(1)
})

test('a refusal says what the server said', async () => {
  const { send } = await openBoth({ permfail: 1 })
  await expect(send()).rejects.toMatchObject({ code: '550', message: '5.1.1 no such user' })
})

test('a kept connection that died costs no attempt', async () => {
  const { sink, send } = await openBoth()
  await send()
  sink.dropConnections()
  await send({ id: '13' })
  expect(sink.total).toBe(2)
})

test('a server without pipelining is asked step by step, one that asks who we are is told', async () => {
  const { sink, send } = await openBoth({}, { pipelining: false, auth: '\0user\0secret' })
  await send()
  await send({ id: '13' })
  expect(sink.total).toBe(2)
})

test('a wrong password leaves the mail waiting', async () => {
  const { send } = await openBoth({}, { auth: '\0user\0other' })
  await expect(send()).rejects.toBeInstanceOf(GatewayUnavailable)
})

test('nobody there is known at once', async () => {
  const { sink, send } = await openBoth()
  await sink.close()
  await expect(send()).rejects.toBeInstanceOf(GatewayUnavailable)
})

test('an attachment arrives whole, under a harmless name', async () => {
  const { sink, send } = await openBoth()
  const content = Buffer.from(Array.from({ length: 999 }, (_, index) => index % 256))
  await send({ attachments: [{ fileName: 'beeld "1"\r\nBcc: x.png', mediaType: 'image/png', content }] })
  const { attachments, bcc } = await PostalMime.parse(sink.mails[0]?.text ?? '')
  expect(attachments).toMatchObject([{ filename: 'beeld _1___Bcc_ x.png', mimeType: 'image/png' }])
  expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(content)
  expect(bcc).toBeUndefined()
})

test('an address with letters beyond ASCII goes only where the server takes it', async () => {
  const plain = await openBoth()
  await expect(plain.send({ to: 'josé@example.nl' })).rejects.toBeInstanceOf(GatewayRefused)
  expect(plain.sink.total).toBe(0)
  const able = await openBoth({}, { utf8: true })
  await able.send({ to: 'josé@example.nl' })
  await able.send({ id: '13' })
  expect(able.sink.mails.map(({ to }) => Buffer.from(to, 'latin1').toString())).toEqual(['josé@example.nl', 'jan@example.nl'])
})
