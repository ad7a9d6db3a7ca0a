import type { ForwardRecipients } from '@regie/contract/forwards.ts'
import { settingsOf } from '@regie/contract/login.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import { userName } from '../../../platform/db/user-name.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { listHolders } from '../../notifications/recipients.ts'
import { findForwardAddresses } from './forward-addresses.ts'

export type Colleague = { userID: number; name: string; email: string; locale: Locale }

/** Who serves this customer and has an address, by name. */
export async function listColleagues(db: Db, customerId: number): Promise<Colleague[]> {
  const ids = await listHolders(db, customerId, [])
  const { rows } = await sql<Omit<Colleague, 'locale'> & { settings: unknown }>`
    select id as "userID", email, settings, ${userName('u')} as name
    from staff u
    where id = any(${ids}::bigint[]) and email <> ''
    order by name, id`.execute(db)
  return rows.map(({ settings, ...row }) => ({ ...row, locale: settingsOf(settings).locale }))
}

type Mail = { customer_id: number; case_id: number | null; sender: string }

/** Is this the address of who wrote a mail, or of the person of its case? What reaches them asks contactPermission(), and forwarding does not. */
export async function findIsPerson(db: Db, { customer_id, case_id, sender }: Mail): Promise<(address: string) => boolean> {
  const one =
    case_id === null
      ? undefined
      : await db.selectFrom('cases').select('email').where('customer_id', '=', customer_id).where('id', '=', case_id).executeTakeFirst()
  const theirs = new Set([sender, one?.email ?? ''].map((address) => address.trim().toLowerCase()))
  return (address) => theirs.has(address.trim().toLowerCase())
}

/** Who this caller may forward an e-mail to; not to themselves, and not to its person. */
export async function listForwardRecipients(db: Db, caller: Caller, mail: Mail): Promise<ForwardRecipients> {
  const { customer_id: customerId } = mail
  const { addresses } = await findForwardAddresses(db, caller, customerId)
  const isPerson = await findIsPerson(db, mail)
  const colleagues = (await listColleagues(db, customerId)).filter(({ userID, email }) => userID !== caller.userId && !isPerson(email))
  return {
    customerID: customerId,
    addresses: addresses.filter((address) => !isPerson(address)),
    colleagues: colleagues.map(({ userID, name }) => ({ userID, name })),
  }
}
