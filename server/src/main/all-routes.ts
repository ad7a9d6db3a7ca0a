import { statementRoutes } from '../modules/bank-statements/statement-routes.ts'
import { timeMachineRoutes } from '../engine/time-machine/time-machine-routes.ts'
import { auditRoutes } from '../modules/audit/audit-routes.ts'
import { batchRoutes } from '../modules/batches/batch-routes.ts'
import { bulkRoutes } from '../modules/bulk/bulk-routes.ts'
import { handOverRoutes } from '../modules/bulk/hand-over-routes.ts'
import { statutoryRateRoutes } from '../modules/statutory-rates/rate-routes.ts'
import { debtLawRoutes } from '../modules/debt-law/debt-law-routes.ts'
import { undoRoutes } from '../modules/undo/undo-routes.ts'
import { paymentLinkRoutes } from '../modules/payment-links/payment-link-routes.ts'
import { caseDocumentRoutes } from '../modules/case-documents/case-document-routes.ts'
import { letterRoutes } from '../modules/letters/letter-routes.ts'
import { arrangementRoutes } from '../modules/arrangements/arrangement-routes.ts'
import { caseRoutes } from '../modules/cases/case-routes.ts'
import { caseActionRoutes } from '../modules/cases/case-action-routes.ts'
import { whyRoutes } from '../modules/funnel/why-routes.ts'
import { monitorRoutes } from '../modules/monitor/monitor-routes.ts'
import { deskRoutes } from '../modules/desk/desk-routes.ts'
import { listeningRoutes } from '../modules/desk/listening-routes.ts'
import { softphoneRoutes } from '../modules/desk/softphone/softphone-routes.ts'
import { wallboardRoutes } from '../modules/wallboard/wallboard-routes.ts'
import { wordcloudRoutes } from '../modules/wordcloud/wordcloud-routes.ts'
import { agentRoutes } from '../modules/teams/agent-routes.ts'
import { machineKeyRoutes } from '../modules/identity/machine-keys/machine-key-routes.ts'
import { fileDeliveryRoutes } from '../modules/file-deliveries/delivery-routes.ts'
import { outgoingWebhookRoutes } from '../modules/webhooks/webhook-routes.ts'
import { teamRoutes } from '../modules/teams/team-routes.ts'
import { chatRoutes } from '../modules/chat/chat-routes.ts'
import { forwardRoutes } from '../modules/communications/forwards/forward-routes.ts'
import { inboxRoutes } from '../modules/communications/inbox/inbox-routes.ts'
import { communicationRoutes } from '../modules/communications/communication-routes.ts'
import { webChatRoutes } from '../modules/communications/web-chat/web-chat-routes.ts'
import { privacyRoutes } from '../modules/retention/requests/privacy-routes.ts'
import { complianceFileRoutes } from '../modules/compliance-file/compliance-file-routes.ts'
import { subscriptionRoutes } from '../modules/subscriptions/subscription-routes.ts'
import { retentionRoutes } from '../modules/retention/retention-routes.ts'
import { selfServiceRoutes } from '../modules/self-service/self-service-routes.ts'
import { smsRoutes } from '../modules/communications/sms-dashboard/sms-routes.ts'
import { contactRoutes } from '../modules/contacts/contact-routes.ts'
import { customerRoutes } from '../modules/customers/customer-routes.ts'
import { demoRoutes } from '../modules/demos/demo-routes.ts'
import { feedbackRoutes } from '../modules/feedback/feedback-routes.ts'
import { messageRoutes } from '../modules/mass-messages/message-routes.ts'
import { nextCaseRoutes } from '../modules/next-case/next-case-routes.ts'
import { homeRoutes } from '../modules/home/home-routes.ts'
import { fileRoutes } from '../modules/files/file-routes.ts'
import { importRoutes } from '../modules/imports/import-routes.ts'
import { accountRoutes } from '../modules/sessions/account-routes.ts'
import { loginRoutes } from '../modules/sessions/login-routes.ts'
import { signInRulesRoutes } from '../modules/identity/sign-in-rules/sign-in-rules-routes.ts'
import { twoFactorRoutes } from '../modules/sessions/two-factor/two-factor-routes.ts'
import { maintenanceRoutes } from '../modules/maintenance/maintenance-routes.ts'
import { notificationRoutes } from '../modules/notifications/notification-routes.ts'
import { providerRoutes } from '../modules/providers/provider-routes.ts'
import { reportRoutes } from '../modules/reports/report-routes.ts'
import { savedViewRoutes } from '../modules/saved-views/saved-view-routes.ts'
import { rightRoutes } from '../modules/rights/right-routes.ts'
import { flowRoutes } from '../modules/flows/flow-routes.ts'
import { guideRoutes } from '../modules/guides/guide-routes.ts'
import { dialingRoutes } from '../modules/dialing/dialing-routes.ts'
import { scriptRoutes } from '../modules/scripts/script-routes.ts'
import { variableRoutes } from '../modules/variables/variable-routes.ts'
import { fieldRoutes } from '../modules/fields/field-routes.ts'
import { filterRoutes } from '../modules/filters/filter-routes.ts'
import { speechRoutes } from '../modules/speech/speech-routes.ts'
import { templateRoutes } from '../modules/template-editing/template-routes.ts'
import { whatsappRoutes } from '../modules/whatsapp/whatsapp-routes.ts'
import { timeRoutes } from '../modules/hours/time-routes.ts'
import { userRoutes } from '../modules/identity/users/user-routes.ts'
import type { Route } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { systemRoutes } from './system-routes.ts'

/** The table of contents of the API. Webhooks and pages stand in build-http-app.ts. */
export const allRoutes: readonly Route<Services>[] = [
  ...loginRoutes,
  ...twoFactorRoutes,
  ...signInRulesRoutes,
  ...accountRoutes,
  ...userRoutes,
  ...contactRoutes,
  ...rightRoutes,
  ...customerRoutes,
  ...selfServiceRoutes,
  ...complianceFileRoutes,
  ...retentionRoutes,
  ...subscriptionRoutes,
  ...privacyRoutes,
  ...dialingRoutes,
  ...scriptRoutes,
  ...variableRoutes,
  ...fieldRoutes,
  ...filterRoutes,
  ...flowRoutes,
  ...guideRoutes,
  ...templateRoutes,
  ...speechRoutes,
  ...whatsappRoutes,
  ...timeRoutes,
  ...timeMachineRoutes,
  ...homeRoutes,
  ...smsRoutes,
  ...nextCaseRoutes,
  ...batchRoutes,
  ...undoRoutes,
  ...savedViewRoutes,
  ...bulkRoutes,
  ...handOverRoutes,
  ...messageRoutes,
  ...caseRoutes,
  ...arrangementRoutes,
  ...caseDocumentRoutes,
  ...letterRoutes,
  ...paymentLinkRoutes,
  ...caseActionRoutes,
  ...whyRoutes,
  ...communicationRoutes,
  ...monitorRoutes,
  ...deskRoutes,
  ...listeningRoutes,
  ...softphoneRoutes,
  ...wallboardRoutes,
  ...wordcloudRoutes,
  ...agentRoutes,
  ...teamRoutes,
  ...fileDeliveryRoutes,
  ...outgoingWebhookRoutes,
  ...machineKeyRoutes,
  ...chatRoutes,
  ...forwardRoutes,
  ...inboxRoutes,
  ...webChatRoutes,
  ...statementRoutes,
  ...fileRoutes,
  ...importRoutes,
  ...providerRoutes,
  ...reportRoutes,
  ...demoRoutes,
  ...notificationRoutes,
  ...feedbackRoutes,
  ...auditRoutes,
  ...maintenanceRoutes,
  ...statutoryRateRoutes,
  ...debtLawRoutes,
  ...systemRoutes,
]
