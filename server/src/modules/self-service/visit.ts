import type { CaseDetail } from '@regie/contract/cases.ts'
import type { Letterhead } from '@regie/contract/letterheads.ts'
import { Locale, localeOfHeader } from '@regie/contract/locale.ts'
import type { SelfServiceRules } from '@regie/contract/self-service.ts'
import { addressGroup } from '../../platform/http/address-group.ts'
import { isFromUs } from '../../platform/http/origin-check.ts'
import { tooManyAnswer } from '../../platform/http/mount-pages.ts'
import type { PageAnswer, PageRequest } from '../../platform/http/page-route.ts'
import { openRateCounter } from '../../platform/http/rate-counter.ts'
import type { Services } from '../../services.ts'
import { findLetterhead } from '../customers/letterhead-queries.ts'
import { tooManyPage, unknownLinkPage } from '../payment-links/page-shell.ts'
import { mayBePaid, type PaymentView, viewOf } from '../payment-links/page-view.ts'
import { findPageLink, type PageLink } from '../payment-links/payment-link-queries.ts'
import { isPaymentToken } from '../cases/money/payment-link-url.ts'
import type { Debt } from './debt/debt-parts.ts'
import { findDebt } from './debt/find-debt.ts'
import { askedOf } from './identity/identity.ts'
import { findArrangement, type Arrangement } from './pay/find-arrangement.ts'
import { findRules } from './settings/find-rules.ts'

/** Somebody who opened the page of a link: what the page may show and offer. */
export type Visit = {
  link: PageLink
  view: PaymentView
  rules: SelfServiceRules
  letterhead: Letterhead
  debt: Debt | null
  arrangement: Arrangement | null
  isClosed: boolean
  /** Nobody writes to them meanwhile, since they said that something is wrong or that they cannot pay, or staff know it; until null: until staff has looked. */
  quiet: { until: Date | null } | null
  /** Has the case a number to call? */
  hasNumber: boolean
  /** Does the case know by what its debtor shows who they are? */
  mayShowWho: boolean
  now: Date
  asked: PageRequest
}

type Answer = (services: Services, visit: Visit) => Promise<PageAnswer>

// A payer who lost half of the link tries a few times; who tries thirty in a minute is guessing.
const unknownLinks = openRateCounter(30)
const languageCookie = 'payer-language'
// Of the causes for which a case is paused, those that the person knows of.
const quietFor: readonly string[] = ['dispute', 'complaint', 'vulnerable'] satisfies CaseDetail['pausedFor'][]

/** Answers for a link that exists; nobody else learns which do. A form that another site sends is refused. */
export function withVisit(answer: Answer) {
  return async (services: Services, asked: PageRequest): Promise<PageAnswer> => {
    const link = await linkOf(services, asked)
    const locale = localeOf(asked, link)
    if (link && isSentByOthers(services, asked)) return { html: unknownLinkPage(locale), status: 403 }
    if (link) return answer(services, await openVisit(services, { ...link, locale }, asked))
    const seconds = unknownLinks.count(addressGroup(asked.request.ip))
    return seconds === null ? { html: unknownLinkPage(locale), status: 404 } : tooManyAnswer(tooManyPage(locale, seconds), seconds)
  }
}

export async function openVisit(services: Services, link: PageLink, asked: PageRequest): Promise<Visit> {
  const { db, clock } = services
  const ref = { customerId: link.customer_id, caseId: link.case_id }
  const [rules, letterhead, debt, arrangement, found] = await Promise.all([
    findRules(db, ref.customerId),
    findLetterhead(db, ref.customerId),
    findDebt(db, ref),
    findArrangement(db, ref),
    db
      .selectFrom('cases')
      .select(['status', 'paused_for', 'paused_until', 'phone', 'mobile', 'fields'])
      .where('customer_id', '=', ref.customerId)
      .where('id', '=', ref.caseId)
      .executeTakeFirstOrThrow(),
  ])
  const now = clock.now()
  const { status, paused_for, paused_until, phone, mobile, fields } = found
  return {
    ...{ link, view: viewNow(link, debt, now), rules, letterhead, debt, arrangement, now, asked },
    isClosed: status === 'closed',
    quiet: status === 'paused' && quietFor.includes(paused_for ?? '') ? { until: paused_until } : null,
    hasNumber: (phone ?? mobile) !== null,
    mayShowWho: askedOf(fields as Record<string, string>) !== null,
  }
}

// A link that asks more than is open is over, also before the job that ends it has come by.
function viewNow(link: PageLink, debt: Debt | null, now: Date): PaymentView {
  const view = viewOf(link, now)
  return mayBePaid(view) && debt !== null && link.amount_cents > debt.openCents && debt.paidCents > 0 ? 'amountChanged' : view
}

/** The page for who calls too often, in the language of their browser: whose link it is would be a question for the database. */
export function tooManyOf(asked: PageRequest, seconds: number): string {
  const { token = '' } = asked.params
  return tooManyPage(localeOf(asked, undefined), seconds, isPaymentToken(token) ? `/p/${token}` : null)
}

/** Keeps the language that somebody chose, for this browser. */
export function keepLanguage(services: Services, { params: { locale = '' }, reply }: PageRequest): void {
  const chosen = Locale.safeParse(locale)
  if (!chosen.success) return
  const secure = services.config.publicUrl.startsWith('https:')
  reply.setCookie(languageCookie, chosen.data, { path: '/p', httpOnly: true, sameSite: 'lax', secure, maxAge: 180 * 24 * 3600 })
}

/** May the debtor still choose how to pay here? A link of a part is for that part alone. */
export const mayChoose = ({ link, view, isClosed, debt }: Visit) =>
  mayBePaid(view) && !isClosed && debt !== null && debt.openCents === link.amount_cents

/** May the debtor still say something about this debt? A link that ended leads to the same case. */
export const maySpeak = ({ view, isClosed }: Visit) => !isClosed && view !== 'inProgress' && view !== 'paid'

/** May the debtor come to what is theirs, once they have shown who they are? Also by a link that ended: it leads to the same case. */
export const mayOwn = ({ rules, isClosed }: Visit) => !isClosed && (rules.lettersAllowed || rules.detailsAllowed || rules.wishesAllowed)

async function linkOf({ db }: Services, { params: { token = '' } }: PageRequest): Promise<PageLink | undefined> {
  return isPaymentToken(token) ? findPageLink(db, token) : undefined
}

function localeOf({ request }: PageRequest, link: PageLink | undefined): Locale {
  const kept = Locale.safeParse(request.cookies[languageCookie])
  return kept.success ? kept.data : (link?.locale ?? localeOfHeader(request.headers['accept-language']))
}

// A browser that says neither where a form comes from is an old one: who has the link may do what it does.
function isSentByOthers({ config }: Services, { request }: PageRequest): boolean {
  const { method, headers } = request
  const says = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  return method === 'POST' && says && !isFromUs(request, config.publicUrl)
}
