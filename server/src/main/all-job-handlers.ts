import { housekeeping } from '../engine/housekeeping.ts'
import type { JobHandlers } from '../jobs/job-catalogue.ts'
import { mailFeedback } from '../modules/feedback/mail-feedback.ts'
import { checkImport } from '../modules/imports/check-import.ts'
import { importBatch } from '../modules/imports/import-batch.ts'
import type { Services } from '../services.ts'

/** Names of jobs meet their work; a job without one does not compile. */
export function allJobHandlers(services: Services): JobHandlers {
  return {
    checkImport: (payload, run) => checkImport(services, payload, run),
    importBatch: (payload, run) => importBatch(services, payload, run),
    mailFeedback: (payload) => mailFeedback(services, payload),
    housekeeping: () => housekeeping(services),
  }
}
