import { linkDaysMax } from '@regie/contract/payments.ts'
import { AppError } from '../../platform/app-error.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'

const dayMs = 24 * 3_600_000

/** Nobody is asked for more than is open. */
export function mustBeOpen(amountCents: number, openCents: number | null): void {
  if (openCents !== null && amountCents > openCents) throw new AppError('payment.aboveOpen', { field: 'amountCents' })
}

/** For how many days a link is valid that is made now and can be paid through this day; refused at its field where that has passed or is too far. */
export function validDaysThrough(day: string, now: Date, field: string): number {
  const days = (Date.parse(day) - Date.parse(toLocalTime(now).date)) / dayMs
  if (days < 0 || days > linkDaysMax) throw new AppError('payment.dayInvalid', { field })
  return days
}
