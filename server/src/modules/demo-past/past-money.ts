import { addDays, fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { closeHistory, openCentsOf, type PastHistory, type PastLink, type Setting } from './history.ts'
import { later, nextOpen } from './office-hours.ts'
import { bookingNotes } from './past-words.ts'

const currency = 'EUR'

/** A payment link for what is open, as the step makes it. */
export function addLink(history: PastHistory, at: Date, validDays: number): PastLink {
  const amountCents = openCentsOf(history)
  const link: PastLink = {
    ...{ no: history.links.length + 1, createdAt: at, amountCents, state: 'created', attempts: [] },
    ...{ paidAt: null, endedAt: null, endedFrom: null },
    expiresAt: fromLocalTime(addDays(toLocalTime(at).date, validDays + 1), 0),
    events: [],
  }
  history.links.push(link)
  moveLink(history, link, 'created', at)
  return link
}

const lineOf = {
  created: 'paymentLinkCreated',
  link_clicked: 'link_clicked',
  bank_opened: 'bank_opened',
  in_progress: 'in_progress',
  paid: 'paid',
  expired: 'expired',
  canceled: 'canceled',
} as const

function moveLink(
  history: PastHistory,
  link: PastLink,
  state: PastLink['state'],
  at: Date,
  detail: { ref?: string; reason?: string } = {},
) {
  link.state = state
  link.events.push({ at, state, detail })
  const { reason } = detail
  const event = reason === 'failed' ? 'paymentFailed' : lineOf[state]
  const params = { amountCents: link.amountCents, currency, ...(reason !== undefined && { reason }) }
  history.lines.push({ event, params, at, simulated: true })
}

/** The link that can be paid at this moment. */
export function payableLink({ links }: PastHistory, at: Date): PastLink | null {
  const last = links.at(-1)
  return last && last.state !== 'paid' && last.endedAt === null && last.expiresAt > at ? last : null
}

function openBankPage(history: PastHistory, link: PastLink, at: Date) {
  link.attempts.push(at)
  moveLink(history, link, 'bank_opened', at, { ref: '' })
}

/** Looks at the page, and perhaps gives up at the bank. */
export function visitLink(history: PastHistory, { chance }: Setting, at: Date, until: Date): void {
  const link = payableLink(history, at)
  if (link?.state !== 'created' || at > until) return
  moveLink(history, link, 'link_clicked', at)
  const bankAt = later(at, { seconds: chance.between(20, 200) })
  const backAt = later(bankAt, { seconds: chance.between(30, 400) })
  if (!chance.happens(0.2) || backAt > until) return
  openBankPage(history, link, bankAt)
  const gaveUp = chance.happens(0.75)
  moveLink(history, link, gaveUp ? 'canceled' : 'link_clicked', backAt, { ref: '', reason: gaveUp ? 'canceled' : 'failed' })
}

/** The link by which all that is open can be paid; where there is none the money comes by bank. */
function linkForAll(history: PastHistory, at: Date): PastLink | null {
  const link = payableLink(history, at)
  return link?.amountCents === openCentsOf(history) ? link : null
}

/** When a payment of this moment is known: at once by a link, else when a colleague sees it. */
export const knownPaidAt = (history: PastHistory, at: Date): Date => (linkForAll(history, at) ? at : nextOpen(at))

/** Pays what is open by the link, or by bank. The case closes. */
export function payAll(history: PastHistory, setting: Setting, at: Date): void {
  const link = linkForAll(history, at)
  if (!link) return bookAll(history, setting, nextOpen(at))
  const { chance } = setting
  if (link.state === 'created') moveLink(history, link, 'link_clicked', later(at, { seconds: -chance.between(120, 300) }))
  openBankPage(history, link, later(at, { seconds: -chance.between(15, 110) }))
  link.paidAt = at
  moveLink(history, link, 'paid', at, { ref: '' })
  history.payments.push({ cents: link.amountCents, paidOn: toLocalTime(at).date, at, link, bookedBy: null, note: '' })
  closeHistory(history, at, 'BET')
}

/** A colleague sees the money on the bank statement and closes the case with it. */
export function bookAll(history: PastHistory, setting: Setting, at: Date): void {
  const by = bookPart(history, setting, at, openCentsOf(history))
  closeHistory(history, at, 'BET', by)
}

/** A colleague books what came by bank. The link for the old amount ends. */
export function bookPart(history: PastHistory, { chance, colleagues }: Setting, at: Date, cents: number): string {
  const by = chance.pick(colleagues)
  const paidOn = toLocalTime(at).date
  history.payments.push({ cents, paidOn, at, link: null, bookedBy: by, note: chance.pick(bookingNotes) })
  history.lines.push({ event: 'paymentBooked', params: { amountCents: cents, currency, paidOn }, at, byUser: by })
  const link = payableLink(history, at)
  if (link) {
    link.endedFrom = link.state
    link.endedAt = later(at, { seconds: 1 })
    link.state = 'expired'
    link.events.push({ at: link.endedAt, state: 'expired', detail: { reason: 'paymentBooked' } })
    const params = { amountCents: link.amountCents, currency, reason: 'paymentBooked' }
    history.lines.push({ event: 'paymentLinkEnded', params, at: link.endedAt, byUser: by })
  }
  return by
}

/** What housekeeping makes of links whose last day has passed. */
export function expireLinks(history: PastHistory, now: Date): void {
  for (const link of history.links)
    if (link.expiresAt <= now && (link.state === 'created' || link.state === 'link_clicked') && link.endedAt === null)
      moveLink(history, link, 'expired', later(link.expiresAt, { seconds: 40 }))
}
