import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { pngOf } from '../../../test/pictures.ts'
import { openPaymentStory, type PaymentStory } from '../../../test/payment-story.ts'

let story: PaymentStory | undefined
afterEach(async () => {
  await story?.close()
  story = undefined
})
const open = async () => {
  story = await openPaymentStory()
  return story
}

const whatsapp = { agent: 'WhatsApp/2.23.20.0' }
const phone = {
  agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1',
}

/** What a chat app reads from the head of a page, by its name there; as it stands, so escaped. */
function headOf(page: string): Record<string, string> {
  const [head = ''] = page.split('</head>')
  const metas = head.matchAll(/<meta (?:property|name)="((?:og|twitter):[a-z_:]+|description)" content="([^"]*)">/g)
  return Object.fromEntries([...metas].map(([, name, content]) => [name, content]))
}

test('a chat app that looks where a link leads is no click, and a person who opens it is', async () => {
  const { open: visit, page, states } = await open()
  for (const agent of ['WhatsApp/2.23.20.0', 'facebookexternalhit/1.1', 'TelegramBot (like TwitterBot)', 'Slackbot-LinkExpanding 1.0'])
    expect(await visit(page, { agent })).toMatchObject({ status: 200 })
  expect(await visit(page, { ...phone, method: 'HEAD' })).toMatchObject({ status: 200 })
  expect(await states()).toEqual(['created'])
  await visit(page, phone)
  expect(await states()).toEqual(['created', 'link_clicked'])
})

test('a chat app shows who sends a link, by the name and logo of the letterhead, and nothing of the person', async () => {
  const { open: visit, page, db, customerId, services } = await open()
  const site = services.config.publicUrl
  await db.updateTable('customers').set({ name: 'Kade "12" & <Zoon>' }).where('id', '=', customerId).execute()
  const name = 'Kade &#34;12&#34; &#38; &#60;Zoon&#62;'
  const card = {
    description: 'Bekijk veilig waar het over gaat.',
    'og:type': 'website',
    'og:site_name': name,
    'og:title': name,
    'og:description': 'Bekijk veilig waar het over gaat.',
    'og:url': `${site}${page}`,
    'twitter:card': 'summary',
  }
  const { html, headers } = await visit(page, whatsapp)
  expect(headOf(html)).toEqual(card)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' })
  const logo = Buffer.from('89504e47', 'hex')
  await db.insertInto('letterheads').values({ customer_id: customerId, logo, version: 2 }).execute()
  const image = `${site}/logo/${createHash('sha256').update(logo).digest('hex')}.png`
  const [head = ''] = (await visit(page, whatsapp)).html.split('</head>')
  expect(headOf(head)).toEqual({ ...card, 'og:image': image })
  expect(head).not.toMatch(/Jansen|F-2026-17|D1|123,45|Bakkerij|demo\.example/)
})

test('a text has words and a picture of its own for the card of its link, written as text; another link keeps the usual ones', async () => {
  const { open: visit, page, db, customerId, caseId, batchId, order, createLink, services } = await open()
  const content = pngOf(1200, 630)
  const cardImage = `${createHash('sha256').update(content).digest('hex')}.png`
  const file = {
    kind: 'card',
    file_name: 'A. Jansen.png',
    media_type: 'image/png',
    content,
    bytes: content.length,
    uploaded_at: new Date(),
  }
  await db
    .insertInto('template_files')
    .values({ customer_id: customerId, ...file, width: 1200, height: 630 })
    .execute()
  const { url } = await createLink({ ...order, idempotencyKey: 'case:2' })
  const options = { cardTitle: 'Regel het <hier>', cardDescription: 'In "één" minuut', cardImage }
  const template = { customer_id: customerId, key: 'sms', kind: 'sms', name: 'Sms' }
  const { id } = await db.insertInto('templates').values(template).returning('id').executeTakeFirstOrThrow()
  const { id: revision } = await db
    .insertInto('template_revisions')
    .values({ customer_id: customerId, template_id: id, no: 1, texts: '{}', options: JSON.stringify(options), activated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = { customer_id: customerId, case_id: caseId, batch_id: batchId, recipient: '+31612345678', provider: 'p', simulated: true }
  // What is read back has no microseconds.
  const queued_at = new Date()
  const { id: sent } = await db
    .insertInto('communications')
    .values({ ...message, channel: 'sms', idempotency_key: 'card', queued_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const words = { sender: 'Rijnmond', subject: '', text: `Betaal: ${url}`, template_revision_id: revision }
  await db
    .insertInto('communication_contents')
    .values({ customer_id: customerId, communication_id: sent, queued_at, ...words })
    .execute()
  expect(headOf((await visit(new URL(url).pathname, whatsapp)).html)).toMatchObject({
    'og:title': 'Regel het &#60;hier&#62;',
    'og:description': 'In &#34;één&#34; minuut',
    'og:url': url,
    'og:image': `${services.config.publicUrl}/card/${cardImage}`,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  })
  expect(headOf((await visit(page, whatsapp)).html)).toMatchObject({ 'og:title': 'Rijnmond Incasso', 'twitter:card': 'summary' })
  // Gone, or another customer's: the logo stands there, or nothing.
  await db.deleteFrom('template_files').execute()
  expect(headOf((await visit(new URL(url).pathname, whatsapp)).html)).not.toHaveProperty('og:image')
})

test('a link that does not exist has no card', async () => {
  const { open: visit } = await open()
  expect(headOf((await visit('/p/AAAAAAAAAAAAAAAAAAAAAA', whatsapp)).html)).toEqual({})
})
