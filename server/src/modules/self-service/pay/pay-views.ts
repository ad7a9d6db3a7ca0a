import { intlLocale } from '@regie/contract/locale.ts'
import { html } from '../../../platform/http/html.ts'
import { addDays, toLocalTime } from '../../contact-permission/local-time.ts'
import type { PageLink } from '../../payment-links/payment-link-queries.ts'
import { currencySign } from '../../payment-links/payment-texts.ts'
import { backTo, faultOf, visitPage, wordsOf } from '../page-parts.ts'
import type { Visit } from '../visit.ts'
import { daysFor, partFor, plansFor } from './ways-to-pay.ts'

/** What was typed, and why it was not taken; null: no such amount may be paid. */
export type RefusedPart = { typed: string; fault: string | null }

/** How much of it to pay now. */
export function partPage(visit: Visit, refused: RefusedPart | null): string {
  const isWrong = refused !== null && refused.fault === null
  const { link, rules, arrangement } = visit
  const { say, money } = wordsOf(link)
  const { sign, isBefore } = currencySign(link.locale, link.currency)
  const range = partFor(link.amount_cents, rules)
  const limits = { least: money(range?.minCents ?? 0), most: money(link.amount_cents) }
  return visitPage(visit, {
    title: say('partTitle'),
    name: 'part',
    main: html`${backTo(link)}<h1>${say('partTitle')}</h1>
<p>${say('partText', { open: money(link.amount_cents) })}</p>
${arrangement !== null && html`<p>${say('partOfPlan')}</p>`}
${faultOf(isWrong ? say('partWrong', limits) : (refused?.fault ?? null))}
<form method="post" action="/p/${link.token}/part#fault">
<label class="field">${say('partAmount')}<span class="money${!isBefore && html` after`}"><span aria-hidden="true">${sign}</span><input name="amount" inputmode="decimal" autocomplete="off" required maxlength="14" value="${refused?.typed ?? ''}" aria-describedby="limits${isWrong && html` fault`}"${isWrong && html` aria-invalid="true"`}></span></label>
<p class="hint left" id="limits">${say('partLimits', limits)}</p>
<button type="submit">${say('toBank')}</button></form>`,
  })
}

/** In how many instalments. `refused`: what was chosen, and why it was not taken. */
export function planPage(visit: Visit, refused: { count: number; fault: string } | null = null): string {
  const { link, rules, now } = visit
  const { say, money, day } = wordsOf(link)
  const plans = plansFor(link.amount_cents, rules, toLocalTime(now).date)
  const chosen = plans.findIndex(({ length }) => length === refused?.count)
  const choices = plans.map(
    (
      parts,
      at,
    ) => html`<label class="choice"><input type="radio" name="parts" value="${String(parts.length)}" required${at === (chosen < 0 ? plans.length - 1 : chosen) && html` checked`}>
<span><b>${say('planIn', { count: String(parts.length) })}</b>
<span class="sum">${parts.map(({ due, amountCents }) => html`<span><span>${day(due)}</span><span>${money(amountCents)}</span></span>`)}</span></span></label>`,
  )
  return visitPage(visit, {
    title: say('planTitle'),
    name: 'plan',
    main: html`${backTo(link)}<h1>${say('planTitle')}</h1>
<p>${say('planText')}</p>
${faultOf(refused?.fault ?? null)}
<form method="post" action="/p/${link.token}/plan#fault"><fieldset class="choices"><legend>${say('planHow')}</legend>${choices}</fieldset>
<button type="submit">${say('agree')}</button></form>
<p class="hint">${say('agreeHint')}</p>`,
  })
}

/** On which day. `refused`: what was chosen, and why it was not taken; null: it is no such day. */
export function dayPage(visit: Visit, refused: { due: string; fault: string | null } | null = null): string {
  const isWrong = refused !== null && refused.fault === null
  const { link, rules, now } = visit
  const { say, money, day } = wordsOf(link)
  const today = toLocalTime(now).date
  const { first, last } = daysFor(rules, today) ?? { first: addDays(today, 1), last: addDays(today, 1) }
  return visitPage(visit, {
    title: say('dayTitle'),
    name: 'day',
    main: html`${backTo(link)}<h1>${say('dayTitle')}</h1>
<p>${say('dayText', { open: money(link.amount_cents), last: day(last) })}</p>
${faultOf(isWrong ? say('dayWrong', { first: day(first), last: day(last) }) : (refused?.fault ?? null))}
<form method="post" action="/p/${link.token}/day#fault">
<label class="field">${say('dayLabel')}<select name="day" required${isWrong && html` aria-invalid="true" aria-describedby="fault"`}>${daysFrom(first, last).map((one) => html`<option value="${one}"${one === refused?.due && html` selected`}>${weekday(link, one)}</option>`)}</select></label>
<button type="submit">${say('agree')}</button></form>
<p class="hint">${say('agreeHint')}</p>`,
  })
}

// A date field speaks the language of the phone, and not that of the page: 11/12 is read as another day.
const weekday = ({ locale }: PageLink, day: string) =>
  new Intl.DateTimeFormat(intlLocale[locale], { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )

function daysFrom(first: string, last: string): string[] {
  const days = [first]
  for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
