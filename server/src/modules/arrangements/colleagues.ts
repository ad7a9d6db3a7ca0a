import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { userName } from '../../platform/db/user-name.ts'

/** Throws unless this user may get a call-back of the customer; null is whoever is there. */
export async function mustBeColleague(tx: Transaction, customerId: number, userId: number | null, field: string): Promise<void> {
  if (userId === null) return
  const user = await colleagues(tx, customerId).where('u.id', '=', userId).executeTakeFirst()
  if (!user) throw new AppError('callback.userUnknown', { field })
}

/** Whoever sees the cases of a customer and can sign in. */
export function colleagues(db: Db, customerId: number) {
  const holders = (code: number) =>
    db
      .selectFrom('right_group_members as m')
      .innerJoin('right_group_objects as g', 'g.group_id', 'm.group_id')
      .innerJoin('right_objects as o', 'o.id', 'g.object_id')
      .select('m.user_id')
      .where('o.code', '=', code)
  return db
    .selectFrom('staff as u')
    .select(['u.id', 'u.username', userName('u').as('name')])
    .where('u.locked_at', 'is', null)
    .where('u.id', 'in', holders(Right.viewCases))
    .where('u.id', 'in', holders(ownCustomerRight(customerId)))
}
