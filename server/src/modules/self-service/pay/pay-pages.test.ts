import { usualRules } from '@regie/contract/self-service.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPaymentStory, type PaymentStory } from '../../../../test/payment-story.ts'
import { endPaymentLinks } from '../../payment-links/end-links-job.ts'
import { findCaseLinkUrl } from '../../payment-links/case-link.ts'

let story: PaymentStory
beforeEach(async () => {
  story = await openPaymentStory()
  await setCase({ outstanding_cents: 12_345, fields: JSON.stringify({ hoofdsom: '100.00', rente: '3.45', incassokosten: '20.00' }) })
})
afterEach(() => story.close())

const setCase = (values: Record<string, unknown>) => story.db.updateTable('cases').set(values).where('id', '=', story.caseId).execute()
const plain = (html: string) => html.replace(/[\s\u00a0]+/g, ' ')
const links = () =>
  story.db.selectFrom('payment_links').select(['id', 'token', 'amount_cents', 'state', 'ended_for']).orderBy('id').execute()
const promises = () =>
  story.db
    .selectFrom('payment_promise_parts as q')
    .innerJoin('payment_promises as p', (join) => join.onRef('p.customer_id', '=', 'q.customer_id').onRef('p.id', '=', 'q.promise_id'))
    .select((eb) => ['p.kind', 'p.by_user', eb.cast<string>('q.due', 'text').as('due'), 'q.amount_cents as cents'])
    .orderBy('q.no')
    .execute()
async function setRules(change: Partial<typeof usualRules>) {
  const names = Object.entries({ ...usualRules, ...change }).map(([name, value]) => [
    name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`),
    value,
  ])
  const values = { customer_id: story.customerId, version: 2, ...Object.fromEntries(names) }
  await story.db.insertInto('self_service').values(values).execute()
}
const book = (cents: number, at = new Date()) =>
  story.db
    .insertInto('payments')
    .values({
      ...{ customer_id: story.customerId, case_id: story.caseId, batch_id: story.batchId, amount_cents: cents, currency: 'EUR' },
      ...{ paid_on: '2027-01-05', at, booked_by: 'anna', method: 'bank' },
    })
    .execute()
/** What the job does that a payment leaves behind. */
const endLinks = () =>
  endPaymentLinks(
    story.services,
    { customerId: story.customerId, of: { caseId: story.caseId }, byUser: '' },
    { signal: new AbortController().signal },
  )
async function payPart(amount: string) {
  const { to } = await story.send(`${story.page}/part`, { amount })
  await story.send(new URL(to).pathname, { decision: 'paid' })
  await story.sayNews()
  await endLinks()
}

test('the page shows how the debt is made up, what was paid on which day, and what may be chosen', async () => {
  const { open, page, db } = story
  await book(1000)
  await db.updateTable('payment_links').set({ amount_cents: 11_345 }).execute()
  const html = plain((await open(page)).html)
  expect(html).toContain('€ 123,45 min € 10,00 betaald, laatst op 5 januari 2027')
  for (const line of [
    '<dt>Hoofdsom</dt><dd>€ 100,00</dd>',
    '<dt>Rente</dt><dd>€ 3,45</dd>',
    '<dt>Betaald op 5 januari 2027</dt><dd>€ -10,00</dd>',
    '<dt>Nog open</dt><dd>€ 113,45</dd>',
  ])
    expect(html).toContain(line)
  for (const way of ['plan', 'day', 'part']) expect(html).toContain(`href="${page}/${way}"`)
})

test('who pays a part pays exactly that, the rest stays open, and the script goes on for the rest', async () => {
  const { open, theCase } = story
  await payPart('50,00')
  expect(await links()).toMatchObject([
    { amount_cents: 12_345, ended_for: 'amountChanged' },
    { amount_cents: 5000, state: 'paid' },
  ])
  expect(await theCase()).toMatchObject({ status: 'open', paid_cents: 5000 })
  const [, part] = await links()
  expect(plain((await open(`/p/${part?.token}`)).html)).toContain('Van uw factuur staat nog € 73,45 open')
})

test('the link that asks too much leads to one for the rest, however often it is asked', async () => {
  const { open, page, send } = story
  await payPart('50')
  const html = plain((await open(page)).html)
  expect(html).toContain('Bekijk wat nog openstaat: € 73,45')
  expect(html).toContain('<p class="amount">€ 73,45</p>')
  expect(html).not.toContain('geldt niet meer')
  const first = (await send(`${page}/rest`)).to
  expect((await send(`${page}/rest`)).to).toBe(first)
  expect(plain((await open(first)).html)).toContain('Betaal € 73,45 met')
  expect((await links()).map(({ amount_cents }) => amount_cents)).toEqual([12_345, 5000, 7345])
})

test('a link that asks more than is open pays nothing, also before it was ended', async () => {
  const { page, send, open } = story
  await book(1000)
  expect((await open(page)).html).not.toContain(`${page}/pay"`)
  expect((await send(`${page}/pay`)).to).toBe('')
  expect(await links()).toMatchObject([{ state: 'link_clicked' }])
})

test('a part that was chosen can be paid for as long as that much is open', async () => {
  const { page, send } = story
  await send(`${page}/part`, { amount: '25' })
  await book(5000)
  await endLinks()
  expect(await links()).toMatchObject([{ ended_for: 'amountChanged' }, { amount_cents: 2500, ended_for: null }])
  await book(5000)
  await endLinks()
  expect(await links()).toMatchObject([{ ended_for: 'amountChanged' }, { amount_cents: 2500, ended_for: 'amountChanged' }])
})

test('a part that is asked twice is one link, and a message carries that for all', async () => {
  const { page, send, db, services, customerId, caseId } = story
  await send(`${page}/part`, { amount: '25' })
  await send(`${page}/part`, { amount: '25,00' })
  expect((await links()).map(({ amount_cents }) => amount_cents)).toEqual([12_345, 2500])
  expect(await findCaseLinkUrl(db, services.config.publicUrl, { customerId, caseId })).toContain(page)
})

test('a part and a rest whose link has expired are asked for anew, and twice at once is one link', async () => {
  const { page, send, open, clock, db } = story
  const partOf = (to: string) => to.includes('/simulated/')
  expect(partOf((await send(`${page}/part`, { amount: '25' })).to)).toBe(true)
  clock.advance(3 * 24 * 3_600_000)
  const again = await Promise.all([send(`${page}/part`, { amount: '25' }), send(`${page}/part`, { amount: '25' })])
  expect(again.map(({ to }) => partOf(to))).toEqual([true, true])
  expect((await links()).map(({ amount_cents }) => amount_cents)).toEqual([12_345, 2500, 2500])
  // Who is paying now pays by that one alone, also past its day.
  clock.advance(3 * 24 * 3_600_000)
  await db.updateTable('payment_links').set({ state: 'in_progress' }).where('state', '=', 'bank_opened').execute()
  expect(partOf((await send(`${page}/part`, { amount: '25' })).to)).toBe(false)
  expect((await links()).length).toBe(3)

  await book(5000)
  await endLinks()
  const first = (await send(`${page}/rest`)).to
  clock.advance(20 * 24 * 3_600_000)
  await db.updateTable('payment_links').set({ state: 'expired' }).where('expires_at', '<', clock.now()).execute()
  const second = (await send(`${page}/rest`)).to
  expect(second).not.toBe(first)
  expect((await open(second)).html).toContain(`${second}/pay"`)
  expect((await send(`${page}/rest`)).to).toBe(second)
})

test.each(['9,99', '123,46', '200', '-5', 'veel', '1e2', '', '<b>5</b>'])(
  'a part of %s is refused in words, and makes nothing',
  async (amount) => {
    const { page, send } = story
    const { status, html } = await send(`${page}/part`, { amount })
    expect([status, plain(html).includes('Vul een bedrag in van € 10,00 tot € 123,45')]).toEqual([422, true])
    expect(html).not.toContain('<b>5</b>')
    expect((await links()).length).toBe(1)
  },
)

test('who chooses instalments has a plan, and the script waits for the first', async () => {
  const { page, send, open, theCase, events } = story
  expect((await open(page)).html).toContain('Betaal uiterlijk')
  expect(plain((await open(`${page}/plan`)).html)).toContain('In 3 termijnen')
  const answers = [await send(`${page}/plan`, { parts: '3' }), await send(`${page}/plan`, { parts: '2' })]
  expect(answers.map(({ to }) => to)).toEqual([page, page])
  expect(await promises()).toEqual([
    { kind: 'plan', by_user: '', due: '2027-01-11', cents: 4115 },
    { kind: 'plan', by_user: '', due: '2027-02-11', cents: 4115 },
    { kind: 'plan', by_user: '', due: '2027-03-11', cents: 4115 },
  ])
  expect(await theCase()).toMatchObject({ status: 'paused', paused_for: 'promise', paused_until: new Date('2027-01-11T23:00:00Z') })
  expect((await events()).filter((event) => event === 'planByPayer')).toEqual(['planByPayer'])
  const { html } = await open(page)
  expect(html).toContain('Uw betalingsregeling')
  // The last day of the link says nothing to whoever has days of their own.
  expect(html).not.toContain('Betaal uiterlijk')
  expect(html).not.toContain(`${page}/plan"`)
})

test('the instalment that is next is paid by its own button, also where no part may be typed', async () => {
  const { page, send, open } = story
  await setRules({ partAllowed: false })
  await send(`${page}/plan`, { parts: '3' })
  expect(plain((await open(page)).html)).toContain('Betaal deze termijn: € 41,15')
  await send(`${page}/part`, { instalment: '1' })
  expect((await links()).map(({ amount_cents }) => amount_cents)).toEqual([12_345, 4115])
  expect((await send(`${page}/part`, { amount: '50' })).to).toBe(page)
})

test('the field for a part has the sign of the currency of its link, where the language has it', async () => {
  const { page, open, db } = story
  const money = async () => /<span class="money[^"]*"><span aria-hidden="true">[^<]+/.exec((await open(`${page}/part`)).html)?.[0]
  expect(await money()).toBe('<span class="money"><span aria-hidden="true">€')
  await db.updateTable('payment_links').set({ currency: 'CHF' }).execute()
  await setCase({ currency: 'CHF' })
  expect(await money()).toBe('<span class="money"><span aria-hidden="true">CHF')
  await open(`${page}/language/fr`)
  expect(await money()).toBe('<span class="money after"><span aria-hidden="true">CHF')
})

test('who types all of it as a part pays all by the link itself', async () => {
  const { page, send } = story
  const { to } = await send(`${page}/part`, { amount: '123,45' })
  expect(to).toContain('/simulated/bank/')
  expect(await links()).toMatchObject([{ amount_cents: 12_345, state: 'bank_opened' }])
})

test('days are offered in the words of the page, and no others than may be chosen', async () => {
  const html = (await story.open(`${story.page}/day`)).html
  expect(html).toContain('<option value="2027-01-11">maandag 11 januari 2027</option>')
  expect([...html.matchAll(/<option value="([\d-]+)"/g)].map(([, day]) => day)).toEqual(
    Array.from({ length: 14 }, (_, at) => `2027-01-${11 + at}`),
  )
})

test('an instalment of which a part came in says what is left of it', async () => {
  const { page, send, open } = story
  await send(`${page}/plan`, { parts: '3' })
  await book(1000, story.services.clock.now())
  await endLinks()
  const html = plain((await open(page)).html)
  expect(html).toContain('€ 41,15 <span class="left">nog € 31,15</span>')
})

test('who chooses a day has promised all, once', async () => {
  const { page, send, theCase } = story
  await Promise.all([send(`${page}/day`, { day: '2027-01-20' }), send(`${page}/day`, { day: '2027-01-21' })])
  const made = await promises()
  expect(made).toMatchObject([{ kind: 'promise', cents: 12_345 }])
  expect(await theCase()).toMatchObject({ status: 'paused', paused_for: 'promise' })
})

test.each(['2027-01-10', '2027-01-25', '2027-13-01', '2027-01-32', 'morgen', ''])('the day %s is refused in words', async (day) => {
  const { page, send } = story
  const { status, html } = await send(`${page}/day`, { day })
  expect([status, html.includes('Kies een dag van 11 januari 2027 tot en met 24 januari 2027')]).toEqual([422, true])
  expect(await promises()).toEqual([])
})

test.each(['1', '4', '13', '-1', 'NaN', ''])('a plan of %s instalments is none', async (parts) => {
  const { page, send } = story
  expect((await send(`${page}/plan`, { parts })).to).toBe(page)
  expect(await promises()).toEqual([])
})

test('what the customer does not allow is not offered, and not done for who asks all the same', async () => {
  const { page, send, open } = story
  await setRules({ partAllowed: false, planAllowed: false, dayAllowed: false })
  expect((await open(page)).html).not.toMatch(/\/(part|plan|day)"/)
  for (const [way, form] of [
    ['part', { amount: '50' }],
    ['plan', { parts: '2' }],
    ['day', { day: '2027-01-20' }],
  ] as const) {
    expect((await open(`${page}/${way}`)).html).toBe('')
    expect((await send(`${page}/${way}`, form)).to).toBe(page)
  }
  expect([await promises(), (await links()).length]).toEqual([[], 1])
})

test('a closed case, an ended link and one that is paid offer no choice', async () => {
  const { page, send, open, db } = story
  const tryAll = async () => {
    await send(`${page}/plan`, { parts: '2' })
    await send(`${page}/day`, { day: '2027-01-20' })
    await send(`${page}/part`, { amount: '50' })
    expect((await open(page)).html).not.toMatch(/\/(part|plan|day)"/)
    expect([await promises(), (await links()).length]).toEqual([[], 1])
  }
  await setCase({ status: 'closed' })
  await tryAll()
  await setCase({ status: 'open' })
  await db
    .updateTable('payment_links')
    .set({ ended_for: 'deleted', ended_at: new Date(), ended_from: 'created', state: 'expired' })
    .execute()
  await tryAll()
  expect((await send(`${page}/rest`)).to).toBe(page)
  expect((await links()).length).toBe(1)
})

test('what staff put on hold stays on hold when a plan is chosen', async () => {
  await setCase({ status: 'paused', paused_for: 'staff' })
  await story.send(`${story.page}/plan`, { parts: '2' })
  expect(await story.theCase()).toMatchObject({ status: 'paused', paused_for: 'staff', paused_until: null })
  expect((await promises()).length).toBe(2)
})

test('a form that another site sends is refused, and changes nothing', async () => {
  const { page, send } = story
  const refused = await send(`${page}/plan`, { parts: '2' }, { origin: 'https://elders.example' })
  const alsoRefused = await send(`${page}/plan`, { parts: '2' }, { 'sec-fetch-site': 'cross-site' })
  expect([refused.status, alsoRefused.status]).toEqual([403, 403])
  expect(await promises()).toEqual([])
})

test('the language that somebody chose stays, and leads back to where it was chosen', async () => {
  const { page, open } = story
  const chosen = await open(`${page}/language/fr?at=plan`)
  expect([chosen.status, chosen.headers.location]).toEqual([303, `${page}/plan`])
  expect((await open(page)).html).toMatch(/<html lang="fr">/)
  expect((await open(`${page}/language/xx?at=//elders.example`)).headers.location).toBe(page)
  expect((await open(page)).html).toMatch(/<html lang="fr">/)
})
