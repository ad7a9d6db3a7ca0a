import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPaymentStory, type PaymentStory } from '../../../../test/payment-story.ts'

let story: PaymentStory
beforeEach(async () => {
  story = await openPaymentStory()
  await setFields({
    geboortedatum: '1980-01-03',
    postcode: '3011 AB',
    email: 'jansen@demo.example',
    plaats: 'Rotterdam',
    dossiernummer: 'D1',
    openstaand: '123.45',
    achternaam: 'Jansen',
  })
})
afterEach(() => story.close())

const setFields = (fields: Record<string, string>) =>
  story.db
    .updateTable('cases')
    .set({ fields: JSON.stringify(fields) })
    .where('id', '=', story.caseId)
    .execute()
const fieldsNow = async () => (await story.theCase()).fields as Record<string, string>
const enter = (answer = '3-1-1980') => story.send(`${story.page}/own`, { answer })

async function addLetter(text: string, subject = 'Herinnering') {
  const { db, queueMessage } = story
  const { id } = await queueMessage('sent', `letter:${text}`)
  await sql`
    insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text)
    select customer_id, id, queued_at, 'post@demo.example', ${subject}, ${text}
    from communications
    where id = ${id}`.execute(db)
  return id
}

test('nothing personal is shown before somebody shows who they are', async () => {
  const { open, page, send } = story
  const id = await addLetter('Geachte heer Jansen')
  for (const at of ['', '/letters', `/letters/${id}`, `/letters/${id}/text`, '/details', '/wishes']) {
    const { html } = await open(`${page}/own${at}`)
    expect(html).toContain('Bent u het?')
    expect(html).not.toMatch(/Jansen|jansen@|Rotterdam|3011|1980-01-03/)
  }
  await send(`${page}/own/details`, { email: 'ander@demo.example' })
  expect((await fieldsNow())['email']).toBe('jansen@demo.example')
})

test('who knows the date of birth comes in for half an hour, by this link alone', async () => {
  const { open, page, clock, createLink } = story
  const entered = await enter()
  expect(entered.to).toBe(`${page}/own`)
  expect(entered.cookies).toMatchObject([{ name: 'payer-identity', path: page, httpOnly: true, sameSite: 'Lax', maxAge: 1800 }])
  expect((await open(`${page}/own`)).html).toContain('Brieven en berichten')
  const other = new URL((await createLink({ idempotencyKey: 'case:2' })).url).pathname
  expect((await open(`${other}/own`)).html).toContain('Bent u het?')
  clock.advance(31 * 60_000)
  expect((await open(`${page}/own`)).html).toContain('Bent u het?')
})

test('after five wrong answers the door is closed for an hour, also for the right one and for guesses at once', async () => {
  const { page, open, clock } = story
  expect((await enter('4-1-1980')).status).toBe(422)
  const guesses = await Promise.all(['5-1-1980', '6-1-1980', '7-1-1980', '8-1-1980', '9-1-1980', '10-1-1980'].map(enter))
  expect(guesses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([422, 422, 422, 422, 429, 429])
  const closed = await enter()
  expect([closed.status, closed.html.includes('Over een uur')]).toEqual([429, true])
  expect((await open(`${page}/own`)).html).toContain('Bent u het?')
  clock.advance(61 * 60_000)
  expect((await enter()).to).toBe(`${page}/own`)
})

test('a case that knows neither offers nothing, and answers as for a wrong answer', async () => {
  const { open, page } = story
  const wrong = await enter('4-1-1980')
  await setFields({ achternaam: 'Jansen' })
  expect((await open(page)).html).not.toContain(`${page}/own`)
  expect((await open(`${page}/own`)).html).toBe('')
  const none = await enter('4-1-1980')
  expect([none.status, none.html]).toEqual([wrong.status, wrong.html])
})

test('letters are read as text and kept, of this case and sent alone', async () => {
  const { open, page, queueMessage } = story
  const id = await addLetter('Geachte <b>heer</b>\nU betaalt nog niet.')
  const { id: queued } = await queueMessage('queued', 'later')
  await enter()
  expect((await open(`${page}/own/letters`)).html).toContain(`href="${page}/own/letters/${id}"`)
  const { html } = await open(`${page}/own/letters/${id}`)
  expect(html).toContain('<div class="letter">Geachte &#60;b&#62;heer&#60;/b&#62;\nU betaalt nog niet.</div>')
  const kept = await open(`${page}/own/letters/${id}/text`)
  expect([kept.html, kept.headers['content-disposition'], kept.headers['x-content-type-options']]).toEqual([
    'Herinnering\n\nGeachte <b>heer</b>\nU betaalt nog niet.',
    `attachment; filename="${id}.txt"; filename*=UTF-8''${id}.txt`,
    'nosniff',
  ])
  for (const other of [String(queued), '999999', '0', '1e3', "1'"]) expect((await open(`${page}/own/letters/${other}`)).status).toBe(303)
})

async function addDocument(name: string, kind: 'invoice' | 'other', state: 'kept' | 'waiting' = 'kept') {
  const { db, customerId, caseId } = story
  const { rows } = await sql<{ id: number }>`
    with file as (
      insert into files (customer_id, name, bytes, sha256, kind, format, state, needs)
      values (${customerId}, ${name}, 4, sha256('bytes'), 'document', 'other', ${state}, '{}')
      returning customer_id, id),
    part as (
      insert into file_parts (customer_id, file_id, no, content)
      select customer_id, id, 0, '%PDF'::bytea from file)
    insert into case_documents (customer_id, case_id, kind, file_id)
    select customer_id, ${caseId}, ${kind}, id from file
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

test('invoices are kept by who has shown who they are, where letters are offered: no other document, and none that waits for the scanner', async () => {
  const { db, open, page } = story
  const id = await addDocument('Factuur "17"; filename=x – <b>é</b>.pdf', 'invoice')
  const others = [await addDocument('dossiernotitie.pdf', 'other'), await addDocument('nieuw.pdf', 'invoice', 'waiting'), 999_999]
  const at = `${page}/own/invoices`
  expect((await open(`${at}/${id}`)).html).toContain('Bent u het?')
  await enter()
  const { html } = await open(`${page}/own/letters`)
  expect(html).toContain(`href="${at}/${id}"`)
  expect(html).not.toMatch(/dossiernotitie|nieuw\.pdf|<b>é/)
  const kept = await open(`${at}/${id}`)
  expect([kept.html, kept.headers['content-disposition'], kept.headers['x-content-type-options']]).toEqual([
    '%PDF',
    expect.stringMatching(/^attachment; filename="Factuur _17__ filename_x _ _b____b_\.pdf"; filename\*=UTF-8''Factuur%20%2217%22[^";]*$/),
    'nosniff',
  ])
  for (const other of [...others, "1'", '../1']) expect((await open(`${at}/${other}`)).html).not.toContain('%PDF')
  await sql`
    insert into self_service
    select ${story.customerId}, true, 100, true, 6, 100, true, 14, 14, '', '', '', true, true, false, true, true, 1`.execute(db)
  expect((await open(`${at}/${id}`)).html).not.toContain('%PDF')
})

test('who corrects how they are reached changes the case; the old value stands in the audit log, not in the timeline', async () => {
  const { page, send, db, theCase } = story
  await enter()
  expect((await send(`${page}/own/details`, { email: 'nieuw@demo.example', plaats: 'Delft', dossiernummer: 'X9' })).html).toContain(
    'Opgeslagen',
  )
  expect(await theCase()).toMatchObject({ email: 'nieuw@demo.example', city: 'Delft', case_number: 'D1' })
  const lines = await db.selectFrom('timeline').select(['event', 'params']).where('event', '=', 'detailsByPayer').execute()
  expect(lines).toMatchObject([{ params: { fields: 'email, plaats' } }])
  const audited = await db.selectFrom('audit').select(['action', 'before']).where('action', '=', 'selfService.detailsByPayer').execute()
  expect(JSON.stringify(audited)).toContain('jansen@demo.example')
  await send(`${page}/own/details`, { email: 'nieuw@demo.example' })
  expect((await db.selectFrom('timeline').select('event').where('event', '=', 'detailsByPayer').execute()).length).toBe(1)
})

test('what is no address is refused in words, and changes nothing', async () => {
  const { page, send } = story
  await enter()
  const { status, html } = await send(`${page}/own/details`, { email: 'geen adres', plaats: 'Delft' })
  expect([status, html.includes('Controleer dit nog eens: E-mail')]).toEqual([422, true])
  expect(await fieldsNow()).toMatchObject({ email: 'jansen@demo.example', plaats: 'Rotterdam' })
})

test('channel, hours and language land in the fields that the rules obey', async () => {
  const { page, send, theCase } = story
  await enter()
  await send(`${page}/own/wishes`, { contactvoorkeur: 'sms', niet_bellen_voor: '10:00', niet_bellen_na: '17:00', taal: 'fr' })
  expect(await theCase()).toMatchObject({
    locale: 'fr',
    fields: { contactvoorkeur: 'sms', niet_bellen_voor: '10:00', niet_bellen_na: '17:00', taal: 'fr' },
  })
  const wrong = await send(`${page}/own/wishes`, { niet_bellen_voor: '18:00', niet_bellen_na: '09:00' })
  expect([wrong.status, (await fieldsNow())['niet_bellen_voor']]).toEqual([422, '10:00'])
})
