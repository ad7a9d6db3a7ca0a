import { setTimeout as sleep } from 'node:timers/promises'
import { caseDocumentApi } from '@regie/contract/case-documents.ts'
import { type Channel, channels } from '@regie/contract/channels.ts'
import { whyApi } from '@regie/contract/why.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complianceProfile } from '../../server/src/modules/contact-permission/compliance-profile.ts'
import { openingOf } from '../../server/src/modules/contact-permission/time-window.ts'
import { seedPast } from '../../server/src/modules/demo-past/seed-past.ts'
import type { JobPayload } from '../../server/src/jobs/job-catalogue.ts'
import { openTestApp, type TestApp } from '../../server/test/open-test-app.ts'
import { runJobs } from '../../server/test/run-jobs.ts'
import { seedDemo } from '../seed-demo.ts'

let app: TestApp
let payloads: JobPayload<'seedDemoPast'>[]
const counted = [
  'batches',
  'cases',
  'timeline',
  'communications',
  'payment_links',
  'payments',
  'payment_promises',
  'callbacks',
  'case_notes',
  'imports',
]

beforeAll(async () => {
  app = await openTestApp({ start: new Date().toISOString() })
  await seedDemo(app.db, 'Demo-wachtwoord-2027!', true)
  payloads = (await rows<{ data: JobPayload<'seedDemoPast'> }>(`select data from pgboss.job where name = 'seedDemoPast'`)).map(
    ({ data }) => data,
  )
  await breakOff()
  await seedAll()
})
afterAll(() => app.close())

async function seedAll() {
  await Promise.all(payloads.map((payload) => seedPast(app.services, payload, { signal: new AbortController().signal })))
}

/** Both customers at once, in a process that is stopped in the middle of its work. */
async function breakOff() {
  const process = new AbortController()
  const work = Promise.all(payloads.map((payload) => seedPast(app.services, payload, process)))
  const stopped = expect(work).rejects.toThrow('This operation was aborted')
  while (((await countAll()).batches ?? 0) < 7 && !process.signal.aborted) {
    await Promise.race([sleep(10), work.catch(() => process.abort())])
  }
  process.abort()
  await stopped
}

async function rows<Row>(text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(app.db)).rows
}

async function countAll() {
  const counts = await Promise.all(counted.map((table) => rows<{ n: number }>(`select count(*)::int as n from ${table}`)))
  return Object.fromEntries(counted.map((table, at) => [table, counts[at]?.[0]?.n]))
}

test('the demo has a year behind it: batches, cases, and everything that happened to them', async () => {
  const counts = await countAll()
  expect(counts.batches).toBe(33)
  expect(counts.cases).toBe(6076)
  expect(counts.timeline).toBeGreaterThan(60_000)
  const [span] = await rows<{ days: number; future: number }>(
    `select extract(day from max(at) - min(at))::int as days, count(*) filter (where at > now())::int as future
      from timeline`,
  )
  expect(span?.days).toBeGreaterThan(330)
  expect(span?.future).toBe(0)
  const kinds = async (text: string) => (await rows<{ k: string }>(text)).map(({ k }) => k).toSorted()
  expect(await kinds(`select distinct status as k from batches`)).toEqual(['closed', 'open', 'paused'])
  expect(await kinds(`select distinct state as k from payment_promises`)).toEqual(['broken', 'cancelled', 'kept', 'open'])
  expect(await kinds(`select distinct kind as k from payment_promises`)).toEqual(['plan', 'promise'])
  expect(await kinds(`select distinct kind || state as k from complaints`)).toEqual(
    expect.arrayContaining(['complaintopen', 'complaintresolved', 'disputeopen', 'disputeresolved']),
  )
  expect(await kinds(`select distinct state as k from callbacks`)).toEqual(['done', 'open'])
  expect(await kinds(`select distinct state as k from payment_links`)).toEqual(
    expect.arrayContaining(['canceled', 'created', 'expired', 'link_clicked', 'paid']),
  )
})

test('who wants post has letters behind them, whose documents open', async () => {
  const letters = await rows<{ id: number; case: number; customer: number; document: number; late: boolean }>(
    `select l.id, l.case_id as case, l.customer_id as customer, l.document_id as document,
        f.created_at <> l.queued_at or l.handed_at > now() as late
      from letters l
      join case_documents d on d.customer_id = l.customer_id and d.id = l.document_id
      join files f on f.customer_id = d.customer_id and f.id = d.file_id
      where l.state = 'handedOver'
      order by l.id`,
  )
  expect(letters.length).toBeGreaterThan(30)
  expect(letters.filter(({ late }) => late)).toEqual([])
  const [one] = letters
  const staff = await app.build.staff({ rights: [Right.viewCases, Right.viewPersonalData], customers: [one?.customer ?? 0] })
  const params = { caseID: one?.case ?? 0, documentID: one?.document ?? 0 }
  const { status, bytes } = await app.call(caseDocumentApi.get, { params }).as(staff)
  expect(status).toBe(200)
  expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
})

test('each timeline stands in the order of time', async () => {
  const later = await rows(`
    select case_id, event, earlier
    from (
      select case_id, event, at, lag(at) over w as before, lag(event) over w as earlier
      from timeline
      window w as (partition by customer_id, case_id order by id)) t
    where at < before
    limit 5`)
  expect(later).toEqual([])
})

test('counters and funnel tie with the cases', async () => {
  const wrong = await rows(`
    select * from batch_counters except select * from batch_counters_recounted
    union all (select * from batch_counters_recounted except select * from batch_counters)`)
  expect(wrong).toEqual([])
  const batches = await rows<{ id: number; customer_id: number; open: number; closed: number; paused: number; total: number }>(
    `select b.id, b.customer_id, k.open, k.closed, k.paused, k.total
      from batches b
      join batch_counters k on k.batch_id = b.id`,
  )
  const customers = [...new Set(batches.map((batch) => batch.customer_id))]
  const staff = await app.build.staff({ rights: [Right.viewBatches, Right.viewCases], customers })
  for (const batch of batches) {
    const { body: why } = await app.call(whyApi.batch, { params: { batchID: batch.id } }).as(staff)
    const lineOf = (place: string) => why.lines.find((line) => line.place === place)?.count ?? 0
    expect([why.total, lineOf('closed'), lineOf('casePaused'), lineOf('finished')]).toEqual([batch.total, batch.closed, batch.paused, 0])
    expect(why.lines.reduce((sum, line) => sum + line.count, 0)).toBe(batch.total)
  }
})

test.for([
  ['batch_money', 'batch_id', 'open_cases, claimed_cents, outstanding_cents, paid_cents, promises, promised_cents, broken'],
  [
    'money_days',
    'customer_id, script_id, currency, day',
    'cases, claimed_cents, paid_soon_cents, promises, promised_cents, receipts, received_cents',
  ],
] as const)('kept money ties with a recount: %s', async ([name, keys, figures]) => {
  const columns = figures.split(', ')
  const kept = (table: string) =>
    `select ${keys}, ${columns.map((column) => `sum(${column})::bigint`).join(', ')}
      from ${table}
      group by ${keys}
      having ${columns.map((column) => `sum(${column}) <> 0`).join(' or ')}`
  const [now, again] = [kept(`${name}_now`), kept(`${name}_recounted`)]
  expect(await rows(`(${now} except ${again}) union all (${again} except ${now})`)).toEqual([])
  expect((await rows(now)).length).toBeGreaterThan(20)
})

test('money ties: what a case has been paid is the sum of its payments, and 25 to 35 of a hundred paid all within 30 days', async () => {
  const wrong = await rows(`
    select c.id from cases c
    left join (select case_id, sum(amount_cents) as cents from payments group by 1) p on p.case_id = c.id
    where c.paid_cents <> coalesce(p.cents, 0)
      or (c.result = 'BET') <> (c.paid_cents > 0 and c.paid_cents >= c.outstanding_cents)`)
  expect(wrong).toEqual([])
  const [paid] = await rows<{ share: number }>(`
    select 100.0 * count(*) filter (where c.result = 'BET' and c.status_at < b.imported_at + interval '30 days')
      / count(*) as share
    from cases c join batches b on b.id = c.batch_id where b.imported_at < now() - interval '31 days'`)
  expect(Number(paid?.share)).toBeGreaterThan(25)
  expect(Number(paid?.share)).toBeLessThan(35)
})

test('nobody was ever contacted outside the hours of the law and of the script', async () => {
  const sent = await rows<{ id: number; channel: Channel; queued_at: Date; sent_at: Date | null }>(
    'select id, channel, queued_at, sent_at from communications',
  )
  const windows = [{ start: '09:00', end: '17:59', weekdays: [1, 2, 3, 4, 5], channels: [...channels] }]
  const rules = { profile: complianceProfile.incasso_wki, alwaysOpen: false, windows, extra: [], holidays: [] }
  const outside = sent.filter(({ channel, queued_at, sent_at }) =>
    [queued_at, sent_at ?? queued_at].some((at) => !openingOf(rules, channel, at).open),
  )
  expect(sent.length).toBeGreaterThan(10_000)
  expect(outside).toEqual([])
})

test('a case that is closed, paid or paused for a complaint was not contacted afterwards', async () => {
  expect(
    await rows(
      `select m.id
        from communications m
        join cases c on c.id = m.case_id
        where c.status = 'closed' and m.queued_at > c.status_at`,
    ),
  ).toEqual([])
  expect(
    await rows(`
      select m.id from communications m join complaints x on x.case_id = m.case_id
      where m.queued_at > x.at and m.queued_at < coalesce(x.resolved_at, now())`),
  ).toEqual([])
})

test('files with faults were uploaded, and the check says what is wrong with them', async () => {
  await runJobs(app.services)
  expect(await rows(`select status, count(*)::int as n from imports group by 1 order by 1`)).toEqual([
    { status: 'failed', n: 4 },
    { status: 'ready', n: 2 },
  ])
})

test('whoever complains or asks to be called back was contacted before', async () => {
  expect(
    await rows(`
      select x.case_id
      from (select case_id, at from complaints union all select case_id, created_at from callbacks) x
      where not exists (select from communications m where m.case_id = x.case_id and m.queued_at < x.at)`),
  ).toEqual([])
})

test('a second run, after one that was stopped in the middle, doubles nothing', async () => {
  const before = await countAll()
  await seedAll()
  expect(await countAll()).toEqual(before)
})

test('each demo customer has addresses to which an e-mail may be forwarded', async () => {
  const lists = await rows<{ n: number }>(
    `
    select cardinality(f.addresses) as n
    from customers k
    left join forward_lists f on f.customer_id = k.id
    where k.is_demo`,
  )
  expect(lists.map(({ n }) => n > 0)).toEqual([true, true])
})
