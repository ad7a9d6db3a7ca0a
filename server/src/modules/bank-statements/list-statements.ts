import type { BankStatement, statementApi } from '@regie/contract/bank-statements.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

const Place = z.tuple([z.number().int().positive()])

/** The files of bank statements of a customer, the newest first, and how many entries wait in all of them. */
export async function listStatements(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { customerID, limit, cursor }: RequestOf<typeof statementApi.list>['query'],
): Promise<ResponseOf<typeof statementApi.list>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const [id] = cursor === undefined ? [null] : decodeCursor(Place, cursor)
  const { rows } = await sql<BankStatement>`
    select s.id as "statementID", f.name as "fileName", s.state, s.fault, s.fault_place as "faultPlace",
      s.accounts, s.entries, s.known,
      n.waiting, n.booked,
      ${sql.raw(isoText('s.uploaded_at'))} as "uploadedAt", coalesce(u.username, '') as by
    from bank_statements s
    join files f on f.customer_id = s.customer_id and f.id = s.file_id
    left join users u on u.id = s.uploaded_by
    cross join lateral (
      select count(*) filter (where e.is_booked)::int as booked,
        count(*) filter (where e.amount_cents > 0 and e.ignored_at is null and not e.is_booked)::int as waiting
      from bank_entries e
      where e.customer_id = s.customer_id and e.statement_id = s.id) n
    where s.customer_id = ${customerID} and (${id}::bigint is null or s.id < ${id}::bigint)
    order by s.id desc
    limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number; open: number; hasSample: boolean }>`
    select (select count(*)::int from bank_statements where customer_id = ${customerID}) as total,
      (select is_demo from customers where id = ${customerID}) as "hasSample", (
        select count(*)::int
        from bank_entries e
        where e.customer_id = ${customerID} and e.amount_cents > 0 and e.ignored_at is null
          and not e.is_booked) as open`.execute(db)
  const page = pageFrom(rows, limit, (row) => [row.statementID])
  return {
    ...page,
    total: { value: counted[0]?.total ?? 0, exact: true },
    open: counted[0]?.open ?? 0,
    hasSample: counted[0]?.hasSample ?? false,
  }
}
