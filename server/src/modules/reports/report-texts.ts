import type { CallView } from '@regie/contract/call-report.ts'
import { caseWords } from '@regie/contract/case-words/case-words.ts'
import type { CasesView } from '@regie/contract/cases-report.ts'
import type { CostPlace } from '@regie/contract/cost-report.ts'
import type { CaseStatus } from '@regie/contract/cases.ts'
import type { PaymentRow } from '@regie/contract/payment-report.ts'
import type { paymentStates } from '@regie/contract/payments.ts'
import type { FailureCause } from '@regie/contract/failure-causes.ts'
import type { ReportedChannel } from '@regie/contract/message-report.ts'
import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import type { Verdict } from '@regie/contract/experiment-rules.ts'
import type { Locale } from '@regie/contract/locale.ts'
import eng from './locales/eng.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }

export type ReportTexts = {
  fileName: string
  /** The file of a list as it is seen. */
  caseList: string
  columns: Record<keyof typeof nl.columns, string>
  /** Of the report of calls. */
  calls: { fileName: Record<CallView, string>; total: string; removed: string; columns: Record<keyof typeof nl.calls.columns, string> }
  /** Of the reports of messages. */
  messages: { fileName: Record<ReportedChannel, string>; columns: Record<keyof typeof nl.messages.columns, string> }
  /** Of the report of what works. */
  works: { fileName: string; columns: Record<keyof typeof nl.works.columns, string>; verdicts: Record<Verdict, string> }
  /** Of the report of costs by channel. */
  costs: Record<'fileName' | 'all' | 'noPrice', string> & {
    places: Record<CostPlace, string>
    columns: Record<keyof typeof nl.costs.columns, string>
  }
  /** Of the report of cases. */
  cases: Record<'all' | 'older' | 'age' | 'within', string> & {
    fileName: Record<CasesView, string>
    columns: Record<keyof typeof nl.cases.columns, string>
  }
  /** Of the rows of the report of payments. */
  payments: {
    fileName: string
    columns: Record<keyof typeof nl.payments.columns, string>
    states: Record<PaymentRow['state'], string>
    methods: Record<PaymentRow['method'], string>
  }
  causes: Record<FailureCause, string>
  /** Headings that a report has which adds up its cases. */
  grouped: Record<'bucket' | 'cases', string>
  status: Record<CaseStatus, string>
  results: Record<ResultCode, string>
  lastAnswer: Record<LastAnswer, string>
  linkState: Record<(typeof paymentStates)[number], string>
}

// What a case is, the screens say with the same words.
const ofCase = ({ statuses, results, answers }: (typeof caseWords)['nl']) => ({ status: statuses, results, lastAnswer: answers })

/** The words of reports, which are made here and not in the browser. */
export const reportTexts: Record<Locale, ReportTexts> = {
  nl: { ...nl, ...ofCase(caseWords.nl) },
  eng: { ...eng, ...ofCase(caseWords.eng) },
  fr: { ...fr, ...ofCase(caseWords.fr) },
}
