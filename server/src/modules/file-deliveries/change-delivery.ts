import type { RequestOf } from '@regie/contract/endpoint.ts'
import { type FileDelivery, fileDeliveriesMax, type fileDeliveryApi } from '@regie/contract/file-deliveries.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustBeLive } from '../imports/begin-import.ts'
import { shownDelivery } from './delivery-queries.ts'
import { sealSecret } from './delivery-secret.ts'
import { checkedPlace } from './places/checked-place.ts'

type New = RequestOf<typeof fileDeliveryApi.create>['body']
type Change = RequestOf<typeof fileDeliveryApi.change>['body']
type Parts = Omit<Change, 'version'>

/** Makes a delivery. Its files are uploads of who makes it, so that nobody brings in by a folder what they may not bring in by hand. */
export async function createDelivery(
  services: Services,
  caller: Caller,
  { customerID: customerId, ...wanted }: New,
): Promise<FileDelivery> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const parts = placeOf(services, wanted)
  return services.db.transaction().execute(async (tx) => {
    // Two who add one at once are counted one after the other.
    await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const { count } = await tx
      .selectFrom('file_deliveries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('customer_id', '=', customerId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) >= fileDeliveriesMax) throw new AppError('delivery.tooMany', { params: { max: fileDeliveriesMax } })
    await mustBeAllRight(tx, { customerId, id: 0 }, wanted)
    const { id } = await tx
      .insertInto('file_deliveries')
      .values({ customer_id: customerId, ...columnsOf(wanted, parts), acts_for: caller.userId, next_at: services.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Sealed for its place, which has its number now.
    await keepSecret(tx, services, { customerId, id }, parts.secret)
    if (wanted.isOn) await lookSoon(tx)
    return shownDelivery(tx, customerId, id)
  })
}

/** Changes a delivery, unless somebody else did so since the caller looked. Who saves it is whose uploads its files are. */
export async function changeDelivery(
  services: Services,
  caller: Caller,
  id: number,
  { version, ...wanted }: Change,
): Promise<FileDelivery> {
  const parts = placeOf(services, wanted)
  return services.db.transaction().execute(async (tx) => {
    const row = await lockDelivery(tx, caller, id)
    const customerId = row.customer_id
    if (row.version !== version) throw new AppError('error.conflict', { current: await shownDelivery(tx, customerId, id) })
    await mustBeAllRight(tx, { customerId, id }, wanted)
    // Another machine: neither its key nor the password of the one before is its own.
    const isElsewhere = wanted.kind !== row.kind || parts.host !== row.host || parts.port !== row.port
    const isOtherPerson = parts.username !== row.username || parts.signIn !== row.sign_in
    await tx
      .updateTable('file_deliveries')
      .set({
        ...columnsOf(wanted, parts),
        ...{ acts_for: caller.userId, version: version + 1, next_at: services.clock.now(), claimed_until: null },
        ...(isElsewhere && { host_key: null }),
        ...((isElsewhere || isOtherPerson) && { secret: null }),
        ...{ fault: null, failing_since: null },
      })
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .execute()
    await keepSecret(tx, services, { customerId, id }, parts.secret)
    if (wanted.isOn) await lookSoon(tx)
    return shownDelivery(tx, customerId, id)
  })
}

/** Deletes a delivery with its password. What it took goes on, and stays known, so that it comes in by no other way again. */
export async function removeDelivery({ db, clock }: Services, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { customer_id: customerId } = await lockDelivery(tx, caller, id)
    await tx
      .updateTable('file_deliveries')
      .set({ removed_at: clock.now(), is_on: false, secret: null, host_key: null, contact_ids: [] })
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .execute()
  })
}

/** A delivery of the caller's customers, kept as it is until the transaction ends; any other is answered as one that is not there. */
async function lockDelivery(tx: Transaction, caller: Caller, id: number) {
  const row = await tx
    .selectFrom('file_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row || !caller.customerIds.includes(row.customer_id)) throw new AppError('delivery.notFound')
  return row
}

function placeOf({ config }: Services, wanted: Parts) {
  const { kind, secret } = wanted
  return { ...checkedPlace(config, wanted), ...(kind === 'sftp' && secret !== undefined && { secret }) }
}

function columnsOf(wanted: Parts, { host, port, username, signIn, folder }: ReturnType<typeof placeOf>) {
  const { name, kind, pattern, everyMinutes, scriptID, batchName, startLater, contactIDs, isOn } = wanted
  return {
    ...{ name, kind, host, port, username, sign_in: signIn, folder, pattern, every_minutes: everyMinutes },
    ...{ script_id: scriptID, batch_name: batchName, start_later: startLater, contact_ids: [...new Set(contactIDs)], is_on: isOn },
  }
}

async function mustBeAllRight(tx: Transaction, { customerId, id }: { customerId: number; id: number }, wanted: Parts): Promise<void> {
  const other = await tx
    .selectFrom('file_deliveries')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '<>', id)
    .where('removed_at', 'is', null)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(wanted.name)])))
    .executeTakeFirst()
  if (other) throw new AppError('delivery.nameTaken', { field: 'name' })
  await mustBeLive(tx, customerId, wanted.scriptID)
  const contactIds = [...new Set(wanted.contactIDs)]
  if (contactIds.length === 0) return
  const found = await tx.selectFrom('contacts').select('id').where('customer_id', '=', customerId).where('id', 'in', contactIds).execute()
  if (found.length < contactIds.length) throw new AppError('contact.notFound', { field: 'contactIDs' })
}

async function keepSecret(tx: Transaction, { config }: Services, place: { customerId: number; id: number }, secret?: string) {
  if (secret === undefined) return
  await tx
    .updateTable('file_deliveries')
    .set({ secret: sealSecret(config.secretKey, place, secret) })
    .where('customer_id', '=', place.customerId)
    .where('id', '=', place.id)
    .execute()
}

/** Who has just saved one sees it work: it is looked into now, and again when what lies there has kept still for long enough. */
async function lookSoon(tx: Transaction): Promise<void> {
  await enqueue(tx, 'takeDeliveries', {})
}
