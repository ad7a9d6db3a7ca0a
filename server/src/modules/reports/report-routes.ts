import { callReportApi } from '@regie/contract/call-report.ts'
import { evidenceApi } from '@regie/contract/evidence.ts'
import { caseReportApi } from '@regie/contract/case-report.ts'
import { casesReportApi } from '@regie/contract/cases-report.ts'
import { mailReportApi, type ReportedChannel, whatsAppReportApi } from '@regie/contract/message-report.ts'
import { paymentReportApi } from '@regie/contract/payment-report.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { storedFileApi } from '@regie/contract/stored-files.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { worksReportApi } from '@regie/contract/works-report.ts'
import { costReportApi } from '@regie/contract/cost-report.ts'
import { bestHoursApi } from '@regie/contract/best-hours.ts'
import { findCalledHours } from './hours/called-hours.ts'
import { findCosts } from './costs/cost-figures.ts'
import { exportCosts } from './costs/export-costs.ts'
import { exportWorks } from './works/export-works.ts'
import { listExperiments } from './works/list-experiments.ts'
import { findWorksFigures } from './works/works-figures.ts'
import type { Services } from '../../services.ts'
import { findBatchResults } from './batch-results.ts'
import { findAgentFigures } from './calls/agent-figures.ts'
import { findCallBuckets, findCallPerformance } from './calls/call-figures.ts'
import { exportCalls } from './calls/export-calls.ts'
import { makePack } from './case/evidence/make-pack.ts'
import { verifyPack } from './case/evidence/verify-pack.ts'
import { findCaseReport } from './case/case-report.ts'
import { downloadCase } from './case/download-case.ts'
import { findCaseAges, findCaseBuckets, findCaseMonths, findCaseResults, findCaseScripts } from './cases/case-figures.ts'
import { exportCases } from './cases/export-cases.ts'
import { exportCaseBook } from './export-case-book.ts'
import { exportCaseList } from './export-case-list.ts'
import { downloadReport, downloadReportBook } from './output/download-report.ts'
import { findMapping } from './output/find-mapping.ts'
import { exportMessageBook, exportMessages } from './messages/export-messages.ts'
import { countSentMessages, findMessageBuckets, findMessageErrors, findMessageGroups } from './messages/message-figures.ts'
import { findMessagesOfCase } from './messages/messages-of-case.ts'
import { listReportBatches } from './output/list-report-batches.ts'
import { askForReport } from './output/make-report.ts'
import { showReport } from './output/show-report.ts'
import { findPaymentsOfCase } from '../cases/payments-of-case.ts'
import { exportPaymentRows } from './payments/export-payment-rows.ts'
import { listPaymentRows } from './payments/payment-rows.ts'
import { countPayments, findLinkFigures, findLinkFiguresByScript, findPaymentHours } from './payment-report.ts'

export const reportRoutes: Route<Services>[] = [
  route(reportApi.batch, (services: Services, { caller, params }) => findBatchResults(services, caller, params.batchID)),
  route(reportApi.csv, (services: Services, { caller, body }) => downloadReport(services, caller, body)),
  route(reportApi.excel, (services: Services, { caller, body }) => downloadReportBook(services, caller, body)),
  route(storedFileApi.make, (services: Services, { caller, body }) => askForReport(services, caller, body)),
  route(reportApi.batches, (services: Services, { caller, query }) => listReportBatches(services, caller, query)),
  route(reportApi.batchMapping, (services: Services, { caller, query }) => findMapping(services, caller, query)),
  route(reportApi.scriptMapping, (services: Services, { caller, query }) => findMapping(services, caller, query)),
  route(reportApi.batchOutput, (services: Services, { caller, body }) => showReport(services, caller, body)),
  route(reportApi.scriptOutput, (services: Services, { caller, body }) => showReport(services, caller, body)),
  route(reportApi.cases, (services: Services, { caller, query }) => exportCaseList(services, caller, query)),
  route(reportApi.caseBook, (services: Services, { caller, query }) => exportCaseBook(services, caller, query)),
  route(paymentReportApi.ofCase, (services: Services, { caller, params }) => findPaymentsOfCase(services, caller, params.caseID)),
  route(paymentReportApi.counter, (services: Services, { caller, query }) => countPayments(services, caller, query)),
  route(paymentReportApi.info, (services: Services, { caller, query }) => findLinkFigures(services, caller, query)),
  route(paymentReportApi.scripts, (services: Services, { caller, query }) => findLinkFiguresByScript(services, caller, query)),
  route(paymentReportApi.heatmap, (services: Services, { caller, query }) => findPaymentHours(services, caller, query)),
  route(paymentReportApi.rows, (services: Services, { caller, query }) => listPaymentRows(services, caller, query)),
  route(paymentReportApi.file, (services: Services, { caller, query }) => exportPaymentRows(services, caller, query)),
  route(callReportApi.buckets, (services: Services, { caller, query }) => findCallBuckets(services, caller, query)),
  route(callReportApi.performance, (services: Services, { caller, query }) => findCallPerformance(services, caller, query)),
  route(callReportApi.agents, (services: Services, { caller, query }) => findAgentFigures(services, caller, query)),
  route(callReportApi.file, (services: Services, { caller, query }) => exportCalls(services, caller, query)),
  route(caseReportApi.get, (services: Services, { caller, params }) => findCaseReport(services, caller, params.caseID)),
  route(evidenceApi.make, (services: Services, { caller, body }) => makePack(services, caller, body)),
  route(evidenceApi.verify, (services: Services, { caller, body }) => verifyPack(services, caller, body)),
  route(caseReportApi.pdf, (services: Services, { caller, body }) => downloadCase(services, caller, body)),
  route(worksReportApi.experiments, (services: Services, { caller, query }) => listExperiments(services, caller, query)),
  route(worksReportApi.figures, (services: Services, { caller, query }) => findWorksFigures(services, caller, query)),
  route(worksReportApi.file, (services: Services, { caller, query }) => exportWorks(services, caller, query)),
  route(bestHoursApi.hours, (services: Services, { caller, query }) => findCalledHours(services, caller, query)),
  route(costReportApi.figures, (services: Services, { caller, query }) => findCosts(services, caller, query)),
  route(costReportApi.file, (services: Services, { caller, query }) => exportCosts(services, caller, query)),
  route(casesReportApi.buckets, (services: Services, { caller, query }) => findCaseBuckets(services, caller, query)),
  route(casesReportApi.results, (services: Services, { caller, query }) => findCaseResults(services, caller, query)),
  route(casesReportApi.scripts, (services: Services, { caller, query }) => findCaseScripts(services, caller, query)),
  route(casesReportApi.ages, (services: Services, { caller, query }) => findCaseAges(services, caller, query)),
  route(casesReportApi.months, (services: Services, { caller, query }) => findCaseMonths(services, caller, query)),
  route(casesReportApi.file, (services: Services, { caller, query }) => exportCases(services, caller, query)),
  ...messageRoutes(mailReportApi, 'email'),
  ...messageRoutes(whatsAppReportApi, 'whatsapp'),
]

/** The reports of messages differ by their channel alone. */
function messageRoutes(api: typeof mailReportApi | typeof whatsAppReportApi, channel: ReportedChannel): Route<Services>[] {
  return [
    route(api.ofCase, (services: Services, { caller, params }) => findMessagesOfCase(services, caller, channel, params.caseID)),
    route(api.counter, (services: Services, { caller, query }) => countSentMessages(services, caller, channel, query)),
    route(api.errors, (services: Services, { caller, query }) => findMessageErrors(services, caller, channel, query)),
    route(api.buckets, (services: Services, { caller, query }) => findMessageBuckets(services, caller, channel, query)),
    route(api.groups, (services: Services, { caller, query }) => findMessageGroups(services, caller, channel, query)),
    route(api.file, (services: Services, { caller, query }) => exportMessages(services, caller, channel, query)),
    route(api.book, (services: Services, { caller, query }) => exportMessageBook(services, caller, channel, query)),
  ]
}
