import type { CaseRow } from '@regie/contract/cases.ts'
import type { CaseListColumn } from '@regie/contract/reports.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { amountSql, daySql, momentSql } from '../../../platform/documents/cell-formats.ts'
import { openCents } from '../../cases/money/open-amount.ts'
import { nameKeys } from '../../fields/masks.ts'
import type { ReportTexts } from '../report-texts.ts'
import type { ColumnSql } from './column-sql.ts'

export type ColumnKey = keyof ReportTexts['columns']

/** A cell of a file: text and numbers as they are, the rest as each kind of file writes it. */
export type ListCell =
  | string
  | number
  | { cents: number | null }
  | { day: string | null }
  | { moment: string | null }
  | { share: number | null }

/** One column of every report and every file of cases: as PostgreSQL writes it, and of a case that a list has read. */
export type ReportColumn = {
  sql?: (by: ColumnSql) => string
  ofRow?: (row: CaseRow, texts: ReportTexts) => ListCell
}

/** All columns, in the order in which a file of all has them. */
export const reportColumns: Record<ColumnKey, ReportColumn> = {
  batch: { sql: ({ guarded }) => guarded('b.name'), ofRow: ({ batchName }) => batchName },
  caseNumber: { sql: ({ guarded }) => guarded('c.case_number'), ofRow: ({ caseNumber }) => caseNumber },
  name: { sql: ({ guarded, masked }) => guarded(masked('c.name', nameKeys)), ofRow: ({ name }) => name },
  status: { sql: ({ worded, texts }) => worded('c.status', texts.status), ofRow: ({ status }, texts) => texts.status[status] },
  result: {
    sql: () => 'c.result',
    ofRow: ({ result }, texts) => (result !== null && isResultCode(result) ? texts.results[result] : (result ?? '')),
  },
  lastResult: { sql: () => 'c.last_result' },
  claim: { sql: () => amountSql('c.outstanding_cents') },
  outstanding: { sql: () => amountSql(openCents('c')), ofRow: ({ outstandingCents }) => ({ cents: outstandingCents }) },
  currency: { sql: () => 'c.currency', ofRow: ({ currency }) => currency },
  invoiceNumber: { sql: ({ guarded, masked }) => guarded(masked('c.invoice_number', ['factuurnummer'])) },
  phone: { sql: ({ guarded, phone }) => guarded(phone('c.phone')), ofRow: ({ phone }) => phone ?? '' },
  mobile: { sql: ({ guarded, phone }) => guarded(phone('c.mobile')) },
  email: { sql: ({ guarded, masked }) => guarded(masked('c.email', ['email'])), ofRow: ({ email }) => email ?? '' },
  city: { sql: ({ guarded, masked }) => guarded(masked('c.city', ['plaats'])), ofRow: ({ city }) => city ?? '' },
  attempts: { sql: () => 'c.attempts', ofRow: ({ attempts }) => attempts },
  lastAnswer: {
    sql: ({ worded, texts }) => worded('c.last_answer', texts.lastAnswer),
    ofRow: ({ lastAnswer }, texts) => (lastAnswer === null ? '' : texts.lastAnswer[lastAnswer]),
  },
  emails: { sql: () => 'm.emails' },
  sms: { sql: () => 'm.sms' },
  linkState: { sql: ({ worded, texts }) => worded('p.state', texts.linkState) },
  // A bank says when; staff book a day.
  paidAt: {
    sql: () => `coalesce(${momentSql('p.paid_at')}, ${daySql('c.paid_on')})`,
    ofRow: ({ paidOn }) => ({ day: paidOn }),
  },
  paidAmount: {
    sql: () => `case when c.paid_cents > 0 then ${amountSql('c.paid_cents')} end`,
    ofRow: ({ paidCents }) => ({ cents: paidCents === 0 ? null : paidCents }),
  },
  paidShare: {
    sql: () =>
      `case when c.outstanding_cents > 0 then round(100.0 * least(c.paid_cents, c.outstanding_cents) / c.outstanding_cents)::text end`,
    ofRow: ({ outstandingCents, paidCents }) => {
      const claim = (outstandingCents ?? 0) + paidCents
      return { share: outstandingCents === null || claim === 0 ? null : paidCents / claim }
    },
  },
  promisedAmount: {
    sql: () => `case when c.promised_cents > 0 then ${amountSql('c.promised_cents')} end`,
    ofRow: ({ promisedCents }) => ({ cents: promisedCents === 0 ? null : promisedCents }),
  },
  promisedOn: { sql: () => daySql('c.promised_on'), ofRow: ({ promisedOn }) => ({ day: promisedOn }) },
  importedAt: { sql: () => momentSql('c.created_at') },
  changedAt: { sql: () => momentSql('c.updated_at'), ofRow: ({ updatedAt }) => ({ moment: updatedAt }) },
  nextStep: { ofRow: ({ nextStep }) => nextStep?.name ?? '' },
  nextAt: { ofRow: ({ nextStep }) => ({ moment: nextStep?.at ?? null }) },
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
