import * as z from 'zod/mini'
import { Callback, CaseNote, Complaint, PaymentPromise } from './arrangements.ts'
import { CaseDetail, TimelineItem } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { Locale } from './locale.ts'
import { BodyId, Id } from './paging.ts'
import { CasePayments } from './payments.ts'
import { Right } from './right-codes.ts'

/** The parts of a case on paper, in their order. */
export const caseSections = ['details', 'payments', 'promises', 'notes', 'timeline'] as const
export type CaseSection = (typeof caseSections)[number]

const CaseReport = z.object({
  details: CaseDetail,
  payments: CasePayments,
  ...{ notes: z.array(CaseNote), callbacks: z.array(Callback), promises: z.array(PaymentPromise), complaints: z.array(Complaint) },
  /** The newest of what happened, and how much that is in all; the rest is asked of the case (`cases.timeline`). */
  timeline: z.object({ items: z.array(TimelineItem), total: z.number() }),
})
export type CaseReport = z.infer<typeof CaseReport>

/** What is asked of a case on paper. */
export const CasePaperWish = z.object({
  caseID: BodyId,
  locale: Locale,
  sections: z._default(z.array(z.enum(caseSections)).check(z.minLength(1)), [...caseSections]),
  /** Personal data masked, also for who may see it; whoever may not has it masked anyway. */
  mask: z._default(z.boolean(), false),
})
export type CasePaperWish = z.infer<typeof CasePaperWish>

export const caseReportApi = {
  get: endpoint({
    method: 'GET',
    path: '/reports/case/:caseID',
    access: { right: Right.viewCases },
    budget: 'analysis',
    summary: 'One case in full: details, payments, promises, notes, and the newest of what happened',
    audited: true,
    params: z.object({ caseID: Id }),
    response: CaseReport,
  }),
  pdf: endpoint({
    method: 'POST',
    path: '/reports/case/pdf',
    access: { right: Right.exportReports, also: [Right.viewCases] },
    budget: 'export',
    summary: 'The same on paper as a tagged PDF, with all that happened; masked by the rights of the caller, or on request',
    body: CasePaperWish,
    file: 'application/pdf',
  }),
}
