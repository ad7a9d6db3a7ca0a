import { randomUUID } from 'node:crypto'
import { arrangementApi } from '@regie/contract/arrangements.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { undoApi } from '@regie/contract/undo.ts'
import fc from 'fast-check'
import { signWebhook, webhookKey } from '../src/gateways/webhook-signature.ts'
import { evaluatePromises } from '../src/modules/arrangements/evaluate-promises.ts'
import { endPauses } from '../src/modules/cases/status/end-pauses.ts'
import { askInstalments } from '../src/modules/communications/instalments/ask-instalments.ts'
import { addDays, toLocalTime } from '../src/modules/contact-permission/local-time.ts'
import { createPaymentLink } from '../src/modules/payment-links/create-payment-link.ts'
import { checkPaymentsUnderWay, expirePaymentLinks } from '../src/modules/payment-links/payment-housekeeping.ts'
import type { Staff } from './builders.ts'
import type { TestApp } from './open-test-app.ts'

/** What staff, payers, the bank and the engine do with the payment links and the money of a case. */
export const ledgerActions = [
  ...(['sendLink', 'sendPart', 'makeLink', 'makePart', 'click', 'openBank'] as const),
  ...(['paid', 'failed', 'expired', 'canceled', 'pending', 'allNews'] as const),
  ...(['mark', 'unmark', 'delete', 'restore', 'book', 'withdraw', 'close', 'closePaid', 'reopen', 'undo', 'plan'] as const),
] as const
export type LedgerAction = { kind: (typeof ledgerActions)[number]; which: number; link: number; cents: number; days: number; times: number }
/** Actions that happen at the same moment, or days that pass. `isJobLate`: what waits as a job waits until after the next turn. */
export type Turn = { isJobLate: boolean } & ({ actions: LedgerAction[] } | { days: number; hours: number })

export const anyAction: fc.Arbitrary<LedgerAction> = fc.record({
  // What leads to money comes more often than what prevents it.
  kind: fc.constantFrom(
    ...ledgerActions,
    ...(['openBank', 'openBank', 'paid', 'paid', 'allNews', 'mark', 'unmark', 'delete', 'restore'] as const),
    ...(['sendLink', 'book', 'withdraw', 'closePaid', 'undo', 'reopen', 'reopen'] as const),
  ),
  // Most happens to the same case, so that things come together.
  which: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3),
  link: fc.nat(7),
  cents: fc.integer({ min: 1, max: 12_000 }),
  days: fc.nat(20),
  times: fc.integer({ min: 1, max: 4 }),
})
const anyTurn: fc.Arbitrary<Turn> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ isJobLate: fc.constantFrom(false, false, true), actions: fc.array(anyAction, { minLength: 1, maxLength: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ isJobLate: fc.constant(false), days: fc.nat(9), hours: fc.nat(23) }) },
)
// Few runs: each draws from all there is, not from the ends of it first.
export const anyTurns = fc.noBias(fc.array(anyTurn, { minLength: 14, maxLength: 22 }))

const rights = [
  ...[Right.viewBatches, Right.viewCases, Right.viewPersonalData, Right.changeCases, Right.closeCases, Right.bookPayments],
  ...[Right.makePaymentLinks, Right.changePaymentLinks, Right.sendEmail, Right.reportPayments],
]

type CaseRow = { id: number; version: number; status: string; currency: string; open: number | null }
type LinkRow = {
  id: number
  caseId: number
  token: string
  state: string
  endedFor: string | null
  markedBy: string | null
  attempts: string[]
}

/** A batch of a few cases, one in another currency and one of which no claim is known, and what happens to their payment links. */
export async function openLedgerStory(app: TestApp) {
  const { db, pool, clock, services, call } = app
  const batch = await app.build.batch()
  const { customerId } = batch
  const claims = [{ outstanding_cents: 10_000 }, { outstanding_cents: 7_500 }, { outstanding_cents: 9_900, currency: 'GBP' }, {}]
  for (const claim of claims)
    await app.build.case({ batch, email: `${randomUUID()}@example.nl`, mobile: null, created_at: clock.now(), ...claim })
  const text = { nl: { subject: 'Uw factuur', text: 'Beste {{naam}}, betaal {{bedrag}}: {{betaallink}}' } }
  await app.build.template({ customerId, key: 'betaallink', kind: 'email', texts: text })
  const member = await app.build.user({ rights, customers: [customerId] })
  // Days go by; they are there all the time.
  const staff = async (): Promise<Staff> => ({ ...member, secret: await app.build.session(member.userId) })
  const news = bankNews(app)

  const findCase = async (which: number): Promise<CaseRow> => {
    const { rows } = await pool.query<CaseRow>(
      `select id, version, status, currency, outstanding_cents - least(paid_cents, outstanding_cents) as open
      from cases
      where batch_id = $1
      order by id`,
      [batch.id],
    )
    const found = rows[which % rows.length]
    if (!found) throw new Error('no case')
    return found
  }
  const listLinks = async (): Promise<LinkRow[]> => {
    const { rows } = await pool.query<LinkRow>(
      `select l.id, l.case_id as "caseId", l.token, l.state, l.ended_for as "endedFor",
        (select max(p.booked_by) from payments p
          where p.payment_link_id = l.id and p.withdrawn_at is null) as "markedBy",
        array(select a.provider_ref from payment_attempts a where a.payment_link_id = l.id order by a.created_at)
          as attempts
      from payment_links l
      where l.batch_id = $1
      order by l.id desc`,
      [batch.id],
    )
    return rows
  }

  /** Answers the status of what was asked; 404 where there was nothing to do it with. */
  async function act({ kind, which, link: nth, cents, days, times }: LedgerAction): Promise<number> {
    const one = await findCase(which)
    const { id: caseId, version } = one
    const by = await staff()
    const today = toLocalTime(clock.now()).date
    const ofCase = { params: { caseID: caseId } }
    const links = await listLinks()
    // One with which it may be done, of this case where it has one; now and then any.
    const pick = (isFit: (link: LinkRow) => boolean = () => true): LinkRow => {
      const fit = nth === 7 ? [] : links.filter(isFit)
      const ofIt = fit.filter((link) => link.caseId === caseId)
      const from = [ofIt, fit, links].find(({ length }) => length > 0) ?? []
      const link = from[nth % Math.max(1, from.length)]
      if (!link) throw new Error('no link')
      return link
    }
    const byHand = ({ id }: { id: number }) => ({ params: { paymentLinkID: id } })
    const sendLink = async (amountCents: number) => {
      const body = {
        channel: 'email',
        amountCents,
        openCents: one.open ?? cents,
        lastDay: addDays(today, days),
        key: randomUUID(),
      } as const
      return (await call(paymentApi.sendLink, { ...ofCase, body }).as(by)).status
    }
    const makeLink = (amountCents: number, isPart: boolean) =>
      db.transaction().execute(async (tx) => {
        const found = await tx.selectFrom('cases').select('status').where('id', '=', caseId).forUpdate().executeTakeFirstOrThrow()
        if (found.status === 'closed' || amountCents < 1) return 404
        const { currency } = one
        const order = { customerId, caseId, batchId: batch.id, amountCents, currency, isPart, idempotencyKey: randomUUID() }
        await createPaymentLink(tx, services, { ...order, validDays: days })
        return 200
      })
    const bankSays = async (status: 'paid' | 'failed' | 'expired' | 'canceled' | 'pending') => {
      const { attempts } = pick((link) => link.attempts.length > 0)
      const ref = attempts[cents % Math.max(1, attempts.length)]
      if (ref === undefined) return 404
      await news.decide(ref, status)
      return news.bring(Array.from({ length: times }, () => ref))
    }
    switch (kind) {
      case 'sendLink':
        return sendLink(one.open ?? cents)
      case 'sendPart':
        return sendLink(Math.min(cents, Math.max(1, (one.open ?? cents) - 1)))
      case 'makeLink':
        return makeLink(one.open ?? cents, false)
      case 'makePart':
        return makeLink(Math.min(cents, (one.open ?? cents) - 1), true)
      case 'click':
        return visit(app, 'GET', `/p/${pick().token}`)
      case 'openBank':
        return visit(app, 'POST', `/p/${pick(({ state }) => state !== 'paid' && state !== 'expired').token}/pay`)
      case 'paid':
      case 'failed':
      case 'expired':
      case 'canceled':
      case 'pending':
        return bankSays(kind)
      case 'allNews': {
        const all = links.filter((link) => link.caseId === caseId).flatMap(({ attempts }) => attempts)
        return all.length === 0 ? 404 : news.bring(Array.from({ length: times }, (_, at) => (at % 2 === 0 ? all : all.toReversed())).flat())
      }
      case 'mark':
        return (await call(paymentApi.markLink, { ...byHand(pick(({ state }) => state !== 'paid')), body: { reason: 'contant' } }).as(by))
          .status
      case 'unmark':
        return (
          await call(paymentApi.unmarkLink, { ...byHand(pick(({ markedBy }) => markedBy !== null)), body: { reason: 'fout' } }).as(by)
        ).status
      case 'delete':
        return (await call(paymentApi.deleteLink, byHand(pick(({ state }) => state !== 'paid'))).as(by)).status
      case 'restore':
        return (await call(paymentApi.restoreLink, byHand(pick(({ endedFor }) => endedFor === 'deleted'))).as(by)).status
      case 'book': {
        const body = { version, amountCents: cents, paidOn: addDays(today, -days), method: 'cash', note: '', close: false } as const
        return (await call(paymentApi.book, { ...ofCase, body }).as(by)).status
      }
      case 'withdraw': {
        const { rows } = await pool.query<{ id: number; caseId: number }>(
          `select p.id, p.case_id as "caseId"
          from payments p
          where p.customer_id = $1 and p.payment_link_id is null and p.withdrawn_at is null
          order by p.case_id = $2 desc, p.id
          limit 1`,
          [customerId, caseId],
        )
        const [booked] = rows
        if (!booked) return 404
        const params = { caseID: booked.caseId, paymentID: booked.id }
        return (await call(paymentApi.withdraw, { params, body: { reason: 'fout' } }).as(by)).status
      }
      case 'close':
        return (await call(caseActionApi.close, { ...ofCase, body: { version, resultCode: 'RET' } }).as(by)).status
      case 'closePaid': {
        const payment = { amountCents: one.open || cents, paidOn: today }
        return (await call(caseActionApi.close, { ...ofCase, body: { version, resultCode: 'BET', payment } }).as(by)).status
      }
      case 'reopen':
        return (await call(caseActionApi.reopen, { ...ofCase, body: { version, restart: false } }).as(by)).status
      case 'undo': {
        const [last] = (await call(undoApi.list, {}).as(by)).body
        return last ? (await call(undoApi.undo, { params: { token: last.token } }).as(by)).status : 404
      }
      case 'plan': {
        const parts = [1, 4, 7].map((later) => ({ due: addDays(today, later), amountCents: Math.ceil(cents / 3) }))
        const body = { kind: 'plan', parts, asksByLink: true, missedInstalment: (['end', 'remind', 'move'] as const)[days % 3] } as const
        const { status } = await call(arrangementApi.addPromise, { ...ofCase, body }).as(by)
        await askInstalments(services)
        return status
      }
    }
  }

  /** Days pass, with what is looked at meanwhile. */
  async function wait({ days, hours }: { days: number; hours: number }) {
    clock.advance((days * 24 + hours) * 3_600_000)
    await endPauses(db, clock.now())
    await checkPaymentsUnderWay(services)
    await expirePaymentLinks(db, clock.now())
    await evaluatePromises(db, clock.now())
    await askInstalments(services)
  }

  // Each case has a link, and two of the payers are at the bank.
  const first = { which: 0, link: 0, cents: 5_000, days: 14, times: 1 }
  for (const which of claims.keys()) await act({ ...first, kind: 'makeLink', which })
  for (const which of [0, 1]) await act({ ...first, kind: 'openBank', which })
  return { batch, staff, act, wait, paidRefs: news.paidRefs }
}

export type LedgerStory = Awaited<ReturnType<typeof openLedgerStory>>

async function visit({ app, origin }: TestApp, method: 'GET' | 'POST', url: string) {
  const headers = { origin, host: new URL(origin).host, 'user-agent': 'Firefox/130' }
  return (await app.inject({ method, url, headers })).statusCode
}

/** The books of the simulated bank, and its webhook. */
function bankNews({ app, db, clock, origin, services }: TestApp) {
  // Of these the news arrived that they are paid.
  const paidRefs = new Set<string>()
  const name = 'simulated-payment'
  const key = webhookKey(services.config.secretKey, name)
  async function bringOne(ref: string): Promise<number> {
    const { status } = await db.selectFrom('simulated_payments').select('status').where('provider_ref', '=', ref).executeTakeFirstOrThrow()
    const body = JSON.stringify({ events: [{ id: ref }] })
    const headers = { 'content-type': 'application/json', host: new URL(origin).host, ...signWebhook(key, body, clock.now()) }
    const { statusCode } = await app.inject({ method: 'POST', url: `/api/hooks/${name}`, payload: body, headers })
    if (statusCode === 200 && status === 'paid') paidRefs.add(ref)
    return statusCode
  }
  return {
    paidRefs,
    /** What was decided last stays. A payment that was left alone may still turn out to be paid, long after its link has ended. */
    decide: (ref: string, status: string) =>
      db
        .updateTable('simulated_payments')
        .set({ status })
        .where('provider_ref', '=', ref)
        .where('status', 'in', ['open', 'pending'])
        .execute(),
    /** The news of these, all at once. */
    bring: async (refs: readonly string[]) => Math.max(...(await Promise.all(refs.map(bringOne)))),
  }
}
