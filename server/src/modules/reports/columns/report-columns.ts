import type { CaseRow } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ColumnType, ReportCell } from '@regie/contract/report-wish.ts'
import type { CaseListColumn } from '@regie/contract/reports.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { openCents } from '../../cases/money/open-amount.ts'
import { nameKeys } from '../../fields/masks.ts'
import type { ReportTexts } from '../report-texts.ts'
import type { ColumnSql } from './column-sql.ts'

export type ColumnKey = keyof ReportTexts['columns']

/**
 * One column of every report and every file of cases. What it holds stands in `type`; `sql` and `ofRow` give it as the contract has such a cell, and each
 * kind of file writes it in its own way (column-sql.ts, cell-values.ts). Its heading in three languages has its key in `locales/`.
 */
export type ReportColumn = {
  type: ColumnType
  /** It tells of a person; `sql` masks it. */
  isPersonal?: true
  /** Who does not hold it does without the column. */
  right?: number
  /** What stands beside the case: its messages counted, or its payment link. */
  needs?: 'messages' | 'link'
  /** Left out: no report has it, because it is worked out outside of PostgreSQL. */
  sql?: (by: ColumnSql) => string
  /** Of a case that a list has read and masked. Left out: no list has it. */
  ofRow?: (row: CaseRow, texts: ReportTexts) => ReportCell
}

/** All columns, in the order in which a file of all has them. */
export const reportColumns: Record<ColumnKey, ReportColumn> = {
  batch: { type: 'text', sql: () => 'b.name', ofRow: ({ batchName }) => batchName },
  caseNumber: { type: 'text', sql: () => 'c.case_number', ofRow: ({ caseNumber }) => caseNumber },
  name: { type: 'text', isPersonal: true, sql: ({ masked }) => masked('c.name', nameKeys), ofRow: ({ name }) => name },
  status: {
    type: 'text',
    sql: ({ worded, texts }) => worded('c.status', texts.status),
    ofRow: ({ status }, texts) => texts.status[status],
  },
  result: {
    type: 'text',
    sql: ({ worded, texts }) => worded('c.result', texts.results),
    ofRow: ({ result }, texts) => (result !== null && isResultCode(result) ? texts.results[result] : result),
  },
  lastResult: { type: 'text', sql: ({ worded, texts }) => worded('c.last_result', texts.results) },
  claim: { type: 'amount', sql: () => 'c.outstanding_cents' },
  outstanding: { type: 'amount', sql: () => openCents('c'), ofRow: ({ outstandingCents }) => outstandingCents },
  currency: { type: 'text', sql: () => 'c.currency', ofRow: ({ currency }) => currency },
  invoiceNumber: { type: 'text', isPersonal: true, sql: ({ masked }) => masked('c.invoice_number', ['factuurnummer']) },
  phone: { type: 'text', isPersonal: true, sql: ({ phone }) => phone('c.phone'), ofRow: ({ phone }) => phone },
  mobile: { type: 'text', isPersonal: true, sql: ({ phone }) => phone('c.mobile') },
  email: { type: 'text', isPersonal: true, sql: ({ masked }) => masked('c.email', ['email']), ofRow: ({ email }) => email },
  city: { type: 'text', isPersonal: true, sql: ({ masked }) => masked('c.city', ['plaats']), ofRow: ({ city }) => city },
  attempts: { type: 'count', sql: () => 'c.attempts', ofRow: ({ attempts }) => attempts },
  lastAnswer: {
    type: 'text',
    sql: ({ worded, texts }) => worded('c.last_answer', texts.lastAnswer),
    ofRow: ({ lastAnswer }, texts) => (lastAnswer === null ? null : texts.lastAnswer[lastAnswer]),
  },
  emails: { type: 'count', needs: 'messages', sql: () => 'm.emails' },
  sms: { type: 'count', needs: 'messages', sql: () => 'm.sms' },
  linkState: { type: 'text', needs: 'link', sql: ({ worded, texts }) => worded('p.state', texts.linkState) },
  linkPaidAt: { type: 'moment', needs: 'link', right: Right.reportPayments, sql: () => 'p.paid_at' },
  paidAt: { type: 'day', sql: () => 'c.paid_on', ofRow: ({ paidOn }) => paidOn },
  paidAmount: { type: 'amount', sql: () => 'nullif(c.paid_cents, 0)', ofRow: ({ paidCents }) => paidCents || null },
  // What was paid too much makes it no more than all, as in open-amount.ts.
  paidShare: {
    type: 'share',
    sql: () => 'least(c.paid_cents, c.outstanding_cents)::numeric / nullif(c.outstanding_cents, 0)',
    ofRow: ({ outstandingCents, paidCents }) => {
      const claim = (outstandingCents ?? 0) + paidCents
      return outstandingCents === null || claim === 0 ? null : paidCents / claim
    },
  },
  promisedAmount: { type: 'amount', sql: () => 'nullif(c.promised_cents, 0)', ofRow: ({ promisedCents }) => promisedCents || null },
  promisedOn: { type: 'day', sql: () => 'c.promised_on', ofRow: ({ promisedOn }) => promisedOn },
  importedAt: { type: 'moment', sql: () => 'c.created_at' },
  changedAt: { type: 'moment', sql: () => 'c.updated_at', ofRow: ({ updatedAt }) => updatedAt },
  nextStep: { type: 'text', ofRow: ({ nextStep }) => nextStep?.name ?? null },
  nextAt: { type: 'moment', ofRow: ({ nextStep }) => nextStep?.at ?? null },
}

/** Which columns a file has for one column of a list: a list shows some of them together. */
export const ofListColumn: Record<CaseListColumn, readonly ColumnKey[]> = {
  caseNumber: ['caseNumber'],
  // The list shows both in one column.
  name: ['name', 'caseNumber'],
  status: ['status'],
  outstanding: ['outstanding', 'currency'],
  paid: ['paidAmount', 'paidAt'],
  city: ['city'],
  phone: ['phone'],
  email: ['email'],
  attempts: ['attempts'],
  lastAnswer: ['lastAnswer'],
  result: ['result'],
  batch: ['batch'],
  updatedAt: ['changedAt'],
  nextStep: ['nextStep', 'nextAt'],
  paidShare: ['paidShare'],
  promised: ['promisedAmount', 'promisedOn'],
}
