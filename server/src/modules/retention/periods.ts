import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import { type RetentionClass, retentionClasses, type RetentionPeriods, retentionRules, shortestPeriod } from '@regie/contract/retention.ts'

/** What each class has that nobody has changed. */
export const usualPeriods = Object.fromEntries(retentionClasses.map((name) => [name, retentionRules[name].usualMonths])) as RetentionPeriods

/** The period that holds: what was saved, and never less than the law, which a customer may have come under since. */
export function periodOf(name: RetentionClass, periods: Partial<RetentionPeriods>, profile: ComplianceProfileName): number {
  return Math.max(periods[name] ?? usualPeriods[name], shortestPeriod(name, profile).months)
}

/** The same day so many months ago, or the last of its month; what ended before it is old. */
export function monthsBefore(now: Date, months: number): Date {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  day.setUTCDate(Math.min(now.getUTCDate(), last))
  return day
}
