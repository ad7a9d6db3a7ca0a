import { openCents } from '../cases/money/open-amount.ts'
import { nameKeys } from '../fields/masks.ts'
import { maskColumnSql, maskedKeys, maskPhoneSql } from '../cases/masks/mask-sql.ts'
import { amountSql, daySql, momentSql } from '../../platform/documents/cell-formats.ts'
import type { ReportTexts } from './report-texts.ts'

type Column = keyof ReportTexts['columns']

// Quoted as SQL; the words are ours, but a French apostrophe would end them.
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const worded = (column: string, words: Record<string, string>) =>
  `case ${column} ${Object.entries(words)
    .map(([code, word]) => `when ${literal(code)} then ${literal(word)}`)
    .join(' ')} else ${column} end`
// The rule of csv-cells.ts in SQL: an apostrophe before what a spreadsheet would run, also behind a separator; a phone of only + and digits stays.
const guarded = (column: string) =>
  `regexp_replace(${column}, '(^)([\\t\\r][\\t\\r ]*[=+@-]?)|(^|[;,\\t\\r\\n] *)(?!\\+[\\d•]+ *(?:$|[;,\\t\\r\\n]))([=+@-])', '\\1\\3''\\2\\4', 'g')`
type Shown = { seesPersonalData: boolean }

function columnsOf(texts: ReportTexts, { seesPersonalData }: Shown): Record<Column, string> {
  const phone = (column: string) => (seesPersonalData ? column : `(${maskPhoneSql(column)})`)
  const masked = (column: string, keys: readonly string[]) => (seesPersonalData ? column : `(${maskColumnSql(column, keys)})`)
  return {
    batch: guarded('b.name'),
    caseNumber: guarded('c.case_number'),
    name: guarded(masked('c.name', nameKeys)),
    status: worded('c.status', texts.status),
    result: 'c.result',
    lastResult: 'c.last_result',
    claim: amountSql('c.outstanding_cents'),
    outstanding: amountSql(openCents('c')),
    currency: 'c.currency',
    invoiceNumber: guarded(masked('c.invoice_number', ['factuurnummer'])),
    phone: guarded(phone('c.phone')),
    mobile: guarded(phone('c.mobile')),
    email: guarded(masked('c.email', ['email'])),
    city: guarded(masked('c.city', ['plaats'])),
    attempts: 'c.attempts',
    lastAnswer: worded('c.last_answer', texts.lastAnswer),
    emails: 'm.emails',
    sms: 'm.sms',
    linkState: worded('p.state', texts.linkState),
    // A bank says when; staff book a day.
    paidAt: `coalesce(${momentSql('p.paid_at')}, ${daySql('c.paid_on')})`,
    paidAmount: `case when c.paid_cents > 0 then ${amountSql('c.paid_cents')} end`,
    paidShare: `case when c.outstanding_cents > 0 then round(100.0 * least(c.paid_cents, c.outstanding_cents) / c.outstanding_cents)::text end`,
    promisedAmount: `case when c.promised_cents > 0 then ${amountSql('c.promised_cents')} end`,
    promisedOn: daySql('c.promised_on'),
    importedAt: momentSql('c.created_at'),
    changedAt: momentSql('c.updated_at'),
  }
}

/** One row per case of these batches, in the order of import, as a COPY to CSV: PostgreSQL writes it as fast as it is read. Ids are whole numbers of our own. */
export function batchReportCopy(batches: readonly { customerId: number; batchId: number }[], texts: ReportTexts, shown: Shown): string {
  const columns = columnsOf(texts, shown)
  const wanted = batches.map(
    ({ customerId, batchId }, place) => `(${place}, ${Math.trunc(customerId)}::bigint, ${Math.trunc(batchId)}::bigint)`,
  )
  // Keyed by heading order: the words of the heading and the columns come from one list. Of several links the paid one is shown, else the newest.
  return `copy (
    select ${(Object.keys(texts.columns) as Column[]).map((column) => columns[column]).join(', ')}
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
