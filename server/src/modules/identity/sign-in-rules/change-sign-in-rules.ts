import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { organisationApi, SignInRules } from '@regie/contract/organisation.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { mustBeAllowed, OutboundRefused } from '../../../platform/http/outbound-guard.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { beginRightsChange, endRightsChange, type Granter, mustStandAbove } from '../../rights/right-guards.ts'
import { findSignInRules } from './sign-in-rules.ts'
import { openProvider, type ProviderRow, sealSecret } from '../sso/provider.ts'
import { findProvider } from '../sso/sso-queries.ts'

type Wanted = RequestOf<typeof organisationApi.change>['body']
type Provider = ProviderRow & { button_text: string }

/**
 * Changes how the users of a customer sign in. A provider that is new, or that becomes the only way in, must answer first;
 * without one there is no closing of the door for passwords. Whoever names a provider decides who gets in as which user, so nobody may hold more rights than they do.
 */
export async function changeSignInRules(services: Services, caller: Caller, customerId: number, wanted: Wanted): Promise<SignInRules> {
  const { db, config } = services
  const rules = await findSignInRules(db, config, customerId)
  if (rules.version !== wanted.version) throw new AppError('error.conflict', { current: rules })
  if (!wanted.localPasswords && wanted.sso === null) throw new AppError('organisation.noWayIn', { field: 'localPasswords' })
  const provider = wanted.sso && (await providerOf(services, customerId, wanted.sso))
  if (provider && (provider.isNew || (rules.localPasswords && !wanted.localPasswords))) await mustAnswer(services, provider.row)
  await db.transaction().execute(async (tx) => {
    const granter = await beginRightsChange(tx, caller, Right.systemStatus)
    if (provider?.isNew) await mustStandAboveAll(tx, granter, customerId)
    await keep(tx, services, customerId, wanted, provider?.row ?? null)
    // Closing one way in may shut out the last of those who must stay.
    await endRightsChange(tx, granter, true)
  })
  return findSignInRules(db, config, customerId)
}

async function mustStandAboveAll(tx: Transaction, granter: Granter, customerId: number) {
  const users = await tx.selectFrom('users').select('id').where('customer_id', '=', customerId).execute()
  await mustStandAbove(
    tx,
    granter,
    users.map(({ id }) => id),
  )
}

/** The provider as it is to be kept. A secret that is left out stays, but only where it is: another issuer is never shown it. */
async function providerOf({ db, config }: Services, customerId: number, sso: NonNullable<Wanted['sso']>) {
  const known = await findProvider(db, customerId)
  const place = { customer_id: customerId, issuer: issuerOf(sso.issuer, config.allowPrivateHosts) }
  const keptSecret = known?.issuer === place.issuer ? known.client_secret : null
  const isNewSecret = sso.clientSecret !== undefined && sso.clientSecret !== ''
  const row: Provider = {
    ...place,
    client_id: sso.clientID,
    client_secret: isNewSecret ? sealSecret(config.secretKey, place, sso.clientSecret ?? '') : keptSecret,
    button_text: sso.buttonText,
  }
  return { row, isNew: isNewSecret || known?.issuer !== row.issuer || known.client_id !== row.client_id }
}

function issuerOf(text: string, allowedHosts: readonly string[]): string {
  try {
    const { search, hash } = mustBeAllowed(text, allowedHosts)
    if (search === '' && hash === '') return text
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
  }
  throw new AppError('organisation.issuerInvalid', { field: 'sso.issuer' })
}

async function mustAnswer({ config, log }: Services, row: Provider) {
  try {
    await openProvider(config, row)
  } catch (error) {
    // What stands there is not shown: nobody looks around in a network this way.
    log.info({ customerId: row.customer_id, reason: error instanceof Error ? error.name : 'unknown' }, 'a provider did not describe itself')
    throw new AppError('organisation.providerUnreachable', { field: 'sso.issuer' })
  }
}

async function keep(tx: Transaction, { config }: Services, customerId: number, wanted: Wanted, provider: Provider | null) {
  const changed = await tx
    .updateTable('customers')
    .set((eb) => ({
      enforce_two_factor: wanted.enforceTwoFactor,
      password_expiry_days: wanted.passwordExpiryDays,
      local_passwords: wanted.localPasswords,
      sign_in_version: eb('sign_in_version', '+', 1),
    }))
    .where('id', '=', customerId)
    .where('sign_in_version', '=', wanted.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new AppError('error.conflict', { current: await findSignInRules(tx, config, customerId) })
  await (provider ? putProvider(tx, provider) : tx.deleteFrom('sso_providers').where('customer_id', '=', customerId).execute())
}

async function putProvider(db: Db, { customer_id, ...rest }: Provider) {
  await db
    .insertInto('sso_providers')
    .values({ customer_id, ...rest })
    .onConflict((oc) => oc.column('customer_id').doUpdateSet(rest))
    .execute()
}
