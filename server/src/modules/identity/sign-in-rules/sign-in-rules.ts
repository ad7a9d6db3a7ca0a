import type { SignInRules } from '@regie/contract/organisation.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import { findProvider } from '../sso/sso-queries.ts'
import { callbackPath } from '../sso/provider.ts'

/** How the users of a customer sign in. It shows that there is a client secret, never the secret. */
export async function findSignInRules(db: Db, { publicUrl }: Pick<Config, 'publicUrl'>, customerId: number): Promise<SignInRules> {
  const customer = await db
    .selectFrom('customers')
    .select(['enforce_two_factor', 'password_expiry_days', 'local_passwords', 'sign_in_version'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) throw new AppError('customer.notFound')
  const provider = await findProvider(db, customerId)
  return {
    customerID: customerId,
    enforceTwoFactor: customer.enforce_two_factor,
    passwordExpiryDays: customer.password_expiry_days as SignInRules['passwordExpiryDays'],
    localPasswords: customer.local_passwords,
    sso: provider
      ? {
          issuer: provider.issuer,
          clientID: provider.client_id,
          hasSecret: provider.client_secret !== null,
          buttonText: provider.button_text,
          redirectUrl: `${publicUrl}${callbackPath(customerId)}`,
        }
      : null,
    emailOnlyUsers: await countEmailOnly(db, customerId),
    version: customer.sign_in_version,
  }
}

async function countEmailOnly(db: Db, customerId: number): Promise<number> {
  const { rows } = await sql<{ users: number }>`
    select count(*) as users from users u
    where u.customer_id = ${customerId} and u.locked_at is null and not u.is_machine
      and exists (select from user_factors f where f.user_id = u.id and f.type = 'email' and f.confirmed_at is not null)
      and not exists (select from user_factors f
        where f.user_id = u.id and f.type <> 'email' and f.confirmed_at is not null)
      and not exists (select from passkeys p where p.user_id = u.id)`.execute(db)
  return rows[0]?.users ?? 0
}
