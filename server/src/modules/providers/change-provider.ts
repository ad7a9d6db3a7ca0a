import { createPrivateKey } from 'node:crypto'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { mollieKeyPattern } from '@regie/contract/payment-providers.ts'
import {
  carriesNothing,
  type Provider,
  type providerApi,
  type ProviderChannel,
  providerKinds,
  type ProviderSettings,
  takesMoney,
} from '@regie/contract/providers.ts'
import { dkimPurpose, paymentNameOf, secretPurpose } from '../../gateways/registered-provider.ts'
import { readCloudSecrets } from '../../gateways/whatsapp/whatsapp-secrets.ts'
import { removeGrant, tryGrantAgain } from '../../gateways/oauth/grants.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { mustBeAllowed, mustBeMailHost, mustBeSmppHost, OutboundRefused } from '../../platform/http/outbound-guard.ts'
import { sql } from 'kysely'
import { decrypt, encrypt } from '../../platform/security/encryption.ts'
import type { Services } from '../../services.ts'
import { endHoldsOf } from './end-holds-of.ts'
import { keepPrice } from './provider-prices.ts'
import { findProviderShown } from './provider-queries.ts'

type New = RequestOf<typeof providerApi.create>['body']
type Wanted = RequestOf<typeof providerApi.change>['body']
type Row = Awaited<ReturnType<typeof lockProvider>>

/** Adds a provider to a channel of a customer. */
export async function createProvider(services: Services, caller: Caller, wanted: New): Promise<Provider> {
  const { customerID: customerId, channel, settings } = wanted
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const channels: readonly string[] = providerKinds[settings.kind]
  // One that is paired by a code begins with its pairing (paired-provider.ts).
  if (!channels.includes(channel) || settings.kind === 'web-pairing') throw new AppError('provider.kindInvalid', { field: 'settings.kind' })
  mustBeReachable(services, settings)
  mustNameAccount(settings)
  mustCarryDefault(wanted)
  return services.db.transaction().execute(async (tx) => {
    await lockRegistry(tx, customerId)
    await mustSendTemplate(tx, wanted)
    await mustBeNew(tx, { customer_id: customerId, channel, id: 0 }, wanted.name)
    const row = await tx
      .insertInto('providers')
      .values({ customer_id: customerId, channel, kind: settings.kind, name: wanted.name, template_id: wanted.templateID ?? null })
      .returningAll()
      .executeTakeFirstOrThrow()
    return keep(tx, services, row, { ...wanted, version: 0 })
  })
}

/** Changes a provider, unless somebody else did so since this person looked. */
export async function changeProvider(services: Services, caller: Caller, id: number, wanted: Wanted): Promise<Provider> {
  mustBeReachable(services, wanted.settings)
  mustNameAccount(wanted.settings)
  mustCarryDefault(wanted)
  return services.db.transaction().execute(async (tx) => {
    const row = await lockProvider(tx, caller, id)
    if (row.version !== wanted.version) throw new AppError('error.conflict', { current: await shown(tx, services, row) })
    if (row.template_id !== null && wanted.isDefault) throw new AppError('provider.templateInvalid', { field: 'isDefault' })
    if (row.kind !== wanted.settings.kind || !isSamePairing(row.settings, wanted.settings))
      throw new AppError('provider.kindInvalid', { field: 'settings.kind' })
    await mustBeNew(tx, row, wanted.name)
    return keep(tx, services, row, wanted)
  })
}

/** Deletes a provider that no script names. Messages that wait for it are held: no other one sends them. */
export async function removeProvider(services: Services, caller: Caller, id: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const row = await lockProvider(tx, caller, id)
    const { scripts } = await shown(tx, services, row)
    if (scripts.length > 0) throw new AppError('provider.inUse', { params: { scripts: scripts.join(', ') } })
    if (row.kind === 'web-pairing') await mustBeUnpaired(tx, services, row)
    if (takesMoney(row.channel as ProviderChannel)) await mustHaveNoPayers(tx, row)
    await tx.deleteFrom('providers').where('customer_id', '=', row.customer_id).where('id', '=', id).execute()
  })
}

/** With the keys of a number the way goes by which its phone is told: who deletes it ends the pairing first. Where nothing can be unpaired, nobody is held up. */
async function mustBeUnpaired(
  tx: Transaction,
  { gateways: { pairingMode: mode } }: Services,
  { customer_id: customerId, id, settings }: Row,
) {
  const isSimulation = (settings as { isSimulation?: unknown }).isSimulation === true
  if (mode !== (isSimulation ? 'simulation' : 'on')) return
  const paired = await tx
    .selectFrom('whatsapp_pairings')
    .select('provider_id')
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', id)
    .where('credentials', 'is not', null)
    .executeTakeFirst()
  if (paired) throw new AppError('provider.stillPaired')
}

/** With its key the way goes to ask what became of a payment: it stays until nobody pays there any more. */
async function mustHaveNoPayers(tx: Transaction, { customer_id: customerId, id, kind }: Row) {
  const underWay = await tx
    .selectFrom('payment_links')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('provider', '=', paymentNameOf({ id, kind }))
    .where((where) =>
      where.or([
        where('provider_ref', 'is not', null),
        // A request has its page there until it is over.
        where.and([where('request_kind', 'is not', null), where('state', 'not in', ['paid', 'expired']), where('ended_at', 'is', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (underWay) throw new AppError('provider.paymentsUnderWay')
}

async function keep(tx: Transaction, services: Services, row: Row, wanted: Wanted): Promise<Provider> {
  const { config } = services
  const { customer_id: customerId, id } = row
  mustBeMollieKey(wanted)
  const secret = secretOf(config.secretKey, row, wanted)
  const mustHave = 'url' in wanted.settings || ('user' in wanted.settings && wanted.settings.user !== '')
  if (mustHave && secret === null) throw new AppError('provider.secretMissing', { field: 'secret' })
  await keepOrEndGrant(tx, row, wanted)
  const dkimKey = dkimKeyOf(config.secretKey, row, wanted)
  const isBackup = wanted.isBackup ?? (row.is_backup && !wanted.isDefault)
  mustBackUp(row.channel, { isDefault: wanted.isDefault, isBackup })
  if (isBackup && !row.is_backup)
    await tx
      .updateTable('providers')
      .set((eb) => ({ is_backup: false, version: eb('version', '+', 1) }))
      .where('customer_id', '=', customerId)
      .where('channel', '=', row.channel)
      .where('is_backup', '=', true)
      .execute()
  if (wanted.isDefault && !row.is_default)
    await tx
      .updateTable('providers')
      .set((eb) => ({ is_default: false, version: eb('version', '+', 1) }))
      .where('customer_id', '=', customerId)
      .where('channel', '=', row.channel)
      .where('is_default', '=', true)
      .execute()
  await tx
    .updateTable('providers')
    .set((eb) => ({
      name: wanted.name,
      settings: JSON.stringify(wanted.settings),
      secret,
      dkim_key: dkimKey,
      state: wanted.isOff ? 'off' : 'active',
      is_default: wanted.isDefault,
      is_backup: isBackup,
      version: wanted.version === 0 ? 1 : eb('version', '+', 1),
    }))
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
  if (wanted.price) await keepPrice(tx, { customerId, providerId: id, channel: row.channel, kind: row.kind }, wanted.price)
  await endHoldsOf(tx, customerId)
  return shown(tx, services, row)
}

// Nobody makes a real number of a simulated one by a field.
const isSamePairing = (before: unknown, { kind, ...after }: ProviderSettings) =>
  kind !== 'web-pairing' || (before as { isSimulation?: unknown }).isSimulation === (after as { isSimulation?: unknown }).isSimulation

/** A password that is left out stays, but only where it is: another server or user never gets it. */
function secretOf(secretKey: Buffer, row: Row, wanted: Wanted): Buffer | null {
  const { settings, secret } = wanted
  if (settings.kind === 'simulated' || settings.kind === 'web-pairing') return null
  if (settings.kind === 'whatsapp-cloud') return cloudSecretOf(secretKey, row, wanted)
  if (secret !== undefined)
    return secret === '' ? null : encrypt(secretKey, secret, secretPurpose({ customerId: row.customer_id, id: row.id }))
  const before = row.settings as Record<string, unknown>
  const place = 'url' in settings ? ['url', 'user'] : ['host', 'port', 'user']
  const isSame =
    place.every((field) => before[field] === (settings as Record<string, unknown>)[field]) && appOf(row.settings) === appOf(settings)
  return isSame ? row.secret : null
}

// Which app asks for which account: neither its secret nor what it was let goes along to another one.
function appOf(settings: unknown): string {
  const { oauth } = settings as Partial<Pick<Extract<ProviderSettings, { kind: 'smtp' }>, 'oauth'>>
  return oauth ? [oauth.service, oauth.clientId, oauth.tenant].join(' ') : ''
}

/** What an account let us do stays as long as it is the same account, app and server; a new secret of the app may be taken where the old one was not. */
async function keepOrEndGrant(tx: Transaction, row: Row, { settings, secret }: Wanted): Promise<void> {
  const provider = { customerId: row.customer_id, id: row.id }
  const [before, after] = [row.settings, settings].map((its) => {
    const { host, port, user } = its as Partial<Extract<ProviderSettings, { kind: 'smtp' }>>
    return [host, port, user, appOf(its)].join(' ')
  })
  if (before !== after) await removeGrant(tx, provider)
  else if (secret) await tryGrantAgain(tx, provider)
}

// Who signs in by OAuth 2 is named; and a directory of its own is part of the address at Microsoft.
function mustNameAccount(settings: ProviderSettings): void {
  if (!('oauth' in settings) || settings.oauth === undefined) return
  if (settings.user === '') throw new AppError('provider.userMissing', { field: 'settings.user' })
  if (settings.oauth.service === 'microsoft' && settings.oauth.tenant === '')
    throw new AppError('provider.tenantMissing', { field: 'settings.oauth.tenant' })
}

/** Each of the three secrets of a number stays until another one comes; none of them goes along to another server or number. */
function cloudSecretOf(secretKey: Buffer, row: Row, { settings, secret, appSecret, verifyToken }: Wanted): Buffer {
  const purpose = secretPurpose({ customerId: row.customer_id, id: row.id })
  const before = row.settings as Partial<typeof settings>
  const isSame =
    settings.kind === 'whatsapp-cloud' &&
    before.kind === 'whatsapp-cloud' &&
    before.baseUrl === settings.baseUrl &&
    before.phoneNumberId === settings.phoneNumberId
  const kept = readCloudSecrets(isSame && row.secret !== null ? decrypt(secretKey, row.secret, purpose) : null)
  const secrets = { token: secret || kept.token, appSecret: appSecret || kept.appSecret, verifyToken: verifyToken || kept.verifyToken }
  if (secrets.token === '') throw new AppError('provider.secretMissing', { field: 'secret' })
  if (secrets.appSecret === '') throw new AppError('provider.secretMissing', { field: 'appSecret' })
  if (secrets.verifyToken === '') throw new AppError('provider.secretMissing', { field: 'verifyToken' })
  return encrypt(secretKey, JSON.stringify(secrets), purpose)
}

/** The key that signs stays until another one comes, or nothing is signed any more. */
function dkimKeyOf(secretKey: Buffer, row: Row, { settings, dkimKey }: Wanted): Buffer | null {
  if (settings.kind !== 'smtp' || settings.dkim === null) return null
  if (dkimKey !== undefined && dkimKey !== '')
    return encrypt(secretKey, readRsaKey(dkimKey), dkimPurpose({ customerId: row.customer_id, id: row.id }))
  if (row.dkim_key === null) throw new AppError('provider.dkimKeyMissing', { field: 'dkimKey' })
  return row.dkim_key
}

// RFC 8301: shorter ones are not believed.
const bitsMin = 1024

function readRsaKey(pem: string): string {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= bitsMin)
      return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    // Whatever is wrong with it, it is no key.
  }
  throw new AppError('provider.dkimKeyInvalid', { field: 'dkimKey' })
}

// Whoever pastes something else is told so before the first payer meets it.
function mustBeMollieKey({ settings, secret }: Wanted): void {
  if (settings.kind === 'mollie' && secret && !mollieKeyPattern.test(secret))
    throw new AppError('provider.mollieKeyInvalid', { field: 'secret' })
}

function mustCarryDefault({ settings, isDefault }: Pick<Wanted, 'settings' | 'isDefault'>): void {
  if (carriesNothing(settings.kind) && isDefault) throw new AppError('provider.kindInvalid', { field: 'isDefault' })
}

// It takes the place of another one.
function mustBackUp(channel: string, { isDefault, isBackup }: { isDefault: boolean; isBackup: boolean }): void {
  if (isBackup && (channel !== 'sms' || isDefault)) throw new AppError('provider.backupInvalid', { field: 'isBackup' })
}

function mustBeReachable({ config }: Services, settings: ProviderSettings): void {
  if (settings.kind === 'simulated' || settings.kind === 'web-pairing') return
  try {
    if (settings.kind === 'whatsapp-cloud') mustBeAllowed(settings.baseUrl, config.allowPrivateHosts)
    else if ('url' in settings) mustBeAllowed(settings.url, config.allowPrivateHosts)
    else if (settings.kind === 'smpp') mustBeSmppHost(settings.host, settings.port, config.allowPrivateHosts)
    else mustBeMailHost(settings.host, settings.port, config.allowPrivateHosts)
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
    const field = 'url' in settings ? 'url' : 'baseUrl' in settings ? 'baseUrl' : 'host'
    throw new AppError('provider.hostInvalid', { field: `settings.${field}` })
  }
}

/** One template has one mail server of its own, which is nobody else's default. */
async function mustSendTemplate(tx: Transaction, { customerID, templateID, settings, isDefault }: New): Promise<void> {
  if (templateID === undefined) return
  const refused = new AppError('provider.templateInvalid', { field: 'templateID' })
  if (settings.kind !== 'smtp' || isDefault) throw refused
  const { rows } = await sql<{ hasServer: boolean }>`
    select exists (
        select from providers p where p.customer_id = t.customer_id and p.template_id = t.id) as "hasServer"
    from templates t
    where t.customer_id = ${customerID} and t.id = ${templateID} and t.kind = 'email' and not t.is_section`.execute(tx)
  if (rows[0]?.hasServer !== false) throw refused
}

async function mustBeNew(tx: Transaction, { customer_id, channel, id }: Pick<Row, 'customer_id' | 'channel' | 'id'>, name: string) {
  const other = await tx
    .selectFrom('providers')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('channel', '=', channel)
    .where('id', '!=', id)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  if (other) throw new AppError('provider.nameTaken', { field: 'name' })
}

// Defaults and names hold for all providers of a customer: who changes one waits for who changes another.
async function lockRegistry(tx: Transaction, customerId: number) {
  await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
}

async function lockProvider(tx: Transaction, caller: Caller, id: number) {
  const found = await tx.selectFrom('providers').select('customer_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('provider.notFound')
  mustAccessCustomer(caller, found.customer_id, 'provider.notFound')
  await lockRegistry(tx, found.customer_id)
  const row = await tx.selectFrom('providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('provider.notFound')
  return row
}

async function shown(tx: Transaction, { config }: Services, { customer_id, id }: Pick<Row, 'customer_id' | 'id'>): Promise<Provider> {
  const provider = await findProviderShown(tx, config, customer_id, id)
  if (!provider) throw new AppError('provider.notFound')
  return provider
}
