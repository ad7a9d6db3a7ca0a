import { type Html, html } from '../../../platform/http/html.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import { wordsOf } from '../page-parts.ts'
import { nextPart, openParts } from '../pay/find-arrangement.ts'
import { daysFor, partFor, plansFor } from '../pay/ways-to-pay.ts'
import { mayChoose, type Visit } from '../visit.ts'

/** What may be chosen instead of paying all now. What stands already is not chosen again. */
export function waysToPay(visit: Visit): Html | false {
  if (!mayChoose(visit)) return false
  const { link, rules, arrangement, now } = visit
  const { say, money, day } = wordsOf(link)
  const today = toLocalTime(now).date
  const way = (name: string, title: string, about: string) =>
    html`<li><a href="/p/${link.token}/${name}"><b>${title}</b><span>${about}</span></a></li>`
  const longest = arrangement === null ? plansFor(link.amount_cents, rules, today).at(-1) : undefined
  const days = arrangement === null ? daysFor(rules, today) : null
  const part = partFor(link.amount_cents, rules)
  const ways = [
    ...(longest === undefined ? [] : [way('plan', say('planTitle'), say('planFrom', { amount: money(longest.at(-1)?.amountCents ?? 0) }))]),
    ...(days === null ? [] : [way('day', say('dayTitle'), say('dayUntil', { last: day(days.last) }))]),
    ...(part === null ? [] : [way('part', say('partTitle'), say('partFrom', { least: money(part.minCents) }))]),
  ]
  return ways.length > 0 && html`<nav class="ways" aria-label="${say('otherWays')}"><h2>${say('otherWays')}</h2><ul>${ways}</ul></nav>`
}

/** The promise or plan that stands, with the button for the part that is next. */
export function arrangementBlock(visit: Visit): Html | false {
  const { link, view, arrangement, isClosed } = visit
  if (arrangement === null || isClosed || view === 'inProgress') return false
  const { say, money, day } = wordsOf(link)
  const parts = openParts(arrangement)
  const rows = parts.map(
    ({ due, amountCents, openCents }) =>
      html`<div><dt>${day(due)}</dt><dd>${money(amountCents)}${openCents === 0 && html` <span class="done">${say('partPaid')}</span>`}${openCents > 0 && openCents < amountCents && html` <span class="left">${say('partLeft', { open: money(openCents) })}</span>`}</dd></div>`,
  )
  return html`<section class="arranged"><h2>${say(arrangement.kind === 'plan' ? 'arrangedPlan' : 'arrangedDay')}</h2>
<p>${say('arrangedText')}</p>
<dl class="sum">${rows}</dl>${payNext(visit)}</section>`
}

/** Pays the part that is next; the last one is all that is open, and has the button of the page. */
function payNext(visit: Visit): Html | false {
  const { link, arrangement } = visit
  const next = nextPart(arrangement)
  if (next === undefined || !mayChoose(visit) || next.openCents >= link.amount_cents) return false
  const { say, money } = wordsOf(link)
  return html`<form method="post" action="/p/${link.token}/part"><input type="hidden" name="instalment" value="1"><button type="submit">${say('payNext', { amount: money(next.openCents) })}</button></form>`
}
