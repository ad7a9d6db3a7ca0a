import { type LeftImport, unendedStatuses } from '@regie/contract/files.ts'
import { sql } from 'kysely'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { userName } from '../../platform/db/user-name.ts'
import { daysKept } from './remove-old-files.ts'

// Few are under way at once; what one left long ago stands last.
const leftMax = 20

type Row = Omit<LeftImport, 'uploadedAt' | 'keptUntil'> & { uploadedAt: Date; keptUntil: Date }

/** The imports of a customer that have no end yet, on whatever browser they were begun: the caller's first, then those of colleagues. */
export async function listLeftImports({ db }: Pick<Services, 'db'>, caller: Caller, customerId: number): Promise<LeftImport[]> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const isMine = sql`coalesce(i.created_by = ${caller.userId}, false)`
  const { rows } = await sql<Row>`
    select i.id as "importID", f.name as "fileName", s.name as "scriptName", i.status, i.missing,
      case when i.counts is not null
        then json_build_object('rows', i.counts -> 'rows', 'invalid', i.counts -> 'invalid') end as checked,
      i.created_at as "uploadedAt", f.created_at + make_interval(days => ${daysKept}) as "keptUntil",
      ${isMine} as "isMine", i.created_by is null as "isOfNobody", ${userName('u')} as by
    from imports i
    join files f on f.customer_id = i.customer_id and f.id = i.file_id
    join scripts s on s.customer_id = i.customer_id and s.id = i.script_id
    left join staff u on u.id = i.created_by
    where i.customer_id = ${customerId} and i.status in (${sql.join(unendedStatuses.map((status) => sql.lit(status)))})
    order by ${isMine} desc, i.created_at desc, i.id desc
    limit ${leftMax}`.execute(db)
  return rows.map((row) => ({ ...row, uploadedAt: row.uploadedAt.toISOString(), keptUntil: row.keptUntil.toISOString() }))
}
