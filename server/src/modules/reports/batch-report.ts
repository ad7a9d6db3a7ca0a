import type { ReportTexts } from './report-texts.ts'

type Column = keyof ReportTexts['columns']

// Quoted as SQL; the words are ours, but a French apostrophe would end them.
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const worded = (column: string, words: Record<string, string>) =>
  `case ${column} ${Object.entries(words)
    .map(([code, word]) => `when ${literal(code)} then ${literal(word)}`)
    .join(' ')} else ${column} end`
// The rule of csv-cells.ts in SQL: an apostrophe before what a spreadsheet would run; a phone of only + and digits stays.
const guarded = (column: string) =>
  `case when ${column} ~ '^[=+@\\t\\r-]' and ${column} !~ '^[+][0-9]+$' then '''' || ${column} else ${column} end`
const euros = (cents: string) => `replace((${cents} / 100.0)::numeric(14, 2)::text, '.', ',')`
const moment = (instant: string) => `to_char(${instant} at time zone 'Europe/Amsterdam', 'DD-MM-YYYY HH24:MI')`

function columnsOf(texts: ReportTexts): Record<Column, string> {
  return {
    batch: guarded('b.name'),
    caseNumber: guarded('c.case_number'),
    name: guarded('c.name'),
    status: worded('c.status', texts.status),
    result: 'c.result',
    lastResult: 'c.last_result',
    outstanding: euros('c.outstanding_cents'),
    currency: 'c.currency',
    invoiceNumber: guarded('c.invoice_number'),
    phone: guarded('c.phone'),
    mobile: guarded('c.mobile'),
    email: guarded('c.email'),
    city: guarded('c.city'),
    attempts: 'c.attempts',
    lastAnswer: worded('c.last_answer', texts.lastAnswer),
    emails: 'm.emails',
    sms: 'm.sms',
    linkState: worded('p.state', texts.linkState),
    paidAt: moment('p.paid_at'),
    paidAmount: `case when p.state = 'paid' then ${euros('p.amount_cents')} end`,
    importedAt: moment('c.created_at'),
    changedAt: moment('c.updated_at'),
  }
}

/** One row per case of these batches, in the order of import, as a COPY to CSV: PostgreSQL writes it as fast as it is read. Ids are whole numbers of our own. */
export function batchReportCopy(batches: readonly { customerId: number; batchId: number }[], texts: ReportTexts): string {
  const columns = columnsOf(texts)
  const wanted = batches.map(
    ({ customerId, batchId }, place) => `(${place}, ${Math.trunc(customerId)}::bigint, ${Math.trunc(batchId)}::bigint)`,
  )
  // Keyed by heading order: the words of the heading and the columns come from one list. Of several links the paid one is shown, else the newest.
  return `copy (
    select ${(Object.keys(texts.columns) as Column[]).map((column) => columns[column]).join(', ')}
    from (values ${wanted.join(', ')}) as wanted (place, customer_id, batch_id)
    join batches b on b.customer_id = wanted.customer_id and b.id = wanted.batch_id
    cross join lateral (select * from cases where customer_id = b.customer_id and batch_id = b.id order by id) c
    left join lateral (select count(*) filter (where channel = 'email' and state = 'sent') as emails,
      count(*) filter (where channel = 'sms' and state = 'sent') as sms
      from communications where customer_id = c.customer_id and case_id = c.id) m on true
    left join lateral (select state, paid_at, amount_cents
      from payment_links
      where customer_id = c.customer_id and case_id = c.id
      order by (state = 'paid') desc, id desc limit 1) p on true
  ) to stdout with (format csv, delimiter ';', encoding 'UTF8')`
}
