import { tooManyAnswer } from '../../../platform/http/mount-pages.ts'
import type { PageAnswer } from '../../../platform/http/page-route.ts'
import { openRateCounter } from '../../../platform/http/rate-counter.ts'
import type { Services } from '../../../services.ts'
import { promiseByPayer } from '../../arrangements/by-payer/promise-by-payer.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import { findPaymentRoute } from '../../payment-links/payment-gateways.ts'
import { goToBank } from '../front/front-pages.ts'
import { restOf } from '../front/front-view.ts'
import { front, textOf, tooManyWords, waits, waitsOn } from '../answers.ts'
import { mayChoose, openVisit, type Visit } from '../visit.ts'
import { nextPart } from './find-arrangement.ts'
import { linkForPart, linkForRest } from './pay-part.ts'
import { dayPage, partPage, planPage, type RefusedPart } from './pay-views.ts'
import { daysFor, partFor, plansFor, readAmount } from './ways-to-pay.ts'

// Whoever chooses chooses once or twice.
const choices = openRateCounter(10)

const mayPayPart = (visit: Visit) => mayChoose(visit) && partFor(visit.link.amount_cents, visit.rules) !== null
const mayPlan = (visit: Visit) =>
  mayChoose(visit) && visit.arrangement === null && plansFor(visit.link.amount_cents, visit.rules, toLocalTime(visit.now).date).length > 0
const mayChooseDay = (visit: Visit) => mayChoose(visit) && visit.arrangement === null && visit.rules.dayAllowed

export async function showPart(services: Services, visit: Visit): Promise<PageAnswer> {
  return mayPayPart(visit) ? askPart(services, visit) : front(visit.link)
}
export async function showPlan(_services: Services, visit: Visit): Promise<PageAnswer> {
  return mayPlan(visit) ? { html: planPage(visit) } : front(visit.link)
}
export async function showDay(_services: Services, visit: Visit): Promise<PageAnswer> {
  return mayChooseDay(visit) ? { html: dayPage(visit) } : front(visit.link)
}

// The form leads to the bank.
async function askPart(services: Services, visit: Visit, refused: RefusedPart | null = null) {
  const { gateway } = await findPaymentRoute(services, visit.link.customer_id)
  return { html: partPage(visit, refused), formOrigin: gateway.checkoutOrigin }
}

/** The amount that was typed, where it may be paid; null: it may not. All of it is as good as a part. */
function partIn({ link, rules }: Visit, typed: string): number | null {
  const range = partFor(link.amount_cents, rules)
  const cents = readAmount(typed)
  return cents !== null && range !== null && cents >= range.minCents && cents <= link.amount_cents ? cents : null
}

/** Pays a part, or the instalment that is next: a link of its own for exactly that amount, and on to the bank. */
export async function payPart(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, debt, asked } = visit
  const seconds = choices.count(link.token)
  if (!mayChoose(visit) || debt === null) return front(link)
  const typed = textOf(asked.form['amount'], 20)
  const isPart = asked.form['instalment'] === undefined && mayPayPart(visit)
  const wait = async (so: number): Promise<PageAnswer> => {
    if (!isPart) return waits(link, so)
    const page = await askPart(services, visit, { typed, fault: tooManyWords(link.locale, so) })
    return { ...tooManyAnswer(page.html, so), ...page }
  }
  if (seconds !== null) return wait(seconds)
  const amountCents = asked.form['instalment'] === undefined ? partIn(visit, typed) : (nextPart(visit.arrangement)?.openCents ?? null)
  if (amountCents === null)
    return mayPayPart(visit) ? { ...(await askPart(services, visit, { typed, fault: null })), status: 422 } : front(link)
  if (amountCents >= link.amount_cents) return goToBank(services, visit)
  const part = await linkForPart(services, link, { amountCents, paidCents: debt.paidCents })
  if (part === null) return wait(3600)
  return goToBank(services, await openVisit(services, part, asked))
}

/** Leads to a link for what is open now, where this one is over. */
export async function goToRest(services: Services, visit: Visit): Promise<PageAnswer> {
  const seconds = choices.count(visit.link.token)
  if (seconds !== null) return waits(visit.link, seconds)
  const openCents = restOf(visit)
  const rest = openCents > 0 ? await linkForRest(services, visit.link, openCents) : null
  return rest === null ? front(visit.link) : { redirect: `/p/${rest.token}` }
}

/** Makes the plan of so many instalments; the script waits for the first of them. */
export async function choosePlan(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, rules, asked } = visit
  const seconds = choices.count(link.token)
  const count = Number(asked.form['parts'])
  if (!mayPlan(visit)) return front(visit.link)
  if (seconds !== null) return waitsOn(link, seconds, (fault) => planPage(visit, { count, fault }))
  await promiseByPayer(services, link.case_id, (openCents, now) => {
    const parts =
      openCents === link.amount_cents ? plansFor(openCents, rules, toLocalTime(now).date).find(({ length }) => length === count) : undefined
    return parts === undefined ? null : { kind: 'plan', parts }
  })
  return front(visit.link)
}

/** Promises to pay all on a day; the script waits until it has passed. */
export async function chooseDay(services: Services, visit: Visit): Promise<PageAnswer> {
  const { link, rules, now, asked } = visit
  const seconds = choices.count(link.token)
  const days = daysFor(rules, toLocalTime(now).date)
  if (!mayChooseDay(visit) || days === null) return front(visit.link)
  const due = String(asked.form['day'] ?? '')
  if (seconds !== null) return waitsOn(link, seconds, (fault) => dayPage(visit, { due, fault }))
  if (!isDay(due) || due < days.first || due > days.last) return { html: dayPage(visit, { due, fault: null }), status: 422 }
  await promiseByPayer(services, link.case_id, (openCents) =>
    openCents === link.amount_cents ? { kind: 'promise', parts: [{ due, amountCents: openCents }] } : null,
  )
  return front(visit.link)
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
