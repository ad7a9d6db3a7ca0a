import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import { findRightsNow } from '../identity/users/user-standing.ts'
import type { ImportRow } from './import-queries.ts'
import type { ImportServices } from './stage-rows.ts'

// Ten thousand rows take half a second; a user who is locked may be that much late.
const askEveryMs = 500

/** Throws when the user who asked for this work is locked or has lost the right to upload files, or the customer. */
export async function mustStillBeAllowed(
  { db, clock }: Pick<ImportServices, 'db' | 'clock'>,
  { asked_by: userId, customer_id: customerId }: Pick<ImportRow, 'asked_by' | 'customer_id'>,
): Promise<void> {
  const rights = userId === null ? [] : await withAllCustomers(() => findRightsNow(db, userId, clock.now()))
  if (!rights.includes(Right.uploadFiles) || !rights.includes(ownCustomerRight(customerId))) throw new AppError('import.rightsLost')
}

/** The same while a file is read, not for every part of it. */
export function openRightsWatch(services: Pick<ImportServices, 'db' | 'clock'>, found: ImportRow) {
  let askedAt = performance.now()
  return async (): Promise<void> => {
    if (performance.now() - askedAt < askEveryMs) return
    askedAt = performance.now()
    await mustStillBeAllowed(services, found)
  }
}
