import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { DeliveredFile, FileDelivery, fileDeliveryApi } from '@regie/contract/file-deliveries.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { userName } from '../../platform/db/user-name.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

/** The deliveries of a customer by name, or one of them. */
async function listDeliveries(db: Db | Transaction, customerId: number, id: number | null = null): Promise<FileDelivery[]> {
  const { rows } = await sql<FileDelivery>`
    select d.id as "deliveryID", d.customer_id as "customerID", d.name, d.kind, d.host, d.port, d.username,
      d.sign_in as "signIn", d.secret is not null as "hasSecret", d.host_key as "hostKey", d.folder, d.pattern,
      d.every_minutes as "everyMinutes", d.script_id as "scriptID", s.name as "scriptName", d.batch_name as "batchName",
      d.start_later as "startLater", (
        select coalesce(json_agg(c.id order by c.id), '[]')
        from contacts c
        where c.customer_id = d.customer_id and c.id = any(d.contact_ids)) as "contactIDs",
      d.is_on as "isOn", ${userName('u')} as "actsFor", ${iso('d.looked_at')} as "lookedAt", d.fault,
      ${iso('d.failing_since')} as "failingSince", (
        select count(*)::int
        from delivered_files f
        where f.customer_id = d.customer_id and f.delivery_id = d.id and f.state = 'asking') as waiting, d.version
    from file_deliveries d
    join scripts s on s.customer_id = d.customer_id and s.id = d.script_id
    left join staff u on u.id = d.acts_for
    where d.customer_id = ${customerId} and d.removed_at is null and (${id}::bigint is null or d.id = ${id})
    order by lower(d.name)`.execute(db)
  return rows
}

const iso = (column: string) => sql.raw(isoText(column))

export async function shownDelivery(db: Db | Transaction, customerId: number, id: number): Promise<FileDelivery> {
  const [delivery] = await listDeliveries(db, customerId, id)
  if (!delivery) throw new AppError('delivery.notFound')
  return delivery
}

/** The deliveries of a customer, and what the form of one chooses from. */
export async function readDeliveries(
  { db, config }: Services,
  caller: Caller,
  customerId: number,
): Promise<ResponseOf<typeof fileDeliveryApi.list>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const scripts = await db
    .selectFrom('scripts')
    .select(['id as scriptID', 'name'])
    .where('customer_id', '=', customerId)
    .where('live_version_id', 'is not', null)
    .where('active', '=', true)
    .orderBy('name')
    .limit(choicesMax)
    .execute()
  const { rows: contacts } = await sql<{ contactID: number; name: string }>`
    select id as "contactID", trim(concat_ws(' ', nullif(first_name, ''), nullif(middle_name, ''), last_name)) as name
    from contacts
    where customer_id = ${customerId} and active and email <> ''
    order by lower(last_name), id
    limit ${choicesMax}`.execute(db)
  const ownFolder = config.deliveriesDir === null ? null : String(customerId)
  return { rows: await listDeliveries(db, customerId), ownFolder, scripts, contacts }
}

const choicesMax = 500

/** Of which customer a delivery is; one of another customer, or one that was deleted, is answered as one that is not there. */
export async function findCustomerOfDelivery(db: Db | Transaction, caller: Caller, id: number): Promise<number> {
  const found = await db
    .selectFrom('file_deliveries')
    .select('customer_id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!found || !caller.customerIds.includes(found.customer_id)) throw new AppError('delivery.notFound')
  return found.customer_id
}

const Place = z.tuple([z.number().int().positive()])
const countMax = 1_000

/** The log of a delivery, the newest first. */
export async function listDelivered(
  { db }: Services,
  caller: Caller,
  deliveryId: number,
  { state, limit, cursor }: RequestOf<typeof fileDeliveryApi.files>['query'],
): Promise<ResponseOf<typeof fileDeliveryApi.files>> {
  const customerId = await findCustomerOfDelivery(db, caller, deliveryId)
  const [before] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(Place, cursor)
  const wanted = sql`
      f.customer_id = ${customerId} and f.delivery_id = ${deliveryId} and f.name <> ''
      and (${state ?? null}::text is null or f.state = ${state ?? null})`
  const { rows } = await sql<DeliveredFile>`
    select f.id as "deliveredFileID", f.name, f.bytes, ${iso('f.at')} as at, f.state, f.reason,
      f.import_id as "importID", b.id as "batchID", coalesce(b.name, '') as "batchName", f.rows_read as rows, f.cases,
      f.refused_rows as "refusedRows", f.place = 'left' as "isLeft"
    from delivered_files f
    left join imports i on i.customer_id = f.customer_id and i.id = f.import_id
    left join batches b on b.customer_id = i.customer_id and b.id = i.batch_id
    where ${wanted} and f.id < ${before}
    order by f.id desc
    limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ value: number }>`
    select count(*)::int as value from (select from delivered_files f where ${wanted} limit ${countMax}) found`.execute(db)
  const value = counted[0]?.value ?? 0
  return { ...pageFrom(rows, limit, (row) => [row.deliveredFileID]), total: { value, exact: value < countMax } }
}
