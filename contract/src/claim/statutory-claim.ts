import { addDays } from '../holidays.ts'
import type { RateKind, StatutoryRate } from '../statutory-rates.ts'
import { collectionCosts, type CostTier } from './collection-costs.ts'

/** What is known of a claim. Days are yyyy-MM-dd, amounts whole cents. */
export type ClaimFacts = {
  principalCents: number
  /** The last day on which it could be paid in time. */
  dueOn: string
  kind: RateKind
  /** The collection costs that the creditor asks; more than the law allows counts as what it allows. */
  askedCostsCents: number
  /** What was paid before the case came to us, on a day that nobody said. */
  paidBeforeCents: number
  payments: readonly { on: string; cents: number }[]
  /** The day up to and including which interest runs. */
  until: string
  /** Days over which the creditor asks no interest, such as those of debt help; the last one left out, null: they last. */
  withoutInterest?: readonly { from: string; until: string | null }[]
}

/** Days after each other with one rate over one amount. */
export type InterestPeriod = { from: string; to: string; hundredths: number; baseCents: number; cents: number }

export type StatutoryClaim = {
  costs: { cents: number; allowedCents: number; allowedWithVatCents: number; tiers: CostTier[] }
  interest: { cents: number; periods: InterestPeriod[] }
  /** The days without interest that lie in its time, each with its last one. */
  stopped: { from: string; to: string }[]
  paidCents: number
  /** What is open of each, after payments went to costs, then interest, then principal (art. 6:44 BW). */
  open: { costsCents: number; interestCents: number; principalCents: number }
  openCents: number
  /** Interest begins to be known on this day, later than the claim fell due: no older rate stands in the table. Null: it is known throughout. */
  ratesBegin: string | null
}

/** Who is not known to act as a company owes the interest of consumers: it is the lower one. */
export function rateKindOf({ debiteurtype, rechtsvorm }: Readonly<Record<string, string | undefined>>): RateKind {
  if (debiteurtype === 'zakelijk') return 'trade'
  const isCompany = !debiteurtype && Boolean(rechtsvorm) && rechtsvorm !== 'particulier'
  return isCompany ? 'trade' : 'consumer'
}

/**
 * The most that the law lets a creditor ask on a day: the principal, the costs of the scale, and statutory interest. Interest runs by the day from the day
 * after the due day, over what of the principal is open; after each year the interest due is added to that (art. 6:119 paragraph 2 BW). What was paid until
 * the due day, or before the case came to us, pays the principal. Over days without interest none runs. Parts of a cent are dropped, in favour of who owes.
 */
export function statutoryClaim(facts: ClaimFacts, rates: readonly StatutoryRate[]): StatutoryClaim {
  const scale = collectionCosts(facts.principalCents)
  const costsCents = Math.min(facts.askedCostsCents, scale.withVatCents)
  const ledger = new Ledger(facts.principalCents, costsCents)
  const payments = facts.payments.toSorted((one, other) => one.on.localeCompare(other.on))
  ledger.payPrincipal(facts.paidBeforeCents)
  for (const { cents } of payments.filter(({ on }) => on <= facts.dueOn)) ledger.payPrincipal(cents)
  const later = payments.filter(({ on }) => on > facts.dueOn)

  const rateOn = ratesByDay(rates.filter(({ kind }) => kind === facts.kind))
  const periods: InterestPeriod[] = []
  const stops = facts.withoutInterest ?? []
  const stopped: StatutoryClaim['stopped'] = []
  let ratesBegin: string | null = null
  let next = 0
  const isPaidUpTo = (day: string) => {
    for (let payment = later[next]; payment !== undefined && payment.on <= day; payment = later[++next]) ledger.pay(payment.cents)
  }
  const anniversary = facts.dueOn.slice(4)
  for (let day = dayAfter(facts.dueOn); day <= facts.until; day = dayAfter(day)) {
    const hundredths = rateOn(day)
    if (stops.some(({ from, until }) => from <= day && (until === null || day < until))) addStopped(stopped, day)
    else if (hundredths === null) ratesBegin = dayAfter(day)
    else addDay(periods, day, hundredths, ledger.accrue(hundredths, daysOfYear(day)))
    isPaidUpTo(day)
    // Of a 29th of February the year is full on the 28th.
    if (day.slice(4) === anniversary || (anniversary === '-02-29' && day.slice(4) === '-02-28' && daysOfYear(day) === 365))
      ledger.compound()
  }
  const { open } = ledger
  return {
    costs: { cents: costsCents, allowedCents: scale.cents, allowedWithVatCents: scale.withVatCents, tiers: scale.tiers },
    interest: { cents: periods.reduce((sum, { cents }) => sum + cents, 0), periods },
    stopped,
    paidCents: ledger.paidCents,
    open,
    openCents: open.costsCents + open.interestCents + open.principalCents,
    ratesBegin,
  }
}

/** Costs, interest and principal of one claim, day by day; exact until interest is a whole cent. */
class Ledger {
  paidCents = 0
  readonly open: StatutoryClaim['open']
  #rest = 0n
  #addedCents = 0

  constructor(principalCents: number, costsCents: number) {
    this.open = { costsCents, interestCents: 0, principalCents }
  }

  /** One day of interest; the amount over which, and the whole cents that became full with it. */
  accrue(hundredths: number, daysInYear: number): { baseCents: number; cents: number } {
    const baseCents = this.open.principalCents + this.#addedCents
    // In parts of a cent that days of years of 365 and of 366 days are whole numbers of.
    this.#rest += BigInt(baseCents) * BigInt(hundredths) * (daysInYear === 365 ? 366n : 365n)
    const cents = Number(this.#rest / partsOfCent)
    this.#rest %= partsOfCent
    this.open.interestCents += cents
    return { baseCents, cents }
  }

  /** Interest that is due a year later bears interest itself. */
  compound(): void {
    this.#addedCents = this.open.interestCents
  }

  payPrincipal(cents: number): void {
    this.paidCents += cents
    this.open.principalCents -= Math.min(cents, this.open.principalCents)
  }

  pay(cents: number): void {
    const toCosts = Math.min(cents, this.open.costsCents)
    const toInterest = Math.min(cents - toCosts, this.open.interestCents)
    this.open.costsCents -= toCosts
    this.open.interestCents -= toInterest
    this.#addedCents = Math.min(this.#addedCents, this.open.interestCents)
    this.paidCents += toCosts + toInterest
    this.payPrincipal(cents - toCosts - toInterest)
  }
}
const partsOfCent = 10_000n * 365n * 366n

function addDay(
  periods: InterestPeriod[],
  day: string,
  hundredths: number,
  { baseCents, cents }: { baseCents: number; cents: number },
): void {
  const last = periods.at(-1)
  if (last?.hundredths === hundredths && last.baseCents === baseCents && dayAfter(last.to) === day)
    Object.assign(last, { to: day, cents: last.cents + cents })
  // Over nothing there is nothing to say.
  else if (baseCents > 0) periods.push({ from: day, to: day, hundredths, baseCents, cents })
}

function addStopped(stopped: StatutoryClaim['stopped'], day: string): void {
  const last = stopped.at(-1)
  if (last !== undefined && dayAfter(last.to) === day) last.to = day
  else stopped.push({ from: day, to: day })
}

/** The rate that holds on a day; null before the first. */
function ratesByDay(rates: readonly StatutoryRate[]): (day: string) => number | null {
  const sorted = rates.toSorted((one, other) => one.validFrom.localeCompare(other.validFrom))
  return (day) => sorted.findLast(({ validFrom }) => validFrom <= day)?.hundredths ?? null
}

const dayAfter = (day: string) => addDays(day, 1)
const daysOfYear = (day: string) => (new Date(`${day.slice(0, 4)}-02-29`).getUTCMonth() === 1 ? 366 : 365)
