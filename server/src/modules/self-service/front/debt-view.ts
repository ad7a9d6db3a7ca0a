import { type Html, html } from '../../../platform/http/html.ts'
import type { DebtLine } from '../debt/debt-parts.ts'
import { paymentText } from '../../payment-links/payment-texts.ts'
import { wordsOf } from '../page-parts.ts'
import type { TextKey } from '../texts.ts'
import type { Visit } from '../visit.ts'

const labels = {
  principal: 'principal',
  interest: 'interest',
  costs: 'costs',
  other: 'other',
  claimed: 'claimed',
  paidBefore: 'paidBefore',
  paid: 'paidOn',
} as const satisfies Record<DebtLine['kind'], TextKey>

/** How the debt is made up, folded below one line; nothing where there is but one figure. */
export function debtSummary({ link, debt, view }: Visit): Html | false {
  if (debt === null || (debt.lines.length < 2 && debt.paidCents === 0) || view === 'paid') return false
  const { say, money, day } = wordsOf(link)
  const claimedCents = debt.lines.filter(({ kind }) => kind !== 'paid').reduce((sum, { cents }) => sum + cents, 0)
  const last = debt.lines.findLast((line) => line.kind === 'paid')
  const summary =
    last?.kind === 'paid' ? say('lessPaid', { claimed: money(claimedCents), paid: money(debt.paidCents), on: day(last.on) }) : say('madeUp')
  const line = (one: DebtLine) =>
    html`<div><dt>${say(labels[one.kind], one.kind === 'paid' ? { on: day(one.on) } : {})}</dt><dd>${money(one.cents)}</dd></div>`
  return html`<details class="made"><summary>${summary}</summary>
<dl class="sum">${debt.lines.map(line)}<div class="total"><dt>${say('open')}</dt><dd>${money(debt.openCents)}</dd></div></dl>
${debt.costsMostCents !== null && html`<p class="hint left">${say('costsMost', { most: money(debt.costsMostCents), objection: paymentText(link.locale, 'objection') })}</p>`}
</details>`
}
