import { afterEach, expect, test } from 'vitest'
import { openSmtpSink } from '../../../../../e2e/peers/smtp-sink.ts'
import { endStep, mailStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import { openTestApp } from '../../../../test/open-test-app.ts'
import { mailLeftBy, mailOfToken, unsubscribeToken } from './unsubscribe-token.ts'
import { unsubscribe } from './unsubscribe.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close()
})

const key = Buffer.alloc(32, 7)

test('a token names one mail, in capitals too; one changed sign names none', () => {
  const token = unsubscribeToken(key, 123_456)
  expect([mailOfToken(key, token), mailOfToken(key, token.toUpperCase())]).toEqual([123_456, 123_456])
  expect(mailOfToken(key, `1${token}`)).toBeNull()
  expect(mailOfToken(Buffer.alloc(32, 8), token)).toBeNull()
  expect(
    mailOfToken(
      key,
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
  ).toBeNull()
  expect([mailLeftBy(key, ` Unsubscribe ${token} `), mailLeftBy(key, `Re: unsubscribe ${token}`)]).toEqual([123_456, null])
})

async function openApp() {
  const app = await openTestApp({ start: '2027-02-11T10:00:00Z' })
  opened.push(app)
  const one = await app.build.case({ locale: 'fr', email: 'Jean@klant.be' })
  const at = app.clock.now()
  const { id } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: one.customerId, case_id: one.id, batch_id: one.batchId, channel: 'email', state: 'sent' },
      ...{ recipient: 'Jean@klant.be', provider: 'smtp', simulated: false, queued_at: at, sent_at: at, idempotency_key: `mail-${one.id}` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const url = `/u/${unsubscribeToken(app.services.config.secretKey, id)}`
  const listed = () =>
    app.db
      .selectFrom('blacklist')
      .select(['kind', 'value', 'reason', 'case_id', 'expires_at'])
      .where('customer_id', '=', one.customerId)
      .execute()
  return { app, one, url, listed }
}

test('opening the page changes nothing; a mail program leaves with one POST, without cookie, origin or redirect, and twice is once', async () => {
  const { app, one, url, listed } = await openApp()
  const asked = await app.app.inject({ url })
  expect([asked.statusCode, await listed()]).toEqual([200, []])
  expect(asked.body).toContain('lang="fr"')
  expect(asked.body).toContain(`action="${url}"`)
  expect(asked.body).not.toMatch(/<script|klant\.be/i)
  const post = (headers: Record<string, string>, payload: string) => app.app.inject({ method: 'POST', url, headers, payload })
  const left = await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click')
  expect([left.statusCode, left.headers.location, left.headers['set-cookie']]).toEqual([200, undefined, undefined])
  const boundary = 'b1'
  const parts = `--${boundary}\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`
  expect((await post({ 'content-type': `multipart/form-data; boundary=${boundary}` }, parts)).statusCode).toBe(200)
  expect(await listed()).toEqual([{ kind: 'email', value: 'jean@klant.be', reason: 'unsubscribed', case_id: one.id, expires_at: null }])
  const events = await app.db.selectFrom('timeline').select(['event', 'params']).where('case_id', '=', one.id).execute()
  expect(events.filter(({ event }) => event === 'addressBlacklisted')).toEqual([
    { event: 'addressBlacklisted', params: { cause: 'unsubscribed' } },
  ])
  expect((await app.app.inject({ url })).body).not.toContain('<form')
})

test('who guesses addresses is told nothing, and after thirty tries has to wait', async () => {
  const { app, url } = await openApp()
  const guess = (n: number) =>
    app.app.inject({ method: 'POST', url: url.replace(/.{6}$/, String(100_000 + n)), remoteAddress: '198.51.100.9' })
  const statuses = []
  for (let n = 0; n < 35; n++) statuses.push((await guess(n)).statusCode)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect((await app.app.inject({ url, remoteAddress: '198.51.100.9' })).statusCode).toBe(200)
})

test('a template that keeps its mails keeps the bytes that left and their hash; who gets a copy cannot leave for the person', async () => {
  const sink = await openSmtpSink()
  const h = await openEngineHarness({ env: { SMTP_URL: sink.url, PUBLIC_URL: 'https://regie.example.nl' } })
  opened.push(sink, h)
  const script = await h.buildScript({ steps: [mailStep, { ...endStep, key: 'end' }] })
  const kept = JSON.stringify({ saveMime: true, cc: '{{naam}}, kopie@acme.nl' })
  await h.pool.query('update template_revisions set options = options || $1', [kept])
  await h.buildBatch(script, 1)
  for (let queued = 0; queued < 1; ) queued += await h.turn()
  expect(await h.sendDue()).toBe(1)
  const { rows } = await h.pool.query<{ content: Buffer; sha256: Buffer }>('select content, sha256 from sent_mails')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.content.toString('latin1').trimEnd()).toBe(sink.mails[0]?.text.trimEnd())
  expect(rows[0]?.content.toString('latin1')).toContain('Cc: kopie@acme.nl\r\n')
  expect(rows[0]?.content.toString('latin1')).not.toContain('List-Unsubscribe')
})

test('what waits for the address does not leave, in whichever case it waits; others get theirs, with their way to leave', async () => {
  const sink = await openSmtpSink()
  const h = await openEngineHarness({ env: { SMTP_URL: sink.url, PUBLIC_URL: 'https://regie.example.nl' } })
  opened.push(sink, h)
  const script = await h.buildScript({ steps: [mailStep, { ...endStep, key: 'end' }] })
  const batch = await h.buildBatch(script, 3)
  for (let queued = 0; queued < 3; ) queued += await h.turn()
  const mails = await h.db.selectFrom('communications').select(['id', 'customer_id', 'case_id', 'recipient']).orderBy('id').execute()
  const [first] = mails
  if (!first) throw new Error('no mail is queued')
  const left = { customerId: first.customer_id, caseId: first.case_id ?? 0, recipient: first.recipient }
  await unsubscribe(h.services, left)
  await unsubscribe(h.services, left)
  expect(await h.states()).toEqual({ cancelled: 1, queued: 2 })
  expect(await h.events(first.case_id ?? 0)).toEqual(expect.arrayContaining(['addressBlacklisted', 'emailCancelled']))
  expect(await h.sendDue()).toBe(2)
  expect(batch.caseIds).toHaveLength(3)
  const text = (sink.mails[0]?.text ?? '').replace(/\r\n[ \t]/g, ' ')
  expect(text).toMatch(/^List-Unsubscribe: <https:\/\/regie\.example\.nl\/u\/[0-9a-z]+\.[0-9a-f]{32}>\r?$/m)
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  expect(await h.counterFaults()).toEqual([])
})
