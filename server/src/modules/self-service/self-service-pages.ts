import { localeOfHeader } from '@regie/contract/locale.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { GatewayRefused, GatewayUnavailable } from '../../gateways/gateway-errors.ts'
import { addressGroup } from '../../platform/http/address-group.ts'
import { isPerhapsProgram } from '../../platform/http/is-program.ts'
import { tooManyAnswer } from '../../platform/http/mount-pages.ts'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../platform/http/page-route.ts'
import { openRateCounter } from '../../platform/http/rate-counter.ts'
import type { Services } from '../../services.ts'
import { disputeByPayer } from '../arrangements/dispute-by-payer.ts'
import { findLetterhead } from '../customers/letterhead-queries.ts'
import { findCard } from '../payment-links/link-card.ts'
import { openBank } from '../payment-links/open-bank.ts'
import { objectionCharsMax, objectionReasons, emptyViewOf, paymentPage, takesObjection } from './front/front-view.ts'
import { paymentStylePath, tooManyPage, unknownLinkPage } from '../payment-links/page-shell.ts'
import { type PaymentView, viewOf } from '../payment-links/page-view.ts'
import { paymentText } from '../payment-links/payment-texts.ts'
import { findPaymentRoute } from '../payment-links/payment-gateways.ts'
import { findPageLink, type PageLink } from '../payment-links/payment-link-queries.ts'
import { isPaymentToken } from '../payment-links/payment-link-url.ts'
import { recordClick } from '../payment-links/record-click.ts'
import { recordPayment } from '../payment-links/record-payment.ts'

const css = readFileSync(path.join(import.meta.dirname, 'front/payment-page.css'), 'utf8')

// One address may be a mobile network with thousands of payers, or a mail filter that opens each link of a batch.
const opens = { perMinute: 600, tooMany: tooManyOf }
const pays = { perMinute: 120, tooMany: tooManyOf }
// A payer who lost half of the link tries a few times; who tries thirty in a minute is guessing.
const unknownLinks = openRateCounter(30)
// Each may be a call to the bank, from however many addresses one link is used.
const bankOpenings = openRateCounter(10)
// Who has something to say says it once or twice.
const objections = openRateCounter(5)

/** What a payer opens: the page of the link, the way to the bank, and the way back. */
export const selfServicePages: PageRoute<Services>[] = [
  page('GET', paymentStylePath, 'public', () => ({ css })),
  page('GET', '/p/:token', 'public', withLink(openLink), opens),
  page('POST', '/p/:token/pay', 'public', withLink(goToBank), pays),
  page('POST', '/p/:token/objection', 'public', withLink(takeObjection), pays),
  page('GET', '/p/:token/return', 'public', withLink(comeBack), opens),
]

function withLink(answer: (services: Services, link: PageLink, asked: PageRequest) => Promise<PageAnswer>) {
  return async (services: Services, asked: PageRequest): Promise<PageAnswer> => {
    const link = await linkOf(services, asked)
    if (link) return answer(services, link, asked)
    const locale = localeOfHeader(asked.request.headers['accept-language'])
    const seconds = unknownLinks.count(addressGroup(asked.request.ip))
    return seconds === null ? { html: unknownLinkPage(locale), status: 404 } : tooManyAnswer(tooManyPage(locale), seconds)
  }
}

async function linkOf({ db }: Services, { params: { token = '' } }: PageRequest): Promise<PageLink | undefined> {
  return isPaymentToken(token) ? findPageLink(db, token) : undefined
}

async function tooManyOf(services: Services, asked: PageRequest): Promise<string> {
  const link = await linkOf(services, asked)
  return tooManyPage(link?.locale ?? localeOfHeader(asked.request.headers['accept-language']))
}

/** What a chat app shows of the link is fetched by a program, often the moment the message arrives: that is no click. */
async function openLink(services: Services, link: PageLink, { request: { method, headers } }: PageRequest) {
  if (link.state === 'created' && method !== 'HEAD' && !isPerhapsProgram(headers)) await recordClick(services, link)
  return show(services, link)
}

async function goToBank(services: Services, link: PageLink): Promise<PageAnswer> {
  const seconds = bankOpenings.count(link.token)
  if (seconds !== null) return tooManyAnswer(tooManyPage(link.locale), seconds)
  try {
    return { redirect: (await openBank(services, link)) ?? `/p/${link.token}` }
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error
    services.log.warn({ err: error, paymentLinkId: link.id }, 'the payer could not be sent to the bank')
    return { ...(await show(services, link, 'unavailable')), status: 503 }
  }
}

// A character that was cut in half, or none at all, is nothing that the database keeps.
const textOf = (given: unknown) =>
  typeof given === 'string' ? given.replaceAll('\0', '').trim().slice(0, objectionCharsMax).toWellFormed() : ''

/** What the payer says is wrong reaches the case as a dispute, in the language of the page. */
async function takeObjection(services: Services, link: PageLink, { form }: PageRequest): Promise<PageAnswer> {
  const seconds = objections.count(link.token)
  if (seconds !== null) return tooManyAnswer(tooManyPage(link.locale), seconds)
  const view = viewOf(link, services.clock.now())
  if (!takesObjection(view)) return show(services, link)
  const words = textOf(form['text'])
  const reason = Object.entries(objectionReasons).find(([name]) => name === form['reason'])?.[1]
  if (words === '' && (reason === undefined || reason === 'reasonOther'))
    return { ...(await show(services, link, emptyViewOf(view))), status: 422 }
  const chosen = paymentText(link.locale, reason ?? 'reasonOther')
  const isTaken = await disputeByPayer(services, link.case_id, words === '' ? chosen : `${chosen}: ${words}`)
  return isTaken ? show(services, link, 'objected') : tooManyAnswer(tooManyPage(link.locale), 60)
}

async function comeBack(services: Services, link: PageLink) {
  if (link.provider_ref === null) return show(services, link)
  await recordPayment(services, { provider: link.provider, providerRef: link.provider_ref }, { isBackFromBank: true }).catch(
    (error: unknown) => {
      // A bank that does not answer now sends its news later; meanwhile the page shows what we know.
      if (!(error instanceof GatewayUnavailable || error instanceof GatewayRefused)) throw error
    },
  )
  return show(services, (await findPageLink(services.db, link.token)) ?? link)
}

async function show(services: Services, link: PageLink, view: PaymentView = viewOf(link, services.clock.now())) {
  const { db, config } = services
  const { gateway } = await findPaymentRoute(services, link.customer_id)
  const letterhead = await findLetterhead(db, link.customer_id)
  const card = await findCard(db, link, letterhead, config.publicUrl)
  return {
    html: paymentPage(link, view, { method: gateway.method, letterhead, card }),
    formOrigin: gateway.checkoutOrigin,
    // By header, since without script a page cannot ask; the link on it does the same by hand.
    ...(view === 'inProgress' && { headers: { refresh: `5; url=/p/${link.token}/return` } }),
  }
}
