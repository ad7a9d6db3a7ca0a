import type { SentFactorType } from '@regie/contract/two-factor.ts'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/app-error.ts'
import { staffPhone } from '../../contacts/staff-phone.ts'

const Email = z.email()

/** Where codes are to go: a mobile number as E.164, or an e-mail address. */
export function readCodeTarget(type: SentFactorType, text: string): string {
  if (type === 'sms') return readNumber(text)
  if (!z.safeParse(Email, text).success) throw new AppError('twoFactor.targetInvalid', { field: 'target' })
  return text
}

function readNumber(text: string): string {
  try {
    const number = staffPhone(text, 'target')
    if (number !== '') return number
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  throw new AppError('twoFactor.targetInvalid', { field: 'target' })
}
