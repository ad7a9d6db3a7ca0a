import { createPrivateKey } from 'node:crypto'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type Provider, type providerApi, providerKinds, type ProviderSettings } from '@regie/contract/providers.ts'
import { dkimPurpose, secretPurpose } from '../../gateways/registered-provider.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { mustBeMailHost, OutboundRefused } from '../../platform/http/outbound-guard.ts'
import { encrypt } from '../../platform/security/encryption.ts'
import type { Services } from '../../services.ts'
import { findProviderShown } from './provider-queries.ts'

type New = RequestOf<typeof providerApi.create>['body']
type Wanted = RequestOf<typeof providerApi.change>['body']
type Row = Awaited<ReturnType<typeof lockProvider>>

/** Adds a provider to a channel of a customer. */
export async function createProvider(services: Services, caller: Caller, wanted: New): Promise<Provider> {
  const { customerID: customerId, channel, settings } = wanted
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const channels: readonly string[] = providerKinds[settings.kind]
  if (!channels.includes(channel)) throw new AppError('provider.kindInvalid', { field: 'settings.kind' })
  mustBeReachable(services, settings)
  mustCarryDefault(wanted)
  return services.db.transaction().execute(async (tx) => {
    await lockRegistry(tx, customerId)
    await mustBeNew(tx, { customer_id: customerId, channel, id: 0 }, wanted.name)
    const row = await tx
      .insertInto('providers')
      .values({ customer_id: customerId, channel, kind: settings.kind, name: wanted.name })
      .returningAll()
      .executeTakeFirstOrThrow()
    return keep(tx, services, row, { ...wanted, version: 0 })
  })
}

/** Changes a provider, unless somebody else did so since this person looked. */
export async function changeProvider(services: Services, caller: Caller, id: number, wanted: Wanted): Promise<Provider> {
  mustBeReachable(services, wanted.settings)
  mustCarryDefault(wanted)
  return services.db.transaction().execute(async (tx) => {
    const row = await lockProvider(tx, caller, id)
    if (row.version !== wanted.version) throw new AppError('error.conflict', { current: await shown(tx, row) })
    if (row.kind !== wanted.settings.kind) throw new AppError('provider.kindInvalid', { field: 'settings.kind' })
    await mustBeNew(tx, row, wanted.name)
    return keep(tx, services, row, wanted)
  })
}

/** Deletes a provider that no script names. Messages that wait for it are held: no other one sends them. */
export async function removeProvider({ db }: Services, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await lockProvider(tx, caller, id)
    const { scripts } = await shown(tx, row)
    if (scripts.length > 0) throw new AppError('provider.inUse', { params: { scripts: scripts.join(', ') } })
    await tx.deleteFrom('providers').where('customer_id', '=', row.customer_id).where('id', '=', id).execute()
  })
}

async function keep(tx: Transaction, { config }: Services, row: Row, wanted: Wanted): Promise<Provider> {
  const { customer_id: customerId, id } = row
  const secret = secretOf(config.secretKey, row, wanted)
  if (wanted.settings.kind !== 'simulated' && wanted.settings.user !== '' && secret === null)
    throw new AppError('provider.secretMissing', { field: 'secret' })
  const dkimKey = dkimKeyOf(config.secretKey, row, wanted)
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
      version: wanted.version === 0 ? 1 : eb('version', '+', 1),
    }))
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
  // What was held by a provider that was off is looked at anew.
  const scripts = await tx.selectFrom('scripts').select('id').where('customer_id', '=', customerId).execute()
  await enqueue(tx, 'endHolds', { customerId, scriptIds: scripts.map((script) => script.id) })
  return shown(tx, row)
}

/** A password that is left out stays, but only where it is: another server or user never gets it. */
function secretOf(secretKey: Buffer, row: Row, { settings, secret }: Wanted): Buffer | null {
  if (settings.kind === 'simulated') return null
  if (secret !== undefined)
    return secret === '' ? null : encrypt(secretKey, secret, secretPurpose({ customerId: row.customer_id, id: row.id }))
  const before = row.settings as Partial<typeof settings>
  const isSame = before.host === settings.host && before.port === settings.port && before.user === settings.user
  return isSame ? row.secret : null
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

// Nothing leaves by a mailbox that is read.
function mustCarryDefault({ settings, isDefault }: Pick<Wanted, 'settings' | 'isDefault'>): void {
  if (settings.kind === 'imap' && isDefault) throw new AppError('provider.kindInvalid', { field: 'isDefault' })
}

function mustBeReachable({ config }: Services, settings: ProviderSettings): void {
  if (settings.kind === 'simulated') return
  try {
    mustBeMailHost(settings.host, settings.port, config.allowPrivateHosts)
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
    throw new AppError('provider.hostInvalid', { field: 'settings.host' })
  }
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

async function shown(tx: Transaction, { customer_id, id }: Pick<Row, 'customer_id' | 'id'>): Promise<Provider> {
  const provider = await findProviderShown(tx, customer_id, id)
  if (!provider) throw new AppError('provider.notFound')
  return provider
}
