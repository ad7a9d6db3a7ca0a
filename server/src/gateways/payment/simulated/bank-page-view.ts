import { intlLocale, type Locale } from '@regie/contract/locale.ts'
import { type Html, html } from '../../../platform/http/html.ts'
import { htmlPage } from '../../../platform/http/html-page.ts'
import type { SimulatedPayment } from './simulated-books.ts'
import eng from './texts/eng.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import nl from './texts/nl.json' with { type: 'json' }

type Text = keyof typeof nl
const texts: Record<Locale, Record<Text, string>> = { nl, eng, fr }

export const bankStylePath = '/simulated/bank.css'

// Nobody's banks: a simulation borrows no names.
const banks = ['Testbank Noord', 'Testbank Zuid', 'Spaarbank De Proef']

/** The visitor's decision, as the buttons name it. `open` leaves the payment as it is. */
export const decisions = ['paid', 'canceled', 'failed', 'pending', 'open'] as const
type Decision = (typeof decisions)[number]

/** The simulated bank's page: what a real iDEAL page asks, and the answers that a tester wants to see. */
export function bankPage(payment: SimulatedPayment, locale: Locale): string {
  const text = texts[locale]
  // What the payer agreed to is settled for them, also in the moment in which the bank has yet to answer.
  const isOpen = payment.settles_at === null && (payment.status === 'open' || payment.status === 'pending')
  const amount = new Intl.NumberFormat(intlLocale[locale], { style: 'currency', currency: payment.currency }).format(
    payment.amount_cents / 100,
  )
  const facts = html`<dl><div><dt>${text.amount}</dt><dd>${amount}</dd></div><div><dt>${text.description}</dt><dd>${payment.description}</dd></div></dl>`
  const button = (decision: Decision, label: Text) => html`<button name="decision" value="${decision}">${text[label]}</button>`
  const choice = html`<form method="post" action="/simulated/bank/${payment.provider_ref}">
<fieldset><legend>${text.heading}</legend>
${banks.map((bank, i) => html`<label><input type="radio" name="bank" value="${i}" ${i === 0 && html`checked`}> ${bank}</label>`)}
</fieldset>
<div class="main">${button('paid', 'pay')}${button('canceled', 'cancel')}</div>
<fieldset class="others"><legend>${text.tryOut}</legend>
${button('failed', 'fail')}${payment.status === 'open' && button('pending', 'pending')}${button('open', 'leave')}
</fieldset>
</form>`
  const settled = html`<p>${text.settledText}</p><p><a href="${payment.return_url}">${text.back}</a></p>`
  const heading = isOpen ? (payment.status === 'pending' ? text.pendingHeading : text.title) : text.settledHeading
  return shell(locale, html`<h1>${heading}</h1>${facts}${isOpen ? choice : settled}`)
}

/** What a wrong reference leads to. */
export function unknownPaymentPage(locale: Locale): string {
  return shell(locale, html`<h1>${texts[locale].unknownHeading}</h1>`)
}

/** What is shown to who opens pages too often. */
export function tooManyBankPage(locale: Locale): string {
  return shell(locale, html`<h1>${texts[locale].tooManyHeading}</h1><p>${texts[locale].tooManyText}</p>`)
}

function shell(locale: Locale, content: Html): string {
  const text = texts[locale]
  return htmlPage({
    locale,
    title: text.title,
    head: html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${bankStylePath}">`,
    body: html`<body>
<header><strong>iDEAL | Wero</strong><span class="simulated">${text.simulated}</span></header>
<main>${content}</main>
</body>`,
  })
}
