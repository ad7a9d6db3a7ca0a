import type { SelfServiceRules } from '@regie/contract/self-service.ts'
import { addDays } from '../../contact-permission/local-time.ts'

type PlanRules = Pick<SelfServiceRules, 'planAllowed' | 'planPartsMax' | 'planPartMinCents'>
export type PlanPart = { due: string; amountCents: number }

/** The plans that may be chosen for what is open, from two instalments on: each a month after the other, the first tomorrow. */
export function plansFor(openCents: number, rules: PlanRules, today: string): PlanPart[][] {
  if (!rules.planAllowed) return []
  const first = addDays(today, 1)
  return Array.from({ length: rules.planPartsMax - 1 }, (_, at) => splitIn(openCents, at + 2))
    .filter((amounts) => amounts.every((cents) => cents >= rules.planPartMinCents))
    .map((amounts) => amounts.map((amountCents, at) => ({ due: monthsAfter(first, at), amountCents })))
}

/** An amount in equal parts; the cents that are left over are in the first ones. */
export function splitIn(cents: number, count: number): number[] {
  const least = Math.floor(cents / count)
  return Array.from({ length: count }, (_, at) => least + (at < cents % count ? 1 : 0))
}

/** The same day some months later; the last of a month that has no such day. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** The days that may be chosen to pay all on; null: none. */
export function daysFor(rules: Pick<SelfServiceRules, 'dayAllowed' | 'dayDaysMax'>, today: string): { first: string; last: string } | null {
  return rules.dayAllowed ? { first: addDays(today, 1), last: addDays(today, rules.dayDaysMax) } : null
}

/** The smallest and the largest part that may be paid now; null: none. All of it is no part, and what would stay open is worth a payment of its own. */
export function partFor(
  openCents: number,
  rules: Pick<SelfServiceRules, 'partAllowed' | 'partMinCents'>,
): { minCents: number; maxCents: number } | null {
  const maxCents = openCents - 1
  return rules.partAllowed && rules.partMinCents <= maxCents ? { minCents: rules.partMinCents, maxCents } : null
}

/** An amount as people type it: 50, 50,5, € 1.250,00, 1,250.00 or CHF 50. Null: it is none. */
export function readAmount(typed: string): number | null {
  const text = typed.replaceAll(/[\s\p{Sc}]/gu, '').replace(/^[A-Z]{2,3}|[A-Z]{2,3}$/, '')
  const [, whole = '', cents = ''] = /^(\d{1,3}(?:[.,]?\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  if (whole === '') return null
  const amount = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return Number.isSafeInteger(amount) && amount > 0 && amount <= 100_000_000 ? amount : null
}
