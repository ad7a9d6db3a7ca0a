import { caseActionApi } from '@regie/contract/case-actions.ts'
import { fieldApi } from '@regie/contract/fields.ts'
import { caseSorts } from '@regie/contract/case-filter.ts'
import { caseApi } from '@regie/contract/cases.ts'
import type { TimelinePart } from '@regie/contract/timeline-events.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { isBehind, orderBy } from './case-order.ts'
import { closeCase } from './status/close-case.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
let found: number
beforeAll(async () => {
  app = await openTestApp()
  const script = await app.build.script({ profile: 'incasso_wki' })
  batch = await app.build.batch({ script, cases: 3 })
  staff = await app.build.staff({ rights: [Right.viewCases, Right.viewPersonalData], customers: [batch.customerId] })
  const one = await app.build.case({
    batch,
    name: 'Zoë van der Plas',
    mobile: '+31612345678',
    email: 'Zoe.Plas@example.nl',
    postcode: '3511 AB',
    invoice_number: 'F2026-77',
    case_number: '50%_x',
    fields: JSON.stringify({ mobiel: '+31612345678', achternaam: 'van der Plas' }),
  })
  found = one.id
})
afterAll(() => app.close())

const search = async (q: string, as = staff) => (await app.call(caseApi.search, { query: { customerID: batch.customerId, q } }).as(as)).body
const idsOf = async (q: string) => (await search(q)).rows.map((row) => row.caseID)

/** What somebody finds who turns over the pages. */
async function namesOverPages(reader: Staff, customerID: number, q: string): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null | undefined
  do {
    const { body } = await app.call(caseApi.search, { query: { customerID, q, limit: 2, ...(cursor && { cursor }) } }).as(reader)
    names.push(...body.rows.map(({ name }) => name))
    cursor = body.nextCursor
  } while (cursor)
  return names
}

test('whose name is the word comes before whose name begins with it, over the pages too; both the newest first', async () => {
  const many = await app.build.batch()
  const reader = await app.build.staff({ rights: [Right.viewCases, Right.viewPersonalData], customers: [many.customerId] })
  for (const name of ['Jan Smit', 'Smits', 'Anna Smit-de Boer', 'Smitskamp', 'SMIT']) await app.build.case({ batch: many, name })
  expect(await namesOverPages(reader, many.customerId, 'smit')).toEqual(['SMIT', 'Anna Smit-de Boer', 'Jan Smit', 'Smitskamp', 'Smits'])
})

test('of digits alone the newest comes first, over the pages too', async () => {
  const many = await app.build.batch()
  const reader = await app.build.staff({ rights: [Right.viewCases, Right.viewPersonalData], customers: [many.customerId] })
  for (const name of ['Een', 'Twee', 'Drie', 'Vier', 'Vijf']) await app.build.case({ batch: many, name, phone: '+31612888999' })
  expect(await namesOverPages(reader, many.customerId, '12888')).toEqual(['Vijf', 'Vier', 'Drie', 'Twee', 'Een'])
})

test.each([
  '0612345678',
  '+31 6 1234 5678',
  '31612345678',
  '0031612345678',
  '06-1234 5678',
  '345678',
  'van der plas',
  'zoë',
  'zoe.plas@',
  'F2026',
  'f2026-77',
  '3511ab',
  '3511 AB',
  '50%_',
  'Zoe',
  'ZOË',
  'zoe\u0308',
  'plas zoe',
  'der plas van',
])('a case is found by %s', async (q) => expect(await idsOf(q)).toEqual([found]))

test('a case is found only when all words stand in it', async () => expect(await idsOf('zoe peters')).toEqual([]))

test('a changed name is found without its accents', async () => {
  const { id } = await app.build.case({ batch: await app.build.batch({ script: batch.script, cases: 0 }), name: 'Jan Peters' })
  await app.db.updateTable('cases').set({ name: 'Daán Pęters' }).where('id', '=', id).execute()
  expect(await idsOf('peters daan')).toEqual([id])
})

test('signs that mean something to a search are taken literally', async () => {
  expect(await idsOf('%%%')).toEqual([])
  expect(await idsOf('___')).toEqual([])
  expect(await idsOf("' or 1=1 --")).toEqual([])
  expect(await idsOf('\\\\\\')).toEqual([])
})

test('a search that is too short says so', async () => {
  expect(await search('06')).toMatchObject({ error: 'case.searchTooShort', field: 'q', params: { min: 3 } })
})

test('the cases of a batch come newest first, page by page, with the exact total', async () => {
  const query = { customerID: batch.customerId, batchID: batch.id, limit: 3 }
  const first = (await app.call(caseApi.list, { query }).as(staff)).body
  const second = (await app.call(caseApi.list, { query: { ...query, cursor: first.nextCursor ?? '' } }).as(staff)).body
  const ids = [...first.rows, ...second.rows].map((row) => row.caseID)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect([ids.length, second.nextCursor, first.total]).toEqual([4, null, { value: 4, exact: true }])
})

test('every order of a list and a search reads back page by page, without gaps or repeats', async () => {
  const mixed = await app.build.batch({ script: batch.script, cases: 0 })
  const people = [
    { name: 'Bakker', city: 'Ede', outstanding_cents: 1000 },
    { name: 'élan', city: null, outstanding_cents: null },
    { name: 'Aarts', city: 'Breda', outstanding_cents: 200 },
    { name: 'de Boer', city: 'breda', outstanding_cents: 1000 },
    { name: 'Éland', city: 'Zwolle', outstanding_cents: 500, paid_cents: 470 },
  ]
  for (const [at, person] of people.entries()) await app.build.case({ batch: mixed, ...person, case_number: `SORT-${'caebd'[at]}` })
  const read = async (order: { sort: (typeof caseSorts)[number]; direction: 'asc' | 'desc' }, limit: number) => {
    const rows = { list: [] as string[], search: [] as string[] }
    for (const kind of ['list', 'search'] as const) {
      let cursor: string | null | undefined
      do {
        const paging = { customerID: mixed.customerId, ...order, limit, ...(cursor && { cursor }) }
        const page: { rows: { name: string }[]; nextCursor: string | null } =
          kind === 'list'
            ? (await app.call(caseApi.list, { query: { ...paging, batchID: mixed.id } }).as(staff)).body
            : (await app.call(caseApi.search, { query: { ...paging, q: 'sort-' } }).as(staff)).body
        rows[kind].push(...page.rows.map(({ name }) => name))
        cursor = page.nextCursor
      } while (cursor)
    }
    return rows
  }
  for (const sort of caseSorts) {
    const up = await read({ sort, direction: 'asc' }, 2)
    const down = await read({ sort, direction: 'desc' }, 3)
    expect(up.list).toHaveLength(5)
    expect(down.list).toEqual(up.list.toReversed())
    expect([up.search, down.search]).toEqual([up.list, down.list])
  }
  expect((await read({ sort: 'name', direction: 'asc' }, 5)).list).toEqual(['Aarts', 'Bakker', 'de Boer', 'élan', 'Éland'])
  expect((await read({ sort: 'outstanding', direction: 'desc' }, 5)).list).toEqual(['de Boer', 'Bakker', 'Aarts', 'Éland', 'élan'])
})

test('an order of cases reads an index, also far from its beginning', async () => {
  const sorts = caseSorts.filter((sort) => sort !== 'caseID')
  const client = await app.pool.connect()
  try {
    await client.query('begin')
    // With a handful of rows sorting is cheaper; what counts here is whether an index can answer.
    await client.query('set local enable_sort = off')
    await client.query('set local enable_incremental_sort = off')
    await client.query('set local enable_bitmapscan = off')
    for (const sort of sorts) {
      const order = { sort, direction: 'desc' as const }
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from cases c
        where c.customer_id = 1 and c.batch_id = 1 and ${isBehind(order, `'1'`, '1')}
        order by ${orderBy(order)} limit 50`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).not.toContain('Sort')
      expect(plan).toMatch(/Index Cond: .*ROW\(/)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

const rest = { required: false, maxLength: 100, aliases: [] }

test('who sees names and places masked cannot learn their order, and a cursor of another order is refused', async () => {
  const masked = await app.build.script({})
  const fields = JSON.stringify(
    ['achternaam', 'plaats'].map((key) => ({ key, label: { nl: 'n', eng: 'n', fr: 'n' }, type: 'text', mask: 'all', ...rest })),
  )
  await app.db.updateTable('scripts').set({ fields }).where('id', '=', masked.id).execute()
  const hidden = await app.build.batch({ script: masked, cases: 2 })
  const agent = await app.build.staff({ rights: [Right.viewCases], customers: [hidden.customerId] })
  const query = { customerID: hidden.customerId, batchID: hidden.id, limit: 1 }
  for (const sort of ['name', 'city'] as const) {
    const hiddenOrder = await app.call(caseApi.list, { query: { ...query, sort } }).as(agent)
    expect([hiddenOrder.status, hiddenOrder.body]).toEqual([403, expect.objectContaining({ error: 'case.orderHidden' })])
  }
  const { body } = await app.call(caseApi.list, { query: { ...query, sort: 'status' } }).as(agent)
  expect(body.hiddenSorts).toEqual(['name', 'city'])
  const other = await app
    .call(caseApi.list, { query: { ...query, sort: 'status', direction: 'asc', cursor: body.nextCursor ?? '' } })
    .as(agent)
  expect([other.status, other.body]).toEqual([400, expect.objectContaining({ error: 'error.invalid', field: 'cursor' })])
})

test('totals follow the status in the change that makes them', async () => {
  const other = await app.build.batch({ script: batch.script, cases: 2 })
  const [one] = await app.db.selectFrom('cases').select('id').where('batch_id', '=', other.id).execute()
  await app.db.transaction().execute((tx) => closeCase(tx, { customerId: other.customerId, caseId: one?.id ?? 0 }, 'RET'))
  const total = async (status: 'open' | 'closed') =>
    (await app.call(caseApi.list, { query: { customerID: other.customerId, batchID: other.id, status } }).as(staff)).body.total.value
  expect([await total('open'), await total('closed')]).toEqual([1, 1])
  const { rows } = await app.pool.query('select * from batch_counters except select * from batch_counters_recounted')
  expect(rows).toEqual([])
})

test('a case shows its fields and where it is in its script', async () => {
  const { body } = await app
    .call(caseApi.get, { params: { caseID: found }, query: {} })
    .as(await app.build.staff({ rights: [Right.viewCases, Right.viewPersonalData], customers: [batch.customerId] }))
  expect(body).toMatchObject({
    fields: { achternaam: 'van der Plas' },
    run: { step: 'mail', stepKind: 'send-email', stepName: 'Mail', state: 'ready' },
  })
})

test('a case shows, per channel, whether the person may be contacted, why not, and when again', async () => {
  const lights = async () => {
    const reader = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
    return (await app.call(caseActionApi.permission, { params: { caseID: found } }).as(reader)).body
  }
  expect(await lights()).toMatchObject({
    email: { ok: true },
    sms: { ok: true },
    call: { ok: true },
    whatsapp: { ok: true },
  })
  app.clock.set('2026-06-07T10:00:00Z')
  const onSunday = await lights()
  app.clock.set('2026-06-03T09:00:00Z')
  expect(onSunday.email).toEqual({ ok: false, reason: 'lawSunday', nextAt: '2026-06-08T05:00:00.000Z' })
})

test('what the fields are is told by the script, and with a case only when asked for', async () => {
  const reader = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  const get = (query: { fieldDefs?: string }) => app.call(caseApi.get, { params: { caseID: found }, query }).as(reader)
  const [{ body: plain }, { body: whole }] = [await get({}), await get({ fieldDefs: 'true' })]
  const { body: fields } = await app.call(fieldApi.list, { params: { scriptID: plain.scriptID } }).as(reader)
  expect(plain.fieldDefs).toBeUndefined()
  expect(whole.fieldDefs).toEqual(fields)
  expect(fields.find(({ key }) => key === 'mobiel')).toMatchObject({ type: 'phone', label: { nl: 'Mobiel', eng: 'Mobile', fr: 'Mobile' } })
})

test('who may not see personal data in full sees enough of a phone to recognise it', async () => {
  const reader = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
  const { body } = await app.call(caseApi.get, { params: { caseID: found }, query: {} }).as(reader)
  expect([body.phone, body.fields.mobiel]).toEqual(['+316••••••78', '+316••••••78'])
  expect((await search('0612345678', reader)).rows).toEqual([])
})

test('the timeline shows newest first what happened, with the state of each message', async () => {
  const one = await app.build.case({ batch })
  const key = { customer_id: one.customerId, case_id: one.id }
  const queued_at = app.clock.now()
  const message = await app.db
    .insertInto('communications')
    .values({
      ...key,
      batch_id: batch.id,
      channel: 'email',
      idempotency_key: 'timeline',
      recipient: 'a@example.nl',
      provider: 'simulated-email',
      simulated: true,
      state: 'refused',
      reason: '550',
      queued_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const communication_id = message.id
  const contents = { sender: 'Regie', subject: 'Herinnering', text: 'Beste heer' }
  await app.db
    .insertInto('communication_contents')
    .values({ customer_id: key.customer_id, communication_id, queued_at, ...contents })
    .execute()
  await app.db
    .insertInto('timeline')
    .values([
      { ...key, kind: 'imported', event: 'imported' },
      { ...key, kind: 'email', event: 'emailQueued', communication_id, simulated: true },
    ])
    .execute()
  const first = (await app.call(caseApi.timeline, { params: { caseID: one.id }, query: { limit: 1 } }).as(staff)).body
  expect(first).toMatchObject({
    rows: [{ event: 'emailQueued', state: 'failed', reason: '550', simulated: true, excerpt: 'Herinnering', step: null }],
    total: { value: 2, exact: true },
  })
  const byChannel = async (channel: 'email' | 'call') =>
    (await app.call(caseApi.timeline, { params: { caseID: one.id }, query: { channel } }).as(staff)).body
  expect(await byChannel('email')).toMatchObject({ rows: [{ event: 'emailQueued' }], total: { value: 1, exact: true } })
  expect(await byChannel('call')).toMatchObject({ rows: [], total: { value: 0, exact: true } })
  const byPart = async (part: TimelinePart, channel?: 'email') =>
    (await app.call(caseApi.timeline, { params: { caseID: one.id }, query: { part, ...(channel && { channel }) } }).as(staff)).body
  expect(await byPart('main')).toMatchObject({ total: { value: 2 } })
  expect(await byPart('messages')).toMatchObject({ rows: [{ event: 'emailQueued' }], total: { value: 1, exact: true } })
  expect(await byPart('notes')).toMatchObject({ rows: [], total: { value: 0 } })
  expect(await byPart('payments', 'email')).toMatchObject({ rows: [] })
  const second = (
    await app.call(caseApi.timeline, { params: { caseID: one.id }, query: { limit: 1, cursor: first.nextCursor ?? '' } }).as(staff)
  ).body
  expect(second).toMatchObject({ rows: [{ event: 'imported', state: null, excerpt: null, step: null }], nextCursor: null })
  // Of a long message the first words, cut between two of them, and it says so.
  const words = 'Wij hebben uw betaling nog niet ontvangen. '.repeat(8)
  await app.db
    .updateTable('communication_contents')
    .set({ subject: '', text: words })
    .where('communication_id', '=', communication_id)
    .execute()
  const [long] = (await byChannel('email')).rows
  expect(long?.excerpt).toMatch(/^Wij hebben .* \p{L}+\.?…$/u)
  expect(long?.excerpt?.length).toBeLessThanOrEqual(200)
  expect(words.startsWith(long?.excerpt?.slice(0, -1) ?? '?')).toBe(true)
  // A message of the script is called by the name of its step in the version that sent it.
  await app.db
    .updateTable('communications')
    .set({ idempotency_key: `${one.id}:${batch.script.versionId}:tweede-herinnering:1` })
    .where('id', '=', communication_id)
    .execute()
  expect(await byChannel('email')).toMatchObject({ rows: [{ step: 'Tweede herinnering' }] })
})

test('a payment link is shown with its address and what happened to it', async () => {
  const one = await app.build.case({ batch })
  const key = { customer_id: one.customerId }
  const link = await app.db
    .insertInto('payment_links')
    .values({
      ...key,
      case_id: one.id,
      batch_id: batch.id,
      token: 'A'.repeat(22),
      idempotency_key: 'link',
      amount_cents: 1250,
      provider: 'simulated-payment',
      simulated: true,
      expires_at: '2026-07-01T00:00:00Z',
      state: 'link_clicked',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = '2026-06-03T09:00:00.000Z'
  await app.db
    .insertInto('payment_events')
    .values(['created', 'link_clicked'].map((state) => ({ ...key, payment_link_id: link.id, state, at })))
    .execute()
  const linksOf = async (caseID: number) => (await app.call(caseApi.payments, { params: { caseID } }).as(staff)).body.links
  expect(await linksOf(found)).toEqual([])
  expect(await linksOf(one.id)).toEqual([
    {
      paymentLinkID: link.id,
      url: `${app.origin}/p/${'A'.repeat(22)}`,
      shortUrl: `${app.origin}/l/${'A'.repeat(22)}`,
      amountCents: 1250,
      currency: 'EUR',
      state: 'link_clicked',
      expiresAt: '2026-07-01T00:00:00.000Z',
      paidAt: null,
      endedFor: null,
      markedBy: null,
      caseAfter: null,
      simulated: true,
      events: [
        { state: 'created', at },
        { state: 'link_clicked', at },
      ],
    },
  ])
})
