import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { userApi, UserRow } from '@regie/contract/users.ts'
import { AppError } from '../../../platform/app-error.ts'
import { violatedConstraint } from '../../../platform/db/database-trouble.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { contactColumns } from '../../contacts/contact-columns.ts'
import { fillContactOfUser } from '../../contacts/contact-of-user.ts'
import { addToGroups } from '../../rights/membership.ts'
import { beginRightsChange } from '../../rights/right-guards.ts'
import { managesInstallation } from '../../rights/visible-users.ts'
import { sendPasswordLink } from '../passwords/send-password-link.ts'
import { findUserRow } from './user-rows.ts'

type NewUser = RequestOf<typeof userApi.create>['body']

/** A new user without a password, and the invitation with which he chooses one: both or neither. */
export async function createUser(services: Services, caller: Caller, user: NewUser): Promise<UserRow> {
  const { db, clock } = services
  const { username, contact, customerID, groupIDs, locale } = user
  if (customerID !== null) mustAccessCustomer(caller, customerID, 'customer.notFound')
  else if (!managesInstallation(caller)) throw new AppError('error.rightMissing')
  const columns = contactColumns(contact)
  try {
    const userId = await db.transaction().execute(async (tx) => {
      const granter = await beginRightsChange(tx, caller, Right.changeUsers)
      const made = await tx
        .insertInto('users')
        .values({ username, customer_id: customerID, settings: JSON.stringify({ locale, tour: true }) })
        .returning(['id', 'username'])
        .executeTakeFirstOrThrow()
      await fillContactOfUser(tx, made.id, columns, clock.now())
      await addToGroups(tx, granter, [made.id], groupIDs)
      await sendPasswordLink(tx, services, { ...made, ...columns }, { kind: 'invite', locale })
      return made.id
    })
    return await findUserRow(db, caller, userId, clock.now())
  } catch (error) {
    if (violatedConstraint(error) === 'users_username') throw new AppError('user.usernameTaken', { field: 'username' })
    throw error
  }
}
