import { housekeeping } from '../engine/housekeeping.ts'
import { notifyStaff } from '../engine/notify-staff.ts'
import type { JobHandlers, SetAsideHandlers } from '../jobs/job-catalogue.ts'
import { goOnAfterScan as goOnWithStatement } from '../modules/bank-statements/after-scan.ts'
import { failStatement, runStatement } from '../modules/bank-statements/run-statement.ts'
import { handOverLetters } from '../modules/letters/hand-over.ts'
import { goOnAfterScan as goOnWithDocument } from '../modules/case-documents/after-scan.ts'
import { failBulk, runBulk } from '../modules/bulk/run-bulk.ts'
import { failHandOverFile, makeHandOverFile } from '../modules/reports/hand-over/make-file.ts'
import { endHolds } from '../modules/case-runs/end-holds.ts'
import { recheckUnreachable } from '../modules/case-runs/recheck-unreachable.ts'
import { addUpMoney } from '../modules/cases/money/add-up-money.ts'
import { readMailboxes } from '../modules/communications/incoming/read-mailboxes.ts'
import { writeStatusTime } from '../modules/communications/status-times/write-status-time.ts'
import { seedPast } from '../modules/demo-past/seed-past.ts'
import { takeDeliveries } from '../modules/file-deliveries/take-deliveries.ts'
import { watchFigures } from '../modules/figure-alerts/watch-figures.ts'
import { mailFeedback } from '../modules/feedback/mail-feedback.ts'
import { type AfterScan, scanFiles } from '../modules/files/scan/scan-files.ts'
import { goOnAfterScan as goOnWithImport } from '../modules/imports/begin-import.ts'
import { checkImport } from '../modules/imports/check-import.ts'
import { failImport, importBatch } from '../modules/imports/import-batch.ts'
import { failMessages, runMessages } from '../modules/mass-messages/run-messages.ts'
import { failReport, makeReport } from '../modules/reports/output/make-report.ts'
import { goOnAfterScan as goOnWithReport } from '../modules/reports/output/notify-of-report.ts'
import { endPaymentLinks } from '../modules/payment-links/end-links-job.ts'
import { keepRequests } from '../modules/payment-links/requests/keep-requests.ts'
import { keepSignIns } from '../modules/providers/keep-sign-ins.ts'
import { mailPasswordLink } from '../modules/sessions/mail-password-link.ts'
import { sendSystemMail } from '../modules/system-mail/send-system-mail.ts'
import { mailDueSubscriptions } from '../modules/subscriptions/mail-due.ts'
import { mailSubscribers } from '../modules/subscriptions/mail-event.ts'
import { fetchMedia } from '../modules/whatsapp/fetch-media.ts'
import { syncAllTexts, syncCustomer } from '../modules/whatsapp/sync-texts.ts'
import { erasePerson, failErasure } from '../modules/retention/requests/erase-person.ts'
import { failPrivacyFile, makePrivacyFile } from '../modules/retention/requests/make-privacy-file.ts'
import { takeAwayOld } from '../modules/retention/take-away-old.ts'
import { resetVariables } from '../modules/variables/reset-variables.ts'
import type { Services } from '../services.ts'

/** Names of jobs meet their work; a job without one does not compile. */
export function allJobHandlers(services: Services): JobHandlers {
  return {
    checkImport: (payload, run) => checkImport(services, payload, run),
    importBatch: (payload, run) => importBatch(services, payload, run),
    runBulk: (payload, run) => runBulk(services, payload, run),
    sendMessages: (payload, run) => runMessages(services, payload, run),
    endPaymentLinks: (payload, run) => endPaymentLinks(services, payload, run),
    runStatement: (payload, run) => runStatement(services, payload, run),
    mailFeedback: (payload) => mailFeedback(services, payload),
    mailSubscribers: (payload) => mailSubscribers(services, payload),
    mailDueSubscriptions: (_payload, { signal }) => mailDueSubscriptions(services, signal),
    watchFigures: (_payload, { signal }) => watchFigures(services, signal),
    sendSystemMail: (payload, run) => sendSystemMail(services, payload, run),
    mailPasswordLink: (payload) => mailPasswordLink(services, payload),
    resetVariables: () => resetVariables(services.db, services.clock.now()),
    addUpMoney: () => addUpMoney(services.db),
    recheckUnreachable: (_payload, { signal }) => recheckUnreachable(services.db, services.clock.now(), signal),
    endHolds: (payload) => endHolds(services.db, payload, services.clock.now()),
    seedDemoPast: (payload, run) => seedPast(services, payload, run),
    notifyStaff: () => notifyStaff(services),
    readMailboxes: (_payload, { signal }) => readMailboxes(services, signal),
    keepSignIns: (_payload, { signal }) => keepSignIns(services, signal),
    keepPaymentRequests: (_payload, { signal }) => keepRequests(services, signal),
    fetchWhatsappMedia: (payload) => fetchMedia(services, payload),
    syncWhatsappTexts: async ({ customerId, providerId }) => {
      await syncCustomer(services, customerId, providerId)
    },
    syncAllWhatsappTexts: (_payload, { signal }) => syncAllTexts(services, signal),
    scanFiles: (_payload, { signal }) => scanFiles(services, afterScan(services), signal),
    makeHandOverFile: (payload, run) => makeHandOverFile(services, payload, run),
    makeReport: (payload, run) => makeReport(services, payload, run),
    writeStatusTime: (payload) => writeStatusTime(services, payload),
    handOverLetters: (_payload, { signal }) => handOverLetters(services, signal),
    takeDeliveries: (_payload, { signal }) => takeDeliveries(services, signal),
    makePrivacyFile: (payload, run) => makePrivacyFile(services, payload, run),
    erasePerson: (payload) => erasePerson(services, payload),
    takeAwayOld: (_payload, { signal }) => takeAwayOld(services, { signal }),
    housekeeping: () => housekeeping(services),
  }
}

// Files do not know what they are for.
const afterScan = ({ clock }: Services): AfterScan => ({
  batch: (tx, scanned) => goOnWithImport(tx, scanned, clock.now()),
  statement: (tx, scanned) => goOnWithStatement(tx, scanned),
  document: (tx, scanned) => goOnWithDocument(tx, scanned, clock.now()),
  report: (tx, scanned) => goOnWithReport(tx, scanned, clock.now()),
  result: (tx, scanned) => goOnWithReport(tx, scanned, clock.now()),
})

/** Jobs whose row people look at while it is worked on. */
export function allSetAsideHandlers(services: Services): SetAsideHandlers {
  return {
    checkImport: (payload) => failImport(services, payload),
    importBatch: (payload) => failImport(services, payload),
    runStatement: (payload) => failStatement(services, payload),
    makeHandOverFile: (payload) => failHandOverFile(services, payload),
    makeReport: (payload) => failReport(services, payload),
    makePrivacyFile: (payload) => failPrivacyFile(services, payload),
    erasePerson: (payload) => failErasure(services, payload),
    runBulk: (payload) => failBulk(services, payload),
    sendMessages: (payload) => failMessages(services, payload),
  }
}
