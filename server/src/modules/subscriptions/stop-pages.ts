import { type Locale, localeOfHeader } from '@regie/contract/locale.ts'
import { addressGroup } from '../../platform/http/address-group.ts'
import { html } from '../../platform/http/html.ts'
import { htmlPage } from '../../platform/http/html-page.ts'
import { tooManyAnswer } from '../../platform/http/mount-pages.ts'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../platform/http/page-route.ts'
import { openRateCounter } from '../../platform/http/rate-counter.ts'
import type { Services } from '../../services.ts'
import { endSubscription } from '../contacts/due-subscriptions.ts'
import { paymentStylePath } from '../payment-links/page-shell.ts'
import { fillText, newsTexts } from './news-words.ts'
import { wishOfToken } from './stop-token.ts'

// Mail programs of a provider open links for all their readers from a few addresses.
const often = { perMinute: 600, tooMany: tooManyOf }
// A reader who lost half of the address tries a few times.
const unknownTokens = openRateCounter(30)

/** What the reader of a mail about a subscription opens to end it: a page that asks, and the act. */
export const stopPages: PageRoute<Services>[] = [
  page('GET', '/n/:token', 'public', (services, asked) => withWish(services, asked, false), often),
  page('POST', '/n/:token', 'public', (services, asked) => withWish(services, asked, true), often),
]

// Opening the page changes nothing: filters of mail open every link.
async function withWish({ db, config }: Services, { params, request }: PageRequest, isDone: boolean): Promise<PageAnswer> {
  const token = params['token'] ?? ''
  const wish = wishOfToken(config.secretKey, token)
  const contact =
    wish === null
      ? undefined
      : await db
          .selectFrom('contacts as c')
          .innerJoin('customers as k', 'k.id', 'c.customer_id')
          .select(['k.id as customerId', 'k.name as customer', 'c.locale'])
          .where('c.id', '=', wish.contactId)
          .executeTakeFirst()
  if (wish === null || contact === undefined) {
    const locale = localeOfHeader(request.headers['accept-language'])
    const seconds = unknownTokens.count(addressGroup(request.ip))
    return seconds === null ? { html: stopPage(locale, 'unknown'), status: 404 } : tooManyAnswer(stopPage(locale, 'tooMany'), seconds)
  }
  const { customerId, customer } = contact
  const locale = contact.locale as Locale
  if (isDone) await endSubscription(db, { customerId, ...wish })
  return { html: stopPage(locale, isDone ? 'done' : 'ask', { customer, what: newsTexts[locale].keys[wish.key], token }) }
}

function tooManyOf({ request }: PageRequest): string {
  return stopPage(localeOfHeader(request.headers['accept-language']), 'tooMany')
}

type View = 'ask' | 'done' | 'unknown' | 'tooMany'
const nobody = { customer: '', what: '', token: '' }

function stopPage(locale: Locale, view: View, { customer, what, token } = nobody): string {
  const { stop } = newsTexts[locale]
  const heading = stop[`${view}Heading`]
  return htmlPage({
    locale,
    title: heading,
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${paymentStylePath}">`,
    body: html`<body>
<main class="card">
${customer !== '' && html`<p class="creditor">${customer}</p>`}
<h1>${heading}</h1>
<p role="status">${fillText(stop[`${view}Text`], { customer, what })}</p>
${view === 'ask' && html`<form method="post" action="/n/${token}"><button type="submit">${stop.leave}</button></form>`}
</main>
</body>`,
  })
}
