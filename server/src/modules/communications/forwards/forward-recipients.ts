import type { ForwardRecipients } from '@regie/contract/forwards.ts'
import { settingsOf } from '@regie/contract/login.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { listHolders } from '../../notifications/recipients.ts'
import { findForwardAddresses } from './forward-addresses.ts'

export type Colleague = { userID: number; name: string; email: string; locale: Locale }

/** Who serves this customer and has an address, by name. */
export async function listColleagues(db: Db, customerId: number): Promise<Colleague[]> {
  const ids = await listHolders(db, customerId, [])
  const { rows } = await sql<Omit<Colleague, 'locale'> & { settings: unknown }>`
    select id as "userID", email, settings, coalesce(
        nullif(concat_ws(' ', nullif(first_name, ''), nullif(middle_name, ''), nullif(last_name, '')), ''),
        username) as name
    from users
    where id = any(${ids}::bigint[]) and email <> ''
    order by name, id`.execute(db)
  return rows.map(({ settings, ...row }) => ({ ...row, locale: settingsOf(settings).locale }))
}

/** Who this caller may forward an e-mail of a customer to; not to themselves. */
export async function listForwardRecipients(db: Db, caller: Caller, customerId: number): Promise<ForwardRecipients> {
  const { addresses } = await findForwardAddresses(db, caller, customerId)
  const colleagues = (await listColleagues(db, customerId)).filter(({ userID }) => userID !== caller.userId)
  return { customerID: customerId, addresses, colleagues: colleagues.map(({ userID, name }) => ({ userID, name })) }
}
