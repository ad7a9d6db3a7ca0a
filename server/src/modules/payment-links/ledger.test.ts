import { figureApi } from '@regie/contract/figures.ts'
import { type HeatCell, type LinkFigures, paymentReportApi } from '@regie/contract/payment-report.ts'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAction, anyTurns, ledgerActions, type LedgerStory, openLedgerStory, type Turn } from '../../../test/ledger-story.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { runJobs } from '../../../test/run-jobs.ts'
import { addUpMoney } from '../cases/money/add-up-money.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'

const runs = Number(process.env['LEDGERS'] ?? 14)
const seed = Number(process.env['LEDGERS_SEED'] ?? 13)

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T07:00:00Z' })
})
afterAll(() => app.close())

type Event = { state: string; ref: string | null; reason: string | null }
type Link = {
  id: number
  caseId: number
  state: string
  endedFor: string | null
  isOpen: boolean
  amount: number
  currency: string
  madeOn: string
  hoursToPay: number | null
  events: Event[]
}
type Payment = {
  caseId: number
  linkId: number | null
  isByStaff: boolean
  isWithdrawn: boolean
  amount: number
  currency: string
  paidOn: string
  weekday: number
  hour: number
}
type Case = { id: number; currency: string; claim: number | null; paid: number; isClosedPaid: boolean; queued: number }
type Ledger = { links: Link[]; payments: Payment[]; cases: Case[] }

/** What stands in the tables of links, events, payments and cases of a batch: each figure is counted from these rows. */
async function readLedger(pool: Pool, batchId: number): Promise<Ledger> {
  const links = await pool.query<Link>(
    `select l.id, l.case_id as "caseId", l.state, l.ended_for as "endedFor", l.amount_cents as amount, l.currency,
      l.state not in ('paid', 'expired') and l.ended_at is null as "isOpen",
      (l.created_at at time zone 'Europe/Amsterdam')::date::text as "madeOn",
      (extract(epoch from l.paid_at - l.created_at) / 3600)::float as "hoursToPay",
      (select json_agg(json_build_object('state', e.state, 'ref', e.detail ->> 'ref', 'reason', e.detail ->> 'reason')
          order by e.id)
        from payment_events e where e.payment_link_id = l.id) as events
    from payment_links l
    where l.batch_id = $1
    order by l.id`,
    [batchId],
  )
  const payments = await pool.query<Payment>(
    `select p.case_id as "caseId", p.payment_link_id as "linkId", p.booked_by is not null as "isByStaff",
      p.withdrawn_at is not null as "isWithdrawn", p.amount_cents as amount, p.currency, p.paid_on::text as "paidOn",
      extract(isodow from p.at at time zone 'Europe/Amsterdam')::int as weekday,
      extract(hour from p.at at time zone 'Europe/Amsterdam')::int as hour
    from payments p
    where p.case_id in (select id from cases where batch_id = $1)
    order by p.id`,
    [batchId],
  )
  const cases = await pool.query<Case>(
    `select c.id, c.currency, c.outstanding_cents as claim, c.paid_cents as paid,
      c.status = 'closed' and c.result = 'BET' and c.paid_cents > 0
        and c.paid_cents >= coalesce(c.outstanding_cents, 0) as "isClosedPaid",
      (select count(*)::int from communications m where m.case_id = c.id and m.state = 'queued') as queued
    from cases c
    where c.batch_id = $1
    order by c.id`,
    [batchId],
  )
  return { links: links.rows, payments: payments.rows, cases: cases.rows }
}

const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number) => rows.reduce((sum, row) => sum + amountOf(row), 0)
const counting = ({ payments }: Ledger) => payments.filter(({ isWithdrawn }) => !isWithdrawn)

/** The state that the events of a link lead to; how often it was marked as paid without taking that back; and by which payments of the bank it was paid. */
function fold(events: readonly Event[]) {
  const paidRefs = events.flatMap(({ state, ref }) => (state === 'paid' && ref !== null ? [ref] : []))
  const isPaidForGood = events.every(
    ({ state, reason }, at) => events[at - 1]?.state !== 'paid' || state === 'paid' || reason === 'unmarked',
  )
  const marks = events.filter(({ reason }) => reason === 'marked').length - events.filter(({ reason }) => reason === 'unmarked').length
  return { state: events.at(-1)?.state, begins: events[0]?.state, isPaidForGood, marks, paidRefs }
}

/** What does not tie in one link: with its events, and with the money that came in by it. */
function faultsOfLink(link: Link, ledger: Ledger): string[] {
  const { begins, state, isPaidForGood, marks, paidRefs } = fold(link.events)
  const money = counting(ledger).filter(({ linkId }) => linkId === link.id)
  const byBank = money.filter(({ isByStaff }) => !isByStaff)
  const isPaid = link.state === 'paid'
  const tests: [boolean, string][] = [
    [begins === 'created' && isPaidForGood, `has events ${link.events.map((event) => event.state).join(' ')}`],
    [state === link.state, `is ${link.state}, its events say ${state ?? 'nothing'}`],
    [isPaid === money.length > 0, `is ${link.state} and has ${money.length} payments`],
    [byBank.length === paidRefs.length, `was paid by ${paidRefs.length} payments of the bank, of which ${byBank.length} are booked`],
    [new Set(paidRefs).size === paidRefs.length, `has a payment of the bank twice: ${paidRefs.join(' ')}`],
    [money.length - byBank.length === marks && marks <= 1, `is marked ${marks} times, and ${money.length - byBank.length} are booked`],
    [money.every(({ amount, currency }) => amount === link.amount && currency === link.currency), 'has a payment of another amount'],
    [money.every(({ caseId }) => caseId === link.caseId), 'is paid for another case'],
    [isPaid === (link.hoursToPay !== null), 'is paid without a moment, or the other way round'],
  ]
  return tests.flatMap(([holds, fault]) => (holds ? [] : [`link ${link.id} ${fault}`]))
}

/** What does not tie in the links, payments and cases of a batch. */
async function findFaults(pool: Pool, { batch, paidRefs }: LedgerStory, ledger: Ledger): Promise<string[]> {
  const paid = new Set(ledger.links.flatMap(({ events }) => fold(events).paidRefs))
  const faults = ledger.links.flatMap((link) => faultsOfLink(link, ledger))
  for (const ref of paidRefs) if (!paid.has(ref)) faults.push(`the bank said that ${ref} is paid, and no link knows`)
  for (const one of ledger.cases) {
    const came = sumOf(
      counting(ledger).filter(({ caseId }) => caseId === one.id),
      ({ amount }) => amount,
    )
    if (came !== one.paid) faults.push(`case ${one.id} has ${one.paid} as paid, its payments are ${came}`)
  }
  const kept = await pool.query<{ currency: string; paid: number }>(
    'select currency, paid_cents::bigint as paid from batch_money_now where batch_id = $1 order by currency',
    [batch.id],
  )
  const summed = [...Map.groupBy(ledger.cases, ({ currency }) => currency)]
    .map(([currency, its]) => ({ currency, paid: sumOf(its, ({ claim, paid: of }) => Math.min(of, claim ?? of)) }))
    .toSorted((one, other) => one.currency.localeCompare(other.currency))
  if (JSON.stringify(kept.rows) !== JSON.stringify(summed))
    faults.push(`the batch keeps ${JSON.stringify(kept.rows)}, its cases have ${JSON.stringify(summed)}`)
  const counters = await pool.query(
    `(select * from batch_counters where batch_id = $1 except select * from batch_counters_recounted)
    union all (select * from batch_counters_recounted where batch_id = $1 except select * from batch_counters)`,
    [batch.id],
  )
  if (counters.rows.length > 0) faults.push(`the counters say otherwise: ${JSON.stringify(counters.rows)}`)
  const links = (from: string) => `(
    select script_id, day, currency, state, has_ended, reached, marked, sum(links) as links, sum(cents) as cents
    from ${from}
    where customer_id = $1
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(links) <> 0 or sum(cents) <> 0)`
  const [now, recounted] = [links('payment_link_days_now'), links('payment_link_days_recounted')]
  const days = await pool.query(`(${now} except ${recounted}) union all (${recounted} except ${now})`, [batch.customerId])
  if (days.rows.length > 0) faults.push(`the totals of links say otherwise: ${JSON.stringify(days.rows)}`)
  return faults
}

/** A case that is closed as paid has nothing left to pay by, and nothing that would still leave; once the jobs have run. */
function findOpenAfterPaid({ links, cases }: Ledger): string[] {
  return cases
    .filter(({ isClosedPaid }) => isClosedPaid)
    .flatMap(({ id, queued }) => [
      ...links.filter(({ caseId, isOpen }) => caseId === id && isOpen).map((link) => `case ${id} is paid, and link ${link.id} is open`),
      ...(queued > 0 ? [`case ${id} is paid, and ${queued} messages wait`] : []),
    ])
}

const ascending = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)
const idsOf = (rows: readonly { caseID: number }[]) => ascending(rows.map(({ caseID }) => caseID))

type Days = { from: string; until: string }

/** Where a link stands: each in one place, so that the places add up to all links. */
function placeOf(link: Link, ledger: Ledger): 'paid' | 'marked' | 'inProgress' | 'ended' | 'expired' | 'canceled' | 'waiting' {
  const isMarked = counting(ledger).some(({ linkId, isByStaff }) => linkId === link.id && isByStaff)
  if (link.state === 'paid') return isMarked ? 'marked' : 'paid'
  if (link.state === 'in_progress') return 'inProgress'
  if (link.endedFor !== null) return 'ended'
  if (link.state === 'expired' || link.state === 'canceled') return link.state
  return 'waiting'
}

function figuresOf(currency: string, links: readonly Link[], ledger: Ledger): LinkFigures {
  const at = (place: ReturnType<typeof placeOf>) => links.filter((link) => placeOf(link, ledger) === place)
  const paid = at('paid')
  const cameTo = (...states: string[]) =>
    links.filter((link) => paid.includes(link) || link.events.some(({ state }) => states.includes(state))).length
  const hours = paid.map(({ hoursToPay }) => hoursToPay ?? 0).toSorted((one, other) => one - other)
  const middle = ((hours[Math.floor((hours.length - 1) / 2)] ?? 0) + (hours[Math.floor(hours.length / 2)] ?? 0)) / 2
  return {
    ...{ currency, links: links.length, clicked: cameTo('link_clicked', 'bank_opened'), opened: cameTo('bank_opened') },
    ...{ inProgress: at('inProgress').length, paid: paid.length, marked: at('marked').length, expired: at('expired').length },
    ...{ ended: at('ended').length, canceled: at('canceled').length },
    ...{ requestedCents: sumOf(links, ({ amount }) => amount), paidCents: sumOf(paid, ({ amount }) => amount) },
    medianHoursToPay: hours.length === 0 ? null : Math.round(middle * 10) / 10,
  }
}

const isWithin = ({ from, until }: Days, day: string) => day >= from && day <= until
const byCurrency = <Row extends { currency: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => one.currency.localeCompare(other.currency))
const cellKey = ({ weekday, hour, currency }: Pick<HeatCell, 'weekday' | 'hour' | 'currency'>) => `${weekday} ${hour} ${currency}`

/** The report of the batch says what its links and payments add up to, and behind each cell stand the payments of then. */
async function expectReport(app: TestApp, { batch, staff }: LedgerStory, days: Days) {
  const by = await staff()
  const ledger = await readLedger(app.pool, batch.id)
  const query = { customerID: batch.customerId, ...days }
  const made = Map.groupBy(
    ledger.links.filter(({ madeOn }) => isWithin(days, madeOn)),
    ({ currency }) => currency,
  )
  const figures = byCurrency([...made].map(([currency, links]) => figuresOf(currency, links, ledger)))
  const info = await app.call(paymentReportApi.info, { query }).as(by)
  expect(byCurrency(info.body.rows)).toEqual(figures)
  const scripts = await app.call(paymentReportApi.scripts, { query }).as(by)
  expect(byCurrency(scripts.body.rows)).toEqual(
    figures.map((row) => ({ ...row, scriptID: batch.script.id, name: expect.any(String) as string })),
  )

  const came = counting(ledger).filter(({ paidOn }) => isWithin(days, paidOn))
  const byLink = came.filter(({ linkId, isByStaff }) => linkId !== null && !isByStaff)
  const cells = Map.groupBy(byLink, cellKey)
  const heat = await app.call(paymentReportApi.heatmap, { query }).as(by)
  expect(new Map(heat.body.rows.map((cell) => [cellKey(cell), [cell.count, cell.paidCents]]))).toEqual(
    new Map([...cells].map(([key, its]) => [key, [its.length, sumOf(its, ({ amount }) => amount)]])),
  )
  for (const { weekday, hour } of heat.body.rows) {
    const asked = app.call(paymentReportApi.rows, { query: { ...query, counted: 'byLink', weekday, hour, limit: 25 } })
    const { body } = await asked.as(by)
    const behind = byLink.filter((one) => one.weekday === weekday && one.hour === hour).map(({ caseId }) => caseId)
    expect([body.total.value, idsOf(body.rows)]).toEqual([behind.length, ascending(behind)])
  }
}

/** What came in, ever and today; and the cases of which it came. */
async function expectCounters(app: TestApp, { batch, staff }: LedgerStory) {
  const by = await staff()
  const ledger = await readLedger(app.pool, batch.id)
  const today = toLocalTime(app.clock.now()).date
  for (const [type, from] of [
    ['total', '2000-01-01'],
    ['month', `${today.slice(0, 8)}01`],
    ['today', today],
  ] as const) {
    const came = counting(ledger).filter(({ paidOn }) => isWithin({ from, until: today }, paidOn))
    const rows = [...Map.groupBy(came, ({ currency }) => currency)].map(([currency, its]) => {
      const byLink = its.filter(({ linkId, isByStaff }) => linkId !== null && !isByStaff)
      const [amountCents, linkCents] = [its, byLink].map((some) => sumOf(some, ({ amount }) => amount))
      return { currency, count: its.length, amountCents, linkCount: byLink.length, linkCents }
    })
    const counter = await app.call(paymentReportApi.counter, { query: { customerID: batch.customerId, type } }).as(by)
    expect(byCurrency(counter.body.rows)).toEqual(byCurrency(rows))
    const query = { customerID: batch.customerId, figure: 'received' as const, from, until: today, limit: 25 }
    const { body } = await app.call(figureApi.cases, { query }).as(by)
    const behind = new Set(came.map(({ caseId }) => caseId))
    expect([body.total.value, idsOf(body.rows)]).toEqual([behind.size, ascending([...behind])])
  }
}

/** Events are written once: what was there stands as it was, with more behind it. */
function findRewritten(before: Ledger, now: Ledger): string[] {
  const written = (events: readonly Event[]) => JSON.stringify(events)
  return before.links.flatMap(({ id, events }) => {
    const its = now.links.find((link) => link.id === id)?.events ?? []
    return written(its.slice(0, events.length)) === written(events) ? [] : [`the events of link ${id} were rewritten`]
  })
}

async function takeTurn(story: LedgerStory, turn: Turn, note: (kind: string, status: number) => void) {
  if ('days' in turn) return story.wait(turn)
  await Promise.all(turn.actions.map(async (action) => note(action.kind, await story.act(action))))
}

test('links, events, payments, cases, kept totals and the report tie after whatever happens, in whichever order and at once', async () => {
  // Each story begins with links that were made, of which two are at the bank.
  const answers = new Map<string, number>([
    ['makeLink', 1],
    ['openBank', 1],
  ])
  await fc.assert(
    fc.asyncProperty(anyTurns, async (turns) => {
      const story = await openLedgerStory(app)
      const from = toLocalTime(app.clock.now()).date
      const done: string[] = []
      let ledger = await readLedger(app.pool, story.batch.id)
      for (const [at, turn] of turns.entries()) {
        if ('days' in turn) done.push(`${turn.days} days`)
        await takeTurn(story, turn, (kind, status) => {
          done.push(`${kind} ${status}`)
          if (status < 400) answers.set(kind, (answers.get(kind) ?? 0) + 1)
          expect(status, done.join(', ')).toBeLessThan(500)
        })
        if (!turn.isJobLate) await runJobs(app.services)
        const before = ledger
        ledger = await readLedger(app.pool, story.batch.id)
        const faults = [...(await findFaults(app.pool, story, ledger)), ...findRewritten(before, ledger)]
        expect([...faults, ...(turn.isJobLate ? [] : findOpenAfterPaid(ledger))], done.join(', ')).toEqual([])
        if (at % 8 === 7) await expectCounters(app, story)
      }
      const until = toLocalTime(app.clock.now()).date
      await expectReport(app, story, { from, until })
      // Of fewer days: what was made before and paid in them, and the other way round.
      const { madeOn } = ledger.links[Math.floor(ledger.links.length / 2)] ?? { madeOn: from }
      await expectReport(app, story, { from: madeOn, until })
      await expectReport(app, story, { from, until: madeOn })
    }),
    { seed, numRuns: runs, endOnFailure: true },
  )
  // Every kind of action happened: what is refused always proves nothing.
  expect(ledgerActions.filter((kind) => !answers.has(kind))).toEqual([])
})

test('four at once, while the totals are added up twice at the same time and now and then in vain: everything ties', async () => {
  const story = await openLedgerStory(app)
  const actions = fc.sample(anyAction, { seed, numRuns: 120 })
  const { db } = app.services
  const inVain = () =>
    db
      .transaction()
      .execute(async (tx) => {
        await addUpMoney(tx)
        throw new Error('it ends here')
      })
      .catch(() => undefined)
  let isOver = false
  const addUp = async () => {
    while (!isOver) await Promise.all([addUpMoney(db), addUpMoney(db), inVain(), new Promise((go) => setTimeout(go, 50))])
  }
  const work = async (no: number) => {
    for (const [at, action] of actions.entries()) {
      if (at % 4 !== no) continue
      expect(await story.act(action), action.kind).toBeLessThan(500)
      if (no === 0) await runJobs(app.services)
    }
  }
  const adding = addUp()
  await Promise.all([0, 1, 2, 3].map(work)).finally(() => {
    isOver = true
    return adding
  })
  await runJobs(app.services)
  const tie = async () => findFaults(app.pool, story, await readLedger(app.pool, story.batch.id))
  expect(await tie()).toEqual([])
  await Promise.all([addUpMoney(db), addUpMoney(db)])
  expect(await tie()).toEqual([])
  expect((await app.pool.query('select from payment_link_changes')).rowCount).toBe(0)
})
