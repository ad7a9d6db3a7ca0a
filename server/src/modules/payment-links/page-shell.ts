import type { Locale } from '@regie/contract/locale.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { htmlPage } from '../../platform/http/html-page.ts'
import { paymentText } from './payment-texts.ts'

/** Where the page's look comes from; pages carry no script at all. */
export const paymentStylePath = '/p/payment-page.css'

/** What a stranger sees, and a payer who lost half of the link: nothing shows which links exist. */
export function unknownLinkPage(locale: Locale): string {
  const body = html`<main class="card"><h1>${paymentText(locale, 'notFoundHeading')}</h1><p>${paymentText(locale, 'notFoundText')}</p></main>`
  return paymentShell(locale, paymentText(locale, 'notFoundTitle'), body)
}

/** What is shown to who opens pages too often. */
export function tooManyPage(locale: Locale): string {
  const body = html`<main class="card"><h1>${paymentText(locale, 'tooManyHeading')}</h1><p>${paymentText(locale, 'tooManyText')}</p></main>`
  return paymentShell(locale, paymentText(locale, 'tooManyHeading'), body)
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
