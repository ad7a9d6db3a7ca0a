import { caseReportApi, type CasePaperWish } from '@regie/contract/case-report.ts'
import { locales } from '@regie/contract/locale.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { kindOfEvent } from '@regie/contract/timeline-events.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltCase, Staff } from '../../../../test/builders.ts'
import { buildReaders } from '../../../../test/build-readers.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { readPdf } from '../../../../test/read-pdf.ts'
import { eventSentence } from '@regie/contract/case-words/event-sentence.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { paperWords } from './paper-words.ts'

let app: TestApp
let one: BuiltCase
let staff: Staff
let masked: Staff
const events = 260

beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  one = await app.build.case({
    ...{ name: 'Ada Wójcik', phone: '+31201234567', email: 'ada@example.nl', outstanding_cents: 123_456, paid_cents: 5_000 },
    fields: JSON.stringify({ telefoon1: '+31201234567', email: 'ada@example.nl', achternaam: 'Wójcik' }),
  })
  ;({ staff, masked } = await buildReaders(app, one.customerId))
  const of = { customerId: one.customerId, caseId: one.id }
  const at = app.clock.now()
  await app.services.db
    .transaction()
    .execute((tx) =>
      recordTimeline(tx, [
        { ...of, at, event: 'created' },
        ...Array.from({ length: events }, (_, no) => ({ ...of, at, event: 'fieldsChanged' as const, params: { fields: `veld${no}` } })),
        { ...of, at, event: 'addressBlacklisted', params: { cause: 'request' } },
        { ...of, at, event: 'smsReceived', params: { incomingID: 1, text: 'Bel mij op 020 1234567 <b>nu</b> 😀' } },
      ]),
    )
  await app.pool.query(
    `insert into case_notes (customer_id, case_id, text, by_user, at)
    values ($1, $2, 'Belt terug op 0201234567', 'gebruiker1', now())`,
    [one.customerId, one.id],
  )
  await app.pool.query(
    `insert into payments (customer_id, case_id, batch_id, amount_cents, currency, paid_on, at, booked_by, note, method)
    values ($1, $2, $3, 5000, 'EUR', '2026-06-01', now(), 'gebruiker1', 'aan de balie', 'cash')`,
    [one.customerId, one.id, one.batchId],
  )
}, 120_000)
afterAll(() => app.close())

const ask = (who: Staff, more: Partial<CasePaperWish> = {}) =>
  app.call(caseReportApi.pdf, { body: { caseID: one.id, locale: 'nl', ...more } }).as(who)

test('all that happened stands in it, the oldest first, with details, payments and notes; its parts are named for who has it read aloud', async () => {
  const { status, headers, bytes } = await ask(staff)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toMatch(/dossier-D\d+\.pdf/)
  const { text, pages, objects } = readPdf(bytes)
  const plain = text.replaceAll(/\s+/g, ' ')
  for (const words of ['Ada Wójcik', 'Open', '€ 1.184,56', '+31201234567', '1 jun 2026', '€ 50,00', 'Contant', 'aan de balie'])
    expect(plain, words).toContain(words)
  expect(plain).toContain('Belt terug op 0201234567')
  expect(plain).toContain('Nummer op de blacklist gezet: op eigen verzoek (STOP)')
  expect(plain).toContain('Bel mij op 020 1234567 <b>nu</b> [?]')
  expect(plain).toContain('Een teken dat in dit lettertype niet bestaat, staat er als [?].')
  const places = Array.from({ length: events }, (_, no) => plain.search(new RegExp(`Gegevens gewijzigd: veld${no} `)))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(plain.indexOf('Dossier aangemaakt'))
  for (let page = 1; page <= pages; page += 1) expect(plain).toContain(`${page} van ${pages}`)
  const catalog = objects.find((body) => body.includes('/Type /Catalog')) ?? ''
  for (const part of ['/StructTreeRoot', '/Lang (nl-NL)', '/MarkInfo']) expect(catalog).toContain(part)
  const all = objects.join('\n')
  for (const tag of ['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'L', 'LI', 'Lbl', 'LBody', 'P'])
    expect(all).toContain(`/S /${tag}\n`)
  expect(all).toContain('/DisplayDocTitle true')
  expect(all).toContain('/Scope /Row')
  expect(all).toContain('/FontFile')
})

test('masked for who may not see personal data, and for who may but asks for it', async () => {
  for (const answer of [await ask(masked), await ask(staff, { mask: true })]) {
    const plain = readPdf(answer.bytes).text.replaceAll(/\s+/g, ' ')
    expect(plain).toContain('Persoonsgegevens zijn in dit bestand afgeschermd.')
    expect(plain).not.toMatch(/1234567/)
    expect(plain).toContain('Belt terug op')
  }
})

test('only the parts that were chosen, in the language of the reader', async () => {
  const plain = readPdf((await ask(staff, { sections: ['payments'], locale: 'eng' })).bytes).text.replaceAll(/\s+/g, ' ')
  expect(plain).toContain('€50.00')
  expect(plain).not.toMatch(/veld0|Belt terug|\+31201234567/)
})

test('the report of a case is what its paper is made of; whoever read it or took it along stands in the log', async () => {
  const { status, body } = await app.call(caseReportApi.get, { params: { caseID: one.id } }).as(masked)
  expect(status).toBe(200)
  expect(body.timeline.total).toBe(events + 3)
  expect(JSON.stringify(body)).not.toContain('201234567')
  await ask(staff, { sections: ['details'] })
  const { rows } = await app.pool.query<{ action: string; username: string }>(
    `select action, username from audit where action like 'caseReport.%' and username = any($1)`,
    [[masked.username, staff.username]],
  )
  expect(rows).toContainEqual({ action: 'caseReport.get', username: masked.username })
  expect(rows).toContainEqual({ action: 'caseReport.pdf', username: staff.username })
})

test('another customer’s case does not exist, without the right nothing is made, and a strange wish is refused', async () => {
  const foreign = await app.build.case()
  expect((await ask(staff, { caseID: foreign.id })).status).toBe(404)
  expect((await app.call(caseReportApi.get, { params: { caseID: foreign.id } }).as(staff)).status).toBe(404)
  const reader = await app.build.staff({ rights: [Right.viewCases], customers: [one.customerId] })
  expect((await ask(reader)).status).toBe(403)
  expect((await ask(await app.build.staff({ rights: [Right.exportReports], customers: [one.customerId] }))).status).toBe(403)
  expect((await ask(staff, { sections: [] })).status).toBe(400)
})

test.each(locales)('every event has its sentence on paper, in %s', (locale) => {
  const words = paperWords(locale)
  for (const event of Object.keys(kindOfEvent))
    expect(eventSentence(words, { event, params: { cause: 'stop', text: '', subject: '' } })).not.toBe(event)
})
