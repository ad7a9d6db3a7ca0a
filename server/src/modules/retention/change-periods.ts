import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type Retention, type retentionApi, retentionClasses, shortestPeriod } from '@regie/contract/retention.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findProfile, findRetention } from './retention-queries.ts'

type Change = RequestOf<typeof retentionApi.change>['body']

/** Saves how long each class is kept. A period shorter than the law's is refused: what is gone is not brought back. */
export async function changePeriods({ db, clock }: Services, caller: Caller, customerId: number, change: Change): Promise<Retention> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  return db.transaction().execute(async (tx) => {
    // There may be no row yet: who changes it waits at the customer.
    await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const { profile } = await findProfile(tx, customerId)
    for (const name of retentionClasses) {
      const { months } = shortestPeriod(name, profile)
      if (change.periods[name] < months) throw new AppError('retention.tooShort', { field: `periods.${name}`, params: { months } })
    }
    const current = await findRetention(tx, customerId)
    if (current.version !== change.version) throw new AppError('error.conflict', { current })
    const values = {
      months: JSON.stringify(change.periods),
      changed_at: clock.now(),
      changed_by: caller.username,
      version: change.version + 1,
    }
    await tx
      .insertInto('retention_periods')
      .values({ customer_id: customerId, ...values })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
      .execute()
    return findRetention(tx, customerId)
  })
}
