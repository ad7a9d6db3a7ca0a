import type { HandOver, HandOverCase, handOverCaseStates, handOverApi, Recipient } from '@regie/contract/hand-overs.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMasks } from '../cases/masks/case-mask.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { mayFetch } from '../files/file-list.ts'
import { prescribedLetterOn } from './what-is-missing.ts'

const Place = z.tuple([z.number()])
const recipientsMax = 50

/** SQL: the job of hand-over `h` still hands cases over. */
const atWork = sql<boolean>`exists (
      select from bulk_jobs j
      where j.customer_id = h.customer_id and j.id = h.bulk_id and j.state in ('waiting', 'running'))`

/** A hand-over that this caller may see. */
export async function findHandOver(db: Db, caller: Caller, handOverId: number) {
  const { rows } = await sql<{ customerId: number; name: string; fileId: number | null; isAtWork: boolean; given: number }>`
    select h.customer_id as "customerId", h.name, h.file_id as "fileId", ${atWork} as "isAtWork", (
        select count(*)::int from hand_over_cases k
        where k.customer_id = h.customer_id and k.hand_over_id = h.id and k.state = 'handedOver') as given
    from hand_overs h
    where h.id = ${handOverId}`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('handOver.notFound')
  mustAccessCustomer(caller, found.customerId, 'handOver.notFound')
  return found
}

type Row = Omit<HandOver, 'counts' | 'file'> & {
  counts: Partial<HandOver['counts']>
  file: (Omit<NonNullable<HandOver['file']>, 'mayFetch'> & { needs: number[] }) | null
}

const columns = sql`h.id as "handOverID", h.kind, h.name, h.email, h.reference, h.note, h.on_day::text as on,
      ${sql.raw(isoText('h.at'))} as at, h.by_user as by, ${atWork} as "isAtWork",
      coalesce((
        select json_object_agg(n.state, n.count)
        from (
          select state, count(*)::int as count
          from hand_over_cases k
          where k.customer_id = h.customer_id and k.hand_over_id = h.id
          group by state) n), '{}') as counts,
      coalesce((
        select json_agg(json_build_object('currency', o.currency, 'cents', o.cents) order by o.currency)
        from (
          select c.currency, sum(${sql.raw(openCents('c'))})::bigint as cents
          from hand_over_cases k
          join cases c on c.customer_id = k.customer_id and c.id = k.case_id
          where k.customer_id = h.customer_id and k.hand_over_id = h.id and k.state = 'handedOver'
          group by c.currency) o), '[]') as open, (
        select json_build_object('fileID', f.id, 'name', f.name, 'bytes', f.bytes, 'state', f.state, 'fault', f.fault,
          'expiresAt', ${sql.raw(isoText('f.expires_at'))}, 'needs', f.needs)
        from files f
        where f.customer_id = h.customer_id and f.id = h.file_id and f.removed_at is null
          and (f.expires_at is null or f.expires_at > now())) as file`

/** The hand-overs of a customer, newest first: what they are of, what is open of it now, and their file while there is one. */
export async function listHandOvers(
  { db }: Services,
  caller: Caller,
  { customerID, limit, cursor }: RequestOf<typeof handOverApi.list>['query'],
): Promise<ResponseOf<typeof handOverApi.list>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const [before] = cursor === undefined ? [null] : decodeCursor(Place, cursor)
  const { rows: found } = await sql<Row>`
    select ${columns}
    from hand_overs h
    where h.customer_id = ${customerID} and (${before}::bigint is null or h.id < ${before})
    order by h.id desc
    limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from hand_overs where customer_id = ${customerID}`.execute(db)
  const { rows, nextCursor } = pageFrom(found, limit, (row) => [row.handOverID])
  return {
    rows: rows.map((row) => shownTo(caller, row)),
    nextCursor,
    total: { value: counted[0]?.total ?? 0, exact: true },
  }
}

/** One of them, and of which customer it is. */
export async function findShownHandOver({ db }: Services, caller: Caller, handOverId: number): Promise<ResponseOf<typeof handOverApi.get>> {
  const { customerId } = await findHandOver(db, caller, handOverId)
  const { rows } = await sql<Row>`
    select ${columns}
    from hand_overs h
    where h.customer_id = ${customerId} and h.id = ${handOverId}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('handOver.notFound')
  return { ...shownTo(caller, row), customerID: customerId }
}

const none = { handedOver: 0, refused: 0, undone: 0, takenBack: 0 }
const shownTo = (caller: Caller, { file, counts, ...row }: Row): HandOver => ({
  ...row,
  counts: { ...none, ...counts },
  file: file && fileOf(caller, file),
})

const fileOf = (caller: Caller, { needs, ...file }: NonNullable<Row['file']>) => ({
  ...file,
  mayFetch: mayFetch(caller, { kind: 'result', needs }),
})

const CasePlace = z.tuple([z.number(), z.number()])

/** The cases of a hand-over: those that are handed over first, then what came back, then what was left alone. */
export async function listCasesOf(
  { db, pool }: Services,
  caller: Caller,
  handOverId: number,
  { limit, cursor }: RequestOf<typeof handOverApi.cases>['query'],
): Promise<ResponseOf<typeof handOverApi.cases>> {
  const { customerId } = await findHandOver(db, caller, handOverId)
  const place = cursor === undefined ? null : decodeCursor(CasePlace, cursor)
  const order = ['handedOver', 'takenBack', 'undone', 'refused'] satisfies (typeof handOverCaseStates)[number][]
  const after = place ? sql`and (k.rank, c.id) > (${place[0]}::int, ${place[1]}::bigint)` : sql``
  const { rows: found } = await sql<HandOverCase & { rank: number }>`
    select c.id as "caseID", c.case_number as "caseNumber", c.name,
      ${sql.raw(prescribedLetterOn)} as "letterOn", k.state, k.reason, c.currency, k.rank,
      k.open_cents as "openThenCents", ${sql.raw(openCents('c'))} as "openCents"
    from (
      select *, array_position(${order}::text[], state) as rank
      from hand_over_cases
      where customer_id = ${customerId} and hand_over_id = ${handOverId}) k
    join cases c on c.customer_id = k.customer_id and c.id = k.case_id
    where true ${after}
    order by k.rank, c.id
    limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from hand_over_cases
    where customer_id = ${customerId} and hand_over_id = ${handOverId}`.execute(db)
  const { rows, nextCursor } = pageFrom(found, limit, (row) => [row.rank, row.caseID])
  const caseIds = rows.map(({ caseID }) => caseID)
  const mask = await findTextMasks(pool, caller, caseIds)
  const shown = rows.map(({ rank: _rank, name, ...row }) => ({ ...row, name: mask(row.caseID, name) }))
  return { rows: shown, nextCursor, total: { value: counted[0]?.total ?? 0, exact: true } }
}

/** Who got cases of a customer before, each once, the last one first. */
export async function listRecipients({ db }: Services, caller: Caller, customerId: number): Promise<Recipient[]> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { rows } = await sql<Recipient>`
    select kind, name, email
    from (
      select distinct on (kind, lower(name)) id, kind, name, email
      from hand_overs
      where customer_id = ${customerId}
      order by kind, lower(name), id desc) r
    order by id desc
    limit ${recipientsMax}`.execute(db)
  return rows
}
