import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { type LockedCase, selectCaseForUpdate } from '../../cases/case-changes.ts'

type Arranging = { customerId: number; now: Date; locked: LockedCase }

/** Arranges something about a case for its payer, as arrangeFor does for staff: the case is locked. The work publishes what it changed. */
export function arrangeForPayer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caseId: number,
  work: (tx: Transaction, arranging: Arranging) => Promise<boolean>,
): Promise<boolean> {
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const locked = await selectCaseForUpdate(tx, caseId)
      return work(tx, { customerId: locked.customerId, now: clock.now(), locked })
    }),
  )
}
