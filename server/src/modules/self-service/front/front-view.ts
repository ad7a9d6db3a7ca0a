import type { Locale } from '@regie/contract/locale.ts'
import { type Letterhead, shownIban } from '@regie/contract/letterheads.ts'
import { shownReference } from '@regie/contract/payment-references.ts'
import { readIban } from '../../../platform/iban.ts'
import { type Html, html } from '../../../platform/http/html.ts'
import type { LinkCard } from '../../payment-links/link-card.ts'
import { mayBePaid, type PaymentView } from '../../payment-links/page-view.ts'
import type { PageLink } from '../../payment-links/payment-link-queries.ts'
import { formatDay, formatMoney, type PaymentTextKey, paymentText } from '../../payment-links/payment-texts.ts'
import { faultOf, visitPage, wordsOf } from '../page-parts.ts'
import { sayIn } from '../texts.ts'
import { contactBox } from './contact-box.ts'
import { maySpeak, type Visit } from '../visit.ts'
import { debtSummary } from './debt-view.ts'
import { arrangementBlock, waysToPay } from './ways-view.ts'

const words: Record<PaymentView, { heading: PaymentTextKey; text: PaymentTextKey; button: PaymentTextKey | null }> = {
  open: { heading: 'openHeading', text: 'openText', button: 'pay' },
  bankOpened: { heading: 'openHeading', text: 'bankOpenedText', button: 'pay' },
  failed: { heading: 'failedHeading', text: 'failedText', button: 'retry' },
  canceled: { heading: 'canceledHeading', text: 'canceledText', button: 'retry' },
  unavailable: { heading: 'unavailableHeading', text: 'unavailableText', button: 'retry' },
  inProgress: { heading: 'inProgressHeading', text: 'inProgressText', button: null },
  paid: { heading: 'paidHeading', text: 'paidText', button: null },
  expired: { heading: 'expiredHeading', text: 'expiredText', button: null },
  ended: { heading: 'endedHeading', text: 'endedText', button: null },
  helped: { heading: 'helpedHeading', text: 'helpedText', button: null },
  amountChanged: { heading: 'endedHeading', text: 'amountChangedText', button: null },
  objected: { heading: 'objectedHeading', text: 'objectedText', button: null },
}

/** What was sent of the form that says what is wrong, and why it was not taken. */
export type Refused = { at: 'all' | 'reason' | 'text' | 'proof'; fault: string; given: { reason: string; text: string } }

type PageParts = { method: string; card: LinkCard; refused?: Refused | null }

/** The front page of a link in the payer's language: what is to be paid, how it is made up, and what can be done; nothing of the person. */
export function frontPage(visit: Visit, { method, card, refused = null }: PageParts): string {
  const { link, view, letterhead, debt } = visit
  const { locale } = link
  // Whoever has agreed on a day or a plan since is not received with a try at the bank that came to nothing.
  const isPastTry = visit.arrangement !== null && (view === 'canceled' || view === 'failed')
  const { heading, text, button } = words[isPastTry ? 'open' : view]
  const amount = formatMoney(locale, link.amount_cents, link.currency)
  // Whoever comes too late for the link may still transfer what is left; where it ended, staff say how.
  const isLate = view === 'expired' && !visit.isClosed
  const account = button === null && !isLate ? null : accountOf(link, letterhead)
  const say = (key: PaymentTextKey) =>
    paymentText(locale, key, {
      amount,
      method,
      creditor: link.customerName,
      number: link.callerId,
      expiresAt: lastDay(locale, link.expires_at),
      paidAt: link.paid_at ? formatDay(locale, link.paid_at) : '',
    })
  const restCents = restOf(visit)
  // Whoever opens an old link reads what is open now, not what its message asked.
  const isForRest = restCents > 0 && view !== 'paid'
  const { say: speak, money } = wordsOf(link)
  const status = () => {
    if (isForRest) return speak('restText')
    return view === 'paid' && restCents > 0
      ? speak('paidPart', { paidAt: link.paid_at ? formatDay(locale, link.paid_at) : '', rest: money(restCents) })
      : say(text)
  }
  return visitPage(visit, {
    title: say('title'),
    tone: view,
    card,
    main: html`<h1>${say(isForRest ? 'openHeading' : heading)}</h1>
<p class="amount">${isForRest ? money(restCents) : money(askedOf(visit))}</p>
${isPart(visit) && debt !== null && html`<p class="made">${speak('partOf', { open: money(debt.openCents) })}</p>`}
${debtSummary(visit)}
<p role="status">${status()}</p>
${quietNote(visit)}
${view === 'inProgress' && html`<p><a href="/p/${link.token}/return">${say('refresh')}</a></p>`}
${restCents > 0 && html`<form method="post" action="/p/${link.token}/rest"><button type="submit"${view === 'paid' && html` class="second"`}>${speak('toRest', { rest: money(restCents) })}</button></form>`}
${deadViews.includes(view) && contactOf(link, say)}
<dl>${factsOf(link, say, { view, account, isArranged: visit.arrangement !== null, isSettled: view === 'inProgress' || (view === 'paid' && restCents === 0) || view === 'ended' || (visit.isClosed && button === null) })}</dl>
${arrangementBlock(visit)}
${button !== null && html`<form method="post" action="/p/${link.token}/pay"><button type="submit"${visit.arrangement !== null && html` class="second"`}>${say(button)}</button></form><p class="hint">${say('payHint')}</p>`}
${waysToPay(visit)}
${account !== null && transferBlock(link, say, { amount: money(askedOf(visit)), account })}
${view === 'objected' && html`<p><a href="/p/${link.token}">${say('backToPage')}</a></p>`}
${takesObjection(view) && objectionForm(link, say, refused)}
${maySpeak(visit) && html`<p class="aside"><a href="/p/${link.token}/hardship">${speak('hardshipLink')}</a></p>`}
${contactBox(visit)}`,
  })
}

/** A link and a pause end at midnight: the day before is the last. */
const lastDay = (locale: Locale, end: Date) => formatDay(locale, new Date(end.getTime() - 1))

/** Whoever said that something is wrong, or that they cannot pay, reads that it was heard, and until when nobody writes to them. */
function quietNote(visit: Visit): Html | false {
  const { quiet, link } = visit
  if (quiet === null || !maySpeak(visit)) return false
  const speak = sayIn(link.locale)
  const last = quiet.until && lastDay(link.locale, quiet.until)
  return html`<p class="quiet">${last === null ? speak('quiet') : speak('quietUntil', { last })}</p>`
}

/** What is still open where this link cannot be used for it any more; 0: nothing, or nobody should pay it by a new link. */
export function restOf({ link, view, debt, isClosed }: Visit): number {
  const isOver = view === 'paid' || view === 'amountChanged' || (view === 'ended' && link.ended_for === 'paymentBooked')
  return isOver && !isClosed && !link.isHelped && debt !== null ? debt.openCents : 0
}

// Of a link that counts no more, what is left of it: its case may be paid in part since.
const askedOf = ({ link, view, debt }: Visit) =>
  deadViews.includes(view) && debt !== null && debt.openCents > 0 ? Math.min(link.amount_cents, debt.openCents) : link.amount_cents

/** Is this link for less than what is open? */
const isPart = ({ link, view, debt }: Visit) => mayBePaid(view) && debt !== null && link.amount_cents < debt.openCents

// Nobody pays here any more: whoever still has something to settle reads how to reach the creditor.
const deadViews: readonly PaymentView[] = ['expired', 'ended', 'helped', 'amountChanged']

/** May a payer say here that something is wrong? Where it is still to be paid, and where the link counts no more. */
export const takesObjection = (view: PaymentView) => words[view].button !== null || deadViews.includes(view)

/** What a payer may say is wrong, by the name of the field that is sent. */
export const objectionReasons = {
  paid: 'reasonPaid',
  amount: 'reasonAmount',
  notMine: 'reasonNotMine',
  other: 'reasonOther',
} as const satisfies Record<string, PaymentTextKey>

/** How much a payer may write. */
export const objectionCharsMax = 1000

/** How the creditor is reached: by the number that its calls show. */
function contactOf({ callerId }: PageLink, say: (key: PaymentTextKey) => string): Html | false {
  return callerId !== '' && html`<p class="contact"><a href="tel:${callerId}">${say('callUs')}</a></p>`
}

function objectionForm({ token, locale }: PageLink, say: (key: PaymentTextKey) => string, refused: Refused | null): Html {
  const speak = sayIn(locale)
  const given = refused?.given
  const choices = Object.entries(objectionReasons).map(
    ([value, key]) =>
      html`<label><input type="radio" name="reason" value="${value}"${value === given?.reason && html` checked`}> ${say(key)}</label>`,
  )
  // Right before its field, in a page of several screens: the address leads there, and the next Tab is where to mend it.
  const faultAt = (at: Refused['at']) => faultOf(refused?.at === at ? refused.fault : null)
  const wrong = (at: Refused['at']) => refused?.at === at && html` aria-invalid="true" aria-describedby="fault"`
  return html`<details class="objection"${refused !== null && html` open`}>
<summary>${say('objection')}</summary>
<p>${say('objectionText')}</p>
<form method="post" action="/p/${token}/objection#fault" enctype="multipart/form-data">
${faultAt('all')}${faultAt('reason')}<fieldset role="radiogroup"${wrong('reason')}><legend>${say('objectionReason')}</legend>${choices}</fieldset>
${faultAt('text')}<label class="words">${say('objectionWords')}<textarea name="text" rows="3" maxlength="${String(objectionCharsMax)}"${wrong('text')}>${given?.text ?? ''}</textarea></label>
${faultAt('proof')}<label class="field">${speak('proof')}<input type="file" name="proof" accept="application/pdf,image/jpeg,image/png"${wrong('proof')}></label>
<p class="hint left">${speak('proofHint')}</p>
<button type="submit" class="second">${say('objectionSend')}</button>
</form>
</details>`
}

const factOf = (say: (key: PaymentTextKey) => string) => (key: PaymentTextKey, value: string) =>
  html`<div><dt>${say(key)}</dt><dd>${value}</dd></div>`

type Account = { iban: string; name: string }

/** Where a payer may transfer to: the account that the case names for its creditor, else the customer's own; null where neither is known. */
function accountOf({ principal, principalIban, customerName, currency }: PageLink, { iban }: Letterhead): Account | null {
  // An IBAN is for euros: what comes in another currency is changed on the way, and pays another amount.
  if (currency !== 'EUR') return null
  const own = principalIban === null ? null : readIban(principalIban)
  if (own !== null) return { iban: own, name: principal ?? customerName }
  return iban === '' ? null : { iban, name: customerName }
}

function transferBlock(
  { paymentReference }: PageLink,
  say: (key: PaymentTextKey) => string,
  { amount, account }: { amount: string; account: Account },
): Html {
  const fact = factOf(say)
  return html`<details class="objection">
<summary>${say('transfer')}</summary>
<p>${say('transferText')}</p>
<dl>${[
    fact('transferAccount', shownIban(account.iban)),
    fact('transferName', account.name),
    fact('amount', amount),
    fact('transferReference', shownReference(paymentReference)),
  ]}</dl>
</details>`
}

const settledViews: readonly PaymentView[] = ['paid', ...deadViews]

/** `isSettled`: nobody is to pay it once more, by link or by transfer. `isArranged`: the days agreed on stand on the page, and hold. */
type Shown = { view: PaymentView; account: Account | null; isSettled: boolean; isArranged: boolean }

function factsOf(link: PageLink, say: (key: PaymentTextKey) => string, { view, account, isSettled, isArranged }: Shown): Html[] {
  const { locale, principal, reference, paymentReference, dueDate } = link
  const fact = factOf(say)
  const due = dueDate !== null && /^\d{4}-\d{2}-\d{2}$/.test(dueDate) ? formatDay(locale, new Date(`${dueDate}T12:00:00Z`)) : null
  return [
    fact('creditor', link.customerName),
    ...(principal === null ? [] : [fact('onBehalfOf', principal)]),
    ...(reference === paymentReference ? [] : [fact('reference', reference)]),
    ...(account === null && !isSettled && view !== 'helped' ? [fact('paymentReference', shownReference(paymentReference))] : []),
    ...(due === null ? [] : [fact('dueDate', due)]),
    ...(isSettled || isArranged || view === 'objected' || settledViews.includes(view)
      ? []
      : [fact('payBefore', lastDay(locale, link.expires_at))]),
  ]
}
