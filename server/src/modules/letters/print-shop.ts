import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { PrintShop, PrintTest, printShopApi } from '@regie/contract/print-shops.ts'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { checkedPlace } from '../file-deliveries/places/checked-place.ts'
import { findPrintPlace, openPrintPlace, printFaultOf, sealPrintSecret } from './print-place.ts'

type Change = RequestOf<typeof printShopApi.change>['body']

/** Where the letters of a customer are put, and what waits for it; who never set one has one that is off. */
export async function readPrintShop({ db, config }: Services, caller: Caller, customerId: number): Promise<PrintShop> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  return shownShop(db, config, customerId)
}

async function shownShop(db: Db, { deliveriesDir }: Services['config'], customerId: number): Promise<PrintShop> {
  const { rows } = await sql<Omit<PrintShop, 'ownFolder'>>`
    select k.id as "customerID", coalesce(s.is_on, false) as "isOn", coalesce(s.kind, 'folder') as kind,
      coalesce(s.host, '') as host, coalesce(s.port, 22) as port, coalesce(s.username, '') as username,
      coalesce(s.sign_in, 'password') as "signIn", s.secret is not null as "hasSecret", s.host_key as "hostKey",
      coalesce(s.folder, '') as folder, s.letter_cents as "letterCents", s.fault,
      ${sql.raw(isoText('s.failing_since'))} as "failingSince", (
        select count(*)::int
        from letters l
        where l.customer_id = k.id and l.state in ('drawing', 'queued')) as waiting, (
        select ${sql.raw(isoText('max(l.handed_at)'))}
        from letters l
        where l.customer_id = k.id and l.state = 'handedOver') as "handedAt", coalesce(s.version, 0) as version
    from customers k
    left join print_shops s on s.customer_id = k.id
    where k.id = ${customerId}`.execute(db)
  const [shop] = rows
  if (!shop) throw new AppError('customer.notFound')
  return { ...shop, ownFolder: deliveriesDir === null ? null : String(customerId) }
}

/** Changes it, unless somebody else did so since the caller looked. What waits goes to the new place. */
export async function changePrintShop(
  { db, config, clock }: Services,
  caller: Caller,
  customerId: number,
  { version, secret, isOn, kind, letterCents, ...wanted }: Change,
): Promise<PrintShop> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const parts = placeOf(config, { ...wanted, kind })
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const row = await tx.selectFrom('print_shops').selectAll().where('customer_id', '=', customerId).executeTakeFirst()
    if ((row?.version ?? 0) !== version) throw new AppError('error.conflict', { current: await shownShop(tx, config, customerId) })
    const isElsewhere = !row || kind !== row.kind || parts.host !== row.host || parts.port !== row.port
    const isOtherPerson = isElsewhere || parts.username !== row.username || parts.sign_in !== row.sign_in
    if (isElsewhere || parts.folder !== row.folder || !isOn) await letGoOfBatches(tx, customerId, clock.now())
    const sealed = secret === undefined || kind === 'folder' ? undefined : sealPrintSecret(config.secretKey, customerId, secret)
    const values = {
      ...{ ...parts, kind, is_on: isOn, letter_cents: letterCents, version: version + 1, fault: null, failing_since: null },
      ...(isElsewhere && { host_key: null }),
      ...(sealed !== undefined ? { secret: sealed } : isOtherPerson && { secret: null }),
    }
    await tx
      .insertInto('print_shops')
      .values({ customer_id: customerId, ...values })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(values))
      .execute()
    await tryNow(tx, customerId)
    return shownShop(tx, config, customerId)
  })
}

/**
 * Letters of a batch that is not with the old place yet go to the new one. Whose index may be there already are the old one's: they cannot be had back, and
 * nobody gets a letter twice.
 */
async function letGoOfBatches(tx: Transaction, customerId: number, now: Date): Promise<void> {
  const busy = await tx
    .selectFrom('print_batches')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('done_at', 'is', null)
    .where((eb) => eb.or([eb('index_at', 'is not', null), eb.and([eb('claimed_until', '>', now), eb('failed_at', 'is', null)])]))
    .executeTakeFirst()
  if (busy) throw new AppError('letter.hasLeft')
  await tx
    .updateTable('letters')
    .set({ print_batch_id: null, next_at: now })
    .where('customer_id', '=', customerId)
    .where('state', '=', 'queued')
    .where('print_batch_id', 'is not', null)
    .execute()
  await tx
    .updateTable('print_batches')
    .set({ done_at: now, claimed_until: null })
    .where('customer_id', '=', customerId)
    .where('done_at', 'is', null)
    .execute()
}

function placeOf(config: Services['config'], wanted: Omit<Change, 'version' | 'secret' | 'isOn' | 'letterCents'>) {
  const { signIn, ...place } = checkedPlace(config, wanted)
  return { ...place, sign_in: signIn }
}

/** Hands over what waits now. */
export async function retryPrintShop({ db, config }: Services, caller: Caller, customerId: number): Promise<PrintShop> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  await db.transaction().execute((tx) => tryNow(tx, customerId))
  return shownShop(db, config, customerId)
}

async function tryNow(tx: Transaction, customerId: number): Promise<void> {
  // What an engine is busy with has no fault yet.
  await tx
    .updateTable('print_batches')
    .set({ claimed_until: null })
    .where('customer_id', '=', customerId)
    .where('done_at', 'is', null)
    .where('failed_at', 'is not', null)
    .execute()
  await enqueue(tx, 'handOverLetters', {})
}

const testMs = 20_000
const testName = '.regie-test.part'

/** Puts an empty file into the folder and takes it away again. With a fingerprint that machine is the right one from now on, if it is the one that answers. */
export async function testPrintShop(
  services: Services,
  caller: Caller,
  customerId: number,
  { trustedKey }: { trustedKey?: string | undefined },
): Promise<PrintTest> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { db, config } = services
  await shownShop(db, config, customerId)
  const row = await findPrintPlace(db, customerId, true)
  if (!row) return { fault: 'off', hostKey: null }
  let shown: string | null = null
  const onHostKey = (key: string) => {
    shown = key
  }
  try {
    const signal = AbortSignal.timeout(testMs)
    const place = await openPrintPlace(services, { ...row, hostKey: trustedKey ?? row.hostKey }, { signal, onHostKey })
    try {
      await place.write(testName, Buffer.alloc(0))
      await place.remove(testName)
      return { fault: null, hostKey: shown }
    } finally {
      await place.close()
    }
  } catch (error) {
    return { fault: printFaultOf(error), hostKey: shown }
  } finally {
    // The right machine with a wrong password is the right machine.
    if (trustedKey !== undefined && shown === trustedKey)
      await db
        .updateTable('print_shops')
        .set((eb) => ({ host_key: trustedKey, version: eb('version', '+', 1) }))
        .where('customer_id', '=', customerId)
        .where('version', '=', row.version)
        .execute()
  }
}
