import { keepAudit } from '../modules/audit/keep-audit.ts'
import { closeExpiredCases } from '../modules/cases/many/close-expired-cases.ts'
import { receiveIncomplete } from '../modules/communications/sms-lines/receive-sms.ts'
import { sweepHealth } from '../modules/communications/provider-health/note-health.ts'
import { sweepNumberChecks } from '../modules/communications/number-checks/look-up-numbers.ts'
import { sweepFailureCodes } from '../modules/communications/failures/unknown-codes.ts'
import { endPauses } from '../modules/cases/status/end-pauses.ts'
import { sweepUnknown } from '../modules/communications/incoming/sweep-unknown.ts'
import { sweepTemplateFiles } from '../modules/template-editing/template-files.ts'
import { sweepUnsent } from '../modules/communications/mail-attachments/uploaded-attachments.ts'
import { sweepChat } from '../modules/chat/sweep-chat.ts'
import { sweepNotifications } from '../modules/notifications/sweep-notifications.ts'
import { sweepFiles } from '../modules/files/sweep-files.ts'
import { removeOldFiles } from '../modules/imports/remove-old-files.ts'
import { sweepMessageJobs } from '../modules/mass-messages/take-back.ts'
import { makePartitions } from '../platform/db/make-partitions.ts'
import { sweepUndoEntries } from '../modules/undo-entries/open-undo-entry.ts'
import { sweepViews } from '../modules/saved-views/undo-view.ts'
import { sweepSignIns } from '../modules/sessions/sweep-sign-ins.ts'
import { checkPaymentsUnderWay, expirePaymentLinks } from '../modules/payment-links/payment-housekeeping.ts'
import { sweepExports } from '../platform/http/export-slots.ts'
import { sweepRepeats } from '../platform/http/repeats.ts'
import { resetVariables } from '../modules/variables/reset-variables.ts'
import { sweepDialing } from '../modules/dialing/count-calls.ts'
import { sweepSounds } from '../modules/speech/sounds.ts'
import { sweepJobRuns } from '../jobs/set-aside.ts'
import { sweepWhatsappPeople } from '../modules/whatsapp/whatsapp-people.ts'
import { sweepDelivered } from '../modules/file-deliveries/sweep-delivered.ts'
import { sweepWebhooks } from '../modules/webhooks/sweep-webhooks.ts'
import type { Services } from '../services.ts'

/** Every half hour: what time brings about by itself. Each part may be done twice without harm. */
export async function housekeeping(services: Services): Promise<void> {
  const { db, clock } = services
  await makePartitions(db, clock.now())
  await keepAudit(services)
  await endPauses(db, clock.now())
  await resetVariables(db, clock.now())
  await checkPaymentsUnderWay(services)
  await expirePaymentLinks(db, clock.now())
  await sweepSignIns(services)
  await sweepUndoEntries(db, clock.now())
  await sweepMessageJobs(db, clock.now())
  await sweepViews(db, clock.now())
  await sweepRepeats(db, clock.now())
  await sweepJobRuns(db, clock.now())
  await sweepExports(db, clock.now())
  await closeExpiredCases(db, clock.now())
  await removeOldFiles(db, clock.now())
  await sweepFiles(db, clock.now())
  await sweepNotifications(db, clock.now())
  await sweepWhatsappPeople(db, clock.now())
  await sweepNumberChecks(db, clock.now())
  await receiveIncomplete(services)
  await sweepUnknown(db, clock.now())
  await sweepUnsent(db, clock.now())
  await sweepTemplateFiles(db, clock.now())
  await sweepChat(db, clock.now())
  await sweepFailureCodes(db, clock.now())
  await sweepHealth(db)
  await sweepSounds(db, clock.now())
  await sweepDialing(db, clock.now())
  await sweepWebhooks(db, clock.now())
  await sweepDelivered(db, clock.now())
}
