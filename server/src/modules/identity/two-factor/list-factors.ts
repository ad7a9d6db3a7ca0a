import type { twoFactorApi } from '@regie/contract/two-factor.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withAllCustomers } from '../../../platform/db/scope.ts'
import type { Services } from '../../../services.ts'
import { factorsOf } from '../users/second-factors.ts'
import { asksPassword, type Person } from './prove-yourself.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** The second factors of a user, and whether his organisation demands one. */
export async function listFactors(services: Services, person: Person): Promise<ResponseOf<typeof twoFactorApi.list>> {
  const { db } = services
  const { userId } = person
  return {
    methods: await factorsOf(db, userId),
    recoveryLeft: await countRecoveryCodes(db, userId),
    enforced: await isEnforced(db, userId),
    asksPassword: await asksPassword(services, person),
  }
}

/** Does the organisation of a user demand a second factor? */
export async function isEnforced(db: Db, userId: number): Promise<boolean> {
  // His home counts, also when he does not serve it.
  const home = await withAllCustomers(() =>
    db
      .selectFrom('users as u')
      .innerJoin('customers as c', 'c.id', 'u.customer_id')
      .select('c.enforce_two_factor')
      .where('u.id', '=', userId)
      .executeTakeFirst(),
  )
  return home?.enforce_two_factor ?? false
}
