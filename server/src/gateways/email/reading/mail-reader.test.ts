import { afterAll, expect, test } from 'vitest'
import { openMailReader } from './mail-reader.ts'
import { readMail } from './read-mail.ts'
import { cpuTimeOf } from '../../../../test/cpu-time.ts'

const reader = openMailReader()
afterAll(() => reader.close())
const read = (lines: string | string[]) => reader.read(Buffer.from([lines].flat().join('\r\n')))
const head = [
  'From: Zoë de Vries <Anna@Klant.nl>',
  'To: incasso@acme.nl',
  'Subject: Re: =?utf-8?Q?Factuur_=E2=82=AC?=',
  'Message-ID: <a@b>',
]

test('what somebody wrote stands apart from what they quoted, in each language', async () => {
  for (const quote of [
    'Op wo 3 jun 2026 om 09:00 schreef Acme <incasso@acme.nl>:',
    'On Wed, Jun 3, 2026 at 9:00 AM Acme <incasso@acme.nl> wrote:',
    'Le mer. 3 juin 2026 à 09:00, Acme <incasso@acme.nl> a écrit :',
  ]) {
    const mail = await read([
      ...head,
      'In-Reply-To: <m.12.0123456789@acme.nl>',
      'References: <x@y> <m.12.0123456789@acme.nl>',
      '',
      'Ik betaal morgen.',
      '',
      quote,
      '> Beste Anna,',
      '> betaal',
      '',
    ])
    expect(mail.reply).toBe('Ik betaal morgen.')
    expect(mail.quoted).toContain('> Beste Anna,')
    expect(mail.answers).toEqual(['m.12.0123456789@acme.nl', 'm.12.0123456789@acme.nl', 'x@y'])
    expect(mail).toMatchObject({ sender: 'anna@klant.nl', subject: 'Re: Factuur €', messageId: 'a@b', isAutomatic: false, report: null })
  }
})

test('a mail of HTML alone is text, without markup', async () => {
  const mail = await read([...head, 'Content-Type: text/html; charset=utf-8', '', '<p>Ik <b>betaal</b></p><script>alert(1)</script>'])
  expect(mail.reply).toContain('betaal')
  expect(mail.reply).not.toMatch(/<|alert/)
})

test('an empty text beside HTML hides nothing: the HTML is the answer', async () => {
  const part = (type: string, line: string) => ['--b', `Content-Type: ${type}; charset=utf-8`, '', line]
  const parts = [...part('text/plain', ' \u00a0 '), ...part('text/html', '<p>Ik heb <b>betaald</b></p>'), '--b--', '']
  const mail = await read([...head, 'Content-Type: multipart/alternative; boundary="b"', '', ...parts])
  expect(mail.reply).toBe('Ik heb betaald')
})

test.each(['-- ', 'Verzonden vanaf mijn iPhone', 'Sent from my iPhone'])('what stands below "%s" is folded, not lost', async (line) => {
  const mail = await read([...head, '', 'Ja, akkoord.', '', line, 'Mijn nieuwe nummer is 0612345678'])
  expect(`${mail.reply}\n${mail.quoted}`).toContain('Mijn nieuwe nummer is 0612345678')
  expect(mail.reply).toContain('Ja, akkoord.')
  expect(`${mail.reply}\n${mail.quoted}`).toContain(line.trim())
})

test('a forwarded mail that is attached is an attachment; what a report returns is none', async () => {
  const proof = ['--b', 'Content-Type: message/rfc822', '', 'From: bank@bank.nl', 'Subject: Betaald', '', 'EUR 12', '--b--', '']
  const lines = ['Content-Type: multipart/mixed; boundary="b"', '', '--b', 'Content-Type: text/plain', '', 'Zie bewijs', ...proof]
  const mail = await read([...head, ...lines])
  expect(mail).toMatchObject({ reply: 'Zie bewijs', attachments: [{ fileName: 'mail.eml', mediaType: 'message/rfc822' }] })
  expect(Buffer.from(mail.attachments[0]?.content ?? []).toString()).toContain('EUR 12')
  expect((await read(report('delivery-status', ['Action: failed', 'Status: 5.1.1']))).attachments).toEqual([])
})

test.each([
  'Auto-Submitted: auto-replied',
  'Auto-Submitted: auto-generated (vacation)',
  'X-Autoreply: yes',
  'Precedence: bulk',
  'Precedence: auto_reply',
])('no person wrote it: %s', async (line) => {
  expect((await read([...head, line, '', 'Ik ben er niet.'])).isAutomatic).toBe(true)
})

test('Exchange marks ordinary mail too; only with a subject of absence it is automatic', async () => {
  const line = 'X-Auto-Response-Suppress: OOF, AutoReply'
  expect((await read([...head, line, '', 'Ja'])).isAutomatic).toBe(false)
  const away = ['From: a@b.nl', 'Subject: Automatisch antwoord: Factuur', line, '', 'Ik ben er niet']
  expect((await read(away)).isAutomatic).toBe(true)
})

const original = ['Message-ID: <m.7.abcdefabcd@acme.nl>', 'Subject: Factuur']
const report = (type: string, part: string[], last = 'message/rfc822') => [
  'From: MAILER-DAEMON@mx.nl',
  `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
  '',
  ...['--b', 'Content-Type: text/plain', '', 'Sorry.'],
  ...['--b', `Content-Type: message/${type}`, '', ...part],
  ...['--b', `Content-Type: ${last}`, '', ...original, '', 'Beste Anna', '--b--', ''],
]

test.each(['message/rfc822', 'text/rfc822-headers'])(
  'a report of delivery names the mail that it is about, returned as %s',
  async (last) => {
    const fields = ['Reporting-MTA: dns; mx.nl', '', 'Final-Recipient: rfc822; anna@klant.nl', 'Action: failed', 'Status: 5.1.1']
    const mail = await read(report('delivery-status', [...fields, 'Diagnostic-Code: smtp; 550 5.1.1 No such', '  user'], last))
    expect(mail.report).toEqual({
      ...{ kind: 'delivery', originalId: 'm.7.abcdefabcd@acme.nl' },
      receivers: [{ names: ['anna@klant.nl'], action: 'failed', status: '5.1.1', reason: '550 5.1.1 No such user' }],
    })
  },
)

test('a complaint names the mail that it is about', async () => {
  const mail = await read(report('feedback-report', ['Feedback-Type: abuse', 'Version: 1', 'Original-Rcpt-To: <Anna@klant.nl>']))
  expect(mail.report).toEqual({ kind: 'complaint', originalId: 'm.7.abcdefabcd@acme.nl', feedback: 'abuse', names: ['anna@klant.nl'] })
})

test('what is attached is kept within bounds, under a harmless name', async () => {
  const part = (name: string, bytes: number) => [
    ...['--b', `Content-Type: application/pdf; name="${name}"`, 'Content-Transfer-Encoding: base64', ''],
    Buffer.alloc(bytes, 1).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ]
  const mail = await read([
    ...head,
    ...['Content-Type: multipart/mixed; boundary="b"', '', '--b', 'Content-Type: text/plain', '', 'Zie bijlage'],
    ...part('../../etc/passwd', 100),
    ...part('groot.pdf', 6_000_000),
    ...Array.from({ length: 30 }, () => part('klein.pdf', 10)).flat(),
    '--b--',
  ])
  expect(mail.attachments).toHaveLength(20)
  expect(mail.attachments[0]).toMatchObject({ fileName: '.. .. etc passwd', bytes: 100 })
  expect(mail.attachments[1]).toMatchObject({ fileName: 'groot.pdf', bytes: 6_000_000, content: null })
})

test('a mail that nests too deep, or has too many headers, cannot be read; the next one can', async () => {
  const deep = Array.from({ length: 60 }, (_, level) => [`Content-Type: multipart/mixed; boundary="b${level}"`, '', `--b${level}`]).flat()
  await expect(read([...head, ...deep])).rejects.toMatchObject({ reason: 'malformed' })
  await expect(read([...head, ...Array.from({ length: 40_000 }, (_, index) => `X-${index}: y`), '', 'x'])).rejects.toMatchObject({
    reason: 'malformed',
  })
  expect((await read([...head, '', 'Ja'])).reply).toBe('Ja')
})

test('a mail that takes too long or too much memory stops its reader alone, and the next is read', async () => {
  const hurried = openMailReader({ readMs: 1, memoryMb: 256 })
  await expect(hurried.read(Buffer.alloc(5_000_000, 'x'))).rejects.toMatchObject({ reason: 'tooSlow' })
  hurried.close()
  const small = openMailReader({ readMs: 20_000, memoryMb: 32 })
  const lines = Buffer.from(['Subject: Lang', '', 'Ja, dat is goed.\r\n'.repeat(2_000_000)].join('\r\n'))
  await expect(small.read(lines)).rejects.toMatchObject({ reason: 'tooMuchMemory' })
  expect((await small.read(Buffer.from([...head, '', 'Ja'].join('\r\n')))).reply).toBe('Ja')
  small.close()
})

test('a mail whose reader was ended has no fault of its own', async () => {
  const ended = openMailReader()
  const reading = ended.read(Buffer.from([...head, '', 'Ja'].join('\r\n')))
  ended.close()
  await expect(reading).rejects.toMatchObject({ name: 'ChildFailed', why: 'ended' })
})

test.each([
  ['> '.repeat(25_000)],
  ['Op '.repeat(16_000)],
  [`${'_'.repeat(24_000)}\n${'-'.repeat(24_000)}`],
  [`On ${'a'.repeat(20_000)}\n`.repeat(2)],
  ['From: '.repeat(8_000)],
])('50 kB made to keep the reader of replies busy are read in time', async (text) => {
  expect(await cpuTimeOf(() => readMail(Buffer.from([...head, '', text].join('\r\n'))))).toBeLessThan(5_000)
})
