import { caseApi } from '@regie/contract/cases.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import { openSmtpSink } from '../../../../../e2e/peers/smtp-sink.ts'
import { endStep, mailStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import { openTestApp } from '../../../../test/open-test-app.ts'
import { trackedHtml } from './tracked-html.ts'
import { trackingToken } from './tracking-token.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close()
})

const place = { secretKey: Buffer.alloc(32, 7), publicUrl: 'https://regie.example.nl' }
const wrote = (body: string) => `<html><body>${body}</body></html>`
const person = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'
const target = 'https://voorbeeld.nl/pad?a=1&b=2#deel'

async function openApp() {
  const app = await openTestApp({ start: '2027-02-11T10:00:00Z' })
  opened.push(app)
  const one = await app.build.case({ email: 'jan@klant.nl' })
  const at = app.clock.now()
  const { id } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: one.customerId, case_id: one.id, batch_id: one.batchId, channel: 'email', state: 'sent' },
      ...{ recipient: 'jan@klant.nl', provider: 'smtp', simulated: false, queued_at: at, sent_at: at, idempotency_key: `mail-${one.id}` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { secretKey } = app.services.config
  const image = `/o/${trackingToken(secretKey, id, null)}`
  const link = `/k/${trackingToken(secretKey, id, target)}?u=${encodeURIComponent(target)}`
  const get = (url: string, agent = person, headers: Record<string, string> = {}) =>
    app.app.inject({ url, headers: { 'user-agent': agent, ...headers } })
  const staff = await app.build.staff({ rights: [Right.viewCases], customers: [one.customerId] })
  const events = async () =>
    (
      await app.db
        .selectFrom('timeline')
        .select('event')
        .where('case_id', '=', one.id)
        .where('event', 'like', 'email%')
        .orderBy('id')
        .execute()
    ).map(({ event }) => event)
  const delivery = async () =>
    (await app.db.selectFrom('communications').select('delivery').where('id', '=', id).executeTakeFirstOrThrow()).delivery
  return { app, one, id, image, link, get, staff, events, delivery }
}

test('links, that to the payment page too, lead by us and an image says that the mail was opened; the way to leave, other schemes and the rest of the text stay', () => {
  const html = wrote(
    `<p>Hallo https://niet.nl</p><a class="k" href="https://voorbeeld.nl/pad?a=1&amp;b=2#deel">Meer</a>
<a href="https://regie.example.nl/p/abc">Betaal</a><a href="https://regie.example.nl/u/abc">Af</a><a href="https://regie.example.nl">Wij</a><a href="mailto:a@b.nl">Mail</a><a href="https://a b/">Fout</a><img src="https://elders.nl/a.png">`,
  )
  const tracked = trackedHtml(place, { id: 41, html, mail: { track: true } }) ?? ''
  expect(tracked).toContain(
    `<a class="k" href="https://regie.example.nl/k/${trackingToken(place.secretKey, 41, target)}?u=${encodeURIComponent(target)}">Meer</a>`,
  )
  const pays = 'https://regie.example.nl/p/abc'
  expect(tracked).toContain(
    `href="https://regie.example.nl/k/${trackingToken(place.secretKey, 41, pays)}?u=${encodeURIComponent(pays)}">Betaal</a>`,
  )
  expect(tracked).toContain('href="https://regie.example.nl/u/abc"')
  expect(tracked).toContain('href="https://regie.example.nl">Wij')
  expect(tracked).toContain('href="mailto:a@b.nl"')
  expect(tracked).toContain('href="https://a b/"')
  expect(tracked).toContain('<img src="https://elders.nl/a.png">')
  expect(tracked).toMatch(
    /<img src="https:\/\/regie\.example\.nl\/o\/15\.[0-9a-f]{32}" width="1" height="1" alt="" style="border:0"><\/body>/,
  )
})

test.each([
  ['without the option', '<a href="https://a.nl">a</a>', {}],
  ['where somebody else gets it too', '<a href="https://a.nl">a</a>', { track: true as const, cc: ['b@c.nl'] }],
  ['of text alone', null, { track: true as const }],
])('a mail %s is left as it is', (_what, html, mail) => {
  expect(trackedHtml(place, { id: 41, html, mail })).toBe(html)
})

test('what a person opens is opened once, and following a link says so too; nothing of the person is kept', async () => {
  const { app, one, id, image, link, get, staff, events, delivery } = await openApp()
  app.clock.advance(60_000)
  const answer = await get(image)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([200, 'image/gif', 'no-store'])
  // A reader of mail in a browser draws nothing without it, and the mail would never count as read.
  expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
  await get(image)
  expect([await events(), await delivery()]).toEqual([['emailOpened'], 'read'])
  app.clock.advance(60_000)
  const led = await get(link)
  expect([led.statusCode, led.headers.location]).toEqual([303, target])
  expect(await events()).toEqual(['emailOpened', 'emailClicked'])
  const kept = await app.db.selectFrom('mail_readings').selectAll().execute()
  expect(kept).toEqual([
    {
      ...{ customer_id: one.customerId, communication_id: id },
      ...{ opened_at: new Date('2027-02-11T10:01:00Z'), clicked_at: new Date('2027-02-11T10:02:00Z') },
      ...{ maybe_opened_at: null, maybe_clicked_at: null },
    },
  ])
  const { body } = await app.call(caseApi.get, { params: { caseID: one.id }, query: {} }).as(staff)
  expect(JSON.stringify(body)).not.toContain('Mozilla')
  const reports = await app.build.staff({ rights: [Right.reportBatches], customers: [one.customerId] })
  const results = await app.call(reportApi.batch, { params: { batchID: one.batchId } }).as(reports)
  expect(results.body.reach).toMatchObject([
    { channel: 'email', messages: 1, reached: 1, measured: 1, opened: 1, maybeOpened: 0, clicked: 1 },
  ])
})

test.each([
  ['the image fetcher of a mail service', 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', {}],
  ['a mail program that fetches everything', 'Mozilla/5.0', {}],
  ['a browser that fetches ahead', person, { 'sec-purpose': 'prefetch' }],
])('%s is perhaps nobody: it makes no mail read, and a person after it does', async (_what, agent, headers) => {
  const { app, image, link, get, events, delivery } = await openApp()
  app.clock.advance(60_000)
  await get(image, agent, headers)
  expect((await get(link, agent, headers)).statusCode).toBe(303)
  await get(image, agent, headers)
  expect([await events(), await delivery()]).toEqual([['emailMaybeOpened', 'emailMaybeClicked'], null])
  await get(image)
  await get(image, agent, headers)
  expect([await events(), await delivery()]).toEqual([['emailMaybeOpened', 'emailMaybeClicked', 'emailOpened'], 'read'])
})

test('what opens a mail as soon as it left is perhaps a filter', async () => {
  const { app, image, link, get, events } = await openApp()
  app.clock.advance(9_000)
  await get(image)
  await get(link)
  expect(await events()).toEqual(['emailMaybeOpened', 'emailMaybeClicked'])
})

test.each(['https://voorbeeld.nl/café?naam=Łukasz Öz', 'https://voorbeeld.nl/%C3%A9?a=%2F&b=€', 'https://müller.example/日本'])(
  'a link with letters of any script is followed as a browser would (%s)',
  async (written) => {
    const { app, id, get, events } = await openApp()
    app.clock.advance(60_000)
    const answer = await get(`/k/${trackingToken(app.services.config.secretKey, id, written)}?u=${encodeURIComponent(written)}`)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, new URL(written).href])
    expect(await events()).toEqual(['emailOpened', 'emailClicked'])
  },
)

test('a link leads only where its mail led: not elsewhere, not for another mail, not with one sign changed', async () => {
  const { app, link, get, id, events } = await openApp()
  app.clock.advance(60_000)
  const { secretKey } = app.services.config
  const elsewhere = link.replace(/u=.*/, `u=${encodeURIComponent('https://kwaad.nl/')}`)
  const ofImage = link.replace(/\/k\/[^?]+/, `/k/${trackingToken(secretKey, id, null)}`)
  const ofOther = link.replace(/\/k\/[^.]+/, `/k/${(id + 1).toString(36)}`)
  for (const url of [elsewhere, ofImage, ofOther, link.replace(/\?.*/, ''), `${link}&u=x`, '/k/x?u=https://kwaad.nl']) {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined])
    expect(answer.body).not.toContain('kwaad')
  }
  // Whoever guesses gets the same image.
  expect((await get('/o/1.0123456789abcdef0123456789abcdef')).statusCode).toBe(200)
  expect(await events()).toEqual([])
})

test.each([true, false])(
  'a template says whether its mails leave with it (%s); the way to leave the list and the text alone stay',
  async (tracking) => {
    const sink = await openSmtpSink()
    const h = await openEngineHarness({ env: { SMTP_URL: sink.url, PUBLIC_URL: 'https://regie.example.nl' } })
    opened.push(sink, h)
    const script = await h.buildScript({ steps: [mailStep, { ...endStep, key: 'end' }] })
    await h.pool.query('update template_revisions set options = options || $1', [JSON.stringify({ tracking })])
    await h.buildBatch(script, 1)
    for (let queued = 0; queued < 1; ) queued += await h.turn()
    expect(await h.sendDue()).toBe(1)
    const source = sink.mails[0]?.text ?? ''
    const { html, text } = await PostalMime.parse(source)
    expect(html?.includes('<img src="https://regie.example.nl/o/')).toBe(tracking)
    expect(text).not.toContain('/o/')
    expect(source.replace(/\r\n[ \t]/g, ' ')).toMatch(/^List-Unsubscribe: <https:\/\/regie\.example\.nl\/u\/[0-9a-z]+\.[0-9a-f]{32}>\r?$/m)
  },
)
