import { Right } from '@regie/contract/right-codes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/http/caller.ts'

/** Users of the installation, who belong to no customer, are managed by who may change rights objects. */
export const managesInstallation = (caller: Pick<Caller, 'rights'>) => caller.rights.includes(Right.changeRightObjects)

/** The users that a manager sees: those of their customers. For a query that calls the users `u`. */
export function visibleUsers(caller: Caller): RawBuilder<boolean> {
  return sql<boolean>`(u.customer_id = any(${[...caller.customerIds]}::bigint[])
        or (u.customer_id is null and ${managesInstallation(caller)}::boolean))`
}
