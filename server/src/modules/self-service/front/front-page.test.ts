import { createHash } from 'node:crypto'
import { shownReference } from '@regie/contract/payment-references.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { openPaymentStory, type PaymentStory } from '../../../../test/payment-story.ts'

let story: PaymentStory | undefined
afterEach(async () => {
  await story?.close()
  story = undefined
})
const open = async () => {
  story = await openPaymentStory()
  return story
}

test('the page shows creditor, reference, amount and dates, and nothing of the person', async () => {
  const { open: visit, page } = await open()
  const { html, headers } = await visit(page)
  for (const shown of [
    'Rijnmond Incasso',
    'Bakkerij &#38; Zoon',
    'F-2026-17',
    '1 december 2026',
    '24 januari 2027',
    'iDEAL | Wero',
    'Simulatie',
  ])
    expect(html).toContain(shown)
  expect(html.replace(/\s/g, ' ')).toContain('€ 123,45')
  expect(html).not.toMatch(/Jansen|demo\.example|<script|style=|\son\w+=/)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('the page names the payment reference, and one of the creditor in its place', async () => {
  const { open: visit, page, db, caseId } = await open()
  const own = await db.selectFrom('cases').select('payment_reference').where('id', '=', caseId).executeTakeFirstOrThrow()
  const { html } = await visit(page)
  expect(html).toContain(`<dt>Betalingskenmerk, als u zelf overmaakt</dt><dd>${shownReference(own.payment_reference)}</dd>`)
  expect(html).toContain('<dt>Kenmerk</dt><dd>F-2026-17</dd>')
  await db
    .updateTable('cases')
    .set({ fields: JSON.stringify({ betalingskenmerk: 'RF18539007547034' }) })
    .where('id', '=', caseId)
    .execute()
  const given = (await visit(page)).html
  expect(given).toContain('<dt>Betalingskenmerk, als u zelf overmaakt</dt><dd>RF18 5390 0754 7034</dd>')
  expect(given).not.toContain('<dt>Kenmerk</dt>')
})

test('while the bank settles, and once all is paid, nothing on the page asks to transfer it as well', async () => {
  const { open: visit, page, db } = await open()
  for (const state of ['in_progress', 'paid'] as const) {
    await db
      .updateTable('payment_links')
      .set({ state, ...(state === 'paid' && { paid_at: new Date() }) })
      .execute()
    if (state === 'paid') await db.updateTable('cases').set({ status: 'closed' }).execute()
    const { html } = await visit(page)
    expect(html).toContain('<dt>Kenmerk</dt>')
    expect(html).not.toMatch(/als u zelf overmaakt|Betaal uiterlijk/)
  }
})

test('the page carries the logo of the customer and how it is reached, written as text', async () => {
  const { open: visit, page, db, customerId } = await open()
  const logo = Buffer.from('89504e47', 'hex')
  const reach = { address: 'Kade 1\n<b>Rotterdam</b>', phone: '+31 10 123 4567', email: 'post@example.nl', chamber_number: '12345678' }
  await db
    .insertInto('letterheads')
    .values({ customer_id: customerId, ...reach, logo, version: 2 })
    .execute()
  const { html } = await visit(page)
  for (const shown of [
    `<img class="logo" src="/logo/${createHash('sha256').update(logo).digest('hex')}.png" alt="Rijnmond Incasso">`,
    '<span>&#60;b&#62;Rotterdam&#60;/b&#62;</span>',
    '<a href="tel:+31101234567">+31 10 123 4567</a>',
    'mailto:post@example.nl',
    'KvK 12345678',
  ])
    expect(html).toContain(shown)
})

test('every page leads to the privacy statement of a customer that has one', async () => {
  const { open: visit, page, db, customerId } = await open()
  const link = '<a href="https://example.nl/privacy?a=1&#38;b=2" target="_blank" rel="noopener">Hoe wij met uw gegevens omgaan</a>'
  expect((await visit(page)).html).not.toContain('Hoe wij met uw gegevens omgaan')
  await db
    .insertInto('letterheads')
    .values({ customer_id: customerId, privacy_url: 'https://example.nl/privacy?a=1&b=2', version: 2 })
    .execute()
  for (const at of ['', '/hardship', '/message']) expect((await visit(`${page}${at}`)).html).toContain(link)
})

test("who would rather transfer reads to which account: that of the creditor in the case, else the customer's own; no other currency", async () => {
  const { open: visit, page, db, customerId, caseId } = await open()
  const own = { address: '', phone: '', email: '', chamber_number: '', iban: 'NL91ABNA0417164300' }
  const setFields = (fields: object) =>
    db
      .updateTable('cases')
      .set({ fields: JSON.stringify(fields) })
      .where('id', '=', caseId)
      .execute()
  expect((await visit(page)).html).not.toContain('Liever zelf overmaken')
  await db
    .insertInto('letterheads')
    .values({ customer_id: customerId, ...own, version: 2 })
    .execute()
  const { html } = await visit(page)
  expect(html).toContain('<dt>Rekening</dt><dd>NL91 ABNA 0417 1643 00</dd>')
  expect(html).toContain('<dt>Op naam van</dt><dd>Rijnmond Incasso</dd>')
  expect(html).toMatch(/<dt>Betalingskenmerk<\/dt><dd>[\d ]+<\/dd>/)
  expect(html).not.toContain('als u zelf overmaakt')
  await setFields({ opdrachtgever: 'Energie <b>', iban_opdrachtgever: 'DE89370400440532013000' })
  const named = (await visit(page)).html
  expect(named).toContain('<dt>Rekening</dt><dd>DE89 3704 0044 0532 0130 00</dd>')
  expect(named).toContain('<dt>Op naam van</dt><dd>Energie &#60;b&#62;</dd>')
  await setFields({ opdrachtgever: 'Energie', iban_opdrachtgever: 'geen' })
  expect((await visit(page)).html).toContain('NL91 ABNA 0417 1643 00')
  await db.updateTable('payment_links').set({ currency: 'USD' }).where('case_id', '=', caseId).execute()
  expect((await visit(page)).html).not.toContain('Liever zelf overmaken')
})

test('the page speaks the language of the case', async () => {
  const { open: visit, page, db, caseId } = await open()
  const inLanguage = async (locale: string) => {
    await db.updateTable('cases').set({ locale }).where('id', '=', caseId).execute()
    return (await visit(page)).html
  }
  expect(await inLanguage('eng')).toMatch(/<html lang="en">[^]*Pay €123\.45 with iDEAL/)
  expect(await inLanguage('fr')).toMatch(/<html lang="fr">[^]*Votre facture impayée/)
})

test('opening the page twice is one click', async () => {
  const { open: visit, page, states } = await open()
  await Promise.all([visit(page), visit(page), visit(page)])
  expect(await states()).toEqual(['created', 'link_clicked'])
})

test('an unknown or broken token leads to the same page, and tells nothing', async () => {
  const { open: visit } = await open()
  const pages = await Promise.all(['/p/AAAAAAAAAAAAAAAAAAAAAA', '/p/short', `/p/${"'".repeat(22)}`].map((path) => visit(path)))
  expect(pages.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(pages.map(({ html }) => html)).size).toBe(1)
})

test('the bank says that it is a simulation, and that a settled payment is settled', async () => {
  const { open: visit, goToBank, send } = await open()
  const bank = await goToBank()
  expect((await visit(bank)).html).toMatch(/Simulatie: er wordt geen echt geld overgemaakt[^]*Bakkerij &#38; Zoon F-2026-17/)
  await send(bank, { decision: 'paid' })
  await send(bank, { decision: 'canceled' })
  expect((await visit(`${bank}?lang=eng`)).html).toContain('This payment is settled')
  expect((await visit('/simulated/bank/sim_unknown')).status).toBe(404)
})

test('what a payer says is wrong stands at the case as a dispute, once, and nobody is contacted meanwhile', async () => {
  const { open: visit, page, send, db, caseId } = await open()
  expect((await visit(page)).html).toContain('Klopt dit niet?')
  const objection = { reason: 'paid', text: 'Op <b>3</b> januari' }
  const answers = [await send(`${page}/objection`, objection), await send(`${page}/objection`, objection)]
  expect(answers.map(({ status, html }) => [status, html.includes('Wij hebben uw bericht ontvangen')])).toEqual([
    [200, true],
    [200, true],
  ])
  // It is looked at first: nothing is to be paid by a day.
  expect(answers[0]?.html).not.toContain('Betaal uiterlijk')
  expect(await db.selectFrom('complaints').select(['case_id', 'kind', 'reason', 'state', 'text']).execute()).toEqual([
    { case_id: caseId, kind: 'dispute', reason: 'paid', state: 'open', text: 'Ik heb al betaald: Op <b>3</b> januari' },
  ])
  const { status, paused_for } = await db
    .selectFrom('cases')
    .select(['status', 'paused_for'])
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  expect([status, paused_for]).toEqual(['paused', 'dispute'])
  const lines = await db.selectFrom('timeline').select(['event', 'params']).where('event', '=', 'disputedByPayer').execute()
  expect(lines).toEqual([{ event: 'disputedByPayer', params: { reason: 'paid', text: 'Op <b>3</b> januari' } }])
})

test('an empty objection asks for words, and a page that is asked too often waits', async () => {
  const { open: visit, page, send, db } = await open()
  await visit(page)
  const empty = await send(`${page}/objection`, { reason: 'other' })
  expect(empty.status).toBe(422)
  const many = []
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) many.push((await send(`${page}/objection`, { reason: 'other', text })).status)
  expect(many.slice(-2)).toEqual([429, 429])
  expect((await db.selectFrom('complaints').select('id').execute()).length).toBe(4)
})

test('one objection too many keeps what was typed, says when it may be sent again, and is not written down', async () => {
  const { open: visit, page, send, db } = await open()
  await visit(page)
  const tries = []
  // So many that one minute has more than five of them, also where the next one begins meanwhile.
  for (let n = 0; n < 11; n++) tries.push(await send(`${page}/objection`, { reason: 'paid', text: `Betaald op 3 mei, poging ${n % 4}` }))
  const last = tries.findLast(({ status }) => status === 429)
  expect(last?.html).toMatch(
    /<details class="objection" open>[^]*id="fault" tabindex="-1">Dit is te vaak achter elkaar verstuurd[^]*value="paid" checked>[^]*<textarea [^>]*>Betaald op 3 mei, poging \d<\/textarea>/,
  )
  expect(last?.html).not.toContain('aria-invalid')
  expect((await db.selectFrom('complaints').select('id').execute()).length).toBeLessThanOrEqual(4)
})

test('an objection beside as many that still stand keeps what was typed, and says what to do', async () => {
  const { open: visit, page, send, db, caseId, customerId } = await open()
  await visit(page)
  const standing = Array.from({ length: 5 }, (_, n) => ({
    customer_id: customerId,
    case_id: caseId,
    kind: 'dispute',
    text: `${n}`,
    at: new Date(),
  }))
  await db
    .insertInto('complaints')
    .values(standing.map((one) => ({ ...one, by_user: '' })))
    .execute()
  const { status, html } = await send(`${page}/objection`, { reason: 'amount', text: 'Het is de helft' })
  expect(status).toBe(429)
  expect(html).toMatch(/Dit bericht is niet verstuurd: uw eerdere berichten liggen nog bij ons[^]*>Het is de helft<\/textarea>/)
})

test('an objection that is refused keeps what was chosen, says why at the field, and leads there', async () => {
  const { open: visit, page, send, db } = await open()
  const before = (await visit(page)).html
  expect(before).toContain(`action="${page}/objection#fault"`)
  expect(before).not.toMatch(/id="fault"|aria-invalid|checked/)
  const { html } = await send(`${page}/objection`, { reason: 'other', text: ' ' })
  expect(html).toMatch(
    /<details class="objection" open>[^]*value="other" checked>[^]*id="fault" tabindex="-1">Schrijf in uw eigen woorden wat er niet klopt\.<\/p><label class="words">Toelichting<textarea [^>]*aria-invalid="true" aria-describedby="fault">/,
  )
  const none = (await send(`${page}/objection`, {})).html
  expect(none).toMatch(
    /id="fault" tabindex="-1">Kies wat er niet klopt[^<]*<\/p><fieldset role="radiogroup" aria-invalid="true" aria-describedby="fault">/,
  )
  for (const one of [html, none]) expect([one.match(/id="fault"/g)?.length, one.match(/aria-invalid/g)?.length]).toEqual([1, 1])
  // What stands at the top of the page is what it is without the form.
  expect(html.match(/<p role="status">[^<]*/)?.[0]).toBe(before.match(/<p role="status">[^<]*/)?.[0])
  expect(await db.selectFrom('complaints').select('id').execute()).toEqual([])
})

test('what staff put on hold stays on hold, and a link that is paid takes no objection', async () => {
  const { open: visit, page, send, db, caseId } = await open()
  await visit(page)
  await db.updateTable('cases').set({ status: 'paused', paused_for: 'staff' }).where('id', '=', caseId).execute()
  await send(`${page}/objection`, { reason: 'paid' })
  const held = await db.selectFrom('cases').select(['status', 'paused_for']).where('id', '=', caseId).executeTakeFirstOrThrow()
  expect(held).toEqual({ status: 'paused', paused_for: 'staff' })
  await db.updateTable('payment_links').set({ state: 'paid', paid_at: new Date() }).execute()
  const { html } = await send(`${page}/objection`, { reason: 'notMine' })
  expect(html).not.toContain('Wij hebben uw bericht ontvangen')
  expect((await db.selectFrom('complaints').select('id').execute()).length).toBe(1)
})

test('a character that is cut in half, and one that no text has, lose nothing else', async () => {
  const { open: visit, page, send, db } = await open()
  await visit(page)
  expect((await send(`${page}/objection`, { reason: 'other', text: `a\0${'b'.repeat(997)}😀😀` })).status).toBe(200)
  const { text } = await db.selectFrom('complaints').select('text').executeTakeFirstOrThrow()
  expect(text).toMatch(/^Iets anders: ab{997}/)
})

test('a link that counts no more says how to reach the creditor, and takes an objection that reaches the case', async () => {
  const { open: visit, page, send, db, caseId } = await open()
  await db.updateTable('scripts').set({ caller_id: '+31101234567' }).execute()
  for (const end of [
    { ended_for: 'amountChanged', ended_at: new Date(), ended_from: 'created', state: 'expired' },
    { ended_for: 'batchClosed', ended_at: new Date(), ended_from: 'created', state: 'expired' },
    { ended_for: null, ended_at: null, ended_from: null, state: 'expired' },
  ]) {
    await db.updateTable('payment_links').set(end).execute()
    const { html } = await visit(page)
    expect(html).toMatch(/<a href="tel:\+31101234567">Bel ons: \+31101234567<\/a>/)
    expect(html).toContain('Klopt dit niet?')
    expect(html).not.toMatch(/Jansen|demo\.example|\/pay"/)
    expect((await send(`${page}/objection`, { reason: 'other', text: `Zie ${end.ended_for}` })).html).toContain(
      'Wij hebben uw bericht ontvangen',
    )
  }
  const empty = await send(`${page}/objection`, { reason: 'other' })
  expect([empty.status, empty.html.includes('/pay"')]).toEqual([422, false])
  expect((await db.selectFrom('complaints').select('case_id').execute()).map(({ case_id }) => case_id)).toEqual([caseId, caseId, caseId])
})

test('a link that is late says where to transfer what is left of it; one that staff ended names no account, and what is left', async () => {
  const { open: visit, page, db, caseId, customerId, batchId } = await open()
  await db.insertInto('letterheads').values({ customer_id: customerId, iban: 'NL91ABNA0417164300', version: 1 }).execute()
  await db.updateTable('cases').set({ outstanding_cents: 12_345 }).where('id', '=', caseId).execute()
  const payment = {
    customer_id: customerId,
    case_id: caseId,
    batch_id: batchId,
    amount_cents: 2_345,
    currency: 'EUR',
    paid_on: '2027-01-05',
  }
  await db
    .insertInto('payments')
    .values({ ...payment, booked_by: 'ada', method: 'bank', at: new Date() })
    .execute()
  await db.updateTable('payment_links').set({ state: 'expired' }).execute()
  const late = (await visit(page)).html.replace(/\s/g, ' ')
  expect(late).toMatch(/<p class="amount">€ 100,00<\/p>[^]*NL91 ABNA 0417 1643 00[^]*€ 100,00/)
  await db.updateTable('payment_links').set({ ended_for: 'deleted', ended_at: new Date(), ended_from: 'created' }).execute()
  const ended = (await visit(page)).html.replace(/\s/g, ' ')
  expect(ended).toContain('<p class="amount">€ 100,00</p>')
  expect(ended).not.toMatch(/NL91|als u zelf overmaakt/)
})

test('a short link leads to the page, and one that does not exist is answered alike', async () => {
  const { open: visit, page } = await open()
  const token = page.split('/').at(-1) ?? ''
  const to = async (short: string) => {
    const { status, headers } = await visit(`/l/${short}`)
    return [status, String(headers.location)]
  }
  expect(await to(token)).toEqual([303, expect.stringMatching(new RegExp(`/p/${token}$`))])
  expect(await to('x'.repeat(22))).toEqual([303, expect.stringMatching(/\/p\/x{22}$/)])
  expect(await to('..%2f..')).toEqual([303, expect.stringMatching(/\/p\/-$/)])
})

test('who guesses links gets one answer, is slowed down after thirty tries, and who has a link comes in all the same', async () => {
  const { open: visit, send, page, db } = await open()
  const guess = (n: number) => String(n).padStart(22, 'A')
  const tries = []
  // So many that one minute has more than thirty of them, also where the next one begins meanwhile.
  for (let n = 0; n < 70; n++) tries.push(n % 2 === 0 ? await visit(`/p/${guess(n)}`) : await send(`/p/${guess(n)}/pay`))
  for (const status of [404, 429]) {
    const answers = tries.filter((answer) => answer.status === status)
    expect(answers.length).toBeGreaterThan(5)
    // But for how long to wait, which the clock says.
    expect(new Set(answers.map(({ html }) => html.replace(/\d+\ssecond(e|en)/, ''))).size).toBe(1)
  }
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404, 429]))
  expect((await visit(page)).status).toBe(200)
  expect(await db.selectFrom('payment_attempts').selectAll().execute()).toEqual([])
})

test('who opens a page too often from one address reads how long to wait, in their language and without a question for the database', async () => {
  const { open: visit, page, db } = await open()
  await visit(`${page}/language/fr`)
  const asked = vi.spyOn(db, 'selectFrom')
  const afterFlood = async () => {
    await Promise.all(Array.from({ length: 700 }, () => visit('/p/x')))
    asked.mockClear()
    return visit(page)
  }
  const first = await afterFlood()
  // A minute that began meanwhile counts from nothing.
  const { status, html, headers } = first.status === 429 ? first : await afterFlood()
  expect([status, asked.mock.calls.length]).toEqual([429, 0])
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(html).toMatch(
    /<html lang="fr">[^]*payment-page\.css[^]*<main class="card">[^]*dans \d+\ssecondes?\.[^]*<a href="\/p\/[\w-]{22}">Réessayer/,
  )
})

test('costs above the law are said so beside how the debt is made up, with where to report it', async () => {
  const { open: visit, page, db, caseId } = await open()
  const setCosts = (incassokosten: string) =>
    db
      .updateTable('cases')
      .set({ outstanding_cents: 12_345, fields: JSON.stringify({ hoofdsom: '73.45', incassokosten }) })
      .where('id', '=', caseId)
      .execute()
  await setCosts('50.00')
  const html = (await visit(page)).html.replace(/\s/g, ' ')
  expect(html).toContain('de wet staat over deze hoofdsom hoogstens € 48,40 toe, btw inbegrepen')
  await setCosts('48.40')
  expect((await visit(page)).html).not.toContain('de wet staat')
})
