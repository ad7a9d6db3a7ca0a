/** The work of ours in its barest form: the same rows over the same indexes, as prepared statements. */
const caseColumns = `c.id as "caseID", c.case_number as "caseNumber", c.customer_id as "customerID", c.batch_id as "batchID", b.name as "batchName", c.status, c.status_at as "statusAt",
  c.result, c.name, c.phone, c.email, c.city, c.outstanding_cents as "outstandingCents", c.currency, c.attempts, c.last_answer as "lastAnswer", c.last_result as "lastResult",
  c.paused_until as "pausedUntil", c.updated_at as "updatedAt"`
const casesOfBatches = 'from cases c join batches b on b.customer_id = c.customer_id and b.id = c.batch_id'

export const referenceQueries = {
  oneCase: { name: 'one-case', text: 'select * from cases where customer_id = $1 and id = $2' },
  caseList: {
    name: 'case-list',
    text: `
    select ${caseColumns} ${casesOfBatches} where c.customer_id = $1 order by c.id desc limit 50`,
  },
  casePage: {
    name: 'case-page',
    text: `select ${caseColumns} ${casesOfBatches} where c.customer_id = $1 and c.id < $2 order by c.id desc limit 50`,
  },
  caseTotal: { name: 'case-total', text: 'select sum(total)::int as total from batch_counters where customer_id = $1' },
  batchList: {
    name: 'batch-list',
    text: `select b.*, k.*, s.name as script_name
      from batches b
      join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
      join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
      where b.customer_id = $1
      order by b.id desc
      limit $2`,
  },
  batchTotal: { name: 'batch-total', text: 'select count(*)::int as total from batches where customer_id = $1' },
  search: {
    name: 'search',
    text: `select ${caseColumns}
      from case_search f
      join cases c on c.customer_id = f.customer_id and c.id = f.case_id
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
      where f.customer_id = $1 and f.terms like $2 order by f.case_id desc limit 50`,
  },
  numberSearch: {
    name: 'number-search',
    text: `select ${caseColumns}
      from case_search f
      join cases c on c.customer_id = f.customer_id and c.id = f.case_id
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
      where f.customer_id = $1 and f.case_number like $2 order by f.case_id desc limit 50`,
  },
  user: { name: 'user', text: 'select id, password_hash from users where lower(username) = $1' },
} satisfies Record<string, { name: string; text: string }>
