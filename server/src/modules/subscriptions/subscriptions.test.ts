import { arrangementApi } from '@regie/contract/arrangements.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { contactApi, type Subscription } from '@regie/contract/contacts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { smsApi } from '@regie/contract/sms.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { readPost } from '../../../test/run-jobs.ts'
import { decrypt } from '../../platform/security/encryption.ts'
import { contentPurpose } from '../system-mail/queue-system-mail.ts'
import { mailDueSubscriptions } from './mail-due.ts'
import { mailSubscribers } from './mail-event.ts'
import { stopToken, wishOfToken } from './stop-token.ts'

// A Wednesday, noon in Amsterdam.
const start = '2026-06-03T10:00:00Z'
const hour = 3_600_000
const rights = [
  ...[Right.viewContacts, Right.changeContacts, Right.viewCases, Right.changeCases, Right.viewBatches, Right.closeBatches],
  ...[Right.pauseSms, Right.viewSmsDashboard],
]

let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => void (app = await openTestApp({ start })))
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(new Date(start))
  await app.db.deleteFrom('contact_subscriptions').execute()
  await app.db.deleteFrom('system_messages').execute()
  batch = await app.build.batch()
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})

type Wish = Partial<Pick<Subscription, 'enabled' | 'frequency' | 'time' | 'scriptIDs'>> & Pick<Subscription, 'key'>

async function contact(email = 'ada@klant.nl', changed: object = {}): Promise<number> {
  const texts = { initials: '', firstName: 'Ada', middleName: '', lastName: 'Dam', department: '', jobTitle: '', phone: '', mobile: '' }
  const whole = { ...texts, salutation: 'geen', email, locale: 'nl', notes: '', active: true, ...changed } as const
  const { body } = await app.call(contactApi.add, { body: { customerID: batch.customerId, contact: whole } }).as(staff)
  return body.contactID
}
const wishFor = (contactID: number, { key, ...changed }: Wish) =>
  app
    .call(contactApi.subscribe, {
      params: { contactID },
      body: {
        customerID: batch.customerId,
        subscription: { key, enabled: true, frequency: 'direct', time: '07:30', scriptIDs: null, ...changed },
      },
    })
    .as(staff)
const listed = async (contactID: number, key: string) => {
  const params = { params: { contactID }, query: { customerID: batch.customerId } }
  return (await app.call(contactApi.subscriptions, params).as(staff)).body.find((one) => one.key === key)
}

/** What waits to leave, as its reader will get it. */
async function mails() {
  const rows = await app.db.selectFrom('system_messages').select(['kind', 'recipient', 'content']).orderBy('id').execute()
  return rows.map(({ kind, recipient, content }) => {
    const plain = decrypt(app.services.config.secretKey, content ?? Buffer.alloc(0), contentPurpose(recipient))
    const { subject, text, html } = JSON.parse(plain) as { subject: string; text: string; html: string }
    return { kind, recipient, subject, text, html }
  })
}
const sweep = () => mailDueSubscriptions(app.services, new AbortController().signal)

async function pay(cents: number, at: string, paidOn = at.slice(0, 10), to = batch) {
  const one = await app.build.case({ batch: to, outstanding_cents: 100_000 })
  const paid = { amount_cents: cents, currency: 'EUR', paid_on: paidOn, method: 'bank', booked_by: 'mees', at: new Date(at) }
  await app.db
    .insertInto('payments')
    .values({ customer_id: to.customerId, case_id: one.id, batch_id: to.id, ...paid })
    .execute()
}

test('who wants to hear of files gets one mail for each, of the script that they chose, however often the job runs', async () => {
  const [one, other, idle] = [
    await contact(),
    await contact('bo@klant.nl', { locale: 'fr' }),
    await contact('weg@klant.nl', { active: false }),
  ]
  const elsewhere = await app.build.script({ customerId: batch.customerId })
  const key = 'batch_imported'
  await wishFor(one, { key })
  await wishFor(other, { key, scriptIDs: [elsewhere.id] })
  await wishFor(idle, { key })
  expect((await wishFor(other, { key, scriptIDs: [9_000_000] })).body).toMatchObject({ error: 'script.notFound' })
  const news = (cause: string, scriptId: number) =>
    mailSubscribers(app.services, {
      ...{ customerId: batch.customerId, key, cause, scriptIds: [scriptId], about: 'a.csv', count: 1200, until: null },
    })
  for (let i = 0; i < 2; i++) await news('importDone:1:1', batch.script.id)
  expect(await mails()).toMatchObject([{ kind: key, recipient: 'ada@klant.nl', subject: 'Nieuwe dossiers geïmporteerd: a.csv' }])
  await news('importDone:2:1', elsewhere.id)
  const after = (await mails()).slice(1).toSorted((a, b) => a.recipient.localeCompare(b.recipient))
  expect(after).toMatchObject([
    { recipient: 'ada@klant.nl' },
    { recipient: 'bo@klant.nl', subject: 'Nouveaux dossiers importés\u00a0: a.csv' },
  ])
  expect((await mails())[0]?.text).toContain('Aantal dossiers: 1.200.')
  expect(await listed(one, key)).toMatchObject({ enabled: true, lastSentAt: app.clock.now().toISOString(), nextAt: null })
  await wishFor(one, { key, enabled: false })
  await news('importDone:3:1', batch.script.id)
  expect(await mails()).toHaveLength(3)
})

test('each mail says why it came and how to stop; its link ends this one subscription only when it is asked to', async () => {
  const one = await contact()
  await wishFor(one, { key: 'batch_finished' })
  await wishFor(one, { key: 'complaint_new' })
  await app.build.case({ batch })
  const { version } = (await app.call(batchApi.get, { params: { batchID: batch.id } }).as(staff)).body
  const closing = { params: { batchID: batch.id }, body: { resultCode: 'RET', endPaymentLinks: false, version } }
  expect((await app.call(batchApi.close, closing as never).as(staff)).status).toBe(200)
  const token = stopToken(app.services.config.secretKey, { contactId: one, key: 'batch_finished' })
  const mail = (await readPost(app.services)).find((one) => one.includes(`/n/${token}`))
  expect(mail).toContain('Aantal dossiers dat toen nog open was: 1.')
  expect(mail).toContain('aangemeld voor: gesloten batches')
  const open = (method: 'GET' | 'POST', which = token) => app.app.inject({ method, url: `/n/${which}` })
  expect((await open('GET')).body).toContain('Geen e-mail meer hierover?')
  expect(await listed(one, 'batch_finished')).toMatchObject({ enabled: true })
  for (let i = 0; i < 2; i++) expect((await open('POST')).body).toContain('U krijgt hierover geen e-mail meer')
  expect(await listed(one, 'batch_finished')).toMatchObject({ enabled: false })
  expect(await listed(one, 'complaint_new')).toMatchObject({ enabled: true })
  const forged = token.replace('batch_finished', 'complaint_new')
  expect((await open('POST', forged)).statusCode).toBe(404)
  expect(await listed(one, 'complaint_new')).toMatchObject({ enabled: true })
})

test('a token is of one contact and one subscription', () => {
  const key = Buffer.alloc(32, 1)
  const token = stopToken(key, { contactId: 77, key: 'sms_paused' })
  expect(wishOfToken(key, token.toUpperCase())).toEqual({ contactId: 77, key: 'sms_paused' })
  expect(wishOfToken(Buffer.alloc(32, 2), token)).toBe(null)
  expect(wishOfToken(key, token.replace('sms_paused', 'anything'))).toBe(null)
})

test('a complaint and a pause of SMS are mailed at once, with the day that counts', async () => {
  const one = await contact()
  for (const key of ['complaint_new', 'sms_paused'] as const) await wishFor(one, { key })
  const { id } = await app.build.case({ batch })
  const complaint = { params: { caseID: id }, body: { kind: 'complaint', text: 'Te vaak gebeld' } } as const
  expect((await app.call(arrangementApi.addComplaint, complaint).as(staff)).status).toBe(200)
  const pause = { customerID: batch.customerId, scriptID: null, state: 'forever', until: null } as const
  expect((await app.call(smsApi.pause, { body: pause }).as(staff)).status).toBe(200)
  const post = await readPost(app.services)
  const about = (key: 'complaint_new' | 'sms_paused') =>
    post.filter((mail) => mail.includes(`/n/${stopToken(app.services.config.secretKey, { contactId: one, key })}`))
  expect(about('complaint_new')).toEqual([expect.stringMatching(/moet zijn bevestigd vóór \d+ juni/)])
  expect(about('sms_paused')).toEqual([expect.stringContaining('De pauze duurt tot iemand haar opheft.')])
})

test('payments of some minutes are one mail, each once, and none without any', async () => {
  const one = await contact()
  await wishFor(one, { key: 'payment_received' })
  await pay(12_345, '2026-06-03T10:01:00Z')
  await pay(100, '2026-06-03T10:03:00Z')
  app.clock.set(new Date(Date.parse(start) + 8 * 60_000))
  await Promise.all([sweep(), sweep()])
  await sweep()
  const [mail, more] = await mails()
  expect(more).toBeUndefined()
  expect(mail?.text).toMatch(/· 2 · €\s124,45/)
  expect(mail?.html).toMatch(/<td[^>]*>€\s124,45<\/td>/)
  await pay(700, '2026-06-03T10:07:30Z')
  app.clock.set(new Date(Date.parse(start) + hour))
  await sweep()
  expect((await mails()).at(-1)?.text).toMatch(/· 1 · €\s7,00/)
  app.clock.set(new Date(Date.parse(start) + 3 * hour))
  await sweep()
  expect(await mails()).toHaveLength(2)
})

test('results of the day come the next morning at the chosen time, also after a stop, each day once', async () => {
  const one = await contact()
  await wishFor(one, { key: 'daily_results', frequency: 'daily', time: '06:45' })
  expect(await listed(one, 'daily_results')).toMatchObject({ nextAt: '2026-06-04T04:45:00.000Z' })
  await pay(5000, start)
  const closed = { batch, status: 'closed', result: 'BET', status_at: new Date(start) } as const
  await app.build.case(closed)
  await app.build.case({ ...closed, result: null })
  app.clock.set(new Date('2026-06-04T04:44:00Z'))
  await sweep()
  expect(await mails()).toEqual([])
  app.clock.set(new Date('2026-06-05T12:00:00Z'))
  for (let i = 0; i < 3; i++) await sweep()
  const found = await mails()
  expect(found.map(({ subject }) => subject)).toEqual([expect.stringContaining('3 juni 2026'), expect.stringContaining('4 juni 2026')])
  expect(found[0]?.text).toContain('Zonder resultaat · 1\nBetaald · 1\nTotaal · 2')
  expect(found[0]?.text).toMatch(/· 1 · €\s50,00/)
  expect(found[1]?.text).toContain('Er is geen dossier gesloten.')
})

test('a week is laid beside the week before, and a part of the scripts is a part', async () => {
  const one = await contact()
  const other = await app.build.batch({ customerId: batch.customerId })
  await wishFor(one, { key: 'weekly_report', frequency: 'weekly', scriptIDs: [batch.script.id] })
  const closedAt = (at: string, of: BuiltBatch, result: string) =>
    app.build.case({ batch: of, status: 'closed', result, status_at: new Date(at) })
  await closedAt('2026-06-02T10:00:00Z', batch, 'BET')
  await closedAt('2026-05-28T10:00:00Z', batch, 'BET')
  await closedAt('2026-05-28T10:00:00Z', batch, 'MAX')
  await closedAt('2026-06-02T10:00:00Z', other, 'MAX')
  app.clock.set(new Date('2026-06-08T05:30:00Z'))
  await sweep()
  const [mail] = await mails()
  expect(mail?.subject).toContain('1 juni 2026 t/m 7 juni 2026')
  expect(mail?.text).toContain('Resultaat · Dossiers · Week ervoor')
  expect(mail?.text).toContain('Betaald · 1 · 1\nMaximum pogingen bereikt · 0 · 1\nTotaal · 1 · 2')
  expect(mail?.text).toContain('Een deel van de scripts')
})

test('mail that did not arrive is counted by cause; a day on which all arrived is not mailed', async () => {
  const one = await contact()
  await wishFor(one, { key: 'mail_errors', frequency: 'daily' })
  const { id } = await app.build.case({ batch })
  const message = (state: string, reason: string | null, at: string) => ({
    ...{ customer_id: batch.customerId, case_id: id, batch_id: batch.id, channel: 'email', recipient: 'a@b.nl', provider: 'smtp' },
    ...{ idempotency_key: `news:${id}:${at}`, simulated: true, state, reason, queued_at: new Date(at) },
  })
  await app.db
    .insertInto('communications')
    .values([message('failed', '5.2.2 full', '2026-06-03T09:00:00Z'), message('sent', null, '2026-06-03T09:01:00Z')])
    .execute()
  app.clock.set(new Date('2026-06-05T12:00:00Z'))
  for (let i = 0; i < 2; i++) await sweep()
  const found = await mails()
  expect(found).toHaveLength(1)
  expect(found[0]?.text).toContain('1 van 2 berichten kwamen niet aan\nOorzaak · Berichten\nDe mailbox is vol · 1')
})

test('who is not active meanwhile hears nothing of it later, and another customer hears nothing at all', async () => {
  const one = await contact()
  const elsewhere = await app.build.batch()
  await wishFor(one, { key: 'payment_received' })
  await app.db.updateTable('contacts').set({ active: false }).where('id', '=', one).execute()
  await pay(100, '2026-06-03T10:01:00Z')
  app.clock.set(new Date(Date.parse(start) + hour))
  await sweep()
  await app.db.updateTable('contacts').set({ active: true }).where('id', '=', one).execute()
  await pay(900, '2026-06-03T11:30:00Z', '2026-06-03', elsewhere)
  app.clock.set(new Date(Date.parse(start) + 2 * hour))
  await sweep()
  expect(await mails()).toEqual([])
})

test('a frequency that is not offered and a time that is none are refused; a new frequency begins anew', async () => {
  const one = await contact()
  expect((await wishFor(one, { key: 'payment_summary' })).status).toBe(400)
  expect((await wishFor(one, { key: 'payment_summary', frequency: 'daily', time: '24:00' })).status).toBe(400)
  await wishFor(one, { key: 'payment_summary', frequency: 'daily' })
  await wishFor(one, { key: 'payment_summary', frequency: 'monthly', time: '09:00' })
  expect(await listed(one, 'payment_summary')).toMatchObject({ frequency: 'monthly', time: '09:00', nextAt: '2026-07-01T07:00:00.000Z' })
})

test('who keeps the periods hears what goes before it goes, with the numbers of the dry run; after a stop once', async () => {
  const keeper = await app.build.staff({
    ...{ rights: [...rights, Right.changeRetention], customers: [batch.customerId], home: batch.customerId },
  })
  const { id: one } = await app.db
    .updateTable('contacts')
    .set({ email: 'kim@klant.nl', last_name: 'Kim' })
    .where('user_id', '=', keeper.userId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = 'retention_preview'
  expect((await wishFor(await contact(), { key, frequency: 'daily' })).body).toMatchObject({ error: 'contact.mayNotSee' })
  expect((await wishFor(one, { key, frequency: 'daily', scriptIDs: [batch.script.id] })).body).toMatchObject({
    error: 'contact.everyScript',
  })
  expect((await wishFor(one, { key, frequency: 'daily' })).status).toBe(200)
  const closed = (at: string) => app.build.case({ batch, status: 'closed', result: 'BET', status_at: new Date(at) })
  await closed('2024-05-01T10:00:00Z')
  // Old in the night between the mail and the one after it.
  await closed('2024-06-04T12:00:00Z')
  await closed('2024-06-07T12:00:00Z')
  app.clock.set(new Date('2026-06-04T05:30:00Z'))
  await sweep()
  // Nobody has said yet how long things are kept.
  expect(await mails()).toEqual([])
  await app.db
    .insertInto('retention_periods')
    .values({ customer_id: batch.customerId, months: '{}', changed_at: app.clock.now(), changed_by: 'kim', version: 1 })
    .execute()
  app.clock.set(new Date('2026-06-05T05:29:00Z'))
  await sweep()
  expect(await mails()).toEqual([])
  app.clock.set(new Date('2026-06-05T05:30:00Z'))
  await Promise.all([sweep(), sweep()])
  const [mail, more] = await mails()
  expect(more).toBeUndefined()
  expect(mail).toMatchObject({ kind: key, recipient: 'kim@klant.nl' })
  expect(mail?.subject).toContain('Binnenkort verdwijnen gegevens')
  expect(mail?.text).toContain('Gegevens · Verdwijnt · Blijft nog · Oudste')
  expect(mail?.text).toContain('Dossiers zonder betaling · 2 · 0 · 1 mei 2024')
  expect(mail?.text).toContain('aangemeld voor: wat binnenkort verdwijnt')
  expect(mail?.text).toContain(`/n/${stopToken(app.services.config.secretKey, { contactId: one, key })}`)
  // Four days later there is one mail, of the nights to come.
  app.clock.set(new Date('2026-06-09T10:00:00Z'))
  for (let i = 0; i < 6; i++) await sweep()
  const after = (await mails()).slice(1)
  expect(after.map(({ text }) => /zonder betaling · (\d)/.exec(text)?.[1])).toEqual(['3'])
  // Who no longer keeps them hears nothing more.
  await app.db.updateTable('users').set({ locked_at: app.clock.now() }).where('id', '=', keeper.userId).execute()
  app.clock.set(new Date('2026-06-10T10:00:00Z'))
  await sweep()
  expect(await mails()).toHaveLength(2)
})
