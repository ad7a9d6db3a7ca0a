import type { Letterhead } from '@regie/contract/letterheads.ts'
import { htmlLang, locales, type Locale } from '@regie/contract/locale.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { cardHead, type LinkCard } from '../payment-links/link-card.ts'
import { paymentShell } from '../payment-links/page-shell.ts'
import type { PageLink } from '../payment-links/payment-link-queries.ts'
import { formatDay, formatMoney, paymentText } from '../payment-links/payment-texts.ts'
import { type Say, sayIn } from './texts.ts'
import type { Visit } from './visit.ts'

/** A page that may be opened again by its address, below that of the link. */
export const pageNames = ['part', 'plan', 'day', 'hardship', 'own', 'message', 'call'] as const
type PageName = (typeof pageNames)[number]

type Framed = { title: string; name?: PageName; main: Html; card?: LinkCard; tone?: string }

/** One page of a link: who sends it, the language, what it is about, and how the creditor is reached. */
export function visitPage(
  { link, letterhead }: Pick<Visit, 'link' | 'letterhead'>,
  { title, name, main, card, tone = '' }: Framed,
): string {
  return paymentShell(
    link.locale,
    title,
    html`${link.simulated && html`<header class="simulated">${paymentText(link.locale, 'simulated')}</header>`}
<main class="card ${tone}">
<div class="head">${letterhead.logo === null ? html`<p class="creditor">${link.customerName}</p>` : html`<img class="logo" src="${letterhead.logo}" alt="${link.customerName}">`}${languages(link, name)}</div>
${main}
</main>
${reachOf(letterhead, link.locale)}`,
    card === undefined ? null : cardHead(card),
  )
}

const ownNames: Record<Locale, string> = { nl: 'Nederlands', eng: 'English', fr: 'Français' }

function languages({ token, locale }: PageLink, name: PageName | undefined): Html {
  const at = name === undefined ? '' : `?at=${name}`
  return html`<nav class="languages" aria-label="${sayIn(locale)('language')}">${locales.map((one) =>
    one === locale
      ? html`<b lang="${htmlLang[one]}" aria-current="true" title="${ownNames[one]}">${htmlLang[one].toUpperCase()}</b>`
      : html`<a lang="${htmlLang[one]}" hreflang="${htmlLang[one]}" rel="nofollow" href="/p/${token}/language/${one}${at}" title="${ownNames[one]}" aria-label="${htmlLang[one].toUpperCase()} ${ownNames[one]}">${htmlLang[one].toUpperCase()}</a>`,
  )}</nav>`
}

/** Who sends this page, as it stands under a letter: a payer sees that it is no stranger, and where to call or write. */
function reachOf({ name, address, phone, email, chamberNumber, privacyUrl }: Letterhead, locale: Locale): Html | false {
  const lines = [
    ...address.split('\n').flatMap((line) => (line.trim() === '' ? [] : [html`<span>${line.trim()}</span>`])),
    ...(phone === '' ? [] : [html`<a href="tel:${phone.replaceAll(' ', '')}">${phone}</a>`]),
    ...(email === '' ? [] : [html`<a href="mailto:${email}">${email}</a>`]),
    ...(chamberNumber === '' ? [] : [html`<span>${paymentText(locale, 'chamberNumber', { number: chamberNumber })}</span>`]),
  ]
  if (lines.length === 0 && privacyUrl === '') return false
  const privacy = html`<p><a href="${privacyUrl}" target="_blank" rel="noopener">${sayIn(locale)('privacy')}</a></p>`
  return html`<footer>${lines.length > 0 && html`<address><b>${name}</b>${lines}</address>`}${privacyUrl !== '' && privacy}</footer>`
}

type Words = {
  say: Say
  money: (cents: number) => string
  day: (date: string) => string
}

/** Says amounts and days in the language and currency of a link. */
export function wordsOf({ locale, currency }: PageLink): Words {
  return {
    say: sayIn(locale),
    money: (cents) => formatMoney(locale, cents, currency),
    // Noon: whatever the zone, the day is this one.
    day: (date) => formatDay(locale, new Date(`${date}T12:00:00Z`)),
  }
}

export const backTo = ({ token, locale }: PageLink): Html => html`<p class="back"><a href="/p/${token}">${sayIn(locale)('back')}</a></p>`

/** What is wrong with what was sent; a screen reader says it first. The forms lead to it (`#fault`), so it takes the focus. */
export const faultOf = (fault: string | null): Html | false =>
  fault !== null && html`<p class="fault" role="alert" id="fault" tabindex="-1">${fault}</p>`
