import type { Locale } from '@regie/contract/locale.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { htmlPage } from '../../platform/http/html-page.ts'
import { formatWait, paymentText } from './payment-texts.ts'

/** Where the page's look comes from; pages carry no script at all. */
export const paymentStylePath = '/p/payment-page.css'

/** What a stranger sees, and a payer who lost half of the link: nothing shows which links exist. */
export function unknownLinkPage(locale: Locale): string {
  const body = html`<main class="card"><h1>${paymentText(locale, 'notFoundHeading')}</h1><p>${paymentText(locale, 'notFoundText')}</p></main>`
  return paymentShell(locale, paymentText(locale, 'notFoundTitle'), body)
}

/** What is shown to who opens pages too often: how long to wait, and the way back to the page of the link where that is known. */
export function tooManyPage(locale: Locale, seconds: number, page: string | null = null): string {
  const say = (key: 'tooManyHeading' | 'tooManyText' | 'tooManyAgain') => paymentText(locale, key, { wait: formatWait(locale, seconds) })
  const again = page !== null && html`<p><a href="${page}">${say('tooManyAgain')}</a></p>`
  const body = html`<main class="card"><h1>${say('tooManyHeading')}</h1><p role="status">${say('tooManyText')}</p>${again}</main>`
  return paymentShell(locale, say('tooManyHeading'), body)
}

/** A page of a link, in the payer's language. */
export function paymentShell(locale: Locale, title: string, body: Html, card: Html | null = null): string {
  return htmlPage({
    locale,
    title,
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${paymentStylePath}">${card}`,
    body: html`<body>
${body}
</body>`,
  })
}
