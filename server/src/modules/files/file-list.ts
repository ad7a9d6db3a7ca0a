import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { unendedStatuses } from '@regie/contract/files.ts'
import { fileDaysKept, fileSorts, fileTabRights, type FileTab, type StoredFile, type storedFileApi } from '@regie/contract/stored-files.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import type { FileKind } from './store-upload.ts'

type Query = RequestOf<typeof storedFileApi.list>['query']
const Cursor = z.tuple([z.enum(fileSorts), z.string(), z.number()])

// What a sort compares, as text that reads back the same; never null, so that a cursor can stand anywhere.
const sortKeys: Record<Query['sort'], { column: string; type: string }> = {
  createdAt: { column: 'f.created_at', type: 'timestamptz' },
  name: { column: 'lower(f.name)', type: 'text' },
  bytes: { column: 'f.bytes', type: 'bigint' },
  expiresAt: { column: 'f.expires_at', type: 'timestamptz' },
}

/** SQL: an import that is not done still reads the file that a query calls `f`. */
export const inUse = sql`exists (
      select from imports i
      where i.customer_id = f.customer_id and i.file_id = f.id and i.status = any(${[...unendedStatuses]}::text[]))`

/** Holds the caller the rights of a tab and those with which a file in it was made? */
export function mayFetch(caller: Pick<Caller, 'rights'>, { kind, needs }: { kind: FileKind; needs: readonly number[] }): boolean {
  return [...(kind in fileTabRights ? [fileTabRights[kind as FileTab]] : []), ...needs].every((right) => caller.rights.includes(right))
}

/** The files of a customer in a tab; those that still come in are no files yet. */
export async function listFiles(
  { db, config }: Pick<Services, 'db' | 'config'>,
  caller: Caller,
  { customerID, tab, q = '', sort, direction, limit, cursor }: Query,
): Promise<ResponseOf<typeof storedFileApi.list>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const { column, type } = sortKeys[sort]
  const [key, order, beyond] = [sql.raw(column), sql.raw(direction), sql.raw(direction === 'asc' ? '>' : '<')]
  const place = cursor === undefined ? null : placeOf(cursor, sort)
  const after = place
    ? sql`
      and (${key}, f.id) ${beyond} (${place[1]}::text::${sql.raw(type)}, ${place[2]}::bigint)`
    : sql``
  const words = q.split(/\s+/).filter((word) => word !== '')
  const conditions = sql`
      f.customer_id = ${customerID} and f.kind = ${tab} and f.removed_at is null
      and f.state <> 'receiving' and f.expires_at > now() ${sql.join(
        words.map((word) => sql`and f.name ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
        sql` `,
      )}`
  const { rows: found } = await sql<Omit<StoredFile, 'mayFetch'> & { sortValue: string; needs: number[] }>`
    select f.id as "fileID", f.name, f.kind as tab, f.format, f.bytes, f.state, f.fault, to_jsonb(f.needs) as needs,
      ${sql.raw(isoText('f.created_at'))} as "createdAt", ${sql.raw(isoText('f.expires_at'))} as "expiresAt",
      coalesce(u.username, '') as by, (
        select count(*)::int
        from file_fetches t
        where t.customer_id = f.customer_id and t.file_id = f.id) as fetches,
      coalesce((
        select json_agg(json_build_object('at', last.at, 'by', last.by) order by last.id desc)
        from (
          select t.id, ${sql.raw(isoText('t.at'))} as at, coalesce(w.username, '') as by
          from file_fetches t
          left join users w on w.id = t.user_id
          where t.customer_id = f.customer_id and t.file_id = f.id
          order by t.id desc
          limit 5) last), '[]') as "lastFetches", (
        select max(i.batch_id)
        from imports i
        where i.customer_id = f.customer_id and i.file_id = f.id and i.status = 'done') as "batchID",
      ${inUse} as "isInUse", (${key})::text as "sortValue"
    from files f
    left join users u on u.id = f.uploaded_by
    where ${conditions} ${after}
    order by ${key} ${order}, f.id ${order}
    limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number; isAway: boolean }>`
    select count(*)::int as total, (
        select exists (select from files where customer_id = ${customerID} and state = 'waiting' and removed_at is null
            and fault is not null)) as "isAway"
    from files f
    where ${conditions}`.execute(db)
  const { rows, nextCursor } = pageFrom(found, limit, (row) => [sort, row.sortValue, row.fileID])
  return {
    rows: rows.map(({ sortValue: _sortValue, needs, ...row }) => ({ ...row, mayFetch: mayFetch(caller, { kind: row.tab, needs }) })),
    nextCursor,
    total: { value: counted[0]?.total ?? 0, exact: true },
    scanner: config.virusScanner === null ? 'off' : counted[0]?.isAway ? 'away' : 'on',
    daysKept: fileDaysKept[tab],
  }
}

function placeOf(cursor: string, sort: Query['sort']) {
  const place = decodeCursor(Cursor, cursor)
  // A cursor of another order would skip rows in silence.
  if (place[0] !== sort) throw new AppError('error.invalid', { field: 'cursor' })
  return place
}
