import type { CaseFilter } from '@regie/contract/case-filter.ts'
import type { CaseStatus, caseApi } from '@regie/contract/cases.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { filterConditions } from './case-filter.ts'
import { type CaseOrder, isBehind, orderBy, orderColumns } from '../case-order.ts'
import { type AskedPage, casePage } from '../case-page.ts'
import { readCases } from '../open-ids.ts'

/** Cases of a customer among those of a batch or a search, by a filter. */
export type WantedCases = { customerId: number; among: RawBuilder<unknown>; status: CaseStatus | undefined; filter: CaseFilter }
type Found = { total: number; ids: number[] }

/**
 * A page of cases that match a filter, among those of a batch or of a search, with their exact total. They are looked for once, planned with the values
 * at hand: which index leads there soonest depends on how many have them. What is shown of a page is read by a question that is planned already, for
 * planning it anew took half of the time.
 */
export async function listFilteredCases(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  caller: Caller,
  asked: AskedPage,
  wanted: WantedCases,
): Promise<ResponseOf<typeof caseApi.list>> {
  const { order, limit, place } = asked
  const conditions = conditionsOf(wanted)
  const inOrder = sql.raw(orderBy(order))
  const behind = place === null ? 'true' : isBehind(order, '(select value from place)', '(select id from place)')
  const { rows } = await sql<Found>`
    with place(value, id) as (values (${place?.value ?? null}::text, ${place?.id ?? null}::bigint)),
    wanted as materialized (select ${sql.raw(orderColumns)} from cases c where ${conditions})
    select
      (select count(*)::int from wanted) as total,
      (select coalesce(json_agg(page.id), '[]') from (
        select c.id
        from wanted c
        where ${sql.raw(behind)}
        order by ${inOrder}
        limit ${limit + 1}) page) as ids`.execute(db)
  const { total, ids } = rows[0] ?? { total: 0, ids: [] }
  return casePage(pool, caller, asked, { rows: await readCases(pool, wanted.customerId, ids), total })
}

/** The ids of all of them in that order, up to so many. */
export async function filteredCaseIds(db: Db, order: CaseOrder, max: number, wanted: WantedCases): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id
    from cases c
    where ${conditionsOf(wanted)}
    order by ${sql.raw(orderBy(order))}
    limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}

function conditionsOf({ customerId, among, status, filter }: WantedCases) {
  return sql.join(
    [
      sql<boolean>`c.customer_id = ${customerId} and ${among}`,
      ...(status === undefined ? [] : [sql<boolean>`c.status = ${status}`]),
      ...filterConditions(filter),
    ],
    sql` and `,
  )
}
