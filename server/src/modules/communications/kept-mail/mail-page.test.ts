import { randomUUID } from 'node:crypto'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import type { BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { mailPage, mailPagePolicy } from './mail-page.ts'

test('the sheets of a mail stay, and what they ask of the screen is answered by what was chosen', () => {
  const html =
    '<style>p{color:red}@media (prefers-color-scheme: dark){p{color:blue}}@media (max-width:600px){p{margin:0}}</style><p>Beste Jan</p>'
  const [light, dark] = [mailPage(html, 'light'), mailPage(html, 'dark')]
  for (const page of [light, dark]) expect(page).toMatch(/p\{color:red\}.*\(max-width:600px\).*<p>Beste Jan<\/p>$/)
  expect(light).toContain('@media (max-width: 0){p{color:blue}}')
  expect(dark).toContain('@media (min-width: 0){p{color:blue}}')
  expect(dark).toContain('name="color-scheme" content="dark"')
  expect(mailPage('<p>Beste Jan</p>', 'dark')).toContain('name="color-scheme" content="light"')
})

test('what a mail would run or fetch is left out of it', () => {
  const html = [
    '<base href="https://spy.example/"><link rel="stylesheet" href="https://spy.example/a.css">',
    '<meta http-equiv="refresh" content="0;url=https://spy.example/">',
    '<STYLE>@import url("https://spy.example/b.css"); @import "https://spy.example/c.css"; p{background:URL( https://spy.example/d.png )}',
    'b{background:url(data:image/gif;base64,R0lGOD)}</STYLE>',
    '<script src="https://spy.example/e.js"></script><iframe src="https://spy.example/f"></iframe><p>Beste Jan</p><script>alert(1)',
  ].join('')
  const page = mailPage(html, 'light')
  expect(page).not.toMatch(/spy\.example|<script|@import|alert/i)
  expect(page).toContain('b{background:url(data:image/gif;base64,R0lGOD)}')
  expect(page).toContain('<p>Beste Jan</p>')
})

test('a sheet that does not end runs no further than the page, and its policy knows no script and nothing from elsewhere', () => {
  expect(mailPage('<style>p{color:red}', 'light')).toMatch(/p\{color:red\}<\/style>$/)
  const policy = mailPagePolicy('https://regie.example')
  expect(policy).toContain('sandbox')
  expect(policy).not.toMatch(/script-src|allow-|\*/)
  // The picture of how a request stands is ours and counts nothing; the one that says that a mail was opened is not drawn.
  expect(policy.match(/https?:[^ ;]*/g)).toEqual(['https://regie.example/i/'])
})

const nasty = [
  '<style>.a{color:rgb(1, 2, 3)}.b{background:url(https://spy.example/x.png)}@import "https://spy.example/y.css";</style>',
  '<p class="a">Beste Ada</p><img src="https://spy.example/z.png"><script>document.title="ran"</script>',
].join('')

test('a page of a mail is shown to who may see the case, under a policy of its own', async () => {
  const app = await openTestApp()
  try {
    const one = await app.build.case({ batch: await app.build.batch(), name: 'Ada Jansen', email: 'ada@x.nl' })
    const { id: communicationID } = await keepMail(app, one, `${nasty}ada@x.nl`)
    const customers = [one.customerId]
    const read = (who: Staff, scheme: 'light' | 'dark' = 'light') =>
      app.call(caseApi.mailPage, { params: { caseID: one.id, communicationID }, query: { scheme } }).as(who)
    const staff = await app.build.staff({ rights: [Right.viewCases, Right.viewPersonalData], customers })
    const shown = await read(staff)
    expect(shown.status).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': mailPagePolicy(app.services.config.publicUrl),
    })
    expect(shown.headers).not.toHaveProperty('content-disposition')
    expect(shown.text).toContain('ada@x.nl')
    expect(shown.text).not.toMatch(/<script|@import|url\(/)
    expect((await read(await app.build.staff({ rights: [Right.viewCases] }))).status).toBe(404)
    // What has no layout has no page.
    const plain = await keepMail(app, one, null)
    const params = { caseID: one.id, communicationID: plain.id }
    expect((await app.call(caseApi.mailPage, { params, query: { scheme: 'dark' } }).as(staff)).status).toBe(404)
  } finally {
    await app.close()
  }
})

async function keepMail(app: TestApp, { id: case_id, customerId: customer_id, batchId: batch_id }: BuiltCase, html: string | null) {
  const of = { customer_id, case_id, batch_id, channel: 'email', state: 'sent', recipient: 'ada@x.nl' }
  const left = { provider: 'simulated-email', simulated: true, idempotency_key: randomUUID(), queued_at: app.clock.now() }
  const { id } = await app.db
    .insertInto('communications')
    .values({ ...of, ...left })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = { customer_id, communication_id: id, queued_at: left.queued_at, sender: 'Acme', subject: 'Factuur', text: '', html }
  await app.db.insertInto('communication_contents').values(content).execute()
  return { id }
}
