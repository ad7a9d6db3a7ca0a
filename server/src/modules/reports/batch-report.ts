import { maskedKeys } from '../cases/masks/mask-sql.ts'
import { columnSqlOf } from './columns/column-sql.ts'
import { type ColumnKey, reportColumns } from './columns/report-columns.ts'
import type { ReportTexts } from './report-texts.ts'

/** The columns that PostgreSQL writes by itself. */
export const batchColumns = (Object.keys(reportColumns) as ColumnKey[]).filter((key) => reportColumns[key].sql !== undefined)

/** One row per case of these batches, in the order of import, as a COPY to CSV: PostgreSQL writes it as fast as it is read. Ids are whole numbers of our own. */
export function batchReportCopy(batches: readonly { customerId: number; batchId: number }[], texts: ReportTexts, shown: { seesPersonalData: boolean }): string {
  const by = columnSqlOf(texts, shown)
  const wanted = batches.map(
    ({ customerId, batchId }, place) => `(${place}, ${Math.trunc(customerId)}::bigint, ${Math.trunc(batchId)}::bigint)`,
  )
  // Of several links the paid one is shown, else the newest.
  return `copy (
    select ${batchColumns.map((key) => reportColumns[key].sql?.(by)).join(', ')}
    from (values ${wanted.join(', ')}) as wanted (place, customer_id, batch_id)
    join batches b on b.customer_id = wanted.customer_id and b.id = wanted.batch_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    ${maskedKeys}
    cross join lateral (select * from cases where customer_id = b.customer_id and batch_id = b.id order by id) c
    left join lateral (select count(*) filter (where channel = 'email' and state = 'sent') as emails,
      count(*) filter (where channel = 'sms' and state = 'sent') as sms
      from communications where customer_id = c.customer_id and case_id = c.id) m on true
    left join lateral (select state, paid_at
      from payment_links
      where customer_id = c.customer_id and case_id = c.id
      order by (state = 'paid') desc, id desc limit 1) p on true
  ) to stdout with (format csv, delimiter ';', encoding 'UTF8')`
}
