import { withAllCustomers, withCustomers } from '../../platform/db/scope.ts'
import type { ExpressionBuilder } from 'kysely'
import type { DB } from '../../platform/db/tables.generated.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findRightsNow } from '../identity/users/user-standing.ts'
import { customersOf } from '../sessions/find-caller.ts'

// Those of a data folder from before had the address of the users who sign in.
const worked = ['%@demo.example', '%@collega.demo.example']
/** The staff of the demo who did the work of its past: not the agents who answer calls alone. */
export const hasWorked = (eb: ExpressionBuilder<DB, 'staff'>) => eb.or(worked.map((address) => eb('email', 'like', address)))

/** Simulated colleagues, by what they do; the demo's own users where it was seeded without them. */
const usernames = { agent: ['amira', 'medewerker'], leader: ['sven', 'teamleider'] }

/** A colleague of the demo with the rights of this moment: who has none any more does nothing. */
export async function findColleague(services: Services, kind: keyof typeof usernames): Promise<Caller | null> {
  const { db } = services
  const wanted = usernames[kind]
  const users = await db.selectFrom('staff').select(['id', 'username']).where('username', 'in', wanted).where(hasWorked).execute()
  const user = wanted.flatMap((username) => users.find((one) => one.username === username) ?? []).at(0)
  return user ? callerOf(services, user.id, user.username) : null
}

/** A user as who makes a request, with the rights of this moment; null without any. */
export async function callerOf({ db, clock }: Services, userId: number, username: string): Promise<Caller | null> {
  const rights = await withAllCustomers(() => findRightsNow(db, userId, clock.now()))
  if (rights.length === 0) return null
  return { userId, username, rights, stage: 'full', sessionId: null, customerIds: customersOf(rights) }
}

/** Lets a colleague do something as a request of theirs would: they see their customers' rows alone, and the audit log names them. */
export function actAs<Result>(caller: Caller, action: string, work: () => Promise<Result>): Promise<Result> {
  const { userId, username, customerIds } = caller
  return withCustomers(customerIds, work, { userId, actor: { userId, username, via: 'system', address: null, requestId: null, action } })
}
