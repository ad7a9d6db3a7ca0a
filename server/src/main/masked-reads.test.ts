import { privacyApi } from '@regie/contract/privacy.ts'
import { debtLawApi } from '@regie/contract/debt-law.ts'
import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { arrangementApi } from '@regie/contract/arrangements.ts'
import { blacklistApi } from '@regie/contract/blacklist.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { chatApi } from '@regie/contract/chat.ts'
import { messageApi } from '@regie/contract/messages.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import type { Endpoint } from '@regie/contract/endpoint.ts'
import { fileDeliveryApi } from '@regie/contract/file-deliveries.ts'
import { outgoingWebhookApi, webhookTypes } from '@regie/contract/outgoing-webhooks.ts'
import { guideApi } from '@regie/contract/guides.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { timeMachineApi } from '@regie/contract/time-machine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../test/builders.ts'
import { insertTemplate } from '../../test/insert-template.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { usualPeriods } from '../modules/retention/periods.ts'
import { runJobs } from '../../test/run-jobs.ts'
import { bookPayment } from '../modules/cases/money/record-payments.ts'
import { defaultFields } from '../modules/fields/default-fields.ts'

// Every read of the contract is asked by somebody without the right to personal data, about a case whose person stands everywhere a person can stand.
const person = { name: 'Marieke Zandvoort', phone: '+31201234567', mobile: '+31645678912', email: 'marieke@zandvoort.example' }
const city = 'Zandvoort'
const later = { voornaam: 'Hendrika', email: 'hendrika@zandvoort.example', mobiel: '+31687654321', plaats: 'Zandvoort aan Zee' }
const markers = ['Marieke', 'Zandvoort', 'zandvoort', '201234567', '645678912', 'Hendrika', 'hendrika', '687654321']
const given = {
  voornaam: 'Marieke',
  achternaam: 'Zandvoort',
  mobiel: person.mobile,
  telefoon1: person.phone,
  email: person.email,
  plaats: city,
}
const all = Object.values(Right)
const without = (...codes: number[]) => all.filter((code) => !codes.includes(code))
const reads = Object.entries(allEndpoints)
  .filter(
    ([name, { method, access, asksOnly }]) => access !== 'public' && (method === 'GET' || asksOnly === true || name === 'reports.csv'),
  )
  .filter(
    // Speaks what it is given, and reads nothing.
    ([name]) => name !== 'speech.speak',
  )
const soundKey = 'a'.repeat(43)

let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let whole: Staff
let masked: Staff
let ids: Record<string, number>
let demos: Map<number, number>

beforeAll(async () => {
  app = await openTestApp()
  // A monitor is answered 503 where no engine runs.
  await app.services.pool.query(`insert into engines (lease_until) values (now() + interval '1 hour')`)
  const variants = [
    { key: 'a', name: 'A', percent: 50, next: 'end' },
    { key: 'b', name: 'B', percent: 50, next: 'end' },
  ] as const
  const script = await app.build.script({
    steps: [
      {
        ...{ kind: 'split', key: 'verdelen', name: 'Toon' },
        settings: { variants: [...variants], plan: { paidPercent: 20, differencePoints: 40 } },
      },
      { kind: 'finish', key: 'end', settings: { result: 'RET' } },
    ],
  })
  batch = await app.build.batch({ script })
  const { customerId } = batch
  const customers = [customerId]
  const fields = defaultFields.map((field) =>
    ['voornaam', 'achternaam', 'email', 'plaats'].includes(field.key) ? { ...field, mask: 'all' as const } : field,
  )
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify(fields) })
    .where('id', '=', batch.script.id)
    .execute()
  const sound = { key: soundKey, length_ms: 1000, content: Buffer.from('RIFF'), bytes: 4, used_at: new Date() }
  await app.db
    .insertInto('sounds')
    .values({ customer_id: customerId, ...sound })
    .execute()
  one = await app.build.case({ batch, case_number: 'DOS-1', ...person, city, fields: JSON.stringify(given) })
  const twin = await app.build.case({ batch, case_number: 'DOS-2', ...person, city, fields: JSON.stringify(given) })
  whole = await app.build.staff({ rights: all, customers })
  masked = await app.build.staff({ rights: without(Right.viewPersonalData), customers })
  demos = new Map([
    [whole.userId, await demoOf(whole, 'DOS-3')],
    [masked.userId, await demoOf(masked, 'DOS-4')],
  ])
  ids = { customerID: customerId, scriptID: batch.script.id, batchID: batch.id, caseID: one.id, ...(await writeAll(twin)) }
})
afterAll(() => app.close())

/** All that staff write of a person, the way they do. */
async function writeAll(twin: BuiltCase): Promise<Record<string, number>> {
  const params = { caseID: one.id }
  const ask = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    if (status >= 300) throw new Error(`${status} ${text}`)
    return JSON.parse(text || '{}') as Record<string, number>
  }
  const remark = `${person.name} belt terug op 0645678912`
  // Another system is told of all that follows.
  const wanted = { customerID: one.customerId, name: 'Boekhouding', url: 'https://example.com/in', types: [...webhookTypes] }
  const { webhookID } = (await app.call(outgoingWebhookApi.create, { body: wanted }).as(whole)).body.webhook
  await ask(app.call(arrangementApi.addNote, { params, body: { text: remark } }).as(whole))
  await ask(app.call(arrangementApi.addNote, { params, body: { text: `@${masked.username} kijk` } }).as(whole))
  await ask(app.call(arrangementApi.addNote, { params, body: { text: `@${whole.username} kijk` } }).as(masked))
  const [channel] = (await app.call(chatApi.channels, { query: { customerID: one.customerId } }).as(whole)).body
  const channelID = channel?.channelID ?? 0
  await ask(app.call(chatApi.send, { params: { channelID }, body: { text: `#DOS-1: ${remark}` } }).as(whole))
  const at = new Date(app.clock.now().getTime() + 26 * 60 * 60_000).toISOString()
  await ask(app.call(arrangementApi.addCallback, { params, body: { at, forUserID: null, note: remark } }).as(whole))
  await ask(app.call(debtLawApi.interrupt, { params, body: { on: '2026-06-01', how: 'letter', note: remark } }).as(whole))
  const { complaintID } = await ask(app.call(arrangementApi.addComplaint, { params, body: { kind: 'complaint', text: remark } }).as(whole))
  await app.db
    .transaction()
    .execute((tx) => bookPayment(tx, { ...booked(), note: remark, method: 'bank', byUser: whole.username, undoEntryId: null }))
  const listing = { customerID: one.customerId, value: 'marieke@zandvoort.nl', note: remark, reason: 'request', retention: '1y' } as const
  await ask(app.call(blacklistApi.add, { body: { ...listing, scope: 'customer', scriptID: null } }).as(whole))
  const { caseID: twinID } = { caseID: twin.id }
  await ask(app.call(caseActionApi.change, { params: { caseID: twinID }, body: { version: 1, fields: later } }).as(whole))
  const check = { from: '2026-06-03T08:00:00Z', days: 2, answers: { calls: ['mens'], paysOnDay: null }, caseID: one.id, name: 'Controle' }
  const { checkID } = await ask(
    app.call(timeMachineApi.addCheck, { params: { scriptID: batch.script.id }, body: check as never }).as(whole),
  )
  const bulk = { customerID: one.customerId, filter: { q: 'zandvoort' }, action: { kind: 'pause', until: null } } as const
  const { bulkID } = await ask(app.call(bulkApi.cases, { body: bulk }).as(whole))
  await runJobs(app.services)
  const importID = await upload()
  const { file_id: storedID } = await app.db.selectFrom('imports').select('file_id').where('id', '=', importID).executeTakeFirstOrThrow()
  const { id: partialID } = await app.db
    .insertInto('files')
    .values({
      ...{ customer_id: one.customerId, name: 'half.csv', bytes: 3, sha256: Buffer.alloc(0), kind: 'batch', state: 'receiving' },
      ...{ script_id: batch.script.id, uploaded_by: whole.userId, expires_at: new Date(Date.now() + 3_600_000) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await runJobs(app.services)
  await app.build.template({ customerId: one.customerId, key: 'brief', kind: 'sms' })
  const template = await app.db
    .selectFrom('template_revisions')
    .select(['id', 'template_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const text = { customerID: one.customerId, templateID: template.template_id }
  const wish = { params: { channel: 'sms' as const }, body: { filter: { caseIDs: [one.id] }, ...text } }
  const { orderID } = await ask(app.call(messageApi.send, wish).as(whole))
  await runJobs(app.services)
  const picture = Buffer.from('picture')
  const { id: fileID } = await app.db
    .insertInto('template_files')
    .values({
      ...{ customer_id: one.customerId, kind: 'image', file_name: 'kop.png', media_type: 'image/png', content: picture },
      ...{ bytes: picture.length, uploaded_by: whole.userId, uploaded_at: app.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: handOverID } = await app.db
    .insertInto('hand_overs')
    .values({
      ...{ customer_id: one.customerId, kind: 'bailiff', name: 'Jansen', on_day: '2026-06-01', locale: 'nl' },
      ...{ user_id: whole.userId, by_user: whole.username, at: app.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('hand_over_cases')
    .values({ customer_id: one.customerId, hand_over_id: handOverID, case_id: one.id, state: 'takenBack' })
    .execute()
  const entryID = await receiveMoney()
  const { id: contactID } = await app.db
    .insertInto('contacts')
    .values({ customer_id: one.customerId, last_name: 'Opdrachtgever', email: 'administratie@klant.example' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const proofID = await sendProof(complaintID ?? 0)
  const documentID = await addInvoice()
  const lives = JSON.stringify({ straat: 'Dorpsstraat', huisnummer: '1', postcode: '1234 AB', plaats: 'Utrecht' })
  await app.services.pool.query('update cases set fields = $2::jsonb || fields where id = $1', [one.id, lives])
  await insertTemplate(app.db, {
    customerId: one.customerId,
    key: 'per-post',
    kind: 'email',
    texts: { nl: { subject: 'Brief', text: 'Beste {{naam}}' } },
  })
  await app.db
    .updateTable('template_revisions')
    .set({ options: JSON.stringify({ byPost: true }) })
    .where('id', '=', (eb) =>
      eb.selectFrom('templates').select('live_revision_id').where('customer_id', '=', one.customerId).where('key', '=', 'per-post'),
    )
    .execute()
  const asked = { kind: 'access' as const, receivedOn: '2026-06-01', identifiedBy: 'document' as const, caseIDs: [one.id] }
  const { requestID } = await ask(app.call(privacyApi.add, { body: { customerID: one.customerId, ...asked } }).as(whole))
  await ask(app.call(privacyApi.makeFile, { params: { requestID: requestID ?? 0 } }).as(whole))
  await runJobs(app.services)
  const { webhookMessageID } = (await app.call(outgoingWebhookApi.test, { params: { webhookID } }).as(whole)).body
  const deliveryID = await deliver(importID)
  const communicationID = await message()
  const guideID = await leadCall(communicationID)
  return {
    ...{ guideID, handOverID, callID: communicationID },
    ...{ orderID: orderID ?? 0, fileID, storedID, partialID },
    ...{ checkID: checkID ?? 0, bulkID: bulkID ?? 0, importID, communicationID, ...(await answer()) },
    ...{
      deliveryID,
      webhookID,
      webhookMessageID,
      channelID,
      entryID,
      contactID,
      proofID,
      documentID,
      complaintID: complaintID ?? 0,
      requestID: requestID ?? 0,
    },
    ...{ templateID: template.template_id, revisionID: template.id },
  }
}

/** A file of the import that came by itself. */
async function deliver(import_id: number): Promise<number> {
  const { customerId: customerID } = one
  const place = { kind: 'sftp' as const, host: 'sftp.example.nl', port: 22, username: 'regie', signIn: 'password' as const, folder: '' }
  const becomes = { scriptID: batch.script.id, batchName: '{bestand}', startLater: false, contactIDs: [], isOn: false }
  const body = { customerID, name: 'Nacht', ...place, pattern: '*.csv', everyMinutes: 15, ...becomes }
  const { deliveryID } = (await app.call(fileDeliveryApi.create, { body }).as(whole)).body
  const at = app.clock.now()
  await app.db
    .insertInto('delivered_files')
    .values({
      ...{ customer_id: customerID, delivery_id: deliveryID, import_id, name: 'debiteuren.csv', bytes: 3, sha256: Buffer.alloc(32) },
      ...{ state: 'asking', modified_at: at, still_since: at, seen_at: at, at },
      reason: JSON.stringify({ error: 'delivery.mappingUnknown', params: {} }),
    })
    .execute()
  return deliveryID
}

/** A call that both have at their desk, led by a conversation that names the person. */
async function leadCall(communication_id: number): Promise<number> {
  const { customerId: customer_id, id: case_id } = one
  const { guideID } = (await app.call(guideApi.create, { body: { customerID: customer_id, name: 'Gesprek' } }).as(whole)).body
  const params = { guideID }
  const pieces = [
    {
      kind: 'say' as const,
      key: 'begin',
      text: 'Spreek ik met {{naam}}?',
      isOpen: true,
      answers: [{ key: 'ja', words: 'Ja', to: 'einde' }],
    },
    { kind: 'end' as const, key: 'einde', text: 'Dag', work: 'wrongPerson' as const },
  ]
  const draft = (await app.call(guideApi.saveDraft, { params, body: { pieces, version: 1 } }).as(whole)).body.draft
  await app.call(guideApi.publish, { params, body: { version: draft?.version ?? 0, note: '' } }).as(whole)
  const change = { name: 'Gesprek', isDefault: true, scriptIDs: [], queueIDs: [], version: 1 }
  await app.call(guideApi.change, { params, body: change }).as(whole)
  const at = app.clock.now()
  const desk = { customer_id, communication_id, case_id, began_at: at }
  await app.db
    .insertInto('desk_calls')
    .values([whole, masked].map(({ userId }) => ({ ...desk, user_id: userId })))
    .execute()
  return guideID
}

/** What the person sent along with a dispute. */
async function sendProof(complaint_id: number): Promise<number> {
  const file_id = await keepFile('proof', 'bewijs.pdf')
  await app.db.insertInto('complaint_files').values({ customer_id: one.customerId, complaint_id, file_id }).execute()
  return file_id
}

/** The invoice of the person's case. */
async function addInvoice(): Promise<number> {
  const file_id = await keepFile('document', `factuur ${person.name}.pdf`)
  const { id } = await app.db
    .insertInto('case_documents')
    .values({ customer_id: one.customerId, case_id: one.id, kind: 'invoice', file_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function keepFile(kind: 'proof' | 'document', name: string): Promise<number> {
  const { customerId: customer_id } = one
  const content = Buffer.from(`${person.name} betaalde`)
  const { id: file_id } = await app.db
    .insertInto('files')
    .values({ customer_id, name, kind, state: 'kept', bytes: content.length, sha256: Buffer.alloc(32) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.insertInto('file_parts').values({ customer_id, file_id, no: 0, content }).execute()
  return file_id
}

const booked = () => {
  const { customerId, id: caseId } = one
  return { customerId, caseId, amountCents: 100, currency: 'EUR', paidOn: '2026-06-01', at: app.clock.now() }
}

/** What the bank says that the person paid; an example of a statement is there at a customer of the demo alone. */
async function receiveMoney(): Promise<number> {
  const { customerId: customer_id } = one
  await app.db.updateTable('customers').set({ is_demo: true }).where('id', '=', customer_id).execute()
  await app.db.updateTable('cases').set({ outstanding_cents: 5000 }).where('id', '=', one.id).execute()
  const of = { uploaded_by: whole.userId, uploaded_at: app.clock.now(), sha256: Buffer.alloc(32) }
  const statement = await app.db
    .insertInto('bank_statements')
    .values({ customer_id, file_id: 1, state: 'done', entries: 1, ...of })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await app.db
    .insertInto('bank_entries')
    .values({
      ...{ customer_id, statement_id: statement.id, account: 'NL91ABNA0417164300', entry_key: 'B1', amount_cents: 100 },
      ...{ currency: 'EUR', booked_on: '2026-06-01', counter_name: person.name, text: `DOS-1 ${person.name} 0645678912` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What the person wrote back. */
async function answer(): Promise<{ incomingID: number; conversationID: number; no: number }> {
  const { customerId: customer_id, id: case_id } = one
  const conversation = await app.db
    .insertInto('conversations')
    .values({
      ...{ customer_id, case_id, channel: 'email', provider_id: 1, address: 'marieke@zandvoort.nl', person_name: 'Marieke Zandvoort' },
      ...{ waiting_since: app.clock.now(), last_at: app.clock.now(), last_text: 'Groet, Marieke Zandvoort', unread: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await app.db
    .insertInto('incoming_messages')
    .values({
      ...{ customer_id, case_id, channel: 'email', provider_id: 1, message_key: 'a1', kind: 'message', bytes: 1, sender: person.email },
      ...{ sender_name: 'Marieke Zandvoort', subject: 'Van Marieke Zandvoort', text: 'Zandvoort', quoted: '> Beste Marieke Zandvoort' },
      conversation_id: conversation.id,
      ...{ came_at: app.clock.now(), saved_at: app.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('incoming_attachments')
    .values({
      customer_id,
      incoming_id: row.id,
      no: 1,
      file_name: 'brief.png',
      media_type: 'image/png',
      bytes: 3,
      content: Buffer.from('pdf'),
    })
    .execute()
  return { incomingID: row.id, conversationID: conversation.id, no: 1 }
}

async function upload(): Promise<number> {
  const csv = `dossiernummer;voornaam;achternaam;mobiel;email;openstaand;opmerking\r\nN1;Marieke;Zandvoort;0645678912;${person.email};10,00;Zandvoort\r\nN2;Marieke;Zandvoort;064567891290123;${person.email};10,00;\r\n`
  const edge = 'grens'
  const part = (name: string, value: string, more = '') =>
    `--${edge}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const payload = `${part('customerID', String(one.customerId))}${part('scriptID', String(batch.script.id))}${part('file', csv, '; filename="debiteuren.csv"\r\ncontent-type: text/csv')}--${edge}--\r\n`
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/files/upload',
    headers: { origin: app.origin, cookie: app.cookieOf(whole), 'content-type': `multipart/form-data; boundary=${edge}` },
    payload,
  })
  return answer.json<{ importID: number }>().importID
}

async function message(about = one): Promise<number> {
  const { id: case_id, customerId: customer_id, batchId: batch_id } = about
  const queued_at = app.clock.now()
  const { id } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id, case_id, batch_id, channel: 'sms', recipient: person.mobile, provider: 'simulated-sms', simulated: true },
      ...{ queued_at, idempotency_key: `m${case_id}` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id, case_id, batch_id, channel: 'email', recipient: person.email, provider: 'simulated-email', simulated: true },
      ...{ queued_at, idempotency_key: `e${case_id}` },
    })
    .execute()
  const params = JSON.stringify({ to: person.mobile, text: `hallo ${person.name}` })
  await app.db
    .insertInto('timeline')
    .values([
      { customer_id, case_id, kind: 'note', event: 'note', params, at: queued_at },
      { customer_id, case_id, kind: 'sms', event: 'smsQueued', communication_id: id, at: queued_at },
    ])
    .execute()
  const text = `Beste ${person.name}, is 0645678912 uw nummer?`
  await app.db
    .insertInto('communication_contents')
    .values({ customer_id, communication_id: id, queued_at, sender: 'Regie', subject: person.name, text, html: `<p>${text}</p>` })
    .execute()
  const kept = { content: Buffer.from(`To: ${person.email}\r\n\r\n${text}`), sha256: Buffer.alloc(32), kept_at: queued_at }
  await app.db
    .insertInto('sent_mails')
    .values({ customer_id, communication_id: id, ...kept })
    .execute()
  const file = { no: 1, file_name: `brief ${person.name}.png`, media_type: 'image/png', bytes: 3, content: Buffer.from(person.email) }
  await app.db
    .insertInto('mail_attachments')
    .values({ customer_id, case_id, communication_id: id, ...file, uploaded_at: queued_at })
    .execute()
  return id
}

/** Each watches only their own demo. */
async function demoOf({ userId, username }: Staff, number: string): Promise<number> {
  const shown = await app.build.case({ batch, case_number: number, ...person, city, fields: JSON.stringify(given) })
  const { id: case_id, customerId: customer_id } = shown
  await app.db.insertInto('demos').values({ customer_id, case_id, user_id: userId, username, script_id: batch.script.id }).execute()
  await message(shown)
  return case_id
}

const templateQuestion = ({ customerID }: Record<string, number>) => ({
  ...{ customerID, kind: 'sms', locale: 'nl' },
  ...{ written: { nl: { subject: '', text: '{{naam}} {{email}} {{mobiel}}', blocks: [] } }, options: {} },
})

const bodies: Record<string, (known: Record<string, number>) => object> = {
  'failures.askRetry': ({ customerID, communicationID }) => ({ customerID, communicationIDs: [communicationID] }),
  'failures.askList': ({ customerID, communicationID }) => ({ customerID, communicationIDs: [communicationID] }),
  'messages.check': ({ customerID, templateID }) => ({ channel: 'sms', filter: {}, customerID, templateID }),
  'messages.preview': ({ customerID, templateID, caseID }) => ({ channel: 'sms', caseID, customerID, templateID }),
  'bulk.count': ({ customerID }) => ({ customerID, filter: {} }),
  'handOvers.question': ({ customerID, caseID }) => ({ customerID, filter: { caseIDs: [caseID] } }),
  'templates.preview': templateQuestion,
  'templates.casePreview': templateQuestion,
  'templates.lint': templateQuestion,
  'bulk.reopenQuestion': ({ customerID }) => ({ customerID, filter: {} }),
  ...Object.fromEntries(
    ['csv', 'excel', 'batchOutput'].map((name) => [
      `reports.${name}`,
      ({ batchID }: Record<string, number>) => ({ kind: 'batch', batchIDs: [batchID], locale: 'nl' }),
    ]),
  ),
  'reports.scriptOutput': ({ scriptID }) => ({ kind: 'script', scriptID, locale: 'nl' }),
  'caseReport.pdf': ({ caseID }) => ({ caseID, locale: 'nl' }),
  'letters.preview': () => ({ template: 'per-post' }),
  'evidence.verify': () => ({ packID: '7d5f2c0a-6f1b-4d0e-9a52-0d1d2b6f3a11', manifestSha256: '0'.repeat(64) }),
  'timeMachine.simulate': ({ caseID }) => ({
    ...{ caseID, from: '2026-06-03T08:00:00Z', days: 2, answers: { calls: ['mens'], paysOnDay: null } },
  }),
  'retention.forecast': () => ({ periods: usualPeriods }),
  'times.impact': () => ({ version: 1, alwaysOpen: false, timeWindows: [], extra: [] }),
}
const queries: Record<string, object> = {
  'paymentReport.counter': { type: 'total' },
  'paymentReport.rows': { counted: 'links' },
  'paymentReport.file': { counted: 'received', locale: 'nl' },
  'worksReport.figures': { step: 'verdelen' },
  'complianceFile.file': { view: 'staff', locale: 'nl' },
  'worksReport.file': { step: 'verdelen', locale: 'nl' },
  'casesReport.file': { view: 'results', locale: 'nl' },
  'costReport.file': { locale: 'nl' },
  'callReport.file': { view: 'agents', locale: 'nl' },
  'mailReport.counter': { type: 'total' },
  'mailReport.groups': { by: 'templates' },
  'mailReport.file': { view: 'errors', locale: 'nl' },
  'mailReport.book': { view: 'buckets', locale: 'nl' },
  'whatsAppReport.counter': { type: 'total' },
  'whatsAppReport.groups': { by: 'templates' },
  'whatsAppReport.file': { view: 'errors', locale: 'nl' },
  'whatsAppReport.book': { view: 'buckets', locale: 'nl' },
  'cases.mailPage': { scheme: 'dark' },
  'failures.messages': { channel: 'email', cause: 'mailboxUnknown' },
  'arrangements.callbackMoment': { from: '2026-06-03T08:00:00Z' },
  'calls.lights': { cases: '1,2' },
  'reports.cases': { columns: 'caseNumber,name,phone,email,city', locale: 'nl' },
  'reports.caseBook': { columns: 'caseNumber,name,phone,email,city', locale: 'nl' },
  'filters.count': { rules: JSON.stringify([{ field: 'openstaand', op: 'gt', value: '1' }]), combine: 'and' },
  'speech.sound': { sound: soundKey },
  'statements.entries': { state: 'open' },
  'cases.search': { q: 'DOS' },
  'chat.search': { q: 'belt' },
  'wordcloud.messages': { word: 'belt' },
  'inbox.search': { q: 'DOS' },
  'home.cases': { figure: 'cameIn' },
  'manualMessages.texts': { channel: 'email' },
  'savedViews.list': { list: 'cases' },
  'storedFiles.list': { tab: 'batch' },
  // The reads before it have filled a page of it.
  'audit.list': { limit: '250' },
}

async function read(name: string, { method, path, query: shape, budget }: Endpoint, as: Staff) {
  // More files than anybody may fetch in an hour.
  if (budget === 'export') await app.db.deleteFrom('exports').execute()
  const known: Record<string, number> = { ...ids, userID: as.userId, code: Right.viewCases, x: 2026 }
  if (name === 'arrangements.complaintFile') known['fileID'] = ids['proofID'] ?? 0
  if (name === 'storedFiles.download') known['fileID'] = ids['storedID'] ?? 0
  if (name === 'fileUploads.look') known['fileID'] = ids['partialID'] ?? 0
  if (name === 'demos.run') known['caseID'] = demos.get(as.userId) ?? 0
  const wants = (key: string) => shape !== undefined && 'shape' in shape && Object.hasOwn(shape.shape as object, key)
  const query = {
    ...Object.fromEntries(['customerID'].filter(wants).map((key) => [key, String(known[key])])),
    ...queries[name],
    ...((name === 'cases.fieldsOfScript' || name === 'reports.scriptMapping' || name.startsWith('worksReport.')) && {
      scriptID: known['scriptID'],
    }),
    ...(name === 'storedFiles.zip' && { fileIDs: JSON.stringify([known['storedID']]) }),
    ...(name === 'reports.batchMapping' && { batchID: known['batchID'] }),
  }
  const answer = await app.app.inject({
    method,
    url: `/api${path.replace(/:(\w+)/g, (_all, key: string) => String(known[key] ?? 1))}?${new URLSearchParams(query as Record<string, string>).toString()}`,
    headers: { origin: app.origin, host: new URL(app.origin).host, cookie: app.cookieOf(as) },
    ...(bodies[name] && { payload: bodies[name](known) }),
  })
  return { status: answer.statusCode, found: markers.filter((marker) => answer.body.includes(marker)) }
}

// Where a person stands: if nothing of it is found there by who may see it, this walk looks at nothing.
const aboutPeople = [
  ...[
    'cases.list',
    'cases.search',
    'home.cases',
    'cases.get',
    'cases.timeline',
    'cases.communication',
    'cases.mailPage',
    'cases.sentMail',
    'callGuide.find',
    'desk.find',
    'mailAttachments.get',
    'incomingMessages.find',
    'inbox.list',
    'inbox.get',
    'cases.payments',
    'paymentReport.ofCase',
    'mailReport.ofCase',
    'caseReport.get',
    'blacklist.list',
    'blacklist.download',
    'persons.get',
    'privacy.get',
    'reports.csv',
    'reports.batchOutput',
    'reports.scriptOutput',
    'reports.batchMapping',
    'reports.scriptMapping',
    'reports.cases',
    'audit.list',
  ],
  ...['arrangements.list', 'arrangements.callbacks', 'arrangements.complaints', 'files.getImport', 'audit.export', 'notifications.list'],
  'debtLaw.get',
  'arrangements.complaintFile',
  ...['caseDocuments.list', 'caseDocuments.get'],
  'demos.run',
  ...['chat.messages', 'chat.search'],
  'wordcloud.messages',
  'templates.casePreview',
  'messages.preview',
  'messages.rows',
  'storedFiles.download',
  ...['statements.sample', 'statements.entries', 'statements.proposals'],
]

// What is refused to this user, or to this question, shows nothing for that reason.
const refused: Record<string, number> = {
  'arrangements.complaintFile': 403,
  'bulk.get': 404,
  'caseDocuments.get': 403,
  'handOvers.question': 403,
  'handOvers.recipients': 403,
  'letters.preview': 403,
  'cases.sentMail': 403,
  'files.errors': 403,
  'files.refused': 403,
  'inbox.attachment': 403,
  'inbox.picture': 403,
  'mailAttachments.get': 403,
  'mailAttachments.picture': 403,
  'privacy.download': 403,
  'statements.sample': 403,
  // Of who began it.
  'fileUploads.look': 404,
  'storedFiles.download': 403,
  'storedFiles.zip': 403,
}

test('who may see personal data finds the person in every read that is about people', async () => {
  const seen = new Set<string>()
  for (const [name, endpoint] of reads) {
    const { status, found } = await read(name, endpoint, whole)
    if (found.length > 0) seen.add(name)
    expect([name, status]).toEqual([name, 200])
  }
  expect(aboutPeople.filter((name) => !seen.has(name))).toEqual([])
})

test.each(reads)('%s shows nothing of a person to who may not see personal data', async (name, endpoint) => {
  const { status, found } = await read(name, endpoint, masked)
  expect({ status, found }).toEqual({ status: refused[name] ?? 200, found: [] })
})
