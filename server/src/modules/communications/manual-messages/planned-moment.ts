import { planDaysMax } from '@regie/contract/manual-messages.ts'
import { AppError } from '../../../platform/app-error.ts'

/** The moment that a message waits for; null: it leaves at once, for none was asked or it has come. */
export function plannedMoment(sendAt: string | null | undefined, now: Date): Date | null {
  if (sendAt == null) return null
  const moment = new Date(sendAt)
  if (moment.getTime() > now.getTime() + planDaysMax * 24 * 3_600_000)
    throw new AppError('message.plannedTooFar', { field: 'sendAt', params: { max: planDaysMax } })
  return moment > now ? moment : null
}
